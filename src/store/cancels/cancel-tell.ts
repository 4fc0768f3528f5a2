import { sleep } from '../../base/async.ts';
import type { Clock } from '../../base/clock.ts';
import { Emitter, type Event } from '../../base/event.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import type { Intent } from './cancel-intent.ts';
import { type CancelOutcome, type CancelReport, stepOf } from './cancel-outcome.ts';
import { endOf, type IntentRecord, type IntentStepName, isOver, wasTold } from './intent.ts';
import { type IntentLog, isSilent, slotView } from './intent-log.ts';

/** So long the window that asked has the first word, and whoever tells writes it down, milliseconds. */
const TURN_MS = 5_000;
/** While the record cannot be read, it is tried so often what an end is to be written under, milliseconds. */
const RETRY_MS = 60_000;

/** Ends that say what it came to, not only that another wish counts instead. */
const ORDER_ENDS: ReadonlySet<IntentStepName | undefined> = new Set([
  'confirmed',
  'filled',
  'gone',
  'refused',
]);

/** Writes down how cancels ended, and tells it: whoever asked and waits, and of what was found out later one window. */
export class OutcomeTeller implements Disposable {
  readonly #log: IntentLog;
  readonly #clock: Clock;
  readonly #resolved = new Emitter<CancelReport>();
  readonly #ended = new Set<string>();
  readonly #life = new AbortController();

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
    if (isAnswer && !intent.follows && intent.recorded) this.#note([intent.id], outcome);
    if (isAnswer) this.#resolved.fire(report);
    if (isAnswer && !intent.follows) return;
    const isOurs =
      outcome.kind === 'unknown'
        ? await this.#unknown(intent, outcome)
        : await this.#end(intent, outcome, isAnswer);
    if (isOurs && !isAnswer) this.#resolved.fire(report);
  }

  dispose(): void {
    this.#life.abort();
    this.#resolved.dispose();
  }

  /**
   * Says whether it is for this window to tell: so it is for one of all windows, which then writes it down. Another one
   * writes it where that one did not after all.
   */
  async #end(intent: Intent, outcome: CancelOutcome, isAnswer: boolean): Promise<boolean> {
    const { slot } = intent;
    this.#ended.add(slot);
    let look = await this.#look(intent);
    if (intent.follows && look?.isAskerThere === true) {
      await sleep(this.#clock, TURN_MS);
      look = (await this.#look(intent)) ?? look;
    }
    // Whoever was told here that it is not known, is told this too, unless it was told since then.
    const isOwed = look?.isEnded === true && !isAnswer && !intent.recovered;
    if (look?.open.length === 0 && !isOwed) return false;
    // Where the disk does not say who has it: rather told twice than by nobody.
    const isOurs = await this.#log.claim(`${slot}-told`).catch(() => true);
    if (!isOurs) {
      await sleep(this.#clock, TURN_MS);
      look = (await this.#look(intent)) ?? look;
    }
    if (look !== undefined || intent.recorded) this.#note(look?.open ?? [intent.id], outcome);
    if (look === undefined) void this.#noteLater(intent, outcome).catch(() => undefined);
    return isOurs;
  }

  /** Nothing takes this end up again here, so it has to be written at last. Rejects when the window closes before. */
  async #noteLater(intent: Intent, outcome: CancelOutcome): Promise<void> {
    let look: Look | undefined;
    while (look === undefined) {
      await sleep(this.#clock, RETRY_MS, this.#life.signal);
      look = await this.#look(intent);
    }
    this.#note(look.open, outcome);
  }

  /** Says whether nobody was told so before. */
  async #unknown(intent: Intent, outcome: CancelOutcome): Promise<boolean> {
    const look = await this.#look(intent);
    return this.#note(look?.untold ?? [intent.id], outcome);
  }

  /** What stands under its claim; undefined where the record cannot be read. */
  async #look({ account, slot }: Intent): Promise<Look | undefined> {
    const book = await this.#log.read().catch(() => undefined);
    if (book === undefined) return undefined;
    const { records } = slotView(book, account, slot);
    const open = records.filter((record) => !isOver(record));
    const idOf = (record: IntentRecord): string => record.id;
    return {
      open: open.map(idOf),
      untold: open.filter((record) => !wasTold(record)).map(idOf),
      isEnded: records.some((record) => ORDER_ENDS.has(endOf(record)?.step)),
      isAskerThere: records.some(
        ({ window }) => window !== this.#log.window && !isSilent(book, window, this.#clock.now()),
      ),
    };
  }

  #note(ids: readonly string[], outcome: CancelOutcome): boolean {
    const { step, details } = stepOf(outcome);
    for (const id of ids) this.#log.note(id, step, details);
    return ids.length > 0;
  }
}

/** Ids of what did not end, and of what of it nobody was told is unknown. */
interface Look {
  readonly open: readonly string[];
  readonly untold: readonly string[];
  /** It is written down how the order itself ended. */
  readonly isEnded: boolean;
  /** Another window that asked was heard of lately. */
  readonly isAskerThere: boolean;
}
