import { DisposableOwner } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/event.ts';
import {
  type AttemptEvent,
  type AttemptState,
  type CancelProgress,
  isFinal,
  type LoggedAttempt,
  next,
} from '../../core/attempt.ts';
import type { Order } from '../../core/order.ts';
import type { ExchangeError } from '../../exchange/errors.ts';
import type { OrdersStore } from '../account/orders.ts';
import { isInUse, type Owner } from '../session/owner.ts';
import type { Session } from '../session/session.ts';
import type { CancelLog } from './cancel-log.ts';
import { type CancelAnswer, type CancelOutcome, type CancelReport, eventOf } from './cancel-outcome.ts';

class Running {
  readonly id: string;
  /** Undefined for the kill switch. */
  readonly order: Order | undefined;
  readonly owner: Owner;
  /** When a person confirmed it, Unix milliseconds. */
  readonly confirmedAt: number;
  /** When it was requested in a window that is gone, Unix milliseconds; undefined for this window's own. */
  readonly recoveredFrom: number | undefined;
  state: AttemptState;
  answer: CancelAnswer | undefined;
  /** The last that is known; undefined until something is. */
  report: CancelReport | undefined;
  /** How many callers wait for it, or for a list it is part of. */
  waiting = 0;
  readonly abort = new AbortController();
  readonly answered = Promise.withResolvers<CancelAnswer>();
  readonly reported = Promise.withResolvers<CancelReport>();

  constructor(id: string, order: Order | undefined, owner: Owner, now: number, logged?: LoggedAttempt) {
    this.id = id;
    this.order = order;
    this.owner = owner;
    this.confirmedAt = now;
    this.recoveredFrom = logged?.events[0]?.at;
    this.state = logged?.state ?? 'requested';
  }

  /** Its result is unknown, though the order was read since and is open. */
  get readsOpen(): boolean {
    const outcome = this.report?.outcome;
    return outcome?.kind === 'unknown' && outcome.order !== undefined;
  }

  /** No caller waits for its first report any more. */
  get isReported(): boolean {
    return this.report !== undefined || this.recoveredFrom !== undefined;
  }
}

/** One attempt without a final outcome. */
export type RunningAttempt = Readonly<Running>;

/**
 * The attempts without a final outcome. Nothing else changes how far one is: each change goes to the log, to the order's row, and
 * to the callers that wait. That they were requested and are `sent` the sender writes, before it sends.
 */
export class RunningAttempts extends DisposableOwner {
  readonly #session: Session;
  readonly #orders: OrdersStore;
  readonly #log: CancelLog;
  /** Oldest first. */
  readonly #all = new Set<Running>();
  readonly #reported = this.own.add(new Emitter<CancelReport>());

  constructor(session: Session, orders: OrdersStore, log: CancelLog) {
    super();
    this.#session = session;
    this.#orders = orders;
    this.#log = log;
  }

  readonly onDidReport: Event<CancelReport> = this.#reported.event;

