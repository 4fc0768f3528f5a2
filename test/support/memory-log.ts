import type { Clock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import type { LoggedAttempt } from '../../src/core/attempt.ts';
import { CancelLog, type LogFile, type LogFolder } from '../../src/store/cancels/cancel-log.ts';
import { readLog } from '../../src/store/cancels/log-lines.ts';

interface MemoryFile {
  text: string;
  beatAt: number;
}

export class MemoryLogFolder implements LogFolder {
  readonly files = new Map<string, MemoryFile>();
  /** Every append fails from now on, having torn its last line. */
  isBroken = false;
  everything = '';
  /** What must never happen to a file. */
  readonly violations: string[] = [];
  readonly #clock: Pick<Clock, 'now'>;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  get text(): string {
    return [...this.files.values()].map(({ text }) => text).join('\n');
  }

  get attempts(): readonly LoggedAttempt[] {
    return readLog([...this.files].map(([name, { text }]) => ({ name, text }))).attempts;
  }

  /** The states of each attempt, as written: `requested sent accepted cancelled`. */
  get stories(): readonly string[] {
    return this.attempts.map(({ events }) => events.map(({ state }) => state).join(' '));
  }

  get states(): readonly string[] {
    return this.attempts.map(({ state }) => state);
  }

  async list(): Promise<readonly LogFile[]> {
    return [...this.files].map(([name, { text, beatAt }]) => ({ name, beatAt, bytes: text.length }));
  }

  async read(name: string): Promise<string | undefined> {
    return this.files.get(name)?.text;
  }

  async append(
    name: string,
    text: string,
    { create }: { readonly durable: boolean; readonly create: boolean },
  ): Promise<boolean> {
    const file = this.files.get(name) ?? (create ? { text: '', beatAt: 0 } : undefined);
    if (file === undefined) return false;
    this.files.set(name, file);
    const written = this.isBroken ? text.slice(0, 40) : text;
    file.text += written;
    this.everything += written;
    if (this.isBroken) throw new Error('no space left');
    file.beatAt = this.#clock.now();
    return true;
  }

  async beat(name: string, at: number): Promise<void> {
    const file = this.files.get(name);
    if (file !== undefined) file.beatAt = at;
  }

  async rename(from: string, to: string): Promise<boolean> {
    const file = this.files.get(from);
    if (file === undefined) return false;
    if (this.files.has(to)) this.violations.push(`${to} was overwritten`);
    this.files.delete(from);
    this.files.set(to, file);
    return true;
  }

  async remove(name: string): Promise<void> {
    this.files.delete(name);
  }

  digest(text: string): string {
    return text.replaceAll('\n', '~');
  }
}

export function cancelLog(
  clock: Clock,
  folder: LogFolder = new MemoryLogFolder(clock),
  random: () => number = Math.random,
): CancelLog {
  return new CancelLog(folder, clock, silentLog, random);
}

/** The folder as a window sees it that can be killed or frozen: what it has not done by then waits. */
export class GatedFolder implements LogFolder {
  readonly #folder: LogFolder;
  gate: Promise<unknown> = Promise.resolve();

  constructor(folder: LogFolder) {
    this.#folder = folder;
  }

  kill(): void {
    this.gate = new Promise(() => {});
  }

  list = () => this.#pass((folder) => folder.list());
  read = (name: string) => this.#pass((folder) => folder.read(name));
  append = (...how: Parameters<LogFolder['append']>) => this.#pass((folder) => folder.append(...how));
  beat = (name: string, at: number) => this.#pass((folder) => folder.beat(name, at));
  rename = (from: string, to: string) => this.#pass((folder) => folder.rename(from, to));
  remove = (name: string) => this.#pass((folder) => folder.remove(name));
  digest = (text: string) => this.#folder.digest(text);

  async #pass<T>(access: (folder: LogFolder) => Promise<T>): Promise<T> {
    await this.gate;
    return access(this.#folder);
  }
}
