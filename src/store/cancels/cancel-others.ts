import type { Clock } from '../../base/clock.ts';
import type { Intent } from './cancel-intent.ts';
import { type Answer, answerOfStep, type CancelOutcome, notSent, outcomeOfStep } from './cancel-outcome.ts';
import { endOf, failureOf, type IntentRecord, isForEverything, isOver } from './intent.ts';
import { type IntentLog, isSilent, SILENT_MS, type SlotView, slotView } from './intent-log.ts';

export interface Known {
  readonly answer: Answer;
  /** How another window found the order to have ended; undefined where none wrote that down. */
  readonly end: CancelOutcome | undefined;
}

/** What the record knows of requests of other windows, and of windows that are gone. */
export class OtherRequests {
  readonly #log: IntentLog;
  readonly #clock: Clock;
  /** Claims this window has asked for already: what another one has is not got by asking again. */
  readonly #tried = new Set<string>();

  constructor(log: IntentLog, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  /**
   * Open intents that are so, one a claim, oldest first. `isSilent`: of the window that asked nothing was heard for too
   * long. Rejects with `notRecorded`.
   */
  async open(is: (record: IntentRecord, isSilent: boolean) => boolean): Promise<readonly IntentRecord[]> {
    const book = await this.#log.read();
    const over = new Set(this.#log.endOutdated(book));
    const now = this.#clock.now();
    const open = book.records.filter(
      (record) =>
        endOf(record) === undefined &&
        !isForEverything(record) &&
        !over.has(record.id) &&
        is(record, isSilent(book, record.window, now)),
    );
    return [...new Map(open.map((record) => [record.slot, record])).values()];
  }

  /**
   * What is known of the request that was to go out under that claim. One that nobody claimed and whose window has
   * fallen silent is claimed here: it never goes out. Undefined while the record cannot be read.
   */
  async known({ account, slot, order }: Intent): Promise<Known | undefined> {
    const book = await this.#log.read().catch(() => undefined);
    if (book === undefined) return undefined;
    const view = slotView(book, account, slot);
    const ends = view.records.map((record) => outcomeOfStep(order, endOf(record)));
    const end = ends.find((each) => each !== undefined);
    return { end, answer: end === undefined ? await this.#answer(slot, view) : answerOfStep(view.answer) };
  }

  async #answer(slot: string, view: SlotView): Promise<Answer> {
    if (view.answer !== undefined && view.answer.step !== 'unknown') return answerOfStep(view.answer);
    const open = view.records.filter((record) => !isOver(record));
    const silent = Math.abs(this.#clock.now() - view.heardAt) > SILENT_MS;
    const ids = open.map(({ id }) => id);
    if (!silent || ids.length === 0 || !(await this.#takeUp(slot, ids))) return answerOfStep(view.answer);
    const error = notSent();
    for (const id of ids) this.#log.note(id, 'rejected', failureOf(error));
    return { kind: 'noEffect', error };
  }

  /** Whether it is certain now that nothing goes out under that claim. */
  async #takeUp(slot: string, ids: readonly string[]): Promise<boolean> {
    try {
      if (this.#tried.has(slot)) return false;
      await this.#log.takeUp(ids);
      this.#tried.add(slot);
      return await this.#log.claim(slot);
    } catch {
      return false;
    }
  }
}
