import type { HistorySpan, PriceInterval } from '../../core/book.ts';
import type { Decimal } from '../../core/decimal.ts';
import type { ActivityQuery, MarketQuery, OffsetPage } from '../../core/request-queries.ts';
import type { OrderRef } from '../exchange.ts';
import { availableQuery, type Dialect } from '../profile.ts';
import {
  ACTIVITY_TYPE,
  enumNumber,
  enumText,
  MARKETS_SUBSCRIPTION,
  PRIVATE_SUBSCRIPTION,
  SPORTS_MARKET_TYPE,
} from './enums.ts';
import type { ClientFrame, SubscriptionType } from './frame.ts';

/** Query parameters; an array is its name repeated. */
export type QueryPairs = readonly (readonly [name: string, value: string])[];

/** Parameters of GET /v1/markets (interface.md 7.1); a filter the dialect has no parameter for is left out. */
export function encodeMarketQuery(query: MarketQuery, page: OffsetPage, dialect: Dialect): QueryPairs {
  const { ids, slugs, liquidityMin, liquidityMax, volumeMin, volumeMax, tagIds, ...rest } = availableQuery(
    query,
    dialect,
  );
  const { sportsMarketTypes: types, ...same } = rest;
  const seed = dialect === 'seed';
  return queryPairs({
    ...page,
    ...same,
    id: ids,
    slug: slugs,
    liquidityNumMin: liquidityMin,
    liquidityNumMax: liquidityMax,
    volumeNumMin: volumeMin,
    volumeNumMax: volumeMax,
    [seed ? 'tagId' : 'tagIds']: tagIds,
    sportsMarketTypes: seed ? types : types?.map((type) => enumText(SPORTS_MARKET_TYPE, type)),
  });
}

/**
 * Parameters of GET /v1/portfolio/activities. The sort parameter is
 * `sortOrder` in both dialects.
 */
export function encodeActivityQuery(query: ActivityQuery, cursor: string | undefined): QueryPairs {
  return queryPairs({
    cursor,
    types: query.types?.map((type) => enumText(ACTIVITY_TYPE, type)),
    marketSlug: query.marketSlug,
    sortOrder: query.sortOrder && `SORT_ORDER_${query.sortOrder}`,
  });
}

/** Minutes between samples, as documented for each interval. */
export const FIDELITY: Readonly<Record<PriceInterval, number>> = {
  '1H': 1,
  '6H': 1,
  '1D': 5,
  '1W': 180,
  '1M': 180,
  ALL: 180,
};

/** Parameters of GET /v1/price-history (interface.md 7.7). */
export function encodeHistoryQuery(slug: string, span: HistorySpan): QueryPairs {
  if (typeof span === 'string') {
    return queryPairs({ symbol: slug, fidelity: FIDELITY[span], fixedInterval: `INTERVAL_${span}` });
  }
  return queryPairs({
    symbol: slug,
    fidelity: 1,
    'timestamp.startTimestamp': Math.floor(span.from / 1000),
    'timestamp.endTimestamp': Math.ceil(span.to / 1000),
  });
}

type Parameter = string | number | boolean | Decimal | undefined;

/** A list is its name repeated; absent and empty values are not sent. */
export function queryPairs(parameters: Readonly<Record<string, Parameter | readonly string[]>>): QueryPairs {
  return Object.entries(parameters).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? ''])
      .map((each) => [name, String(each)] as const)
      .filter(([, text]) => text !== ''),
  );
}

/** Name of the market in a body. One spelling only: a service could refuse both at once. */
function marketField(dialect: Dialect): 'market_slug' | 'marketSlug' {
  return dialect === 'seed' ? 'market_slug' : 'marketSlug';
}

/** Body of POST /v1/order/{orderId}/cancel. */
export function encodeCancelBody(marketSlug: string, dialect: Dialect): Readonly<Record<string, string>> {
  return { [marketField(dialect)]: marketSlug };
}

/**
 * Body of POST /v1/orders/batched/cancel. `seed` has no such endpoint; its
 * dialect spells the market as in its single cancel.
 */
export function encodeBatchedCancelBody(
  orders: readonly OrderRef[],
  dialect: Dialect,
): { readonly orders: readonly Readonly<Record<string, string>>[] } {
  const market = marketField(dialect);
  return { orders: orders.map(({ id, marketSlug }) => ({ orderId: id, [market]: marketSlug })) };
}

/** What a client sends. `seed`: snake_case with an integer for the subscription type. */
export function encodeClientFrame(frame: ClientFrame, dialect: Dialect): string {
  if (frame.kind === 'unsubscribe')
    return frameText({ unsubscribe: { requestId: frame.requestId } }, dialect);
  const { requestId, type, slugs } = frame;
  const subscribe = {
    requestId,
    subscriptionType: subscriptionCode(type, dialect),
    // An empty list has meant all markets where none is asked for.
    marketSlugs: slugs.length === 0 ? undefined : slugs,
  };
  return frameText({ subscribe }, dialect);
}

/** An integer in `seed`, a name in `current`. */
export function subscriptionCode(type: SubscriptionType, dialect: Dialect): number | string {
  const table = MARKETS_SUBSCRIPTION.numbers.has(type) ? MARKETS_SUBSCRIPTION : PRIVATE_SUBSCRIPTION;
  return dialect === 'seed' ? enumNumber(table, type) : enumText(table, type);
}

/** The JSON of a frame in the spelling of `dialect`. */
export function frameText(frame: object, dialect: Dialect): string {
  return JSON.stringify(dialect === 'seed' ? snakeCased(frame) : frame);
}

/** Only names are turned: no object of a frame has data for names. */
function snakeCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCased);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(
    ([name, item]) =>
      [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), snakeCased(item)] as const,
  );
  return Object.fromEntries(entries);
}
