import type { Decimal } from './decimal.ts';
import { type Instant, parseInstant } from './instant.ts';
import type { Market } from './market.ts';
import type { MarketQuery } from './query.ts';
import { liquidityOf, volumeOf } from './sort.ts';

/**
 * The query applied again on this side: services were seen to ignore filters (interface.md 7.4, 12). A market
 * that does not carry the field a filter asks about passes, because then only the service can know.
 */
export function matches(market: Market, query: MarketQuery): boolean {
  return (
    oneOf(market.id, query.ids) &&
    oneOf(market.slug, query.slugs) &&
    flag(market.archived, query.archived) &&
    flag(market.active, query.active) &&
    flag(market.closed, query.closed) &&
    within(liquidityOf(market), query.liquidityMin, query.liquidityMax) &&
    within(volumeOf(market), query.volumeMin, query.volumeMax) &&
    during(market.startDate, query.startDateMin, query.startDateMax) &&
    during(market.endDate, query.endDateMin, query.endDateMax) &&
    taggedWith(market, query) &&
    flag(market.cyom, query.cyom) &&
    oneOf(market.overview?.gameId, query.gameId === undefined ? undefined : [query.gameId]) &&
    oneOf(market.sportsMarketTypeV2, query.sportsMarketTypes) &&
    within(market.rewardsMinSize, query.rewardsMinSize, undefined) &&
    oneOf(market.questionId, query.questionIds) &&
    oneOf(market.category, query.categories) &&
    oneOf(market.marketType, query.marketTypes)
  );
}

/** Letter case aside. */
function oneOf(value: string | undefined, wanted: readonly string[] | undefined): boolean {
  if (wanted === undefined || wanted.length === 0 || value === undefined) return true;
  const text = value.toLowerCase();
  return wanted.some((each) => each.toLowerCase() === text);
}

function flag(value: boolean | undefined, wanted: boolean | undefined): boolean {
  return wanted === undefined || value === undefined || value === wanted;
}

function within(value: Decimal | undefined, min: Decimal | undefined, max: Decimal | undefined): boolean {
  if (value === undefined) return true;
  return !(min !== undefined && value.lessThan(min)) && !(max !== undefined && value.greaterThan(max));
}

/** Bounds included; a bound that is no date rules nothing out. */
function during(value: Instant | undefined, min: string | undefined, max: string | undefined): boolean {
  if (value === undefined) return true;
  const from = min === undefined ? undefined : parseInstant(min);
  const to = max === undefined ? undefined : parseInstant(max);
  return !(from !== undefined && value.ms < from.ms) && !(to !== undefined && value.ms > to.ms);
}

/** Related tags are known to the service alone, and most replies carry no tags at all. */
function taggedWith(market: Market, query: MarketQuery): boolean {
  if (query.tagIds === undefined || query.relatedTags === true || market.tags.length === 0) return true;
  return market.tags.some((tag) => query.tagIds?.includes(tag.id) === true);
}
