import { Decimal } from '../../core/decimal.ts';
import { parseInstant } from '../../core/instant.ts';
import type { EventQuery, MarketQuery } from '../../core/query.ts';
import { DAY, type EventFrame, type MarketFrame, phaseOf } from './events.ts';
import { parentTag } from './leagues.ts';
import { stateOf } from './pricing.ts';
import { isArchived, isCyom, liquidityOf, questionIdOf, rewardsMinSize, volumeOf } from './tape.ts';

type Test<T> = (value: T) => boolean;

/** The filters of a market query as one test (interface.md 7.1). Frames in, so no price is made for what is left out. */
export function marketFilter(seed: number, query: MarketQuery, now: number): Test<MarketFrame> {
  const tests: Test<MarketFrame>[] = [];
  const add = <T>(asked: T | undefined, make: (asked: T) => Test<MarketFrame>): void => {
    if (asked !== undefined) tests.push(make(asked));
  };
  add(query.ids, (ids) => oneOf(ids, (market) => String(market.id)));
  add(query.slugs, (slugs) => oneOf(slugs, (market) => market.slug));
  add(query.categories, (categories) => oneOf(categories, (market) => market.event.category));
  add(query.marketTypes, (types) => oneOf(types, (market) => market.marketType));
  add(query.sportsMarketTypes, (types) => oneOf(types, (market) => market.sportsMarketTypeV2));
  add(query.questionIds, (ids) => oneOf(ids, questionIdOf));
  add(query.gameId, (id) => (market) => gameIdOf(market) === id);
  add(query.tagIds, (ids) => tagTest(ids, query.relatedTags === true));
  add(query.cyom, (wanted) => (market) => isCyom(market) === wanted);
  add(query.rewardsMinSize, (least) => (market) => atLeast(rewardsMinSize(market), least));
  add(query.archived, (wanted) => (market) => isArchived(market.event, now) === wanted);
  add(query.closed, (wanted) => (market) => isClosed(market, now) === wanted);
  add(query.active, (wanted) => (market) => isActive(market, now) === wanted);
  add(query.startDateMin, (from) => (market) => market.event.listedMs >= millis(from));
  add(query.startDateMax, (to) => (market) => market.event.listedMs <= millis(to));
  add(query.endDateMin, (from) => (market) => market.event.endMs >= millis(from));
  add(query.endDateMax, (to) => (market) => market.event.endMs <= millis(to));
  add(query.volumeMin, (least) => (market) => volumeOf(seed, market, now) >= least.toNumber());
  add(query.volumeMax, (most) => (market) => volumeOf(seed, market, now) <= most.toNumber());
  add(query.liquidityMin, (least) => (market) => liquidityOf(seed, market, now) >= least.toNumber());
  add(query.liquidityMax, (most) => (market) => liquidityOf(seed, market, now) <= most.toNumber());
  return (market) => tests.every((test) => test(market));
}

/** True when the query filters nothing, so that pages can be cut without looking at markets. */
export function filtersNothing(query: MarketQuery): boolean {
  const { orderDirection, relatedTags, includeTag, ...filters } = query;
  return Object.values(filters).every((value) => value === undefined);
}

export function eventFilter(query: EventQuery, now: number): Test<EventFrame> {
  const { active, closed, live, ended, categories, startTimeMin, startTimeMax } = query;
  return (event) => {
    const phase = phaseOf(event, now);
    const over = phase === 'resolving' || phase === 'resolved';
    return (
      (active === undefined || active === !over) &&
      (closed === undefined || closed === over) &&
      (ended === undefined || ended === over) &&
      (live === undefined || live === (phase === 'live')) &&
      (categories === undefined || categories.includes(event.category)) &&
      (startTimeMin === undefined || event.startMs >= millis(startTimeMin)) &&
      (startTimeMax === undefined || event.startMs <= millis(startTimeMax))
    );
  };
}

/** Fields a list can be ordered by, as numbers or texts. */
const ORDERS: Readonly<Record<string, (seed: number, market: MarketFrame, now: number) => number | string>> =
  {
    id: (_, market) => market.id,
    slug: (_, market) => market.slug,
    question: (_, market) => market.question,
    category: (_, market) => market.event.category,
    marketType: (_, market) => market.marketType,
    startDate: (_, market) => market.event.listedMs,
    endDate: (_, market) => market.event.endMs,
    gameStartTime: (_, market) => market.event.startMs,
    line: (_, { contract }) => ('line' in contract ? contract.line : 0),
    volume: (seed, market, now) => volumeOf(seed, market, now),
    volumeNum: (seed, market, now) => volumeOf(seed, market, now),
    volume24hr: (seed, market, now) => volumeOf(seed, market, now) - volumeOf(seed, market, now - DAY),
    liquidity: (seed, market, now) => liquidityOf(seed, market, now),
    liquidityNum: (seed, market, now) => liquidityOf(seed, market, now),
  };

/** The first name of `orderBy` that is no field; undefined when all are. */
export function unknownOrder(query: MarketQuery): string | undefined {
  return query.orderBy?.find((field) => !Object.hasOwn(ORDERS, field));
}

/** Sorted by the fields of the query, the first one first; `desc` by default (interface.md 6). */
export function ordered(
  seed: number,
  markets: readonly MarketFrame[],
  query: MarketQuery,
  now: number,
): readonly MarketFrame[] {
  const fields = (query.orderBy ?? []).flatMap((name) => ORDERS[name] ?? []);
  if (fields.length === 0) return markets;
  const sign = query.orderDirection === 'asc' ? 1 : -1;
  return markets
    .map((market) => ({ market, keys: fields.map((field) => field(seed, market, now)) }))
    .sort((a, b) => sign * compareKeys(a.keys, b.keys) || a.market.id - b.market.id)
    .map(({ market }) => market);
}

/** Takes orders, in words of the wire. Some settled markets say so too, as on the public service. */
function isActive(market: MarketFrame, now: number): boolean {
  return !isClosed(market, now) || market.id % 2 === 1;
}

function isClosed(market: MarketFrame, now: number): boolean {
  const state = stateOf(market, now);
  return state === 'resolving' || state === 'resolved';
}

function gameIdOf({ event: { subject } }: MarketFrame): string | undefined {
  return subject.kind === 'game' ? String(subject.gameId) : undefined;
}

function oneOf(wanted: readonly string[], of: (market: MarketFrame) => string): Test<MarketFrame> {
  const set = new Set(wanted);
  return (market) => set.has(of(market));
}

/** With `related`, a tag stands for those under it too: sports for every league. */
function tagTest(ids: readonly string[], related: boolean): Test<MarketFrame> {
  const wanted = new Set(ids.map(Number));
  return ({ event }) =>
    event.tags.some((tag) => wanted.has(tag) || (related && wanted.has(parentTag(tag) ?? Number.NaN)));
}

function atLeast(value: number | undefined, least: Decimal): boolean {
  return value !== undefined && !Decimal.of(value).lessThan(least);
}

function millis(text: string): number {
  return parseInstant(text)?.ms ?? Number.NaN;
}

function compareKeys(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  for (const [place, left] of a.entries()) {
    const right = b[place];
    if (right === undefined || left === right) continue;
    return left < right ? -1 : 1;
  }
  return 0;
}
