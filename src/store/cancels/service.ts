import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, DisposableOwner } from '../../base/lifecycle.ts';
import {
  type AttemptEvent,
  type CancelProgress,
  isFinal,
  type LoggedAttempt,
  next,
} from '../../core/attempt.ts';
import { isTerminal, type Order } from '../../core/order.ts';
import type { ExchangeError } from '../../exchange/errors.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { type OrdersStore, readOpenOrders } from '../account/orders.ts';
import { onReading, type Store } from '../reading/load-state.ts';
import { asExchangeError, refusesKey } from '../session/failure.ts';
import { isInUse, type Owner, ownerChanged, ownerOf } from '../session/owner.ts';
import type { Session } from '../session/session.ts';
import { Follower, type RemainingOrders, readRemainingOrders } from './follow.ts';
import { type CancelLog, DEAD_MS } from './log.ts';
import { isOpen } from './log-lines.ts';
import {
  type CancelAnswer,
  type CancelOutcome,
  type CancelReport,
  eventOf,
  notSent,
  unanswered,
} from './outcome.ts';
import { RunningAttempt } from './running-attempt.ts';
import { CancelSender } from './sender.ts';

/** An attempt not known by then is not followed any more, milliseconds. */
const FOLLOWED_MS = 30 * 86_400_000;

export interface CancelOptions {
  /** Whose orders they are: nothing is sent for another one. Without it, the account in use. */
  readonly owner?: Owner | undefined;
  /** Stops what was not sent yet. */
  readonly signal?: AbortSignal | undefined;
  /** Once per order, when its outcome is known or given up on for now. */
  readonly onProgress?: (report: CancelReport) => void;
  /** Ids of orders for which another request is sent though the last one is unknown. */
  readonly again?: ReadonlySet<string>;
  readonly command?: string;
}

export interface KillSwitchOutcome extends RemainingOrders {
  readonly owner: Owner;
  readonly request: CancelAnswer;
}

export interface KillSwitchReport extends KillSwitchOutcome {
  /** One per order that was known to be open. */
  readonly reports: readonly CancelReport[];
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
  readonly #follower: Follower;
  readonly #sender: CancelSender;
  readonly #resolved = this.own.add(new Emitter<CancelReport>());
  readonly #killSwitchResolved = this.own.add(new Emitter<KillSwitchOutcome>());
  /** Those without a final outcome, oldest first. */
  readonly #running = new Set<RunningAttempt>();
  #recovering: Promise<void> | undefined;
  #lookAgain: Disposable | undefined;

  /** `touched`: what a fill changes too; read again after a cancel, where it was read before. */
  constructor(session: Session, orders: OrdersStore, log: CancelLog, touched: readonly Store[] = []) {
    super();
    this.#session = session;
    this.#orders = orders;
    this.#log = log;
    this.#touched = touched;
    this.#follower = new Follower(session.clock);
    this.#sender = new CancelSender(session, log, (sent, answers) => this.#onAnswers(sent, answers));
    this.own.add(session.onDidChange(() => this.#followSession()));
    this.own.add(
      onReading(orders, () => {
        void this.recover();
        this.#follower.wake();
      }),
    );
  }

  /** Every outcome, also those found out after `cancel` had to answer `unknown`, and those of windows that are gone. */
  readonly onDidResolve: Event<CancelReport> = this.#resolved.event;

  /** Outcomes of kill switches nobody waits for. */
  readonly onDidResolveKillSwitch: Event<KillSwitchOutcome> = this.#killSwitchResolved.event;

  /** Whether every request for it so far was reported as unknown: `again` then sends another one. */
  mayRepeat(orderId: string): boolean {
    const attempts = this.#attemptsFor(orderId);
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
      const last = this.#attemptsFor(order.id).at(-1);
      const isAgain = this.mayRepeat(order.id) && options.again?.has(order.id) === true;
      if (last?.owner.epoch === owner.epoch && !isAgain) return last;
      const attempt = this.#begin(order, owner);
      fresh.push(attempt);
      return attempt;
    });
    const reports = this.#collect(attempts, options);
    void this.#send(fresh, options, (exchange) => this.#sender.send(exchange, fresh, options.signal));
    return reports;
  }

