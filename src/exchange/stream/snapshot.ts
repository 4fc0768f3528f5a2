import type { Order } from '../../core/order.ts';

/** More open orders than that are no snapshot any more. */
const MOST_ORDERS = 20_000;

/** Gathers the parts of one snapshot of the open orders; what failed or is not at its end is never handed on. */
export class OrdersSnapshot {
  #parts: Order[] = [];
  #failed = false;

  /** The whole snapshot when this is its last part; then the next one begins. */
  add(part: {
    readonly orders: readonly Order[];
    readonly eof: boolean;
    readonly error: string | undefined;
  }): readonly Order[] | undefined {
    if (part.error !== undefined || this.#parts.length + part.orders.length > MOST_ORDERS)
      this.#failed = true;
    if (!this.#failed) this.#parts.push(...part.orders);
    if (!part.eof) return undefined;
    const whole = this.#failed ? undefined : this.#parts;
    this.#parts = [];
    this.#failed = false;
    return whole;
  }
}
