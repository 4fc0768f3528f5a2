import { mapLimited } from '../base/async.ts';
import { Emitter, type Event } from '../base/event.ts';
import { type Disposable, DisposableStore } from '../base/lifecycle.ts';
import type { Order } from '../core/order.ts';
import { ExchangeError } from '../exchange/errors.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { Follower } from './cancel-follow.ts';
import { type Answer, answerOf, type CancelOutcome, type CancelReport } from './cancel-outcome.ts';
import { asExchangeError, refusesKey } from './failure.ts';
import type { Store } from './load-state.ts';
import type { OrdersStore } from './orders.ts';
import type { Session } from './session.ts';

export type { CancelOutcome, CancelReport } from './cancel-outcome.ts';

export interface CancelOptions {
  /** Keeps what was not sent yet from being sent (those end `refused`, code `cancelled`); what was sent is followed. */
  readonly signal?: AbortSignal;
  /** Once per order, when its outcome is known or given up on for now. */
  readonly onProgress?: (report: CancelReport) => void;
}

/** The service takes 1–20 orders in one batched cancel (live interface §8). */
const BATCH = 20;
/** Requests out at once. */
const WIDTH = 4;

/** One confirmed wish to cancel one order, from the request to the order's end. */
interface Intent {
  readonly order: Order;
  /** The account it was confirmed under; it is never sent under another. */
  readonly epoch: number;
  readonly abort: AbortController;
  readonly answered: Promise<CancelReport>;
  readonly answer: (report: CancelReport) => void;
  sent: boolean;
}

/** Cancels exactly the orders it is given, each sent once, and follows each to its end. */
export class CancelService implements Disposable {
  readonly #session: Session;
  readonly #orders: OrdersStore;
  readonly #touched: readonly Store[];
  readonly #follower: Follower;
  readonly #resolved = new Emitter<CancelReport>();
  readonly #disposables = new DisposableStore();
  /** Not answered yet. A second wish for the same order joins. */
  readonly #open = new Map<string, Intent>();
  /** Answered `unknown` and still re-read. A second wish is a new request and takes over. */
  readonly #late = new Map<string, Intent>();

  /** `touched`: what a fill before the cancel changed as well; read again after it, where it was read before. */
  constructor(session: Session, orders: OrdersStore, touched: readonly Store[] = []) {
    this.#session = session;
    this.#orders = orders;
    this.#touched = touched;
    this.#follower = new Follower(session.clock);
    this.#disposables.add(session.onDidChange(() => this.#followSession()));
  }

  /** Every outcome, also those found out after `cancel` had to answer `unknown`. */
  readonly onDidResolve: Event<CancelReport> = (listener) => this.#resolved.event(listener);

  /** Never rejects; one report per distinct order, in the order given. An order already being cancelled joins that cancel. */
  async cancel(orders: readonly Order[], options: CancelOptions = {}): Promise<readonly CancelReport[]> {
    const distinct = [...new Map(orders.map((order) => [order.id, order])).values()];
    const fresh: Intent[] = [];
    const intents = distinct.map((order) => {
      const joined = this.#open.get(order.id);
      if (joined !== undefined) return joined;
      const intent = this.#intend(order);
      fresh.push(intent);
      return intent;
    });
    const reports = intents.map(async ({ answered }) => {
      const report = await answered;
      options.onProgress?.(report);
      return report;
    });
    void this.#send(fresh, options.signal);
    return Promise.all(reports);
  }

  dispose(): void {
    this.#stop();
    this.#disposables.dispose();
    this.#resolved.dispose();
  }

