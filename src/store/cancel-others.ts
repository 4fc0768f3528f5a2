import type { Clock } from '../base/clock.ts';
import type { Intent } from './cancel-intent.ts';
import { type Answer, answerOfStep, type CancelOutcome, notSent, stepOf } from './cancel-outcome.ts';
import { EVERYTHING, endOf, failureOf, type IntentRecord } from './intent.ts';
import { type IntentLog, SILENT_MS, slotView } from './intent-log.ts';

/** An intent of which nothing was written for so long is not followed any more, milliseconds. */
const FOLLOWED_MS = 30 * 86_400_000;
/** The same for one for whatever is open: its window reads what is left within seconds. */
const EVERYTHING_MS = 3_600_000;

/** What the record knows of requests of other windows, and of windows that are gone. */
export class OtherRequests {
  readonly #log: IntentLog;
  readonly #clock: Clock;

  constructor(log: IntentLog, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  /** Open intents of that connection and account, one a claim, oldest first. Rejects with `notRecorded`. */
  async open(is: (record: IntentRecord) => boolean): Promise<readonly IntentRecord[]> {
    const { records } = await this.#log.read();
    this.#endOld(records);
    const open = records.filter(
      (record) =>
        endOf(record) === undefined &&
        record.order.id !== EVERYTHING &&
        this.#ageOf(record) <= FOLLOWED_MS &&
        is(record),
    );
    return [...new Map(open.map((record) => [record.slot, record])).values()];
  }

  /** Since anything was last written about it, milliseconds. */
  #ageOf({ steps }: IntentRecord): number {
    return this.#clock.now() - (steps.at(-1)?.at ?? 0);
  }

  /** What nobody found out for so long is not carried along for good, whoever's it is. */
  #endOld(records: readonly IntentRecord[]): void {
    for (const record of records) {
      const mostMs = record.order.id === EVERYTHING ? EVERYTHING_MS : FOLLOWED_MS;
      if (endOf(record) === undefined && this.#ageOf(record) > mostMs)
        this.#log.note(record.id, 'unfollowed');
    }
  }

  /**
   * What is known of the request that was to go out under that claim. One that nobody claimed and whose window has
   * fallen silent is claimed here: it never goes out. Undefined while the record cannot be read.
   */
  async answer({ account, slot }: Intent): Promise<Answer | undefined> {
    const book = await this.#log.read().catch(() => undefined);
    if (book === undefined) return undefined;
    const view = slotView(book, account, slot);
    if (view.answer !== undefined && view.answer.step !== 'unknown') return answerOfStep(view.answer);
    const open = view.records.filter((record) => endOf(record) === undefined);
    const silent = Math.abs(this.#clock.now() - view.heardAt) > SILENT_MS;
    const isOurs = open.length > 0 && silent && (await this.#log.claim(slot).catch(() => false));
    if (!isOurs) return answerOfStep(view.answer);
    const error = notSent();
    for (const { id } of open) this.#log.note(id, 'rejected', failureOf(error));
    return { kind: 'noEffect', error };
  }

  /** Writes down how it stands, where nobody wrote how it ended; says whether there was anything to write. */
  async write({ account, slot }: Intent, outcome: CancelOutcome): Promise<boolean> {
    const book = await this.#log.read().catch(() => undefined);
    if (book === undefined) return true;
    const open = slotView(book, account, slot).records.filter((record) => endOf(record) === undefined);
    const { step, details } = stepOf(outcome);
    for (const { id } of open) this.#log.note(id, step, details);
    return open.length > 0;
  }
}
