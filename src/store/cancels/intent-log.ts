import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { ExchangeError } from '../../exchange/errors.ts';
import {
  answeredBy,
  endOf,
  type IntentOrder,
  type IntentRecord,
  type IntentStep,
  type IntentStepName,
  isClaimed,
  isForEverything,
  isOver,
  NO_DETAILS,
} from './intent.ts';
import type { IntentFile } from './intent-file.ts';
import { beyondRoom, outdated } from './intent-keep.ts';
import { headText, type IntentBook, type IntentHead, lineText, readBook } from './intent-lines.ts';
import { withPatience } from './intent-patience.ts';
import { IntentWriter } from './intent-writer.ts';

export type { IntentFile } from './intent-file.ts';

export interface IntentLogOptions {
  readonly file: IntentFile;
  readonly clock: Clock;
  readonly log: Log;
  /** 0…1. */
  readonly random: () => number;
}

/** A window of which nothing was heard for so long does not send any more what it has not sent, milliseconds. */
export const SILENT_MS = 60_000;

/** So long a window looks for what became of an intent that seems to be outdated, by its timers, milliseconds. */
const IN_VAIN_MS = 3_600_000;

type StepDetails = Partial<Omit<IntentStep, 'step' | 'at' | 'window'>>;

/** The record of cancels as one window writes and reads it. */
export class IntentLog {
  readonly window: string;
  readonly #file: IntentFile;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #random: () => number;
  readonly #writer: IntentWriter;
  /** Ids of intents that look outdated, and whether this window has looked for them long enough. */
  readonly #old = new Map<string, boolean>();
  #last: { readonly text: string; readonly book: IntentBook } | undefined;

