import { byCurrency } from './currencies.ts';
import { type Total, total } from './figures.ts';
import { isBuy, type Order } from './order.ts';
import { type OwnMoney, ownMoney } from './own.ts';
import { orderPrice } from './pricing.ts';

/** Leaves × own price, without fees; a sale reserves nothing, and what is not known to be a buy counts as none. */
export function reservedByBuy(order: Order): OwnMoney | undefined {
  const own = orderPrice(order)?.own;
  if (own === undefined || order.leavesQuantity === undefined || !isBuy(order)) return undefined;
  return ownMoney(order.leavesQuantity.times(own.value), own.currency);
}

/** What open orders to buy cost if all of them fill, one sum a currency; `missing`: those nobody can say it of. */
export function reservedByBuys(orders: readonly Order[]): ReadonlyMap<string, Total> {
  const buys = orders.filter(isBuy);
  const reserved = buys.flatMap((order) => reservedByBuy(order) ?? []);
  const missing = buys.length - reserved.length;
  const sums = [...byCurrency(reserved, ({ currency }) => currency)].map(([currency, some]) => {
    return [currency, { ...total(some), missing, counted: some.length + missing }] as const;
  });
  return new Map(sums);
}
