import type { TradeActivity } from '../../core/activity.ts';
import { Decimal } from '../../core/decimal.ts';
import type { Execution, ExecutionType } from '../../core/execution.ts';
import { money } from '../../core/money.ts';
import { isTerminal, type Order } from '../../core/order.ts';
import { exactInstant } from '../account/order-values.ts';

export interface OrderChange {
  /** As it was last sent; undefined if it never was. */
  readonly before: Order | undefined;
  readonly after: Order;
  /** It was placed since the last look. */
  readonly placed: boolean;
  /** Its fills, oldest first, those taken back too. */
  readonly trades: readonly TradeActivity[];
}

/** True when there is nothing to tell. */
export function sameOrder(a: Order, b: Order): boolean {
  return (
    a.state === b.state &&
    a.lastTransactTime?.text === b.lastTransactTime?.text &&
    quantity(a.cumQuantity).equals(quantity(b.cumQuantity)) &&
    quantity(a.leavesQuantity).equals(quantity(b.leavesQuantity))
  );
}

/**
 * What happened to an order between two looks, one execution each, oldest first; the last one carries the order as it
 * is. A fill that was taken back has no execution type in the public record (§10): it is sent without one, as the order
 * is now, with the time it was taken back.
 */
export function executionsOf({ before, after, placed, trades }: OrderChange): readonly Execution[] {
  const steps: Execution[] = [];
  if (placed) steps.push(execution('NEW', { ...unfilled(after), state: 'NEW' }, after.createTime));
  const sent = quantity(before?.cumQuantity);
  const taken = trades.filter(({ state }) => state === 'BUSTED').at(-1);
  const lost = before !== undefined && quantity(after.cumQuantity).compare(sent) < 0;
  if (before !== undefined || placed) steps.push(...fillsOf(after, sent, trades));
  const over = isTerminal(after.state) && after.state !== 'FILLED' && after.state !== before?.state;
  if (over) steps.push(execution(typeOf(after.state), after, after.lastTransactTime));
  else if (steps.length === 0) {
    const busted = lost || taken !== undefined ? taken : undefined;
    steps.push({
      ...execution(undefined, after, after.lastTransactTime),
      tradeId: busted?.id,
      text: busted === undefined ? undefined : 'trade busted',
    });
  }
  // However it came about: who listens ends with the order as it is.
  const last = steps.at(-1);
  return last === undefined ? [] : [...steps.slice(0, -1), { ...last, order: after }];
}

function fillsOf(after: Order, sent: Decimal, trades: readonly TradeActivity[]): Execution[] {
  const steps: Execution[] = [];
  const whole = quantity(after.quantity);
  let filled = Decimal.zero;
  let paid = Decimal.zero;
  for (const { id, qty, price, createTime, state } of trades) {
    if (state === 'BUSTED') continue;
    filled = filled.plus(quantity(qty));
    paid = paid.plus(quantity(qty).times(price?.value ?? Decimal.zero));
    if (filled.compare(sent) <= 0) continue;
    const full = filled.compare(whole) >= 0;
    // The order's own spelling of the moment: what happened in one millisecond must not seem to go back.
    const time = createTime && exactInstant(createTime.ms, after.id);
    const order: Order = {
      ...after,
      state: full ? 'FILLED' : 'PARTIALLY_FILLED',
      cumQuantity: filled,
      leavesQuantity: whole.minus(filled),
      avgPx: price && money(Decimal.of(paid.dividedBy(filled).toFixed(4)), price.currency),
      commission: undefined,
      lastTransactTime: time,
    };
    const step = execution(full ? 'FILL' : 'PARTIAL_FILL', order, time);
    steps.push({ ...step, id: `E-${id}`, lastShares: qty, lastPx: price, tradeId: id });
  }
  return steps;
}

function unfilled(order: Order): Order {
  return {
    ...order,
    cumQuantity: Decimal.zero,
    leavesQuantity: order.quantity,
    avgPx: undefined,
    commission: undefined,
    lastTransactTime: order.createTime,
  };
}

function execution(
  type: ExecutionType | undefined,
  order: Order,
  transactTime: Order['lastTransactTime'],
): Execution {
  return {
    id: `E-${order.id}-${type ?? 'UPDATE'}-${transactTime?.ms ?? 0}`,
    type,
    order,
    lastShares: undefined,
    lastPx: undefined,
    tradeId: undefined,
    text: undefined,
    rejectReason: undefined,
    transactTime,
  };
}

function typeOf(state: Order['state']): ExecutionType | undefined {
  switch (state) {
    case 'CANCELED':
      return 'CANCELED';
    case 'EXPIRED':
      return 'EXPIRED';
    case 'REJECTED':
      return 'REJECTED';
    case 'REPLACED':
      return 'REPLACE';
    default:
      return undefined;
  }
}

function quantity(value: Decimal | undefined): Decimal {
  return value ?? Decimal.zero;
}
