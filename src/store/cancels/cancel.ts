import type { Event } from '../../base/event.ts';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { Order } from '../../core/order.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { OrdersStore } from '../account/orders.ts';
import type { Store } from '../reading/load-state.ts';
import { asExchangeError } from '../session/failure.ts';
import { isInUse, type Owner, ownerChanged, ownerOf } from '../session/owner.ts';
import type { Session } from '../session/session.ts';
import { Confirmation } from './cancel-confirmation.ts';
import { type EverythingEnd, EverythingRecovery } from './cancel-everything-recover.ts';
import { Follower } from './cancel-follow.ts';
import {
  calledOff,
  connectionOf,
  createIntent,
  type Intent,
  recordedOrder,
  reportsOf,
  turnedDown,
  type Wish,
} from './cancel-intent.ts';
import { OpenEnded } from './cancel-open-ended.ts';
import type { CancelOptions } from './cancel-options.ts';
import { OtherRequests } from './cancel-others.ts';
import {
  type Answer,
  answerOfStep,
  type CancelOutcome,
  type CancelReport,
  notFollowed,
} from './cancel-outcome.ts';
import { PendingCancels } from './cancel-pending.ts';
import { Recovery } from './cancel-recover.ts';
import { CancelSender } from './cancel-send.ts';
import { OutcomeTeller } from './cancel-tell.ts';
import { failureOf, type IntentRecord } from './intent.ts';
import type { IntentLog } from './intent-log.ts';

export type { CancelOptions } from './cancel-options.ts';
export type { CancelOutcome, CancelReport } from './cancel-outcome.ts';

/**
 * Cancels exactly the orders it is given, each written down before and sent once, and follows each to its end; also
 * those of windows that are gone.
 */
export class CancelService implements Disposable {
  readonly #session: Session;
  readonly #orders: OrdersStore;
  readonly #log: IntentLog;
  readonly #touched: readonly Store[];
  readonly #follower: Follower;
  readonly #sender: CancelSender;
  readonly #others: OtherRequests;
  readonly #teller: OutcomeTeller;
  readonly #pending: PendingCancels;
  readonly #recovery: Recovery;
  readonly #leftOpenEnded: EverythingRecovery;
  readonly #disposables = new DisposableStore();

