import { type Clock, DAY_MS } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { Timer } from '../../base/timer.ts';
import { type Attempt, type AttemptEvent, isFinal, type LoggedAttempt } from '../../core/attempt.ts';
import { ExchangeError } from '../../exchange/errors.ts';
import { notSent } from './cancel-outcome.ts';
import { eventLine, isOpen, type LogContent, readLog, requestedLine } from './log-lines.ts';

/** The folder of the log files. All windows of a person share it; each window writes to files of its own. */
export interface LogFolder {
  list(): Promise<readonly LogFile[]>;
  /** Undefined where the file is gone. */
  read(name: string): Promise<string | undefined>;
  /**
   * Opens the file, adds text at its end, closes it. `durable`: it is on the disk when this resolves. `create`: makes the
   * file where there is none. False where the file was gone, or lost its name while it was written.
   */
  append(
    name: string,
    text: string,
    how: { readonly durable: boolean; readonly create: boolean },
  ): Promise<boolean>;
  /** Sets the heartbeat of a file, Unix milliseconds. Does nothing where it is gone. */
  beat(name: string, at: number): Promise<void>;
  /** Atomic. False where `from` is gone: somebody else has renamed it. */
  rename(from: string, to: string): Promise<boolean>;
  /** Does nothing where it is gone. */
  remove(name: string): Promise<void>;
  /** The same short text for the same text, which it does not reveal. */
  digest(text: string): string;
}

export interface LogFile {
  readonly name: string;
  /** The last append or heartbeat, Unix milliseconds. */
  readonly beatAt: number;
  readonly bytes: number;
}

/** Without a heartbeat for so long, the window of a file counts as dead, milliseconds. */
export const DEAD_MS = 60_000;
const BEAT_MS = 20_000;
/** A file this large gets no new attempts, bytes. */
const FILE_BYTES = 250_000;
/** Files without open attempts are removed at this age, or, oldest first, above this size together. No attempt is followed for longer. */
export const KEPT_MS = 30 * DAY_MS;
const MOST_BYTES = 500_000;
const PREFIX = 'cancels-';

/** The cancellation log, as one window writes it and all of them read it. */
export class CancelLog {
  readonly window: string;
  readonly #folder: LogFolder;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #random: () => number;
  /** The files of this window's attempts without a final outcome, by attempt. */
  readonly #own = new Map<string, string>();
  #tail: Promise<unknown> = Promise.resolve();
  readonly #notes: { readonly file: string; readonly line: string }[] = [];
  #isFailing = false;
  #files = 0;
  #current: { readonly name: string; bytes: number } | undefined;
  readonly #beat: Timer;

  /** `random`: 0…1. */
  constructor(folder: LogFolder, clock: Clock, log: Log, random: () => number) {
    this.#folder = folder;
    this.#clock = clock;
    this.#log = log;
    this.#random = random;
    this.window = this.newId();
    this.#beat = new Timer(clock, () => this.#beatAll());
  }

