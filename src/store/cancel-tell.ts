import { sleep } from '../base/async.ts';
import type { Clock } from '../base/clock.ts';
import { Emitter, type Event } from '../base/event.ts';
import type { Disposable } from '../base/lifecycle.ts';
import type { Intent } from './cancel-intent.ts';
import { type CancelOutcome, type CancelReport, stepOf } from './cancel-outcome.ts';
import { endOf, type IntentRecord, wasTold } from './intent.ts';
import { type IntentLog, isSilent, slotView } from './intent-log.ts';

/** So long the window that asked has the first word, and whoever tells writes it down, milliseconds. */
const TURN_MS = 5_000;

/** Writes down how cancels ended, and tells it: whoever asked and waits, and of what was found out later one window. */
export class OutcomeTeller implements Disposable {
  readonly #log: IntentLog;
  readonly #clock: Clock;
  readonly #resolved = new Emitter<CancelReport>();
  readonly #ended = new Set<string>();

  constructor(log: IntentLog, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  readonly onDidResolve: Event<CancelReport> = (listener) => this.#resolved.event(listener);

  /** Whether this window found out what the request under that claim came to: it has only to be written down. */
  isEnded(slot: string): boolean {
    return this.#ended.has(slot);
  }

  /** Resolves when it is written down. `isAnswer`: somebody here waits for it. */
  async tell(intent: Intent, report: CancelReport, isAnswer: boolean): Promise<void> {
    const { outcome } = report;
    if (isAnswer) this.#resolved.fire(report);
    if (isAnswer && !intent.follows) {
      if (intent.recorded) this.#note([intent.id], outcome);
      return;
    }
    const isOurs =
      outcome.kind === 'unknown'
        ? this.#note(await this.#where(intent, (record) => isOpen(record) && !wasTold(record)), outcome)
        : await this.#end(intent, outcome);
    if (isOurs && !isAnswer) this.#resolved.fire(report);
  }

  dispose(): void {
    this.#resolved.dispose();
  }

  /**
   * Says whether it is for this window to tell: so it is for one of all windows, which then writes it down. Another one
   * writes it where that one did not after all.
   */
  async #end(intent: Intent, outcome: CancelOutcome): Promise<boolean> {
    const { slot } = intent;
    this.#ended.add(slot);
    if (intent.follows && (await this.#isAskerThere(intent))) await sleep(this.#clock, TURN_MS);
    if ((await this.#where(intent, isOpen)).length === 0) return false;
    const isOurs = await this.#log.claim(`${slot}-told`).catch(() => true);
    if (!isOurs) await sleep(this.#clock, TURN_MS);
    this.#note(await this.#where(intent, isOpen), outcome);
    return isOurs;
  }

  /** Ids of those under its claim; of itself only where the record cannot be read. */
  async #where(
    { account, slot, id }: Intent,
    is: (record: IntentRecord) => boolean,
  ): Promise<readonly string[]> {
    const book = await this.#log.read().catch(() => undefined);
    if (book === undefined) return [id];
    return slotView(book, account, slot)
      .records.filter(is)
      .map((record) => record.id);
  }

  async #isAskerThere({ account, slot }: Intent): Promise<boolean> {
    const book = await this.#log.read().catch(() => undefined);
    if (book === undefined) return false;
    return slotView(book, account, slot).records.some(
      ({ window }) => window !== this.#log.window && !isSilent(book, window, this.#clock.now()),
    );
  }

  #note(ids: readonly string[], outcome: CancelOutcome): boolean {
    const { step, details } = stepOf(outcome);
    for (const id of ids) this.#log.note(id, step, details);
    return ids.length > 0;
  }
}

/** That it was not followed any more is no end once it is known. */
function isOpen(record: IntentRecord): boolean {
  const end = endOf(record);
  return end === undefined || end.step === 'unfollowed';
}