  /** Oldest first. */
  get all(): readonly RunningAttempt[] {
    return [...this.#all];
  }

  has(attempt: RunningAttempt): boolean {
    return this.#all.has(attempt);
  }

  forOrder(orderId: string): readonly RunningAttempt[] {
    return this.all.filter(({ order }) => order?.id === orderId);
  }

  begin(order: Order | undefined, owner: Owner): RunningAttempt {
    return this.#add(new Running(this.#log.newId(), order, owner, this.#now()));
  }

  /** One of a window that is gone, as the log has it. */
  takeUp(logged: LoggedAttempt, owner: Owner): RunningAttempt {
    const order = logged.order && (this.#orders.get(logged.order.id) ?? logged.order);
    return this.#add(new Running(logged.id, order, owner, this.#now(), logged));
  }

  /** Notes in the log what ended while these were written to it: that could not be before. */
  recorded(attempts: readonly RunningAttempt[]): void {
    for (const { id, state } of attempts) if (isFinal(state)) this.#log.note(id, { state, at: this.#now() });
  }

  /** Notes that its request leaves now, which the log says already. */
  leave(attempts: readonly RunningAttempt[]): void {
    for (const attempt of attempts) this.#advance(attempt, 'sent');
  }

  /** False where it has an answer, or its outcome. */
  answer(attempt: RunningAttempt, answer: CancelAnswer): boolean {
    if (!this.has(attempt) || attempt.answer !== undefined) return false;
    (attempt as Running).answer = answer;
    attempt.answered.resolve(answer);
    this.note(attempt, eventOf(answer, this.#now()));
    if (attempt.order === undefined) return true;
    if (answer.kind === 'noEffect') this.settle([attempt], { kind: 'rejected', error: answer.error });
    else this.#show(attempt);
    return true;
  }

  /** Changes nothing where that cannot follow the state it is in. */
  note(attempt: RunningAttempt, event: AttemptEvent): void {
    if (this.#advance(attempt, event.state)) this.#log.note(attempt.id, event);
  }

  /** All of these, for one order, have this outcome; reported once. */
  settle(attempts: readonly RunningAttempt[], outcome: CancelOutcome): void {
    const at = this.#now();
    let last: CancelReport | undefined;
    for (const attempt of attempts) {
      const { order, owner, id } = attempt;
      if (order === undefined) continue;
      this.note(attempt, eventOf(outcome, at));
      const recovered = attempt.recoveredFrom !== undefined;
      const awaited = attempts.some(({ waiting }) => waiting > 0);
      last = { order, outcome, owner, at, attempt: id, recovered, awaited };
      (attempt as Running).report = last;
      attempt.reported.resolve(last);
      if (outcome.kind === 'unknown') this.#show(attempt);
      else this.end(attempt);
    }
    if (last !== undefined) this.#reported.fire(last);
  }

  /** Nobody follows it any more. It stays open in the log. */
  abandon(attempt: RunningAttempt, error: ExchangeError): void {
    this.#log.release([attempt.id]);
    attempt.answered.resolve({ kind: 'unanswered', error });
    if (!attempt.isReported) this.settle([attempt], { kind: 'unknown', error });
    this.end(attempt);
  }

  end(attempt: RunningAttempt): void {
    this.#all.delete(attempt);
    attempt.abort.abort();
    this.#show(attempt);
  }

  /** What is known of each once the last one has a report and `afterwards` is done. `onProgress`: with each report. */
  async reports(
    attempts: readonly RunningAttempt[],
    onProgress: ((report: CancelReport) => void) | undefined,
    afterwards?: Promise<unknown>,
  ): Promise<readonly CancelReport[]> {
    const wait = (by: 1 | -1): void => {
      for (const attempt of attempts as readonly Running[]) attempt.waiting += by;
    };
    wait(1);
    await Promise.all(
      attempts.map(async ({ reported }) => {
        const report = await reported.promise;
        onProgress?.(report);
      }),
    );
    await afterwards;
    wait(-1);
    return attempts.flatMap(({ report }) => report ?? []);
  }

  #add(attempt: Running): RunningAttempt {
    this.#all.add(attempt);
    this.#show(attempt);
    return attempt;
  }

  #advance(attempt: RunningAttempt, to: AttemptState): boolean {
    const state = next(attempt.state, to);
    if (state === attempt.state) return false;
    (attempt as Running).state = state;
    return true;
  }

  /** Nothing of another account is shown. */
  #show({ order, owner }: RunningAttempt): void {
    if (order === undefined || !isInUse(this.#session, owner)) return;
    this.#orders.setCancelling(order.id, progressOf(this.forOrder(order.id)));
  }

  #now(): number {
    return this.#session.clock.now();
  }
}

/** Of all attempts for one order; undefined where there is none. */
function progressOf(attempts: readonly RunningAttempt[]): CancelProgress | undefined {
  if (attempts.length === 0) return undefined;
  if (attempts.every(({ readsOpen }) => readsOpen)) return 'stillOpen';
  return attempts.some(({ state }) => state === 'unknown') ? 'unknown' : 'underWay';
}
