import type { Event } from '../base/event.ts';
import { isTerminal, type Order } from '../core/order.ts';
import { ExchangeError } from '../exchange/errors.ts';
import { KeyedList } from './keyed.ts';
import type { Change, LoadState, RefreshReason, Store } from './load-state.ts';
import { Loader, type Read } from './loader.ts';
import type { Session } from './session.ts';

/** The open orders of the account. Changes are keyed by order id. */
export class OrdersStore implements Store {
  readonly #session: Session;
  readonly #loader: Loader;
  readonly #list = new KeyedList<Order>((order) => order.id);
  readonly #pending = new Set<string>();
  /** Orders known to have ended. Final states are final: a list that was out meanwhile cannot bring them back. */
  readonly #ended = new Set<string>();
  /** Single readings newer than a list that is still out: by id, the order or that it is gone. */
  readonly #newer = new Map<string, { readonly order: Order | undefined; readonly reading: number }>();
  /** Grows with every list that is asked for. */
  #reading = 0;
  #lost = 0;

  constructor(session: Session) {
    this.#session = session;
    this.#loader = new Loader(session, 'private', () => this.#clear());
  }

  get state(): LoadState {
    return this.#loader.state;
  }

  readonly onDidChange: Event<Change> = (listener) => this.#loader.onDidChange(listener);

  get orders(): readonly Order[] {
    return this.#list.items;
  }

  /** Orders of the last reply that could not be read. */
  get lost(): number {
    return this.#lost;
  }

  get(id: string): Order | undefined {
    return this.#list.get(id);
  }

  inMarket(slug: string): readonly Order[] {
    return this.orders.filter((order) => order.marketSlug === slug);
  }

  /** Ids of orders whose cancel is under way and whose state is not known yet. */
  get pending(): ReadonlySet<string> {
    return this.#pending;
  }

  setPending(id: string, pending: boolean): void {
    if (this.#pending.has(id) === pending) return;
    if (pending) this.#pending.add(id);
    else this.#pending.delete(id);
    this.#loader.announce(new Set([id]));
  }

  /** Takes in an order as just read; one in a final state leaves the list and does not come back. */
  apply(order: Order): void {
    if (isTerminal(order.state)) {
      this.#ended.add(order.id);
      this.remove(order.id);
    } else if (!this.#ended.has(order.id)) {
      this.#newer.set(order.id, { order, reading: this.#reading });
      if (this.get(order.id) !== undefined) this.#replace(this.orders);
    }
  }

  /** The service does not know this order any more. A list asked for from now on may still say otherwise. */
  remove(id: string): void {
    this.#newer.set(id, { order: undefined, reading: this.#reading });
    if (this.get(id) !== undefined) this.#replace(this.orders);
  }

  load(): Promise<void> {
    return this.#loader.first(this.#read);
  }

  refresh(reason: RefreshReason = 'asked'): Promise<void> {
    return this.#loader.run(reason, this.#read);
  }

  /**
   * The open orders read anew, for whoever is about to act on them: what is held may be as old as the last look at it.
   * What is held must do where that read fails. Rejects with ExchangeError when nothing is: `auth` while signed out.
   */
  async latest(): Promise<readonly Order[]> {
    await this.refresh();
    const { state } = this;
    if (state.kind === 'failed' && !state.hasData) throw state.error;
    if (state.kind !== 'idle') return this.orders;
    throw this.#session.canSign
      ? new ExchangeError('cancelled', 'The connection changed while the orders were read.')
      : new ExchangeError('auth', 'Sign in to see this.', { auth: 'noKey', mayHaveArrived: false });
  }

  dispose(): void {
    this.#loader.dispose();
  }

  readonly #read: Read = async (exchange, signal) => {
    const reading = ++this.#reading;
    const listing = await exchange.openOrders(signal);
    return () => {
      this.#lost = listing.lost;
      for (const [id, known] of this.#newer) if (known.reading < reading) this.#newer.delete(id);
      return this.#list.replace(this.#current(listing.items));
    };
  };

  #replace(orders: readonly Order[]): void {
    this.#loader.announce(this.#list.replace(this.#current(orders)));
  }

  /** The list with what single readings know better. */
  *#current(orders: readonly Order[]): Iterable<Order> {
    for (const order of orders) {
      const newer = this.#newer.get(order.id);
      const latest = newer === undefined ? order : newer.order;
      if (latest !== undefined && !this.#ended.has(order.id) && !isTerminal(latest.state)) yield latest;
    }
  }

  #clear(): void {
    this.#list.clear();
    this.#pending.clear();
    this.#ended.clear();
    this.#newer.clear();
    this.#lost = 0;
  }
}
