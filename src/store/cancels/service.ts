import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import { isTerminal, type Order } from '../../core/order.ts';
import { ExchangeError, type ExchangeErrorCode } from '../../exchange/errors.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { OrdersStore } from '../account/orders.ts';
import { onReading, type Store } from '../reading/load-state.ts';
import { asExchangeError, refusesKey } from '../session/failure.ts';
import { isInUse, type Owner, ownerChanged, ownerOf } from '../session/owner.ts';
import type { Session } from '../session/session.ts';
import {
  type Attempt,
  attemptOrder,
  type CancelAnswer,
  type CancelOutcome,
  type CancelReport,
  eventOfAnswer,
  eventOfOutcome,
  notFollowed,
  notSent,
  orderOfAttempt,
  tooLate,
  unanswered,
} from './attempt.ts';
import { Follower, type RemainingOrders, readRemainingOrders } from './follow.ts';
import { FollowedOrder, RunningAttempt } from './followed-order.ts';
import { type CancelLog, DEAD_MS } from './log.ts';
import { isOpen, type LoggedAttempt } from './log-lines.ts';
import { CancelSender, type SendOptions } from './sender.ts';

/** An attempt not known by then is not followed any more, milliseconds. */
const FOLLOWED_MS = 30 * 86_400_000;

export interface CancelOptions extends SendOptions {
  /** Whose orders they are: nothing is sent for another one. Without it, the account in use. */
  readonly owner?: Owner | undefined;
  /** Once per order, when its outcome is known or given up on for now. */
  readonly onProgress?: (report: CancelReport) => void;
  /** Ids of orders for which another request is sent though the last one is unknown. */
  readonly again?: ReadonlySet<string>;
  /** The command, for the log. */
  readonly command?: string;
}

/** How the kill switch ended. */
export interface KillSwitchOutcome extends RemainingOrders {
  readonly owner: Owner;
  /** What the one request came to; `notSent`: nothing left. */
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
export class CancelService implements Disposable {
  readonly #session: Session;
  readonly #orders: OrdersStore;
  readonly #log: CancelLog;
  readonly #touched: readonly Store[];
  readonly #follower: Follower;
  readonly #sender: CancelSender<RunningAttempt>;
  readonly #resolved = new Emitter<CancelReport>();
  readonly #killSwitchResolved = new Emitter<KillSwitchOutcome>();
  readonly #disposables = new DisposableStore();
  readonly #followed = new Map<string, FollowedOrder>();
  readonly #killSwitches = new Map<string, RunningAttempt>();
  #recoveredEpoch: number | undefined;
  #recovering: Promise<void> | undefined;
  #lookAgain: Disposable | undefined;

  /** `touched`: what a fill changes too; read again after a cancel, where it was read before. */
  constructor(session: Session, orders: OrdersStore, log: CancelLog, touched: readonly Store[] = []) {
    this.#session = session;
    this.#orders = orders;
    this.#log = log;
    this.#touched = touched;
    this.#follower = new Follower(session.clock);
    this.#sender = new CancelSender(session.clock, session.log, log, (sent, answers) =>
      this.#onAnswers(sent, answers),
    );
    this.#disposables.add(session.onDidChange(() => this.#followSession()));
    this.#disposables.add(onReading(orders, () => void this.recover()));
  }

  /** Every outcome, also those found out after `cancel` had to answer `unknown`, and those of windows that are gone. */
  readonly onDidResolve: Event<CancelReport> = (listener) => this.#resolved.event(listener);

  /** Outcomes of kill switches of windows that are gone. */
  readonly onDidResolveKillSwitch: Event<KillSwitchOutcome> = (listener) =>
    this.#killSwitchResolved.event(listener);

  /** Whether every caller has the answer that it is unknown: only `again` sends another request. */
  isUnknown(orderId: string): boolean {
    return this.#followed.get(orderId)?.isUnknown === true;
  }

