import type { OrderRef } from '../exchange.ts';
import type { Dialect } from '../profile.ts';

/** Orders one batched cancel takes (live interface §4). */
export const BATCH_LIMIT = 20;

/** Name of the market in a body. One spelling only: a service could refuse both at once (live interface §8). */
export function marketField(dialect: Dialect): 'market_slug' | 'marketSlug' {
  return dialect === 'seed' ? 'market_slug' : 'marketSlug';
}

/** Body of POST /v1/order/{orderId}/cancel (interface §4.7, live interface §8). */
export function encodeCancelBody(marketSlug: string, dialect: Dialect): Readonly<Record<string, string>> {
  return { [marketField(dialect)]: marketSlug };
}

/**
 * Body of POST /v1/orders/batched/cancel (live interface §8). The interface page has no such endpoint; its
 * dialect spells the market as in its single cancel.
 * @throws RangeError for no order or more than 20.
 */
export function encodeBatchedCancelBody(
  orders: readonly OrderRef[],
  dialect: Dialect,
): { readonly orders: readonly Readonly<Record<string, string>>[] } {
  if (orders.length === 0 || orders.length > BATCH_LIMIT) {
    throw new RangeError(`A batched cancel takes 1 to ${BATCH_LIMIT} orders, not ${orders.length}`);
  }
  const market = marketField(dialect);
  return { orders: orders.map(({ id, marketSlug }) => ({ orderId: id, [market]: marketSlug })) };
}