  #intend(order: Order): Intent {
    this.#late.get(order.id)?.abort.abort();
    const { promise, resolve } = Promise.withResolvers<CancelReport>();
    const epoch = this.#session.epoch('private');
    const intent = {
      order,
      epoch,
      abort: new AbortController(),
      answered: promise,
      answer: resolve,
      sent: false,
    };
    this.#late.delete(order.id);
    this.#open.set(order.id, intent);
    this.#orders.setPending(order.id, true);
    return intent;
  }

  async #send(intents: readonly Intent[], signal: AbortSignal | undefined): Promise<void> {
    if (intents.length === 0) return;
    try {
      const exchange = await this.#session.ensure();
      const batches = intents.length > 1 ? chunks(intents, BATCH) : [];
      const left = await mapLimited(batches, WIDTH, (batch) => this.#sendBatch(exchange, batch, signal));
      const single = intents.length > 1 ? left.flat() : intents;
      await mapLimited(single, WIDTH, (intent) => this.#sendOne(exchange, intent, signal));
    } catch (cause) {
      const error = asExchangeError(cause, this.#session.log);
      for (const intent of intents) this.#settle(intent, { kind: 'refused', error });
    }
    await Promise.all(intents.map((intent) => intent.answered));
    if (this.#orders.state.kind !== 'idle') void this.#orders.refresh('asked');
    this.#refreshTouched();
  }

  /** Once for all orders of a list; reads that are out already are joined. */
  #refreshTouched(): void {
    for (const store of this.#touched) if (store.state.kind !== 'idle') void store.refresh('poll');
  }

  /** What is to be sent one by one instead: nothing, or all of it where the service has no batched cancel. */
  async #sendBatch(
    exchange: Exchange,
    batch: readonly Intent[],
    signal: AbortSignal | undefined,
  ): Promise<readonly Intent[]> {
    if (batch.length === 1 || exchange.supports('batchedCancel') === 'no') return batch;
    const wanted = batch.filter((intent) => this.#goesOut(intent, signal));
    if (wanted.length === 0) return [];
    const answers = await this.#askForAll(exchange, wanted);
    if (answers === undefined) return wanted;
    this.#take(exchange, wanted, answers);
    return [];
  }

  async #sendOne(exchange: Exchange, intent: Intent, signal: AbortSignal | undefined): Promise<void> {
    if (!this.#goesOut(intent, signal)) return;
    this.#take(exchange, [intent], [await this.#askForOne(exchange, intent)]);
  }

  /** One answer per intent; `undefined` when the service has no batched cancel, which certainly changed nothing. */
  async #askForAll(exchange: Exchange, intents: readonly Intent[]): Promise<readonly Answer[] | undefined> {
    try {
      const refs = intents.map(({ order }) => ({ id: order.id, marketSlug: order.marketSlug }));
      const accepted = new Set(await exchange.cancelOrders(refs));
      return refs.map(({ id }) =>
        // Naming fewer ids than were sent is no refusal either: their records tell.
        accepted.has(id) ? { kind: 'accepted' } : { kind: 'perhaps', error: notEchoed() },
      );
    } catch (cause) {
      const error = asExchangeError(cause, this.#session.log);
      if (error.code === 'unsupported') return undefined;
      return intents.map(() => answerOf(error));
    }
  }

  async #askForOne(exchange: Exchange, { order }: Intent): Promise<Answer> {
    try {
      await exchange.cancelOrder({ id: order.id, marketSlug: order.marketSlug });
      return { kind: 'accepted' };
    } catch (cause) {
      return answerOf(asExchangeError(cause, this.#session.log));
    }
  }

  /** Follows every order to its end, except where the key was refused: nothing can be read with it either. */
  #take(exchange: Exchange, intents: readonly Intent[], answers: readonly Answer[]): void {
    let keyRefused: ExchangeError | undefined;
    for (const [at, intent] of intents.entries()) {
      const answer = answers[at];
      if (answer?.kind === 'noEffect' && refusesKey(answer.error)) {
        keyRefused = answer.error;
        this.#settle(intent, { kind: 'refused', error: answer.error });
      } else if (answer !== undefined) {
        void this.#follow(exchange, intent, answer);
      }
    }
    // Last, for it ends everything that is still open.
    const epoch = intents[0]?.epoch;
    if (keyRefused !== undefined && epoch !== undefined) this.#session.report('private', epoch, keyRefused);
  }

  async #follow(exchange: Exchange, intent: Intent, answer: Answer): Promise<void> {
    const { order, abort } = intent;
    const outcome = await this.#follower
      .follow({
        order,
        answer,
        read: (signal) => this.#readOrder(exchange, intent, signal),
        seen: (reading) => this.#orders.apply(reading),
        givenUpForNow: (error) => this.#settle(intent, { kind: 'unknown', error }),
        signal: abort.signal,
      })
      .catch(() => undefined);
    if (outcome === undefined) return;
    if (outcome.kind === 'alreadyGone' && outcome.order === undefined) this.#orders.remove(order.id);
    const late = this.#late.get(order.id) === intent;
    this.#settle(intent, outcome);
    if (!late) return;
    void this.#orders.refresh('asked');
    this.#refreshTouched();
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

  /** Says whether it may be sent now, and settles it if not. */
  #goesOut(intent: Intent, signal: AbortSignal | undefined): boolean {
    if (intent.abort.signal.aborted) return false;
    if (signal?.aborted === true) {
      this.#settle(intent, { kind: 'refused', error: notSent() });
      return false;
    }
    intent.sent = true;
    return true;
  }

  /** The first outcome answers `cancel`; one that was unknown may be followed by the true one. */
  #settle(intent: Intent, outcome: CancelOutcome): void {
    const { id } = intent.order;
    const isOpen = this.#open.get(id) === intent;
    if (!isOpen && this.#late.get(id) !== intent) return;
    this.#open.delete(id);
    if (outcome.kind === 'unknown') this.#late.set(id, intent);
    else {
      this.#late.delete(id);
      this.#orders.setPending(id, false);
    }
    const report = this.#report(intent.order, outcome);
    intent.answer(report);
    this.#resolved.fire(report);
  }

  #report(order: Order, outcome: CancelOutcome): CancelReport {
    return { order, outcome, at: this.#session.clock.now() };
  }

  /** Another account cannot read these orders: what was sent stays unknown, what was not is not sent. */
  #followSession(): void {
    const epoch = this.#session.epoch('private');
    const all = [...this.#open.values(), ...this.#late.values()];
    if (all.some((intent) => intent.epoch !== epoch)) this.#stop();
  }

  #stop(): void {
    for (const intent of [...this.#open.values(), ...this.#late.values()]) {
      intent.abort.abort();
      const error = intent.sent ? notFollowed() : notSent();
      if (this.#open.has(intent.order.id)) {
        this.#settle(intent, { kind: intent.sent ? 'unknown' : 'refused', error });
      }
    }
    this.#late.clear();
  }
}

function chunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}

function notEchoed(): ExchangeError {
  return new ExchangeError('refused', 'The service did not accept this order for cancelling.');
}

function notSent(): ExchangeError {
  return new ExchangeError('cancelled', 'Not sent: it was called off before.', { mayHaveArrived: false });
}

function notFollowed(): ExchangeError {
  return new ExchangeError(
    'cancelled',
    'Sent, but the connection changed before the order could be read again.',
  );
}