  /** `touched`: what a fill before the cancel changed as well; read again after it, where it was read before. */
  constructor(session: Session, orders: OrdersStore, log: IntentLog, touched: readonly Store[] = []) {
    this.#session = session;
    this.#orders = orders;
    this.#log = log;
    this.#touched = touched;
    this.#follower = new Follower(session.clock);
    this.#others = new OtherRequests(log, session.clock);
    this.#teller = this.#disposables.add(new OutcomeTeller(log, session.clock));
    this.#pending = new PendingCancels(session, orders, (...told) => void this.#tell(...told));
    this.#sender = new CancelSender(session, log, {
      goesOut: (intent, signal) => this.#goesOut(intent, signal),
      leaves: (intent) => this.#pending.replaceLate(intent),
      account: () => this.#account(),
      begin: (order, wish) => {
        const joined = this.#pending.joined(order.id, true);
        return { intent: joined ?? this.#intend(order, wish), isFresh: joined === undefined };
      },
      isHere: (id) => this.#pending.all.some((each) => each.id === id),
      settle: (intent, outcome) => this.#pending.settle(intent, outcome),
      follow: (exchange, intent, answer) => {
        if (answer.kind === 'perhaps') this.#pending.doubt(intent);
        void this.#follow(exchange, intent, () => answer);
      },
      followOther: (exchange, intent) => this.#followOther(exchange, intent),
    });
    this.#recovery = this.#disposables.add(
      new Recovery({
        session,
        orders,
        others: this.#others,
        account: () => this.#account(),
        takeUp: (exchange, record) => this.#takeUp(exchange, record),
      }),
    );
    this.#leftOpenEnded = this.#disposables.add(
      new EverythingRecovery({ session, orders, log, account: () => this.#account() }),
    );
    this.#disposables.add(session.onDidChange(() => this.#followSession()));
  }

  /** Every outcome, also those found out after `cancel` had to answer `unknown`, and those of windows that are gone. */
  readonly onDidResolve: Event<CancelReport> = (listener) => this.#teller.onDidResolve(listener);

  /** How cancels of whatever was open ended that windows had asked for which are gone. */
  readonly onDidResolveEverything: Event<EverythingEnd> = (listener) =>
    this.#leftOpenEnded.onDidResolve(listener);

  /** Whether the last request for this order may or may not have been acted on, and it takes a new wish to send again. */
  isUnknown(orderId: string): boolean {
    return this.#pending.isUnknown(orderId);
  }

  /** A wish for `cancel` to send. */
  openEnded(owner: Owner = ownerOf(this.#session)): OpenEnded {
    return new OpenEnded(this.#log, this.#session, owner);
  }

  /**
   * Never rejects; one report per distinct order, in the order given: what is known when it is answered, which is after the
   * last of a long list. An order already being cancelled joins that cancel.
   */
  async cancel(orders: readonly Order[], options: CancelOptions = {}): Promise<readonly CancelReport[]> {
    const distinct = [...new Map(orders.map((order) => [order.id, order])).values()];
    const owner = options.owner ?? ownerOf(this.#session);
    if (!isInUse(this.#session, owner)) return this.#turnDown(distinct, owner, options);
    const list = this.#log.newId();
    const fresh: Intent[] = [];
    const confirmation = options.openEnded?.confirmation ?? new Confirmation(this.#session.clock);
    const intents = distinct.map((order) => {
      const again = options.openEnded !== undefined || options.again?.has(order.id) === true;
      const joined = this.#pending.joined(order.id, again);
      if (joined !== undefined) {
        if (joined.recorded) this.#log.note(joined.id, 'askedAgain');
        return joined;
      }
      const own = { list, of: distinct.length, why: options.why, again, confirmation };
      const intent = this.#intend(order, own);
      fresh.push(intent);
      return intent;
    });
    const afterwards = async (): Promise<void> => {
      await Promise.all([this.#sender.goAlong(intents, options), options.afterwards?.()]);
    };
    const reports = reportsOf(intents, (report) => this.#show(report, options), afterwards);
    void this.#send(fresh, options);
    return reports;
  }

  /** Takes up what other windows left open for this account. Asks nothing of the service if nothing is. */
  async recover(): Promise<void> {
    await Promise.all([this.#recovery.recover(), this.#leftOpenEnded.recover()]);
  }

  dispose(): void {
    for (const { id } of this.#pending.close()) this.#log.note(id, 'unknown', failureOf(notFollowed()));
    this.#disposables.dispose();
  }

  #intend(order: Order, own: Wish): Intent {
    const session = this.#session;
    const intent = createIntent(order, own, {
      id: this.#log.newId(),
      owner: ownerOf(session),
      confirmation: own.confirmation ?? new Confirmation(session.clock),
    });
    this.#pending.add(intent);
    return intent;
  }

  async #turnDown(orders: readonly Order[], owner: Owner, options: CancelOptions) {
    options.openEnded?.answer({ kind: 'noEffect', error: ownerChanged() });
    const reports = turnedDown(orders, owner, this.#session.clock.now());
    for (const report of reports) this.#show(report, options);
    await options.afterwards?.();
    return reports;
  }

  #show(report: CancelReport, { onProgress }: CancelOptions): void {
    try {
      onProgress?.(report);
    } catch (cause) {
      this.#session.log.error('What a cancel came to could not be shown.', cause);
    }
  }

  #takeUp(exchange: Exchange, record: IntentRecord): void {
    const { id } = record.order;
    if (this.#pending.joined(id, false) !== undefined || this.#teller.isEnded(record.slot)) return;
    const known = this.#orders.get(id) ?? recordedOrder(record.order);
    this.#followOther(exchange, this.#intend(known, { ...record, record }));
  }

  async #send(intents: readonly Intent[], options: CancelOptions): Promise<void> {
    const { openEnded } = options;
    if (intents.length === 0 && openEnded === undefined) return;
    try {
      const exchange = await this.#session.ensure();
      const wanted = intents.filter((intent) => this.#goesOut(intent, options.signal));
      await this.#sender.send(exchange, this.#account(), wanted, options);
    } catch (cause) {
      const error = asExchangeError(cause, this.#session.log);
      // What follows another window's request is none of this.
      for (const intent of intents)
        if (!intent.follows) this.#pending.settle(intent, { kind: 'refused', error });
      openEnded?.answer({ kind: 'noEffect', error });
    }
    await Promise.all(intents.map((intent) => intent.answered));
    this.#refreshAll();
  }

  /** Once for all orders of a list; reads that are out already are joined. */
  #refreshAll(): void {
    if (this.#orders.state.kind !== 'idle') void this.#orders.refresh('asked');
    for (const store of this.#touched) if (store.state.kind !== 'idle') void store.refresh('poll');
  }

  #followOther(exchange: Exchange, intent: Intent): void {
    intent.follows = true;
    intent.sent = true;
    this.#pending.replaceLate(intent);
    let answer: Answer = answerOfStep(undefined);
    void this.#follow(
      exchange,
      intent,
      () => answer,
      async () => {
        const known = await this.#others.known(intent);
        answer = known?.answer ?? answer;
        return known?.end;
      },
    );
  }

  async #follow(
    exchange: Exchange,
    intent: Intent,
    answer: () => Answer,
    found?: () => Promise<CancelOutcome | undefined>,
  ): Promise<void> {
    const { order, abort } = intent;
    const outcome = await this.#follower
      .follow({
        order,
        answer,
        found,
        read: (signal) => this.#readOrder(exchange, intent, signal),
        isUnlisted: async (signal) => {
          const { items, lost } = await exchange.openOrders(signal);
          return lost === 0 && items.every(({ id }) => id !== order.id);
        },
        seen: (reading) => this.#orders.apply(reading),
        givenUpForNow: (error) => this.#pending.settle(intent, { kind: 'unknown', error }),
        signal: abort.signal,
      })
      .catch(() => undefined);
    if (outcome === undefined) return;
    if (outcome.kind === 'alreadyGone' && outcome.order === undefined) this.#orders.remove(order.id);
    const late = this.#pending.isLate(intent) || intent.recovered;
    this.#pending.settle(intent, outcome);
    if (late) this.#refreshAll();
  }

  /** A key that stopped working ends all following: the session says so once. */
  async #readOrder(exchange: Exchange, { order, owner }: Intent, signal: AbortSignal): Promise<Order> {
    try {
      return await exchange.order(order.id, signal);
    } catch (cause) {
      const error = asExchangeError(cause, this.#session.log);
      this.#session.report('private', owner.epoch, error);
      throw error;
    }
  }

  #goesOut(intent: Intent, signal: AbortSignal | undefined): boolean {
    const error = calledOff(intent, signal);
    if (error !== undefined) this.#pending.settle(intent, { kind: 'refused', error });
    return error === undefined;
  }

  async #tell(intent: Intent, report: CancelReport, isAnswer: boolean): Promise<void> {
    await this.#teller.tell(intent, report, isAnswer);
    if (isAnswer || report.outcome.kind === 'unknown') return;
    await this.#recovery.followEnd(report.order.id);
  }

  /** Digest of whose orders these are: another key may be another account, which does not know them. */
  #account(): string {
    const { profile, accountMark } = this.#session;
    return this.#log.account(`${connectionOf(profile)}\n${accountMark}`);
  }

  #followSession(): void {
    if (this.#pending.all.some(({ owner }) => !isInUse(this.#session, owner))) this.#pending.stop();
    this.#recovery.followSession();
    this.#leftOpenEnded.followSession();
  }
}