  /**
   * Never rejects; one report per distinct order, in the order given: what is known once the last one is answered. An order
   * already being cancelled in this window joins that attempt.
   */
  async cancel(orders: readonly Order[], options: CancelOptions = {}): Promise<readonly CancelReport[]> {
    const owner = options.owner ?? ownerOf(this.#session);
    const distinct = distinctOrders(orders);
    if (!isInUse(this.#session, owner)) return this.#turnDown(distinct, owner, options);
    const fresh: RunningAttempt[] = [];
    const attempts = distinct.map((order) => {
      const followed = this.#followed.get(order.id);
      const last = followed?.attempts.at(-1);
      const isAgain = followed?.isUnknown === true && options.again?.has(order.id) === true;
      if (last !== undefined && !isAgain) return last;
      const attempt = this.#begin(order, owner);
      fresh.push(attempt);
      return attempt;
    });
    const reports = this.#collect(attempts, options);
    void this.#send(fresh, options, (exchange) => this.#sender.send(exchange, fresh, options));
    return reports;
  }

  /**
   * The kill switch: has the service cancel everything that is open when the request arrives, with one request, whatever is
   * known of the orders. Follows those that are known, then reads what is still open. Never rejects.
   */
  async cancelEverything(known: readonly Order[], options: CancelOptions = {}): Promise<KillSwitchReport> {
    const owner = options.owner ?? ownerOf(this.#session);
    const orders = distinctOrders(known);
    const isWanted = (): boolean => isInUse(this.#session, owner);
    if (!isWanted()) {
      const reports = this.#turnDown(orders, owner, options);
      const remaining = await this.#remaining(owner, isWanted);
      return { ...remaining, request: { kind: 'notSent', error: ownerChanged() }, reports };
    }
    const killSwitch = new RunningAttempt(this.#log.newId(), undefined, owner);
    this.#killSwitches.set(killSwitch.id, killSwitch);
    const attempts = orders.map((order) => this.#begin(order, owner));
    const remaining = Promise.withResolvers<KillSwitchOutcome>();
    const reports = this.#collect(attempts, options, async () => {
      const request = await killSwitch.answered.promise;
      const found = await this.#remaining(owner, isWanted);
      this.#endKillSwitch(killSwitch.id, request, found);
      remaining.resolve({ ...found, request });
    });
    const all = [killSwitch, ...attempts];
    void this.#send(all, options, (exchange) => this.#sender.sendKillSwitch(exchange, all, options));
    return { ...(await remaining.promise), reports: await reports };
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
  dispose(): void {
    this.#disposables.dispose();
    this.#lookAgain?.dispose();
    this.#resolved.dispose();
    this.#killSwitchResolved.dispose();
    this.#stop(() => true, notSent());
  }

  #begin(order: Order, owner: Owner): RunningAttempt {
    const attempt = new RunningAttempt(this.#log.newId(), order, owner);
    this.#follow(order, attempt);
    return attempt;
  }

  #follow(order: Order, attempt: RunningAttempt): FollowedOrder {
    const followed = this.#followed.get(order.id) ?? new FollowedOrder(order, attempt.owner);
    this.#followed.set(order.id, followed);
    followed.attempts = [...followed.attempts, attempt];
    this.#show(followed);
    return followed;
  }

  /** Reports what is known of each once the last one has a report and `afterwards` is done. */
  async #collect(
    attempts: readonly RunningAttempt[],
    options: CancelOptions,
    afterwards?: () => Promise<void>,
  ): Promise<readonly CancelReport[]> {
    for (const attempt of attempts) attempt.waiting += 1;
    await Promise.all(
      attempts.map(async ({ reported }) => this.#showProgress(await reported.promise, options)),
    );
    await afterwards?.();
    for (const attempt of attempts) attempt.waiting -= 1;
    return attempts.flatMap(({ report }) => report ?? []);
  }

  async #send(
    attempts: readonly RunningAttempt[],
    { command = '' }: CancelOptions,
    send: (exchange: Exchange) => Promise<void>,
  ): Promise<void> {
    if (attempts.length === 0) return;
    const list = this.#log.newId();
    try {
      const exchange = await this.#session.ensure();
      const own = attempts.filter(({ isOver }) => !isOver);
      if (own.length === 0) return;
      const account = this.#account();
      await this.#log.record(
        own.map((attempt) => this.#toLog(attempt, { account, command, list, of: own.length })),
      );
      await send(exchange);
    } catch (cause) {
      const error = asExchangeError(cause, this.#session.log);
      const left = attempts.filter(({ isOver, answer }) => !isOver && answer === undefined);
      this.#onAnswers(
        left,
        left.map(() => ({ kind: 'notSent', error })),
      );
    }
    await Promise.all(
      attempts.map(({ order, reported }) => (order === undefined ? undefined : reported.promise)),
    );
    this.#refreshAll();
  }

  #toLog(
    { id, order, owner }: RunningAttempt,
    shared: Pick<Attempt, 'account' | 'command' | 'list' | 'of'>,
  ): Attempt {
    const scope = order === undefined ? 'everything' : 'order';
    const own = { id, scope, connection: connectionOf(owner), window: this.#log.window } as const;
    return { ...own, ...shared, order: order && attemptOrder(order) };
  }

  #onAnswers(attempts: readonly RunningAttempt[], answers: readonly CancelAnswer[]): void {
    for (const [at, attempt] of attempts.entries()) {
      const answer = answers[at];
      if (answer !== undefined && attempt.answer === undefined) this.#onAnswer(attempt, answer);
    }
    // Last, for it ends everything that is still open.
    const [answer] = answers;
    const epoch = attempts[0]?.owner.epoch;
    if (answer?.kind === 'refused' && refusesKey(answer.error) && epoch !== undefined)
      this.#session.report('private', epoch, answer.error);
  }

  #onAnswer(attempt: RunningAttempt, given: CancelAnswer): void {
    const answer = this.#asNotSent(attempt, given);
    attempt.take(answer);
    if (this.#log.isHeld(attempt.id)) this.#log.note(attempt.id, eventOfAnswer(answer, this.#now()));
    const followed = attempt.order && this.#followed.get(attempt.order.id);
    if (followed === undefined || !followed.attempts.includes(attempt)) return;
    if (answer.kind === 'notSent') {
      this.#settle(followed, [attempt], { kind: 'rejected', error: answer.error });
    } else if (answer.kind === 'refused' && refusesKey(answer.error)) {
      // Nothing can be read with that key either.
      const kind = followed.answer.kind === 'refused' ? 'rejected' : 'unknown';
      this.#settle(followed, [attempt], { kind, error: answer.error });
    } else {
      this.#startFollowing(followed, answer.kind === 'unknown');
    }
  }

  /** Where its client was closed before the request left. */
  #asNotSent({ owner }: RunningAttempt, answer: CancelAnswer): CancelAnswer {
    if (answer.kind !== 'refused' || answer.error.code !== 'cancelled') return answer;
    return { kind: 'notSent', error: isInUse(this.#session, owner) ? answer.error : ownerChanged() };
  }

  #startFollowing(followed: FollowedOrder, isInDoubt: boolean): void {
    followed.isInDoubt ||= isInDoubt;
    this.#show(followed);
    followed.abort.abort();
    followed.abort = new AbortController();
    const { signal } = followed.abort;
    const { order, owner } = followed;
    const exchange = this.#session.current;
    if (exchange === undefined || !isInUse(this.#session, owner)) return;
    this.#follower
      .follow({
        orderId: order.id,
        answer: () => followed.answer,
        read: (reading) => this.#readOrder(exchange, followed, reading),
        isUnlisted: async (reading) => {
          const { items, lost } = await exchange.openOrders(reading);
          return lost === 0 && items.every(({ id }) => id !== order.id);
        },
        onRead: (reading) => this.#onRead(followed, reading),
        onUnknown: (error) => {
          const asked = followed.sent.filter(({ report }) => report === undefined);
          this.#settle(followed, asked, { kind: 'unknown', error });
        },
        signal,
      })
      .then((outcome) => this.#onOutcome(followed, outcome))
      .catch((cause: unknown) => {
        if (!signal.aborted) this.#session.log.error('An order could not be followed.', cause);
      });
  }

  /** A key that stopped working ends all following: the session says so once. */
  async #readOrder(exchange: Exchange, { order, owner }: FollowedOrder, signal: AbortSignal): Promise<Order> {
    try {
      return await exchange.order(order.id, signal);
    } catch (cause) {
      const error = asExchangeError(cause, this.#session.log);
      this.#session.report('private', owner.epoch, error);
      throw error;
    }
  }

  #onRead(followed: FollowedOrder, reading: Order): void {
    this.#orders.apply(reading);
    if (isTerminal(reading.state)) return;
    const old = followed.attempts.filter(({ requestedAt }) => this.#now() - requestedAt > FOLLOWED_MS);
    for (const { id } of old) this.#log.note(id, { state: 'notFollowed', at: this.#now() });
    if (old.length > 0) this.#drop(followed, old);
  }

  #onOutcome(followed: FollowedOrder, outcome: CancelOutcome): void {
    if (outcome.kind === 'gone' && outcome.order === undefined) this.#orders.remove(followed.order.id);
    const isLate = followed.attempts.every(({ report, isRecovered }) => report !== undefined || isRecovered);
    // One that waits for its permit is not rejected with the others; whatever else happened to the order counts for all.
    const own = outcome.kind === 'rejected' ? followed.sent : followed.attempts;
    this.#settle(followed, own, outcome);
    if (isLate) this.#refreshAll();
  }

  /** All of these have this outcome; reported once. */
  #settle(followed: FollowedOrder, attempts: readonly RunningAttempt[], outcome: CancelOutcome): void {
    const isUnknown = outcome.kind === 'unknown';
    const at = this.#now();
    const reports = attempts.map((attempt) => {
      if (this.#log.isHeld(attempt.id)) this.#log.note(attempt.id, eventOfOutcome(outcome, at));
      return attempt.settle(followed.order, outcome, at);
    });
    if (isUnknown) this.#show(followed);
    else this.#drop(followed, attempts);
    const last = reports.at(-1);
    if (last !== undefined) this.#resolved.fire({ ...last, awaited: reports.some(({ awaited }) => awaited) });
  }

  #drop(followed: FollowedOrder, attempts: readonly RunningAttempt[]): void {
    for (const attempt of attempts) attempt.isOver = true;
    followed.attempts = followed.attempts.filter(({ isOver }) => !isOver);
    if (followed.attempts.length === 0) {
      followed.abort.abort();
      if (this.#followed.get(followed.order.id) === followed) this.#followed.delete(followed.order.id);
    }
    this.#show(followed);
  }

  /** Nothing of another account is shown. */
  #show({ order, owner, attempts, isUnknown, isInDoubt }: FollowedOrder): void {
    if (!isInUse(this.#session, owner)) return;
    const isPending = attempts.length > 0;
    const isRecovered = attempts.some((attempt) => attempt.isRecovered);
    this.#orders.setPending(order.id, isPending, isPending && (isUnknown || isInDoubt || isRecovered));
  }

  async #remaining(
    owner: Owner,
    isWanted: () => boolean,
  ): Promise<RemainingOrders & { readonly owner: Owner }> {
    const { clock } = this.#session;
    const remaining = await readRemainingOrders(this.#orders, clock, owner, isWanted);
    return { ...remaining, owner };
  }

  #endKillSwitch(id: string, request: CancelAnswer, { left, lost }: RemainingOrders): void {
    this.#killSwitches.delete(id);
    if (!this.#log.isHeld(id)) return;
    const isEmpty = left?.length === 0 && lost === 0;
    const isRejected = request.kind === 'refused' || request.kind === 'notSent';
    const state = isRejected ? 'rejected' : isEmpty ? 'cancelled' : 'notFollowed';
    this.#log.note(id, { state, at: this.#now() });
  }

  async #recover(): Promise<void> {
    const session = this.#session;
    const owner = ownerOf(session);
    const connection = connectionOf(owner);
    const isWanted = (): boolean => isInUse(session, owner) && session.canSign && !this.#disposables.disposed;
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
    const answer = answerOfLogged(logged);
    if (logged.order === undefined) {
      void this.#takeUpKillSwitch(logged.id, answer, owner);
      return;
    }
    const order = this.#orders.get(logged.order.id) ?? orderOfAttempt(logged.order);
    const attempt = new RunningAttempt(logged.id, order, owner, logged.events[0]?.at);
    const followed = this.#follow(order, attempt);
    attempt.isOut = answer.kind !== 'notSent';
    attempt.take(answer);
    if (answer.kind === 'notSent')
      this.#settle(followed, [attempt], { kind: 'rejected', error: answer.error });
    else this.#startFollowing(followed, true);
  }

  /** What could not be read is looked for again with the next reading. */
  async #takeUpKillSwitch(id: string, request: CancelAnswer, owner: Owner): Promise<void> {
    const isWanted = (): boolean => isInUse(this.#session, owner) && !this.#disposables.disposed;
    const found = await this.#remaining(owner, isWanted);
    if (!isWanted() || (found.left === undefined && request.kind !== 'notSent')) {
      this.#log.release([id]);
      return;
    }
    this.#endKillSwitch(id, request, found);
    this.#killSwitchResolved.fire({ ...found, request });
  }

  #turnDown(orders: readonly Order[], owner: Owner, options: CancelOptions): readonly CancelReport[] {
    const outcome = { kind: 'rejected', error: ownerChanged() } as const;
    const own = { outcome, owner, at: this.#now(), attempt: '', recovered: false, awaited: true };
    const reports = orders.map((order) => ({ order, ...own }));
    for (const report of reports) this.#showProgress(report, options);
    return reports;
  }

  #showProgress(report: CancelReport, { onProgress }: CancelOptions): void {
    try {
      onProgress?.(report);
    } catch (cause) {
      this.#session.log.error('The outcome of a cancel could not be shown.', cause);
    }
  }

  /** Once for all orders of a list. */
  #refreshAll(): void {
    if (this.#orders.state.kind !== 'idle') void this.#orders.refresh('asked');
    for (const store of this.#touched) if (store.state.kind !== 'idle') void store.refresh('poll');
  }

  #followSession(): void {
    const session = this.#session;
    this.#stop(({ owner }) => !isInUse(session, owner), ownerChanged());
    const epoch = session.epoch('private');
    if (!session.canSign || this.#recoveredEpoch === epoch) return;
    this.#recoveredEpoch = epoch;
    void this.recover();
  }

  /** Another account cannot read these orders: what was sent stays unknown and open in the log. */
  #stop(isMeant: (attempt: RunningAttempt) => boolean, unsent: ExchangeError): void {
    for (const attempt of [...this.#killSwitches.values()].filter(isMeant)) {
      if (attempt.isOut || attempt.isOver) continue;
      attempt.isOver = true;
      this.#onAnswer(attempt, { kind: 'notSent', error: unsent });
    }
    for (const followed of [...this.#followed.values()]) {
      const own = followed.attempts.filter(isMeant);
      if (own.length === 0) continue;
      followed.abort.abort();
      const waiting = own.filter(({ isOut }) => !isOut);
      this.#settle(followed, waiting, { kind: 'rejected', error: unsent });
      const sent = own.filter(({ isOut }) => isOut);
      this.#log.release(sent.map(({ id }) => id));
      const asked = sent.filter(({ report, isRecovered }) => report === undefined && !isRecovered);
      this.#settle(followed, asked, { kind: 'unknown', error: notFollowed() });
      this.#drop(followed, sent);
    }
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

/** What the log says about a request this window did not send. */
function answerOfLogged({ state, events }: LoggedAttempt): CancelAnswer {
  if (state === 'requested') return { kind: 'notSent', error: tooLate() };
  const event = events.findLast((each) => each.state === state);
  if (state === 'accepted') return { kind: 'accepted', requestId: event?.serviceRequest };
  if (state !== 'refused') return { kind: 'unknown', error: unanswered(event?.serviceRequest) };
  const code = (event?.error ?? 'refused') as ExchangeErrorCode;
  const details = { mayHaveArrived: false, ...(event?.status === undefined ? {} : { status: event.status }) };
  return { kind: 'refused', error: new ExchangeError(code, 'The service refused it.', details) };
}

/** Id of the connection and origin of its private requests: never a key, nor what else a URL may hold. */
function connectionOf({ profile: { id, privateUrl } }: Owner): string {
  return `${id} ${URL.parse(privateUrl)?.origin ?? ''}`;
}