  newId(): string {
    return Math.floor(this.#random() * 2 ** 48)
      .toString(36)
      .padStart(10, '0');
  }

  digest(text: string): string {
    return this.#folder.digest(text);
  }

  /** What all windows wrote, and what this one could not write yet. */
  async read(): Promise<LogContent> {
    for (;;) {
      const names = (await this.#folder.list()).map(({ name }) => name).sort();
      const files = await Promise.all(
        names.map(async (name) => ({ name, text: await this.#folder.read(name) })),
      );
      // A file renamed in between is read under its new name.
      if (files.some(({ text }) => text === undefined)) continue;
      const own = { name: '', text: this.#notes.map(({ line }) => line).join('\n') };
      return readLog([...files.map(({ name, text = '' }) => ({ name, text })), own]);
    }
  }

  /** Resolves once these are on the disk. Rejects with `notRecorded`: then nothing may be sent. */
  async record(attempts: readonly Attempt[]): Promise<void> {
    const before = this.#current;
    await this.#inTurn(async () => {
      const text = attempts.map((attempt) => `\n${requestedLine(attempt, this.#clock.now())}`).join('');
      const append = (file: string, create: boolean): Promise<boolean> => {
        // Also where this fails: the lines may be there, so their outcome is noted.
        for (const { id } of attempts) this.#keep(id, file);
        return this.#folder.append(file, text, { durable: true, create });
      };
      const isFull = this.#current !== undefined && this.#current.bytes >= FILE_BYTES;
      // Only a new name is ever created: a file that another window took over must not come back.
      if (this.#current === undefined || isFull || !(await append(this.#current.name, false))) {
        this.#current = { name: this.#newName(), bytes: 0 };
        await append(this.#current.name, true);
      }
      this.#current.bytes += text.length;
    }).catch(notRecorded(this.#log));
    if (this.#current !== before) void this.expire();
  }

  /**
   * Resolves once it is on the disk that these, recorded together, go out with one request. Rejects where they must not: with
   * `notRecorded`, or as too late where another window took their file over.
   */
  async sending(ids: readonly string[], by: AttemptEvent['by'], request: string): Promise<void> {
    const isOurs = await this.#inTurn(() => {
      const event: AttemptEvent = { state: 'sent', at: this.#clock.now(), by, request };
      const text = ids.map((id) => `\n${eventLine(id, event)}`).join('');
      const file = ids.flatMap((id) => this.#own.get(id) ?? [])[0] ?? '';
      return this.#folder.append(file, text, { durable: true, create: false });
    }).catch(notRecorded(this.#log));
    if (!isOurs) throw notSent('late');
  }

  /** Written soon, again and again until it is: it can be found out again, so nothing waits for it. */
  note(id: string, event: AttemptEvent): void {
    const file = this.#own.get(id);
    if (file === undefined) return;
    this.#notes.push({ file, line: eventLine(id, event) });
    if (isFinal(event.state)) this.release([id]);
    void this.flushed();
  }

  /** Another window may take these over; nothing is noted of them any more. */
  release(ids: readonly string[]): void {
    for (const id of ids) this.#own.delete(id);
    if (this.#own.size === 0 && this.#notes.length === 0) this.#beat.stop();
  }

  /** True for an attempt of this window without a final outcome. */
  isOwn(id: string): boolean {
    return this.#own.has(id);
  }

  /**
   * Takes over the files of these attempts where they are this window's already, or a dead one's. Resolves with the attempts
   * of files that are now this window's as they stand there: whatever their window wrote before it lost its file.
   */
  async adopt(attempts: readonly LoggedAttempt[]): Promise<readonly LoggedAttempt[]> {
    const wanted = new Set(attempts.map(({ file }) => file));
    for (const file of await this.#folder.list())
      if (wanted.has(file.name) && this.#isDead(file)) await this.#takeOver(file.name);
    const ids = new Set(attempts.map(({ id }) => id));
    const own = (await this.read()).attempts.filter((each) => ids.has(each.id) && this.#isMine(each.file));
    const open = own.filter(isOpen);
    for (const { id, file } of open) this.#keep(id, file);
    return open;
  }

  /** Removes files that are old, or too large together, never one with an open attempt. Never rejects. */
  async expire(): Promise<void> {
    try {
      const files = [...(await this.#folder.list())].sort((one, other) => one.beatAt - other.beatAt);
      let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      for (const file of files) {
        if (bytes <= MOST_BYTES && this.#clock.now() - file.beatAt <= KEPT_MS) continue;
        if (file.name === this.#current?.name || !(this.#isMine(file.name) || this.#isDead(file))) continue;
        if (await this.#hasOpen(file.name)) continue;
        // Its window may have woken: once the name is ours, nothing is added to it any more.
        const name = this.#isMine(file.name) ? file.name : await this.#takeOver(file.name);
        if (name === undefined || (await this.#hasOpen(name))) continue;
        await this.#folder.remove(name);
        bytes -= file.bytes;
      }
    } catch (cause) {
      this.#log.error('The cancellation log could not be cleaned up.', cause);
    }
  }

  /** Resolves when what was noted is written, or could not be. */
  flushed(): Promise<void> {
    return this.#inTurn(() => this.#writeNotes());
  }

  /** Writes what is left, and lets other windows take over what is open at once. */
  async close(): Promise<void> {
    this.release([...this.#own.keys()]);
    await this.flushed();
    this.#beat.stop();
    for (const { name } of await this.#folder.list())
      if (this.#isMine(name)) await this.#folder.beat(name, this.#clock.now() - 2 * DEAD_MS);
  }

  #newName(): string {
    this.#files += 1;
    return `${PREFIX}${this.window}-${this.#files}.jsonl`;
  }

  #keep(id: string, file: string): void {
    this.#own.set(id, file);
    this.#beat.setOnce(BEAT_MS);
  }

  #beatAll(): void {
    if (this.#own.size > 0) this.#beat.set(BEAT_MS);
    for (const file of new Set(this.#own.values()))
      void this.#folder.beat(file, this.#clock.now()).catch(() => undefined);
    void this.flushed();
  }

  #isMine(name: string): boolean {
    return name.startsWith(`${PREFIX}${this.window}-`);
  }

  #isDead({ name, beatAt }: LogFile): boolean {
    return !this.#isMine(name) && Math.abs(this.#clock.now() - beatAt) > DEAD_MS;
  }

  /** The new name. Undefined where another window was first. */
  async #takeOver(name: string): Promise<string | undefined> {
    const own = this.#newName();
    // First, or yet another window would take it for dead.
    await this.#folder.beat(name, this.#clock.now());
    return (await this.#folder.rename(name, own)) ? own : undefined;
  }

  async #hasOpen(name: string): Promise<boolean> {
    return (await this.read()).attempts.some((attempt) => attempt.file === name && isOpen(attempt));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#tail.then(work);
    this.#tail = done.catch(() => undefined);
    return done;
  }

  async #writeNotes(): Promise<void> {
    try {
      for (let note = this.#notes[0]; note !== undefined; note = this.#notes[0]) {
        // Where the file is gone, the window that took it over finds the rest out.
        await this.#folder.append(note.file, `\n${note.line}`, { durable: false, create: false });
        this.#notes.shift();
      }
      this.#isFailing = false;
      if (this.#own.size === 0) this.#beat.stop();
    } catch (cause) {
      if (!this.#isFailing) this.#log.error('The cancellation log could not be written.', cause);
      this.#isFailing = true;
      this.#beat.setOnce(BEAT_MS);
    }
  }
}

/** Nothing was sent, as it could not be written down first. */
function notRecorded(log: Log): (cause: unknown) => never {
  return (cause) => {
    const message = 'The cancellation log could not be written, so nothing was sent.';
    log.error(message, cause);
    throw new ExchangeError('notRecorded', message, { mayHaveArrived: false, cause });
  };
}
