import type { ExchangeError } from '../../exchange/errors.ts';
import type { OrdersStore } from '../account/orders.ts';
import { isInUse, ownerChanged } from '../session/owner.ts';
import type { Session } from '../session/session.ts';
import type { Intent } from './cancel-intent.ts';
import { type CancelOutcome, type CancelReport, notFollowed, notSent } from './cancel-outcome.ts';

/** `isAnswer`: somebody in this window waits for it; otherwise it was found out later, or for another window. */
type Tell = (intent: Intent, report: CancelReport, isAnswer: boolean) => void;

/** The intents this window is at, from the request to the order's end; each is answered once. */
export class PendingCancels {
  readonly #session: Session;
  readonly #orders: OrdersStore;
  readonly #tell: Tell;
  /** Not answered yet. A second wish for the same order joins. */
  readonly #open = new Map<string, Intent>();
  /** Answered `unknown` and still re-read. A second wish joins too; one for sending anew takes its place once it goes out. */
  readonly #late = new Map<string, Intent>();

  constructor(session: Session, orders: OrdersStore, tell: Tell) {
    this.#session = session;
    this.#orders = orders;
    this.#tell = tell;
  }

  get all(): readonly Intent[] {
    return [...this.#open.values(), ...this.#late.values()];
  }

  /** What a wish for this order joins. `again`: one for sending anew, where the last one is not known. */
  joined(orderId: string, again: boolean): Intent | undefined {
    return this.#open.get(orderId) ?? (again ? undefined : this.#late.get(orderId));
  }

  isUnknown(orderId: string): boolean {
    return this.#late.has(orderId) && !this.#open.has(orderId);
  }

  isLate(intent: Intent): boolean {
    return this.#late.get(intent.order.id) === intent;
  }

  add(intent: Intent): void {
    this.#open.set(intent.order.id, intent);
    this.#show(intent);
  }

  /** This one goes out, or follows one that did: the one before, of which nobody knows, is not what counts any more. */
  replaceLate(intent: Intent): void {
    const { id } = intent.order;
    const late = this.#late.get(id);
    if (late === undefined) return;
    late.abort.abort();
    if (late !== intent) late.replacedBy = intent;
    this.#late.delete(id);
  }

  /** Its request may or may not have been acted on: that is shown until it is known. */
  doubt(intent: Intent): void {
    intent.inDoubt = true;
    this.#show(intent);
  }

  /** The first outcome answers whoever asked; one that was unknown may be followed by the true one. */
  settle(intent: Intent, outcome: CancelOutcome): void {
    const { id } = intent.order;
    const isOpen = this.#open.get(id) === intent;
    if (!isOpen && !this.isLate(intent)) return;
    const isUnknown = outcome.kind === 'unknown';
    if (isOpen) this.#open.delete(id);
    if (isUnknown) {
      if (isOpen) this.replaceLate(intent);
      this.#late.set(id, intent);
    } else {
      if (!isOpen) this.#late.delete(id);
      intent.abort.abort();
    }
    this.#show(intent);
    const report = this.#reportOf(intent, outcome);
    intent.answer(report);
    this.#tell(intent, report, isOpen && !intent.recovered);
  }

  /** Another account cannot read these orders: what was sent stays unknown, what was not is not sent. */
  stop(): void {
    for (const intent of this.all) {
      intent.abort.abort();
      if (this.#open.get(intent.order.id) !== intent) continue;
      const end = lastWord(intent, ownerChanged());
      if (!intent.recovered) this.settle(intent, end);
      else intent.answer(this.#reportOf(intent, end));
    }
    this.#open.clear();
    this.#late.clear();
  }

  /**
   * The window closes: nobody is told any more. Those that were sent here and not answered: what became of them is for
   * others to find out.
   */
  close(): readonly Intent[] {
    const left = [...this.#open.values()].filter(({ sent, follows }) => sent && !follows);
    for (const intent of this.all) {
      intent.abort.abort();
      const end = lastWord(intent, notSent());
      if (!intent.sent) this.settle(intent, end);
      else intent.answer(this.#reportOf(intent, end));
    }
    this.#open.clear();
    this.#late.clear();
    return left;
  }

  #reportOf(intent: Intent, outcome: CancelOutcome): CancelReport {
    const { order, owner, id, recovered } = intent;
    const awaited = intent.waiting > 0;
    const recorded = intent.recorded || intent.follows ? id : '';
    const at = this.#session.clock.now();
    const report = { order, outcome, owner, at, intent: recorded, recovered, awaited };
    intent.report = report;
    return report;
  }

  /** Nothing of another account is shown any more. */
  #show({ order: { id }, owner }: Intent): void {
    if (!isInUse(this.#session, owner)) return;
    const open = this.#open.get(id);
    const isUnknown = open === undefined ? this.#late.has(id) : open.recovered || open.inDoubt;
    this.#orders.setPending(id, open !== undefined || isUnknown, isUnknown);
  }
}

function lastWord({ sent }: Intent, error: ExchangeError): CancelOutcome {
  return sent ? { kind: 'unknown', error: notFollowed() } : { kind: 'refused', error };
}
