import type { PriceInterval } from '../../core/book.ts';
import type { Decimal } from '../../core/decimal.ts';
import type { LeagueEvents } from '../../core/league.ts';
import type { ActivityQuery, EventQuery, MarketQuery, OffsetPage } from '../../core/query.ts';
import { BATCH_LIMIT, type OrderRef } from '../exchange.ts';
import type { Dialect } from '../profile.ts';
import {
  ACTIVITY_TYPE,
  enumNumber,
  enumText,
  MARKETS_SUBSCRIPTION,
  PRIVATE_SUBSCRIPTION,
  SPORTS_MARKET_TYPE,
} from './enums.ts';
import type { ClientFrame, SubscriptionType } from './frame.ts';

/** Query parameters in the order they are sent; an array is its name repeated. */
export type QueryPairs = readonly (readonly [name: string, value: string])[];

/**
 * Parameters of GET /v1/markets (interface.md 7.1). A filter the dialect
 * has no parameter for is left out; `availableQuery` has the others.
 */
export function encodeMarketQuery(query: MarketQuery, page: OffsetPage, dialect: Dialect): QueryPairs {
  const seed = dialect === 'seed';
  const { tagIds, sportsMarketTypes: types } = query;
  return pairs({
    limit: page.limit,
    offset: page.offset,
    orderBy: query.orderBy,
    orderDirection: query.orderDirection,
    id: query.ids,
    slug: query.slugs,
    archived: query.archived,
    active: query.active,
    closed: query.closed,
    liquidityNumMin: seed ? query.liquidityMin : undefined,
    liquidityNumMax: seed ? query.liquidityMax : undefined,
    volumeNumMin: query.volumeMin,
    volumeNumMax: query.volumeMax,
    startDateMin: query.startDateMin,
    startDateMax: query.startDateMax,
    endDateMin: query.endDateMin,
    endDateMax: query.endDateMax,
    tagIds: seed ? undefined : tagIds,
    tagId: seed && tagIds?.length === 1 ? tagIds : undefined,
    relatedTags: query.relatedTags,
    cyom: seed ? query.cyom : undefined,
    gameId: query.gameId,
    sportsMarketTypes: seed ? types : types?.map((type) => enumText(SPORTS_MARKET_TYPE, type)),
    rewardsMinSize: seed ? query.rewardsMinSize : undefined,
    questionIds: seed ? query.questionIds : undefined,
    categories: query.categories,
    marketTypes: query.marketTypes,
    includeTag: query.includeTag,
  });
}

/** Parameters of GET /v1/events, the same in both dialects. */
export function encodeEventQuery(query: EventQuery, page: OffsetPage): QueryPairs {
  return pairs({
    limit: page.limit,
    offset: page.offset,
    active: query.active,
    closed: query.closed,
    live: query.live,
    ended: query.ended,
    categories: query.categories,
    startTimeMin: query.startTimeMin,
    startTimeMax: query.startTimeMax,
  });
}

/** Parameters of GET /v2/leagues. */
export function encodePage({ limit, offset }: OffsetPage): QueryPairs {
  return pairs({ limit, offset });
}

/** Parameters of GET /v2/leagues/{slug}/events; games are what it lists when nothing is said. */
export function encodeLeagueEventsQuery(which: LeagueEvents, page: OffsetPage): QueryPairs {
  return pairs({ ...page, type: which === 'futures' ? 'futures' : undefined });
}

/** Parameters of GET /v1/search. */
export function encodeSearchQuery(text: string, limit: number): QueryPairs {
  return pairs({ query: text, limit });
}

/**
 * Parameters of GET /v1/portfolio/activities. The sort parameter is
 * `sortOrder` in both dialects.
 */
export function encodeActivityQuery(query: ActivityQuery, cursor: string | undefined): QueryPairs {
  return pairs({
    cursor,
    types: query.types?.map((type) => enumText(ACTIVITY_TYPE, type)),
    marketSlug: query.marketSlug,
    sortOrder: query.sortOrder && `SORT_ORDER_${query.sortOrder}`,
  });
}

/** Parameters of GET /v1/portfolio/positions: the cursor alone is in both dialects. */
export function encodePositionsQuery(cursor: string | undefined): QueryPairs {
  return pairs({ cursor });
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

/** Parameters of GET /v1/price-history. */
export function encodePriceHistoryQuery(slug: string, interval: PriceInterval): QueryPairs {
  return pairs({ symbol: slug, fidelity: FIDELITY[interval], fixedInterval: `INTERVAL_${interval}` });
}

type Parameter = string | number | boolean | Decimal | undefined;

/** A list is its name repeated; absent and empty values are not sent. */
function pairs(parameters: Readonly<Record<string, Parameter | readonly string[]>>): QueryPairs {
  return Object.entries(parameters).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? ''])
      .map((each) => [name, String(each)] as const)
      .filter(([, text]) => text !== ''),
  );
}

/** Name of the market in a body. One spelling only: a service could refuse both at once. */
export function marketField(dialect: Dialect): 'market_slug' | 'marketSlug' {
  return dialect === 'seed' ? 'market_slug' : 'marketSlug';
}

/** Body of POST /v1/order/{orderId}/cancel. */
export function encodeCancelBody(marketSlug: string, dialect: Dialect): Readonly<Record<string, string>> {
  return { [marketField(dialect)]: marketSlug };
}

/**
 * Body of POST /v1/orders/batched/cancel. `seed` has no such endpoint; its
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
