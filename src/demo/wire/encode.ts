import type { Activity } from '../../core/activity.ts';
import type { Balance } from '../../core/balance.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import type { Order } from '../../core/order.ts';
import type { Position } from '../../core/position.ts';
import type { Dialect } from '../../exchange/profile.ts';
import { encodeActivity, encodeBalance, encodeOrder, encodePosition } from './encode-account.ts';
import { encodeEvent, encodeMarket, type MarketEncoding } from './encode-market.ts';
import type { WireObject } from './encode-values.ts';

// Whole replies for the demo exchange, to be turned into JSON as they are. `encodeBook`, `encodeBestQuote`,
// `encodeSettlement` and `encodePriceHistory` of encode-book.ts are whole replies too.

/** Reply of GET /v1/markets. */
export function marketsReply(markets: readonly Market[], how: MarketEncoding): WireObject {
  return { markets: markets.map((market) => encodeMarket(market, how)) };
}

/** Reply of GET /v1/market/id/{id} and /v1/market/slug/{slug}. */
export function marketReply(market: Market, how: MarketEncoding): WireObject {
  return { market: encodeMarket(market, how) };
}

/** Reply of GET /v1/events and /v1/search. */
export function eventsReply(events: readonly MarketEvent[], dialect: Dialect): WireObject {
  return { events: events.map((event) => wholeEvent(event, dialect)) };
}

/** Reply of GET /v1/events/{id} and /v1/events/slug/{slug}. */
export function eventReply(event: MarketEvent, dialect: Dialect): WireObject {
  return { event: wholeEvent(event, dialect) };
}

/** Reply of GET /v1/order/{orderId}. */
export function orderReply(order: Order, dialect: Dialect): WireObject {
  return { order: encodeOrder(order, dialect) };
}

/** Reply of GET /v1/orders/open. */
export function openOrdersReply(orders: readonly Order[], dialect: Dialect): WireObject {
  return { orders: orders.map((order) => encodeOrder(order, dialect)) };
}

/** Reply of GET /v1/portfolio/positions. `nextCursor` is `undefined` on the last page. */
export function positionsReply(
  positions: readonly Position[],
  nextCursor: string | undefined,
  dialect: Dialect,
): WireObject {
  const entries = positions.map(
    (position) => [position.marketSlug, encodePosition(position, dialect)] as const,
  );
  return { positions: Object.fromEntries(entries), ...cursorFields(nextCursor) };
}

/** Reply of GET /v1/portfolio/activities. `nextCursor` is `undefined` on the last page. */
export function activitiesReply(
  activities: readonly Activity[],
  nextCursor: string | undefined,
  dialect: Dialect,
): WireObject {
  return { activities: activities.map((each) => encodeActivity(each, dialect)), ...cursorFields(nextCursor) };
}

/** Reply of GET /v1/account/balances. */
export function balancesReply(balances: readonly Balance[]): WireObject {
  return { balances: balances.map(encodeBalance) };
}

/** Reply of POST /v1/orders/batched/cancel. */
export function cancelledIdsReply(ids: readonly string[]): WireObject {
  return { canceledOrderIds: ids };
}

/** Body of a failure; `code` is a gRPC one: 3, 5, 7, 8, 13, 14, 16 (interface.md 4). */
export function errorReply(code: number, message: string): WireObject {
  return { code, message, details: [] };
}

function wholeEvent(event: MarketEvent, dialect: Dialect): WireObject {
  const how: MarketEncoding = { dialect, tags: false };
  return encodeEvent(
    event,
    event.markets.map((market) => encodeMarket(market, how)),
    dialect,
  );
}

function cursorFields(nextCursor: string | undefined): WireObject {
  return { nextCursor: nextCursor ?? '', eof: nextCursor === undefined };
}
