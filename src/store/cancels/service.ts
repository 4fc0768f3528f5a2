import { mapLimited } from '../../base/async.ts';
import { DisposableOwner } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { Timer } from '../../base/timer.ts';
import type { AgentCaller } from '../../core/agent-access.ts';
import type { LoggedAttempt } from '../../core/attempt.ts';
import type { Order } from '../../core/order.ts';
import type { ExchangeError } from '../../exchange/errors.ts';
import type { Exchange, RatePermit } from '../../exchange/exchange.ts';
import type { OrdersStore } from '../account/orders.ts';
import { onReading, type Store } from '../reading/load-state.ts';
import { asExchangeError, refusesKey } from '../session/failure.ts';
import { isInUse, type Owner, ownerChanged, ownerOf } from '../session/owner.ts';
import type { Session } from '../session/session.ts';
import { AttemptFollower, readRemainingOrders } from './attempt-follower.ts';
import { type RunningAttempt, RunningAttempts } from './attempts.ts';
import { type CancelLog, DEAD_MS } from './cancel-log.ts';
import {
  type CancelAnswer,
  type CancelReport,
  type KillSwitchOutcome,
  type KillSwitchReport,
  notSent,
} from './cancel-outcome.ts';
import { adoptOpen, answerOfLogged } from './recovery.ts';
import { type CancelRequest, CancelSender } from './sender.ts';

/** Groups of orders going out at once. */
const WIDTH = 4;

interface CancelOptions {
  /** Whose orders they are: nothing is sent for another one. Without it, the account in use. */
  readonly owner?: Owner | undefined;
  /** Stops what was not sent yet. */
  readonly signal?: AbortSignal | undefined;
  /** Once per order, when its outcome is known or given up on for now. */
  readonly onProgress?: (report: CancelReport) => void;
  /** Ids of orders for which another request is sent though the last one is unknown. */
  readonly again?: ReadonlySet<string>;
  readonly command?: string;
  /** Who asked for it, where the person did not. */
  readonly agent?: AgentCaller | undefined;
}

/**
 * Cancels exactly the orders it is given, each written down before and sent once, and follows each to its outcome; also those
 * of windows that are gone.
 */
export class CancelService extends DisposableOwner {
  readonly #session: Session;
  readonly #orders: OrdersStore;
  readonly #log: CancelLog;
  readonly #touched: readonly Store[];
  readonly #follower: AttemptFollower;
  readonly #sender: CancelSender;
  readonly #killSwitchResolved = this.own.add(new Emitter<KillSwitchOutcome>());
  readonly #running: RunningAttempts;
  #recovering: Promise<void> | undefined;
  readonly #lookAgain: Timer;

