import { Decimal } from '../../../../src/core/decimal.ts';
import type { Execution } from '../../../../src/core/execution.ts';
import type { Order } from '../../../../src/core/order.ts';
import { OrdersStore } from '../../../../src/store/account/orders.ts';
import { at } from '../../../support/values.ts';
import { order, rig } from '../values.ts';

/** A time of the service; nanoseconds, because two events of one millisecond are two. */
export const T = (nanos: number) => at(`2026-09-01T11:00:00.${String(nanos).padStart(9, '0')}Z`);

export function executed(after: Order, own: Partial<Execution> = {}): Execution {
  return {
    id: undefined,
    type: undefined,
    order: after,
    lastShares: undefined,
    lastPx: undefined,
    tradeId: undefined,
    text: undefined,
    rejectReason: undefined,
    transactTime: undefined,
    ...own,
  };
}

/** A store with one order listed, as of T(10). */
export async function desk(own: Partial<Order> = { lastTransactTime: T(10) }) {
  const base = rig();
  base.exchange.orders_.set('A1', order('A1', own));
  const orders = new OrdersStore(base.session);
  await orders.load();
  const due: number[] = [];
  orders.onNeedsReading(() => due.push(base.clock.now()));
  const frame = (id: string, what: Partial<Order>, more: Partial<Execution> = {}): void =>
    orders.applyExecution(executed(order(id, what), more), base.clock.now());
  const ids = (): string => orders.orders.map(({ id }) => id).join(' ');
  return { ...base, orders, due, frame, ids };
}

export const filled = (contracts: number): Partial<Order> => ({
  state: 'PARTIALLY_FILLED',
  cumQuantity: Decimal.of(contracts),
});
