import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import type { Log } from '../../base/log.ts';
import { ExchangeError, isExchangeError } from '../../exchange/errors.ts';
import { type Attempt, type AttemptEvent, isFinal, type RequestKind, tooLate } from './attempt.ts';
import {
  eventLine,
  isOpen,
  type LogContent,
  type LoggedAttempt,
  readLog,
  requestedLine,
} from './log-lines.ts';

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
  /** Removes a file, or a folder with all that is in it. Does nothing where it is gone. */
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

export interface CancelLogOptions {
  readonly folder: LogFolder;
  readonly clock: Clock;
  readonly log: Log;
  /** 0…1. */
  readonly random: () => number;
}

/** Without a heartbeat for so long, the window of a file counts as dead, milliseconds. */
export const DEAD_MS = 60_000;
const BEAT_MS = 20_000;
/** A file this large gets no new attempts, bytes. */
const FILE_BYTES = 250_000;
/** Files without open attempts are removed at this age, or, oldest first, above this size together. */
const KEPT_MS = 30 * 86_400_000;
const KEPT_BYTES = 500_000;
/** A disk that does not answer for so long has failed, milliseconds. */
const DISK_MS = 10_000;
const RETRY_FIRST_MS = 1_000;
const RETRY_MOST_MS = 60_000;
/** What the files of this format are called; the one before had other names, and a folder of claims beside them. */
const PREFIX = 'cancels-';
const LEGACY_CLAIMS = 'claims';

/** An attempt of this window without a final outcome. */
interface Held {
  file: string;
  /** The window stood still longer than `DEAD_MS`: another one may have taken over. */
  isStale: boolean;
}

interface Note {
  readonly id: string;
  readonly file: string | undefined;
  readonly line: string;
}

/** The cancellation log, as one window writes it and all of them read it. */
export class CancelLog {
  readonly window: string;
  readonly #folder: LogFolder;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #random: () => number;
  readonly #held = new Map<string, Held>();
  /** Written one after the other; also what failed, and then hangs, is waited for. */
  #tail: Promise<unknown> = Promise.resolve();
  #notes: readonly Note[] = [];
  #files = 0;
  #current: { readonly name: string; bytes: number } | undefined;
  #beat: Disposable | undefined;
  #beatAt = 0;
  #retryMs = 0;
  #retry: Disposable | undefined;

  constructor({ folder, clock, log, random }: CancelLogOptions) {
    this.#folder = folder;
    this.#clock = clock;
    this.#log = log;
    this.#random = random;
    this.window = this.newId();
  }

