import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { Order } from '../../core/order.ts';
import type { OrdersStore } from '../account/orders.ts';
import { GAP_MS } from '../live/gaps.ts';
import { remember } from '../reading/keyed-list.ts';
import { readAt } from '../reading/load-state.ts';

/**
 * What two lists differ in is looked at so much later, milliseconds: a frame may say more of it by then, and the end of
 * an absence is known.
 */
export const HOLD_MS = 5_000;
/**
 * The same after a list that is older than a gap begins at, milliseconds: a machine that slept notices only some seconds
 * after it began to read again.
 */
const LONG_HOLD_MS = 15_000;
/** What a list shows after longer than this without one is no news but what happened meanwhile, milliseconds. */
export const LONG_MS = 600_000;
const MOST_ASKED = 2_000;

/** How long to wait with what a list shows that came so long after the one before, milliseconds. */
export function holdMs(sinceMs: number): number {
  return sinceMs > GAP_MS ? LONG_HOLD_MS : HOLD_MS;
}

export interface OrderListener {
  /** As it stood when listening began. */
  first(order: Order): void;
  /** It changed. `isNew`: the list before did not have it. */
  changed(order: Order, isNew: boolean): void;
  /** These are listed no more, as they were last listed. */
  gone(orders: readonly Order[]): void;
}

/** Compares the open orders with what they were before. */
export class OpenOrders implements Disposable {
  readonly #clock: Clock;
  readonly #orders: OrdersStore;
  readonly #listener: OrderListener;
  readonly #own = new DisposableStore();
  /** As they stood when they were last looked at; undefined before the first list. */
  #seen: ReadonlyMap<string, Order> | undefined;
  #readAt = 0;
  /** Orders a cancel was asked for here. */
  readonly #asked = new Map<string, true>();
  #timer: Disposable | undefined;

  constructor(clock: Clock, orders: OrdersStore, listener: OrderListener) {
    this.#clock = clock;
    this.#orders = orders;
    this.#listener = listener;
    this.#own.add(orders.onDidChange(() => this.#follow()));
  }

  /** As it was when it was last looked at. */
  get(id: string): Order | undefined {
    return this.#seen?.get(id);
  }

  wasAsked(id: string): boolean {
    return this.#asked.has(id) || this.#orders.pending.has(id);
  }

  /** Takes the list as it is without a word; gives the orders on it. */
  skip(): readonly Order[] {
    this.#stop();
    if (this.#seen !== undefined) this.#seen = this.#now();
    return this.#orders.orders;
  }

  clear(): void {
    this.#stop();
    this.#seen = undefined;
    this.#readAt = 0;
    this.#asked.clear();
  }

  dispose(): void {
    this.#stop();
    this.#own.dispose();
  }

  #stop(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  #now(): ReadonlyMap<string, Order> {
    return new Map(this.#orders.orders.map((order) => [order.id, order]));
  }

  #follow(): void {
    this.#followAsked();
    const at = readAt(this.#orders.state);
    if (at === undefined) return;
    const before = this.#readAt;
    this.#readAt = at;
    if (this.#seen === undefined || at - before > LONG_MS) {
      this.#stop();
      this.#seen = this.#now();
      for (const order of this.#orders.orders) this.#listener.first(order);
      return;
    }
    if (this.#timer !== undefined || !this.#differs(this.#seen)) return;
    this.#timer = this.#clock.setTimeout(() => this.#compare(), holdMs(at - before));
  }

  /** An order that is still open after its cancel came to nothing was not cancelled from here. */
  #followAsked(): void {
    const { pending } = this.#orders;
    for (const id of pending) remember(this.#asked, id, true, MOST_ASKED);
    for (const id of this.#asked.keys())
      if (!pending.has(id) && this.#orders.get(id) !== undefined) this.#asked.delete(id);
  }

  #differs(seen: ReadonlyMap<string, Order>): boolean {
    const { orders } = this.#orders;
    return orders.length !== seen.size || orders.some((order) => seen.get(order.id) !== order);
  }

  #compare(): void {
    this.#timer = undefined;
    const before = this.#seen;
    if (before === undefined) return;
    const now = this.#now();
    this.#seen = now;
    for (const order of now.values()) {
      const was = before.get(order.id);
      if (was !== order) this.#listener.changed(order, was === undefined);
    }
    const gone = [...before.values()].filter(({ id }) => !now.has(id));
    if (gone.length > 0) this.#listener.gone(gone);
  }
}