  /**
   * The kill switch: has the service cancel everything that is open when the request arrives, with one request, whatever is
   * known of the orders. Follows those that are known, then reads what is still open. Never rejects.
   */
  async cancelEverything(known: readonly Order[], options: CancelOptions = {}): Promise<KillSwitchReport> {
    const owner = options.owner ?? ownerOf(this.#session);
    const killSwitch = this.#begin(undefined, owner);
    const attempts = distinctOrders(known).map((order) => this.#begin(order, owner));
    const outcome = this.#followKillSwitch(killSwitch, attempts);
    const reports = this.#collect(attempts, options, outcome);
    const all = [killSwitch, ...attempts];
    void this.#send(all, options, (exchange) => this.#sender.sendKillSwitch(exchange, all, options.signal));
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
    this.#lookAgain?.dispose();
    this.#stop(() => true, notSent());
  }

  #attemptsFor(orderId: string): readonly RunningAttempt[] {
    return [...this.#running].filter(({ order }) => order?.id === orderId);
  }

  #begin(order: Order | undefined, owner: Owner): RunningAttempt {
    const attempt = new RunningAttempt(this.#log.newId(), order, owner, this.#now());
    this.#running.add(attempt);
    this.#show(attempt);
    return attempt;
  }

  /** Reports what is known of each once the last one has a report and `afterwards` is done. */
  async #collect(
    attempts: readonly RunningAttempt[],
    { onProgress }: CancelOptions,
    afterwards?: Promise<unknown>,
  ): Promise<readonly CancelReport[]> {
    for (const attempt of attempts) attempt.waiting += 1;
    await Promise.all(
      attempts.map(async ({ reported }) => {
        const report = await reported.promise;
        onProgress?.(report);
      }),
    );
    await afterwards;
    for (const attempt of attempts) attempt.waiting -= 1;
    return attempts.flatMap(({ report }) => report ?? []);
  }

  async #send(
    attempts: readonly RunningAttempt[],
    { command = '', signal }: CancelOptions,
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
      const shared = { account: this.#account(), command, list: this.#log.newId(), of: own.length };
      await this.#log.record(
        own.map(({ id, order, owner }) => {
          const scope = order === undefined ? 'everything' : 'order';
          return { id, scope, connection: connectionOf(owner), window: this.#log.window, ...shared, order };
        }),
      );
      // What ended while that was written could not be noted before.
      for (const { id, state } of own) if (isFinal(state)) this.#log.note(id, { state, at: this.#now() });
      await send(exchange);
    } catch (cause) {
      const error = asExchangeError(cause, this.#session.log);
      this.#onAnswers(
        attempts,
        attempts.map(() => ({ kind: 'noEffect', error })),
      );
    }
    await Promise.all(
      attempts.map(({ order, reported }) => (order === undefined ? undefined : reported.promise)),
    );
    signal?.removeEventListener('abort', stop);
    if (isInUse(this.#session, first.owner)) this.#refreshAll();
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
    if (!this.#running.has(attempt) || attempt.answer !== undefined) return;
    attempt.answer = answer;
    attempt.answered.resolve(answer);
    this.#note(attempt, eventOf(answer, this.#now()));
    if (attempt.order === undefined) return;
    if (answer.kind === 'noEffect') this.#settle([attempt], { kind: 'rejected', error: answer.error });
    else this.#follow(attempt, attempt.order, answer);
  }

  #note(attempt: RunningAttempt, event: AttemptEvent): void {
    const state = next(attempt.state, event.state);
    if (state === attempt.state) return;
    attempt.state = state;
    this.#log.note(attempt.id, event);
  }

  #follow(attempt: RunningAttempt, order: Order, answer: CancelAnswer): void {
    this.#show(attempt);
    const exchange = this.#session.current;
    if (exchange === undefined || !isInUse(this.#session, attempt.owner)) return;
    const { signal } = attempt.abort;
    this.#follower
      .follow({
        answer,
        read: (reading) => this.#readOrder(exchange, attempt, order, reading),
        isUnlisted: async (reading) => {
          const { items, lost, nextCursor } = await readOpenOrders(exchange, reading);
          return lost === 0 && nextCursor === undefined && items.every(({ id }) => id !== order.id);
        },
        onUnknown: (error, open) => this.#onUnknown(attempt, error, open),
        signal,
      })
      .then((outcome) => this.#onOutcome(attempt, order, outcome))
      .catch((cause: unknown) => {
        if (!signal.aborted) this.#session.log.error('An order could not be followed.', cause);
      });
  }

  async #readOrder(
    exchange: Exchange,
    attempt: RunningAttempt,
    { id }: Order,
    signal: AbortSignal,
  ): Promise<Order> {
    try {
      const reading = await exchange.order(id, signal);
      if (signal.aborted) return reading;
      this.#orders.apply(reading);
      const isOld = this.#now() - (attempt.recoveredFrom ?? this.#now()) > FOLLOWED_MS;
      if (isOld && !isTerminal(reading.state)) {
        this.#note(attempt, { state: 'notFollowed', at: this.#now() });
        this.#end(attempt);
      }
      return reading;
    } catch (cause) {
      const error = asExchangeError(cause, this.#session.log);
      // A key that stopped working ends all following: the session says so once.
      this.#session.report('private', attempt.owner.epoch, error);
      throw error;
    }
  }

  /** Reported once, and once more when the order reads open: it can be tried again then. */
  #onUnknown(attempt: RunningAttempt, error: ExchangeError | undefined, order: Order | undefined): void {
    if (!this.#running.has(attempt)) return;
    const { report, readsOpen } = attempt;
    if (report !== undefined && (readsOpen || order === undefined)) return;
    const all = this.#attemptsFor(attempt.order?.id ?? '').filter((each) => each.report !== undefined);
    this.#settle(report === undefined ? [attempt] : all, { kind: 'unknown', error, order });
  }

  #onOutcome(attempt: RunningAttempt, order: Order, outcome: CancelOutcome): void {
    if (!this.#running.has(attempt)) return;
    if (outcome.kind === 'gone' && outcome.order === undefined) this.#orders.remove(order.id);
    // How the order ended counts for all requests for it; that one of them was refused, for that one alone.
    const all = this.#attemptsFor(order.id).filter(({ state }) => state !== 'requested');
    const own = outcome.kind === 'rejected' ? [attempt] : all;
    const isLate = own.every(({ isReported }) => isReported);
    this.#settle(own, outcome);
    if (isLate) this.#refreshAll();
  }

  /** All of these, for one order, have this outcome; reported once. */
  #settle(attempts: readonly RunningAttempt[], outcome: CancelOutcome): void {
    const at = this.#now();
    let last: CancelReport | undefined;
    for (const attempt of attempts) {
      const { order, owner, id } = attempt;
      if (order === undefined) continue;
      this.#note(attempt, eventOf(outcome, at));
      const recovered = attempt.recoveredFrom !== undefined;
      const awaited = attempts.some(({ waiting }) => waiting > 0);
      last = { order, outcome, owner, at, attempt: id, recovered, awaited };
      attempt.report = last;
      attempt.reported.resolve(last);
      if (outcome.kind === 'unknown') this.#show(attempt);
      else this.#end(attempt);
    }
    if (last !== undefined) this.#resolved.fire(last);
  }

  #end(attempt: RunningAttempt): void {
    this.#running.delete(attempt);
    attempt.abort.abort();
    this.#show(attempt);
  }

  /** Nothing of another account is shown. */
  #show({ order, owner }: RunningAttempt): void {
    if (order === undefined || !isInUse(this.#session, owner)) return;
    this.#orders.setCancelling(order.id, progressOf(this.#attemptsFor(order.id)));
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
    if (isWanted()) this.#note(attempt, { state: isEmpty ? 'cancelled' : 'notFollowed', at: this.#now() });
    else this.#log.release([id]);
    this.#end(attempt);
    return { owner, request, ...found };
  }

  /** Once for all orders of a list. */
  #refreshAll(): void {
    if (this.#orders.state.kind !== 'idle') void this.#orders.refresh('asked');
    for (const store of this.#touched) if (store.state.kind !== 'idle') void store.refresh('poll');
  }

  #followSession(): void {
    const session = this.#session;
    this.#stop(({ owner }) => !isInUse(session, owner), ownerChanged());
    if (session.canSign) void this.recover();
    if (session.link.kind !== 'offline') this.#follower.wake();
  }

  /** Another account cannot read these orders: what was sent stays unknown and open in the log. */
  #stop(isMeant: (attempt: RunningAttempt) => boolean, error: ExchangeError): void {
    for (const attempt of [...this.#running].filter(isMeant)) {
      if (attempt.state === 'requested') {
        this.#onAnswer(attempt, { kind: 'noEffect', error });
        continue;
      }
      this.#log.release([attempt.id]);
      attempt.answered.resolve({ kind: 'unknown', error });
      if (!attempt.isReported) this.#settle([attempt], { kind: 'unknown', error });
      this.#end(attempt);
    }
  }

  async #recover(): Promise<void> {
    const session = this.#session;
    const owner = ownerOf(session);
    const connection = connectionOf(owner);
    const isWanted = (): boolean => isInUse(session, owner) && session.canSign && !this.own.disposed;
    const { attempts } = await this.#log.read();
    const open = attempts.filter(
      (each) => isOpen(each) && each.connection === connection && !this.#log.isHeld(each.id),
    );
    if (open.length === 0) return;
    await session.ensure();
    if (!isWanted()) return;
    const account = this.#account();
    const adopted = await this.#log.adopt(open.filter((each) => each.account === account));
    if (adopted.length < open.length) this.#recoverLater();
    if (isWanted()) for (const attempt of adopted) this.#takeUp(attempt, owner);
    else this.#log.release(adopted.map(({ id }) => id));
  }

  /** The window of the others may have crashed just now. */
  #recoverLater(): void {
    this.#lookAgain?.dispose();
    this.#lookAgain = this.#session.clock.setTimeout(() => void this.recover(), DEAD_MS + 1_000);
  }

  #takeUp(logged: LoggedAttempt, owner: Owner): void {
    const order = logged.order && (this.#orders.get(logged.order.id) ?? logged.order);
    const attempt = new RunningAttempt(logged.id, order, owner, this.#now(), logged.events[0]?.at);
    attempt.state = logged.state;
    this.#running.add(attempt);
    this.#onAnswer(attempt, answerOfLogged(logged));
    if (order !== undefined) return;
    void this.#followKillSwitch(attempt).then((outcome) => {
      if (isInUse(this.#session, owner)) this.#killSwitchResolved.fire(outcome);
    });
  }

  /** Digest of whose orders these are: another key may be another account. */
  #account(): string {
    const session = this.#session;
    return this.#log.digest(`${connectionOf(ownerOf(session))}\n${session.accountMark}`);
  }

  #now(): number {
    return this.#session.clock.now();
  }
}

function distinctOrders(orders: readonly Order[]): readonly Order[] {
  return [...new Map(orders.map((order) => [order.id, order])).values()];
}

/** Of all attempts for one order; undefined where there is none. */
function progressOf(attempts: readonly RunningAttempt[]): CancelProgress | undefined {
  if (attempts.length === 0) return undefined;
  if (attempts.every(({ readsOpen }) => readsOpen)) return 'stillOpen';
  return attempts.some(({ state }) => state === 'unknown') ? 'unknown' : 'underWay';
}

/** What the log says about a request this window did not send. */
function answerOfLogged({ state, events }: LoggedAttempt): CancelAnswer {
  if (state === 'requested') return { kind: 'noEffect', error: notSent('late') };
  return { kind: 'unknown', error: unanswered(events.at(-1)?.serviceRequest) };
}

/** Id of the connection and origin of its private requests: never a key, nor what else a URL may hold. */
function connectionOf({ profile: { id, privateUrl } }: Owner): string {
  return `${id} ${URL.parse(privateUrl)?.origin ?? ''}`;
}
