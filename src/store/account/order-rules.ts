import type { Execution } from '../../core/execution.ts';
import { isTerminal, type Order, type OrderState } from '../../core/order.ts';
import type { ReconcilerRules } from './reconciler.ts';

/** How frames and lists tell of orders (live interface §9.1, §11). */
export const ORDER_RULES: ReconcilerRules<Order> = {
  keyOf: ({ id }) => id,
  timeOf: ({ lastTransactTime }) => lastTransactTime,
  isOver: ({ state }) => isTerminal(state),
  // Without times nothing tells a fill that was taken back from a frame that came late.
  isBackwards: (next, held) =>
    next.cumQuantity !== undefined &&
    held.cumQuantity !== undefined &&
    next.cumQuantity.lessThan(held.cumQuantity),
  complete: (next, held) => ({
    ...next,
    side: next.side ?? held.side,
    type: next.type ?? held.type,
    price: next.price ?? held.price,
    quantity: next.quantity ?? held.quantity,
    tif: next.tif ?? held.tif,
    goodTillTime: next.goodTillTime ?? held.goodTillTime,
    intent: next.intent ?? held.intent,
    marketMetadata: next.marketMetadata ?? held.marketMetadata,
    state: next.state ?? held.state,
    insertTime: next.insertTime ?? held.insertTime,
    createTime: next.createTime ?? held.createTime,
    cashOrderQty: next.cashOrderQty ?? held.cashOrderQty,
  }),
};

const ENDS: Readonly<Record<string, OrderState>> = {
  FILL: 'FILLED',
  CANCELED: 'CANCELED',
  REJECTED: 'REJECTED',
  EXPIRED: 'EXPIRED',
};

/** The order as an execution leaves it; where its state was not sent, as far as the kind of execution says it. */
export function orderAfter({ order, type }: Execution): Order {
  const state = order.state ?? (type === undefined ? undefined : ENDS[type]);
  return state === order.state ? order : { ...order, state };
}
