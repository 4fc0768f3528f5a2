import { Emitter, type Event } from '../base/event.ts';
import { type Disposable, DisposableStore } from '../base/lifecycle.ts';
import type { Order } from '../core/order.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { Follower } from './cancel-follow.ts';
import { connectionOf, createIntent, type Intent, recordedOrder, type Wish } from './cancel-intent.ts';
import { OpenEnded, VALID_MS } from './cancel-open-ended.ts';
import type { CancelOptions } from './cancel-options.ts';
import { OtherRequests } from './cancel-others.ts';
import {
  type Answer,
  answerOfStep,
  type CancelOutcome,
  type CancelReport,
  notFollowed,
  notSent,
  stepOf,
} from './cancel-outcome.ts';
import { CancelSender } from './cancel-send.ts';
import { asExchangeError } from './failure.ts';
import { type IntentRecord, wasTold } from './intent.ts';
import type { IntentLog } from './intent-log.ts';
import type { Store } from './load-state.ts';
import { onReading } from './on-reading.ts';
import type { OrdersStore } from './orders.ts';
import type { Session } from './session.ts';

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
  readonly #resolved = new Emitter<CancelReport>();
  readonly #disposables = new DisposableStore();
  /** Not answered yet. A second wish for the same order joins. */
  readonly #open = new Map<string, Intent>();
  /** Answered `unknown` and still re-read. A second wish joins too, unless it is one for sending anew. */
  readonly #late = new Map<string, Intent>();
  /** Epoch of the account whose open intents were last looked up. */
  #lookedUp: number | undefined;

  /** `touched`: what a fill before the cancel changed as well; read again after it, where it was read before. */
  constructor(session: Session, orders: OrdersStore, log: IntentLog, touched: readonly Store[] = []) {
    this.#session = session;
    this.#orders = orders;
    this.#log = log;
    this.#touched = touched;
    this.#follower = new Follower(session.clock);
    this.#others = new OtherRequests(log, session.clock);
    this.#sender = new CancelSender(session, log, {
      goesOut: (intent, signal) => this.#goesOut(intent, signal),
      isHere: (id) => [...this.#open.values(), ...this.#late.values()].some((each) => each.id === id),
      settle: (intent, outcome) => this.#settle(intent, outcome),
      follow: (exchange, intent, answer) => void this.#follow(exchange, intent, () => answer),
      followOther: (exchange, intent) => this.#followOther(exchange, intent),
    });
    this.#disposables.add(session.onDidChange(() => this.#followSession()));
    this.#disposables.add(onReading(orders, () => void this.recover(wasTold)));
  }

  /** Every outcome, also those found out after `cancel` had to answer `unknown`, and those of windows that are gone. */
  readonly onDidResolve: Event<CancelReport> = (listener) => this.#resolved.event(listener);

  /** Whether the last request for this order may or may not have been acted on, and it takes a new wish to send again. */
  isUnknown(orderId: string): boolean {
    return this.#late.has(orderId);
  }

  /** A wish for `cancel` to send. It is void under another account. */
  openEnded(): OpenEnded {
    const { clock } = this.#session;
    const epoch = this.#session.epoch('private');
    return new OpenEnded(this.#log, clock, () => this.#session.epoch('private') === epoch);
  }

  /** Never rejects; one report per distinct order, in the order given. An order already being cancelled joins that cancel. */
  async cancel(orders: readonly Order[], options: CancelOptions = {}): Promise<readonly CancelReport[]> {
    const distinct = [...new Map(orders.map((order) => [order.id, order])).values()];
    const list = this.#log.newId();
    const fresh: Intent[] = [];
    const intents = distinct.map((order) => {
      const again = options.openEnded !== undefined || options.again?.has(order.id) === true;
      const late = again ? undefined : this.#late.get(order.id);
      const joined = this.#open.get(order.id) ?? late;
      if (joined !== undefined) {
        if (joined.recorded) this.#log.note(joined.id, 'askedAgain');
        return joined;
      }
      const intent = this.#intend(order, { list, of: distinct.length, why: options.why, again });
      fresh.push(intent);
      return intent;
    });
    const reports = intents.map(async ({ answered }) => {
      const report = await answered;
      options.onProgress?.(report);
      return report;
    });
    void this.#send(fresh, options);
    return Promise.all(reports);
  }

  /** Takes up what other windows left open for this account and `is` so. Asks nothing of the service if nothing is. */
  async recover(is: (record: IntentRecord) => boolean = () => true): Promise<void> {
    const session = this.#session;
    const here = (each: IntentRecord): boolean =>
      each.connection === connectionOf(session.profile) && is(each);
    try {
      if ((await this.#others.open(here)).length === 0) return;
      const exchange = await session.ensure();
      if (!session.canSign) return;
      const account = this.#account();
      for (const record of await this.#others.open((each) => here(each) && each.account === account))
        this.#takeUp(exchange, record);
    } catch (cause) {
      session.log.error('Cancels that were under way could not be looked up.', cause);
    }
  }

  dispose(): void {
    this.#stop();
    this.#disposables.dispose();
    this.#resolved.dispose();
  }

  #intend(order: Order, own: Wish): Intent {
    this.#late.get(order.id)?.abort.abort();
    const session = this.#session;
    const intent = createIntent(order, own, {
      id: this.#log.newId(),
      epoch: session.epoch('private'),
      at: session.clock.now(),
    });
    this.#late.delete(order.id);
    this.#open.set(order.id, intent);
    this.#orders.setPending(order.id, true, own.record !== undefined);
    return intent;
  }

  #takeUp(exchange: Exchange, record: IntentRecord): void {
    const { id } = record.order;
    if (this.#open.has(id) || this.#late.has(id)) return;
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
      for (const intent of intents) if (!intent.follows) this.#settle(intent, { kind: 'refused', error });
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
    let answer: Answer = answerOfStep(undefined);
    const renew = async (): Promise<void> => {
      answer = (await this.#others.answer(intent)) ?? answer;
    };
    void this.#follow(exchange, intent, () => answer, renew);
  }

  async #follow(
    exchange: Exchange,
    intent: Intent,
    answer: () => Answer,
    renew?: () => Promise<void>,
  ): Promise<void> {
    const { order, abort } = intent;
    const outcome = await this.#follower
      .follow({
        order,
        answer,
        read: async (signal) => {
          await renew?.();
          return this.#readOrder(exchange, intent, signal);
        },
        isUnlisted: async (signal) => {
          const { items, lost } = await exchange.openOrders(signal);
          return lost === 0 && items.every(({ id }) => id !== order.id);
        },
        seen: (reading) => this.#orders.apply(reading),
        givenUpForNow: (error) => this.#settle(intent, { kind: 'unknown', error }),
        signal: abort.signal,
      })
      .catch(() => undefined);
    if (outcome === undefined) return;
    if (outcome.kind === 'alreadyGone' && outcome.order === undefined) this.#orders.remove(order.id);
    const late = this.#late.get(order.id) === intent || intent.recovered;
    this.#settle(intent, outcome);
    if (late) this.#refreshAll();
  }

  /** A key that stopped working ends all following: the session says so once. */
  async #readOrder(exchange: Exchange, { order, epoch }: Intent, signal: AbortSignal): Promise<Order> {
    try {
      return await exchange.order(order.id, signal);
    } catch (cause) {
      const error = asExchangeError(cause, this.#session.log);
      this.#session.report('private', epoch, error);
      throw error;
    }
  }

  #goesOut(intent: Intent, signal: AbortSignal | undefined): boolean {
    if (intent.abort.signal.aborted) return false;
    const age = this.#session.clock.now() - intent.askedAt;
    if (signal?.aborted !== true && Math.abs(age) <= VALID_MS) return true;
    this.#settle(intent, { kind: 'refused', error: notSent() });
    return false;
  }

  /** The first outcome answers `cancel`; one that was unknown may be followed by the true one. */
  #settle(intent: Intent, outcome: CancelOutcome): void {
    const { id } = intent.order;
    const isOpen = this.#open.get(id) === intent;
    if (!isOpen && this.#late.get(id) !== intent) return;
    this.#open.delete(id);
    const isUnknown = outcome.kind === 'unknown';
    if (isUnknown) this.#late.set(id, intent);
    else this.#late.delete(id);
    this.#orders.setPending(id, isUnknown, isUnknown);
    if (!isUnknown) intent.abort.abort();
    const report: CancelReport = {
      order: intent.order,
      outcome,
      at: this.#session.clock.now(),
      intent: intent.id,
      recovered: intent.recovered,
    };
    intent.answer(report);
    void this.#tell(intent, report);
  }

  /** What was found out for another window is told by whoever writes it down first. */
  async #tell(intent: Intent, report: CancelReport): Promise<void> {
    const { outcome } = report;
    if (!intent.follows) {
      const { step, details } = stepOf(outcome);
      if (intent.recorded) this.#log.note(intent.id, step, details);
    } else {
      const isFirst = await this.#others.write(intent, outcome);
      if (intent.recovered && !isFirst) return;
    }
    this.#resolved.fire(report);
  }

  /** Digest of whose orders these are: another key may be another account, which does not know them. */
  #account(): string {
    const { profile, accountMark } = this.#session;
    return this.#log.account(`${connectionOf(profile)}\n${accountMark}`);
  }

  /** Another account cannot read these orders: what was sent stays unknown, what was not is not sent. */
  #followSession(): void {
    const epoch = this.#session.epoch('private');
    const all = [...this.#open.values(), ...this.#late.values()];
    if (all.some((intent) => intent.epoch !== epoch)) this.#stop();
    if (!this.#session.canSign || this.#lookedUp === epoch) return;
    this.#lookedUp = epoch;
    void this.recover();
  }

  #stop(): void {
    for (const intent of [...this.#open.values(), ...this.#late.values()]) {
      intent.abort.abort();
      if (!this.#open.has(intent.order.id)) continue;
      this.#settle(
        intent,
        intent.sent ? { kind: 'unknown', error: notFollowed() } : { kind: 'refused', error: notSent() },
      );
    }
    this.#late.clear();
  }
}
