import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';

/** Waits before what could not be written is tried again, milliseconds: the first, and the longest. */
const RETRY_FIRST_MS = 1_000;
const RETRY_MOST_MS = 60_000;
/** Lines written at once; the size of the record is bounded with that. */
const LINES = 1_000;

export interface IntentWriterOptions {
  readonly append: (lines: readonly string[], durable: boolean) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Writes the lines of one window in the order it has them. Notes that could not be written are kept and tried again,
 * before whatever is written next, or by themselves: another window would take what is not in the record for not so.
 */
export class IntentWriter {
  readonly #append: IntentWriterOptions['append'];
  readonly #clock: Clock;
  readonly #log: Log;
  #tail: Promise<void> = Promise.resolve();
  #notes: string[] = [];
  #isDue = false;
  /** Zero while writing works. */
  #retryMs = 0;
  #isRetryDue = false;

  constructor({ append, clock, log }: IntentWriterOptions) {
    this.#append = append;
    this.#clock = clock;
    this.#log = log;
  }

  /** Notes that are not in the record yet, oldest first. */
  get unwritten(): readonly string[] {
    return this.#notes;
  }

  /** Resolves when they are on the disk. Rejects when they may not all be. */
  async durable(lines: readonly string[]): Promise<void> {
    if (this.#notes.length > 0) this.#writeNext();
    const written = this.#tail.then(() => this.#append(lines, true));
    this.#tail = written.catch(() => undefined);
    await written;
  }

  /** Written soon. */
  note(line: string): void {
    this.#notes.push(line);
    this.#writeNext();
  }

  /** Written soon or not at all: it says nothing any more once it is old. */
  noteOnce(line: string): void {
    this.#tail = this.#tail.then(() => this.#append([line], false)).catch(() => undefined);
  }

  /** Resolves when everything was written, or could not be. */
  async flushed(): Promise<void> {
    if (this.#notes.length > 0) this.#writeNext();
    await this.#tail;
  }

  #writeNext(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#tail = this.#tail.then(() => this.#writeNotes());
  }

  async #writeNotes(): Promise<void> {
    this.#isDue = false;
    try {
      while (this.#notes.length > 0) {
        const lines = this.#notes.slice(0, LINES);
        await this.#append(lines, false);
        this.#notes = this.#notes.slice(lines.length);
      }
      this.#retryMs = 0;
    } catch (cause) {
      this.#failed(cause);
    }
  }

  #failed(cause: unknown): void {
    if (this.#isRetryDue) return;
    // Said once: that it still fails is no news.
    if (this.#retryMs === 0) this.#log.error('The record of cancels could not be written.', cause);
    this.#retryMs = Math.min(Math.max(RETRY_FIRST_MS, 2 * this.#retryMs), RETRY_MOST_MS);
    this.#isRetryDue = true;
    this.#clock.setTimeout(() => {
      this.#isRetryDue = false;
      if (this.#notes.length > 0) this.#writeNext();
    }, this.#retryMs);
  }
}