  newId(): string {
    return Math.floor(this.#random() * 2 ** 48)
      .toString(36)
      .padStart(10, '0');
  }

  digest(text: string): string {
    return this.#folder.digest(text);
  }

  /** What all windows wrote, and what this one could not write yet. Rejects with `notRecorded`. */
  async read(): Promise<LogContent> {
    try {
      for (;;) {
        const names = (await this.#soon(this.#folder.list())).map(({ name }) => name).sort();
        const files = await Promise.all(
          names.map(async (name) => ({ name, text: await this.#soon(this.#folder.read(name)) })),
        );
        // A file renamed in between is read under its new name.
        if (files.some(({ text }) => text === undefined)) continue;
        const own = { name: '', text: this.#notes.map(({ line }) => line).join('\n') };
        return readLog([...files.map(({ name, text = '' }) => ({ name, text })), own]);
      }
    } catch (cause) {
      throw notRecorded(cause);
    }
  }

  /** Resolves once these are on the disk. Rejects with `notRecorded`: then nothing may be sent. */
  async record(attempts: readonly Attempt[]): Promise<void> {
    const lines = attempts.map((attempt) => requestedLine(attempt, this.#clock.now()));
    const before = this.#current;
    await this.#durably(async () => {
      if (lines.includes(undefined)) throw new Error('An order has too long an id.');
      const isFull = this.#current !== undefined && this.#current.bytes >= FILE_BYTES;
      const text = lines.map((line) => `\n${line}`).join('');
      await this.#appendOwn(text, { durable: true, isNew: isFull }, (file) => {
        // Also where this fails: the lines may be there, so their outcome is noted.
        for (const { id } of attempts) this.#hold(id, file);
      });
    });
    if (this.#current !== before) void this.expire();
  }

  /**
   * Resolves once it is on the disk that these go out with one request. Rejects where they must not: with `notRecorded`,
   * or as too late where another window may have taken them over.
   */
  async sending(ids: readonly string[], by: RequestKind, request: string): Promise<void> {
    await this.#durably(async () => {
      this.#checkAwake(ids);
      const event: AttemptEvent = { state: 'sent', at: this.#clock.now(), by, request };
      for (const [file, own] of Map.groupBy(ids, (id) => this.#held.get(id)?.file ?? '')) {
        const text = own.map((id) => `\n${eventLine(id, event)}`).join('');
        if (!(await this.#folder.append(file, text, { durable: true, create: false }))) throw tooLate();
      }
      // The machine may have slept over that.
      this.#checkAwake(ids);
    });
  }

  /** Written soon, again and again until it is: it can be found out again, so nothing waits for it. */
  note(id: string, event: AttemptEvent): void {
    this.#notes = [...this.#notes, { id, file: this.#held.get(id)?.file, line: eventLine(id, event) }];
    if (isFinal(event.state)) this.release([id]);
    void this.flushed();
  }

  /** Another window may take these over. */
  release(ids: readonly string[]): void {
    for (const id of ids) this.#held.delete(id);
    if (this.#held.size > 0) return;
    this.#beat?.dispose();
    this.#beat = undefined;
  }

  isHeld(id: string): boolean {
    return this.#held.has(id);
  }

  /**
   * Takes over the files of these attempts where they are this window's already, or a dead one's. Resolves with the attempts
   * of files that are now this window's as they stand there: whatever their window wrote before it lost its file.
   */
  async adopt(attempts: readonly LoggedAttempt[]): Promise<readonly LoggedAttempt[]> {
    const files = new Map((await this.#soon(this.#folder.list())).map((file) => [file.name, file]));
    for (const name of new Set(attempts.map(({ file }) => file))) {
      const file = files.get(name);
      if (file !== undefined && this.#isDead(file)) await this.#takeOver(name);
    }
    const ids = new Set(attempts.map(({ id }) => id));
    const own = (await this.read()).attempts.filter((each) => ids.has(each.id) && this.#isMine(each.file));
    const open = own.filter(isOpen);
    for (const { id, file } of open) this.#hold(id, file);
    return open;
  }

  /** Removes files that are old, or too large together, never one with an open attempt. Never rejects. */
  async expire(): Promise<void> {
    try {
      const files = [...(await this.#folder.list())].sort((one, other) => one.beatAt - other.beatAt);
      let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      for (const file of files) {
        if (bytes <= KEPT_BYTES && this.#clock.now() - file.beatAt <= KEPT_MS) continue;
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
  async flushed(): Promise<void> {
    await this.#inTurn(() => this.#writeNotes());
  }

  /** Writes what is left, and lets other windows take over what is open at once. */
  async close(): Promise<void> {
    this.release([...this.#held.keys()]);
    this.#retry?.dispose();
    await this.flushed();
    for (const { name } of await this.#folder.list())
      if (this.#isMine(name)) await this.#folder.beat(name, this.#clock.now() - 2 * DEAD_MS);
  }

  #startFile(): void {
    this.#files += 1;
    this.#current = { name: `${PREFIX}${this.window}-${this.#files}.jsonl`, bytes: 0 };
  }

  /** Only a new name is ever created: a file that another window took over must not come back. */
  async #appendOwn(
    text: string,
    { durable, isNew }: { readonly durable: boolean; readonly isNew: boolean },
    onFile?: (name: string) => void,
  ): Promise<void> {
    let create = isNew || this.#current === undefined;
    for (let isDone = false; !isDone; create = true) {
      if (create) this.#startFile();
      const file = this.#current;
      if (file === undefined) return;
      onFile?.(file.name);
      file.bytes += text.length;
      isDone = await this.#folder.append(file.name, text, { durable, create });
    }
  }

  #hold(id: string, file: string): void {
    if (this.#held.size === 0) this.#beatAt = this.#clock.now();
    this.#held.set(id, { file, isStale: false });
    this.#beat ??= this.#clock.setTimeout(() => this.#beatAll(), BEAT_MS);
  }

  #beatAll(): void {
    this.#noteGap();
    this.#beatAt = this.#clock.now();
    this.#beat = this.#clock.setTimeout(() => this.#beatAll(), BEAT_MS);
    for (const file of new Set([...this.#held.values()].map((held) => held.file)))
      void this.#folder.beat(file, this.#beatAt).catch(() => undefined);
  }

  /** After a gap in its own heartbeat a window sends nothing any more that was requested before. */
  #noteGap(): void {
    if (Math.abs(this.#clock.now() - this.#beatAt) <= DEAD_MS) return;
    for (const held of this.#held.values()) held.isStale = true;
  }

  #checkAwake(ids: readonly string[]): void {
    this.#noteGap();
    if (ids.some((id) => this.#held.get(id)?.isStale !== false)) throw tooLate();
  }

  #isMine(name: string): boolean {
    return name.startsWith(`${PREFIX}${this.window}-`);
  }

  #isDead({ name, beatAt }: LogFile): boolean {
    return !this.#isMine(name) && Math.abs(this.#clock.now() - beatAt) > DEAD_MS;
  }

  /** The new name: one that this window never used. Undefined where another window was first. */
  async #takeOver(name: string): Promise<string | undefined> {
    this.#files += 1;
    const own = `${PREFIX}${this.window}-${this.#files}.jsonl`;
    // First, or yet another window would take it for dead.
    await this.#soon(this.#folder.beat(name, this.#clock.now()));
    if (!(await this.#soon(this.#folder.rename(name, own)))) return undefined;
    if (!name.startsWith(PREFIX)) await this.#folder.remove(LEGACY_CLAIMS).catch(() => undefined);
    return own;
  }

  async #hasOpen(name: string): Promise<boolean> {
    return (await this.read()).attempts.some((attempt) => attempt.file === name && isOpen(attempt));
  }

  /** Notes go before it, and nothing in between. */
  async #durably(write: () => Promise<void>): Promise<void> {
    let isGivenUp = false;
    const work = this.#inTurn(async () => {
      await this.#writeNotes();
      if (!isGivenUp) await write();
    });
    try {
      await this.#soon(work);
    } catch (cause) {
      isGivenUp = true;
      if (isExchangeError(cause)) throw cause;
      this.#log.error('The cancellation log could not be written: nothing is sent.', cause);
      throw notRecorded(cause);
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#tail.then(work);
    this.#tail = done.catch(() => undefined);
    return done;
  }

  async #writeNotes(): Promise<void> {
    try {
      while (this.#notes.length > 0) {
        const notes = this.#notes;
        for (const [file, own] of Map.groupBy(notes, (note) => note.file)) {
          const text = own.map(({ line }) => `\n${line}`).join('');
          if (
            file !== undefined &&
            (await this.#folder.append(file, text, { durable: false, create: false }))
          )
            continue;
          await this.#appendOwn(text, { durable: false, isNew: false });
        }
        this.#notes = this.#notes.slice(notes.length);
      }
      this.#retryMs = 0;
    } catch (cause) {
      if (this.#retryMs === 0) this.#log.error('The cancellation log could not be written.', cause);
      this.#retryMs = Math.min(Math.max(RETRY_FIRST_MS, 2 * this.#retryMs), RETRY_MOST_MS);
      this.#retry?.dispose();
      this.#retry = this.#clock.setTimeout(() => void this.flushed(), this.#retryMs);
    }
  }

  async #soon<T>(work: Promise<T>): Promise<T> {
    const late = Promise.withResolvers<never>();
    const timer = this.#clock.setTimeout(() => late.reject(new Error('The disk does not answer.')), DISK_MS);
    return Promise.race([work, late.promise]).finally(() => timer.dispose());
  }
}

/** Nothing was sent, as it could not be written down first. */
export function notRecorded(cause: unknown): ExchangeError {
  const message = 'The cancellation log could not be written, so nothing was sent.';
  return new ExchangeError('notRecorded', message, { mayHaveArrived: false, cause });
}