  /** `touched`: what a fill changes too; read again after a cancel, where it was read before. */
  constructor(session: Session, orders: OrdersStore, log: CancelLog, touched: readonly Store[] = []) {
    super();
    this.#session = session;
    this.#orders = orders;
    this.#log = log;
    this.#touched = touched;
    this.#sender = new CancelSender(session, log);
    this.#running = this.own.add(new RunningAttempts(session, orders, log));
    this.#follower = new AttemptFollower(session, orders, this.#running, () => this.#refreshAll());
    this.#lookAgain = this.own.add(new Timer(session.clock, () => void this.recover()));
    this.own.add(session.onDidChange(() => this.#onSession()));
    this.own.add(
      onReading(orders, () => {
        void this.recover();
        this.#follower.wake();
      }),
    );
  }

  /** Every outcome, also those found out after `cancel` had to answer `unknown`, and those of windows that are gone. */
  get onDidResolve(): Event<CancelReport> {
    return this.#running.onDidReport;
  }

  /** Outcomes of kill switches nobody waits for. */
  readonly onDidResolveKillSwitch: Event<KillSwitchOutcome> = this.#killSwitchResolved.event;

  /** Whether every request for it so far was reported as unknown: `again` then sends another one. */
  mayRepeat(orderId: string): boolean {
    const attempts = this.#running.forOrder(orderId);
    return attempts.length > 0 && attempts.every(({ isReported }) => isReported);
  }

  /**
   * Never rejects; one report per distinct order, in the order given: what is known once the last one is answered. An order
   * already being cancelled in this window joins that attempt.
   */
  async cancel(orders: readonly Order[], options: CancelOptions = {}): Promise<readonly CancelReport[]> {
    const owner = options.owner ?? ownerOf(this.#session);
    const fresh: RunningAttempt[] = [];
    const attempts = distinctOrders(orders).map((order) => {
      const last = this.#running.forOrder(order.id).at(-1);
      const isAgain = this.mayRepeat(order.id) && options.again?.has(order.id) === true;
      if (last?.owner.epoch === owner.epoch && !isAgain) return last;
      const attempt = this.#running.begin(order, owner);
      fresh.push(attempt);
      return attempt;
    });
    const reports = this.#running.reports(attempts, options.onProgress);
    void this.#send(fresh, options, (exchange) => this.#sendOrders(exchange, fresh, options.signal));
    return reports;
  }

  /**
   * The kill switch: has the service cancel everything that is open when the request arrives, with one request, whatever is
   * known of the orders. Follows those that are known, then reads what is still open. Never rejects.
   */
  async killSwitch(known: readonly Order[], options: CancelOptions = {}): Promise<KillSwitchReport> {
    const owner = options.owner ?? ownerOf(this.#session);
    const killSwitch = this.#running.begin(undefined, owner);
    const attempts = distinctOrders(known).map((order) => this.#running.begin(order, owner));
    const outcome = this.#followKillSwitch(killSwitch, attempts);
    const reports = this.#running.reports(attempts, options.onProgress, outcome);
    const all = [killSwitch, ...attempts];
    void this.#send(all, options, (exchange) =>
      this.#request(exchange, { by: 'killSwitch', attempts: all }, options.signal),
    );
    return { ...(await outcome), reports: await reports };
  }

  /** Takes up what is open in the log for this account and no live window follows. Never rejects. */
  recover(): Promise<void> {
    this.#recovering ??= this.#recover()
      .catch((cause: unknown) => this.#session.log.error('The cancellation log could not be read.', cause))
      .finally(() => {
        this.#recovering = undefined;
      });
    return this.#recovering;
  }

  /** What was sent stays open in the log; what was not is not sent any more. */
  override dispose(): void {
    super.dispose();
    this.#stop(() => true, notSent());
  }

  async #send(
    attempts: readonly RunningAttempt[],
    { command = '', agent, signal }: CancelOptions,
    send: (exchange: Exchange) => Promise<void>,
  ): Promise<void> {
    const [first] = attempts;
    if (first === undefined) return;
    const stop = (): void => {
      for (const attempt of attempts)
        if (attempt.state === 'requested') this.#onAnswer(attempt, { kind: 'noEffect', error: notSent() });
    };
    signal?.addEventListener('abort', stop, { once: true });
    try {
      if (!isInUse(this.#session, first.owner)) throw ownerChanged();
      const exchange = await this.#session.ensure();
      // Another account may be in use by now; these have their outcome then.
      const own = attempts.filter((each) => this.#running.has(each) && each.answer === undefined);
      if (own.length === 0) return;
      await this.#sender.record(own, command, agent);
      this.#running.recorded(own);
      await send(exchange);
    } catch (cause) {
      this.#onUnsent(attempts, asExchangeError(cause, this.#session.log));
    }
    await Promise.all(
      attempts.map(({ order, reported }) => (order === undefined ? undefined : reported.promise)),
    );
    signal?.removeEventListener('abort', stop);
    if (isInUse(this.#session, first.owner)) this.#refreshAll();
  }

  /** Each group at its turn, so that later ones know whether the service turned a batch away. */
  async #sendOrders(
    exchange: Exchange,
    attempts: readonly RunningAttempt[],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    await mapLimited(this.#sender.groups(attempts), WIDTH, (group) =>
      Promise.all(
        this.#sender.requests(exchange, group).map((request) => this.#request(exchange, request, signal)),
      ),
    );
  }

  /** What has an answer before its request leaves, is not sent. Never rejects. */
  async #request(
    exchange: Exchange,
    { by, attempts }: CancelRequest,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const waiting = (): readonly RunningAttempt[] => attempts.filter(({ state }) => state === 'requested');
    let permit: RatePermit | undefined;
    try {
      permit = await this.#sender.permit(exchange, signal);
      const written = waiting();
      if (written.length === 0) return;
      await this.#sender.write({ by, attempts: written }, signal);
      const leaving = waiting();
      if (leaving.length === 0) return;
      this.#running.leave(leaving);
      this.#onAnswers(leaving, await this.#sender.post(exchange, { by, attempts: leaving }, permit));
    } catch (cause) {
      this.#onUnsent(attempts, asExchangeError(cause, this.#session.log));
    } finally {
      permit?.release();
    }
  }

  #onUnsent(attempts: readonly RunningAttempt[], error: ExchangeError): void {
    this.#onAnswers(
      attempts,
      attempts.map(() => ({ kind: 'noEffect', error })),
    );
  }

  #onAnswers(attempts: readonly RunningAttempt[], answers: readonly CancelAnswer[]): void {
    for (const [at, attempt] of attempts.entries()) {
      const answer = answers[at];
      if (answer !== undefined) this.#onAnswer(attempt, answer);
    }
    // Last, for it ends everything that is still open.
    const [answer] = answers;
    const [{ owner } = {}] = attempts;
    if (answer?.kind === 'noEffect' && refusesKey(answer.error) && owner !== undefined)
      this.#session.report('private', owner.epoch, answer.error);
  }

  #onAnswer(attempt: RunningAttempt, answer: CancelAnswer): void {
    const isNew = this.#running.answer(attempt, answer);
    if (isNew && attempt.order !== undefined && answer.kind !== 'noEffect')
      this.#follower.begin(attempt, attempt.order, answer);
  }

  /** Where its account is not in use any more, it stays open in the log. */
  async #followKillSwitch(
    attempt: RunningAttempt,
    orders: readonly RunningAttempt[] = [],
  ): Promise<KillSwitchOutcome> {
    const { owner, id } = attempt;
    const isWanted = (): boolean => isInUse(this.#session, owner) && !this.own.disposed;
    const request = await attempt.answered.promise;
    await Promise.all(orders.map(({ reported }) => reported.promise));
    const found = await readRemainingOrders(this.#orders, this.#session.clock, owner, isWanted);
    const isEmpty = found.left?.length === 0 && found.lost === 0 && !found.isCut;
    if (isWanted())
      this.#running.note(attempt, { state: isEmpty ? 'cancelled' : 'notFollowed', at: this.#now() });
    else this.#log.release([id]);
    this.#running.end(attempt);
    return { owner, request, ...found };
  }

  /** Once for all orders of a list. */
  #refreshAll(): void {
    if (this.#orders.state.kind !== 'idle') void this.#orders.refresh('asked');
    for (const store of this.#touched) if (store.state.kind !== 'idle') void store.refresh('poll');
  }

  #onSession(): void {
    const session = this.#session;
    this.#stop(({ owner }) => !isInUse(session, owner), ownerChanged());
    if (session.canSign) void this.recover();
    if (session.link.kind !== 'offline') this.#follower.wake();
  }

  /** Another account cannot read these orders: what was sent stays unknown and open in the log. */
  #stop(isMeant: (attempt: RunningAttempt) => boolean, error: ExchangeError): void {
    for (const attempt of this.#running.all.filter(isMeant)) {
      if (attempt.state === 'requested') this.#onAnswer(attempt, { kind: 'noEffect', error });
      else this.#running.abandon(attempt, error);
    }
  }

  async #recover(): Promise<void> {
    const owner = ownerOf(this.#session);
    const isWanted = (): boolean =>
      isInUse(this.#session, owner) && this.#session.canSign && !this.own.disposed;
    const { adopted, isWhole } = await adoptOpen(this.#session, this.#log, isWanted);
    // The window of the others may have crashed just now.
    if (!isWhole) this.#lookAgain.set(DEAD_MS + 1_000);
    if (isWanted()) for (const attempt of adopted) this.#takeUp(attempt, owner);
    else this.#log.release(adopted.map(({ id }) => id));
  }

  #takeUp(logged: LoggedAttempt, owner: Owner): void {
    const attempt = this.#running.takeUp(logged, owner);
    this.#onAnswer(attempt, answerOfLogged(logged));
    if (attempt.order !== undefined) return;
    void this.#followKillSwitch(attempt).then((outcome) => {
      if (isInUse(this.#session, owner)) this.#killSwitchResolved.fire(outcome);
    });
  }

  #now(): number {
    return this.#session.clock.now();
  }
}

function distinctOrders(orders: readonly Order[]): readonly Order[] {
  return [...new Map(orders.map((order) => [order.id, order])).values()];
}
