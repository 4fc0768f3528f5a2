import type { Decimal } from './decimal.ts';
import { type Instant, parseInstant } from './instant.ts';
import type { Market } from './market.ts';
import type { MarketQuery } from './query.ts';
import { liquidityOf, volumeOf } from './sort.ts';

export type FilterName = Exclude<keyof MarketQuery, 'orderBy' | 'orderDirection'>;

/** Whether a market passes one filter; undefined where it does not carry the field asked about. */
type MarketTest<N extends FilterName> = (
  market: Market,
  wanted: NonNullable<MarketQuery[N]>,
  query: MarketQuery,
) => boolean | undefined;

const MARKET_TESTS: { readonly [N in FilterName]: MarketTest<N> } = {
  ids: (market, ids) => oneOf(market.id, ids),
  slugs: (market, slugs) => oneOf(market.slug, slugs),
  archived: (market, wanted) => same(market.archived, wanted),
  active: (market, wanted) => same(market.active, wanted),
  closed: (market, wanted) => same(market.closed, wanted),
  liquidityMin: (market, least) => atLeast(liquidityOf(market), least),
  liquidityMax: (market, most) => atMost(liquidityOf(market), most),
  volumeMin: (market, least) => atLeast(volumeOf(market), least),
  volumeMax: (market, most) => atMost(volumeOf(market), most),
  startDateMin: (market, from) => notBefore(market.startDate, from),
  startDateMax: (market, until) => notAfter(market.startDate, until),
  endDateMin: (market, from) => notBefore(market.endDate, from),
  endDateMax: (market, until) => notAfter(market.endDate, until),
  tagIds: taggedWith,
  relatedTags: () => true,
  cyom: (market, wanted) => same(market.cyom, wanted),
  gameId: (market, id) => oneOf(market.overview?.gameId, [id]),
  sportsMarketTypes: (market, types) => oneOf(market.sportsMarketTypeV2, types),
  rewardsMinSize: (market, least) => atLeast(market.rewardsMinSize, least),
  questionIds: (market, ids) => oneOf(market.questionId, ids),
  categories: (market, categories) => oneOf(market.category, categories),
  marketTypes: (market, types) => oneOf(market.marketType, types),
  includeTag: () => true,
};

/** Whether a market passes one filter of the query; undefined where only the service can know. */
export function passesFilter(market: Market, query: MarketQuery, name: FilterName): boolean | undefined {
  const wanted = query[name];
  const test = MARKET_TESTS[name] as (
    market: Market,
    wanted: unknown,
    query: MarketQuery,
  ) => boolean | undefined;
  return wanted === undefined ? true : test(market, wanted, query);
}

/**
 * The query applied again on this side: services were seen to ignore filters (interface.md 7.4, 12). A market
 * that does not carry the field a filter asks about passes, because then only the service can know.
 */
export function matches(market: Market, query: MarketQuery): boolean {
  for (const name of Object.keys(query))
    if (name in MARKET_TESTS && passesFilter(market, query, name as FilterName) === false) return false;
  return true;
}

/** Letter case aside. */
function oneOf(value: string | undefined, wanted: readonly string[]): boolean | undefined {
  if (wanted.length === 0) return true;
  const text = value?.toLowerCase();
  return text === undefined ? undefined : wanted.some((each) => each.toLowerCase() === text);
}

function same(value: boolean | undefined, wanted: boolean): boolean | undefined {
  return value === undefined ? undefined : value === wanted;
}

function atLeast(value: Decimal | undefined, least: Decimal): boolean | undefined {
  return value === undefined ? undefined : !value.lessThan(least);
}

function atMost(value: Decimal | undefined, most: Decimal): boolean | undefined {
  return value === undefined ? undefined : !value.greaterThan(most);
}

/** Bounds included; a bound that is no date rules nothing out. */
function notBefore(value: Instant | undefined, text: string): boolean | undefined {
  const from = parseInstant(text);
  if (from === undefined) return true;
  return value === undefined ? undefined : value.ms >= from.ms;
}

function notAfter(value: Instant | undefined, text: string): boolean | undefined {
  const until = parseInstant(text);
  if (until === undefined) return true;
  return value === undefined ? undefined : value.ms <= until.ms;
}

/** Related tags are known to the service alone, and most replies carry no tags at all. */
function taggedWith(market: Market, ids: readonly string[], query: MarketQuery): boolean | undefined {
  if (query.relatedTags === true || market.tags.length === 0) return undefined;
  return market.tags.some((tag) => ids.includes(tag.id));
}