  constructor({ file, clock, log, random }: IntentLogOptions) {
    this.#file = withPatience(file, clock);
    this.#clock = clock;
    this.#log = log;
    this.#random = random;
    this.window = this.newId();
    this.#writer = new IntentWriter({
      append: (lines, durable) => this.#file.append(lines, durable),
      clock,
      log,
    });
  }

  newId(): string {
    return Math.floor(this.#random() * 2 ** 48)
      .toString(36)
      .padStart(10, '0');
  }

  /** Whose orders they are, by what tells one account from another. */
  account(text: string): string {
    return this.#file.digest(text);
  }

  /** Name of the claim of the `nth` wish for this order: the same in all windows that know of the same wishes. */
  slot(account: string, orderId: string, nth: number): string {
    return this.#file.digest(`${account}\n${orderId}\n${nth}`);
  }

  /** Name of the claim of one wish for whatever is open: each is another one. */
  slotOfAll(account: string, id: string): string {
    return this.#file.digest(`${account}\n\nall ${id}`);
  }

  /**
   * What is recorded now, by the others and by this window, also what it could not write yet. Rejects with `notRecorded` when
   * it cannot be read.
   */
  async read(): Promise<IntentBook> {
    try {
      await this.#writer.flushed();
      const own = this.#writer.unwritten.map((line) => `\n${line}`);
      const text = (await this.#file.read()) + own.join('');
      if (this.#last?.text !== text) this.#last = { text, book: readBook(text) };
      return this.#last.book;
    } catch (cause) {
      throw notRecorded(cause);
    }
  }

  /** Whether it is of a size that can be written down. */
  fits(head: IntentHead): boolean {
    return headText(head, this.#clock.now()) !== undefined;
  }

  /** Rejects with `notRecorded` unless all of it is on the disk: then nothing may be sent. */
  async ask(heads: readonly IntentHead[]): Promise<void> {
    const at = this.#clock.now();
    const lines = heads.flatMap((head) => headText(head, at) ?? []);
    if (lines.length < heads.length) throw notRecorded('too long');
    await this.#durable(lines);
    // Whoever writes last sees all that other windows wrote: more than the most are open for a moment only.
    void this.read().then(
      (book) => this.endOutdated(book),
      () => undefined,
    );
  }

  /**
   * Writes down of what is not to be followed any more, whoever's it is, that it is not; these. That an intent is old is
   * believed only once this window has looked for its end in vain for an hour: the clock may have been set just now.
   */
  endOutdated({ records }: IntentBook): readonly string[] {
    const old = outdated(records, this.#clock.now()).map(({ id }) => id);
    for (const id of old.filter((each) => !this.#old.has(each))) {
      this.#old.set(id, false);
      this.#clock.setTimeout(() => this.#old.set(id, true), IN_VAIN_MS);
    }
    const over = beyondRoom(records).map(({ id }) => id);
    const ids = new Set([...over, ...old.filter((id) => this.#old.get(id) === true)]);
    for (const id of ids) this.note(id, 'unfollowed');
    return [...ids];
  }

  /** As `ask`, for those about to go out with one request. */
  async sending(ids: readonly string[], by: IntentStep['by'], request: string): Promise<void> {
    await this.#durable(ids.map((id) => lineText(this.#step(id, 'sent', { by, request }))));
  }

  /** Rejects with `notRecorded` when it cannot be told. */
  async claim(slot: string): Promise<boolean> {
    try {
      return await this.#file.claim(slot);
    } catch (cause) {
      throw notRecorded(cause);
    }
  }

  /**
   * Says, on the disk before it claims them, that this window takes up what a silent one left under one claim: that one, if
   * it is there after all, then knows why it does not get its claim. Rejects with `notRecorded`.
   */
  async takeUp(ids: readonly string[]): Promise<void> {
    await this.#durable(ids.map((id) => lineText(this.#step(id, 'takenUp', {}))));
  }

  /** As `ask`, of those in place of which another one goes out. */
  async supersede(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.#durable(ids.map((id) => lineText(this.#step(id, 'superseded', {}))));
  }

  /** Written soon and in order. What it says can be found out again, so nothing waits for it. */
  note(id: string, step: IntentStepName, details: StepDetails = {}): void {
    this.#writer.note(lineText(this.#step(id, step, details)));
  }

  /** Says that this window is still about to send. */
  alive(): void {
    this.#writer.noteOnce(lineText({ alive: this.window, at: this.#clock.now() }));
  }

  /** Resolves when what was noted is written, or could not be. */
  async flushed(): Promise<void> {
    await this.#writer.flushed();
  }

  #step(id: string, step: IntentStepName, details: StepDetails) {
    return { ...NO_DETAILS, ...details, id, step, at: this.#clock.now(), window: this.window };
  }

  async #durable(lines: readonly string[]): Promise<void> {
    try {
      await this.#writer.durable(lines);
    } catch (cause) {
      this.#log.error('The record of cancels could not be written: nothing is sent.', cause);
      throw notRecorded(cause);
    }
  }
}

/** What the record says about everything that is under one claim. */
export interface SlotView {
  readonly records: readonly IntentRecord[];
  /** The answer to the one request that went out, if it is recorded; or the end it came to. */
  readonly answer: IntentStep | undefined;
  readonly ended: boolean;
  /** When anything was last heard of the windows that might send it, Unix milliseconds. */
  readonly heardAt: number;
}

export function slotView({ records, heard }: IntentBook, account: string, slot: string): SlotView {
  const own = records.filter((record) => record.slot === slot && record.account === account);
  // One that was called off before its claim says nothing of another one, which may have it and be out.
  const isOpen = own.some((record) => !isOver(record));
  const counts = own.filter((record) => !isOpen || isClaimed(record));
  const refused = counts.map(endOf).find((end) => end?.step === 'refused');
  return {
    records: own,
    answer: refused ?? own.map(answeredBy).find((step) => step !== undefined),
    ended: own.every((record) => endOf(record) !== undefined),
    heardAt: Math.max(0, ...own.map(({ window }) => heard.get(window) ?? 0)),
  };
}

/** Whether nothing was heard of that window for too long. */
export function isSilent({ heard }: IntentBook, window: string, now: number): boolean {
  return Math.abs(now - (heard.get(window) ?? 0)) > SILENT_MS;
}

/** All wishes for this order, the last ones last; those of one number are one wish, asked in several windows at once. */
export function wishesFor(
  { records }: IntentBook,
  account: string,
  { id }: Pick<IntentOrder, 'id'>,
): readonly IntentRecord[] {
  return records
    .filter((record) => record.account === account && record.order.id === id && !isForEverything(record))
    .sort((a, b) => (a.nth ?? 0) - (b.nth ?? 0));
}

/**
 * What counts of the wishes for an order: the last one that is not over, whatever was asked for after it and came to
 * nothing. `wishes`: as `wishesFor`.
 */
export function latestOf(wishes: readonly IntentRecord[]): IntentRecord | undefined {
  return wishes.findLast((record) => !isOver(record)) ?? wishes.at(-1);
}

/** Nothing was sent, for it could not be written down first. */
export function notRecorded(cause: unknown): ExchangeError {
  return new ExchangeError(
    'notRecorded',
    'The record of cancels could not be written, so nothing was sent.',
    {
      mayHaveArrived: false,
      cause,
    },
  );
}
