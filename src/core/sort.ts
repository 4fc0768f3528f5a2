import { Decimal } from './decimal.ts';
import type { Market, MarketEvent } from './market.ts';
import { dayChange, type LiveQuotes, sidePrices } from './pricing.ts';

export const SORT_KEYS = [
  'start',
  'volume',
  'price',
  'name',
  'change',
  'move',
  'spread',
  'closing',
  'new',
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface MarketSort {
  readonly key: SortKey;
  readonly direction: 'asc' | 'desc';
}

/** How each order reads best when first chosen: soonest, biggest, dearest, A–Z, most risen, tightest, newest. */
export function defaultDirection(key: SortKey): 'asc' | 'desc' {
  return ASCENDING.has(key) ? 'asc' : 'desc';
}

const ASCENDING: ReadonlySet<SortKey> = new Set(['start', 'name', 'spread', 'closing']);

/** The service's own names for `orderBy` (interface.md 7.1); `undefined` where only this side can sort. */
export function serviceOrder(key: SortKey): string | undefined {
  const fields: Partial<Record<SortKey, string>> = {
    start: 'gameStartTime',
    volume: 'volumeNum',
    price: 'lastTradePrice',
    name: 'question',
    change: 'oneDayPriceChange',
  };
  return fields[key];
}

/**
 * A sorted copy. Stable, and a market without the value stands last in either direction: unknown is neither small nor
 * big. Keys are worked out once a market.
 */
export function sortMarkets(
  markets: readonly Market[],
  sort: MarketSort,
  live: (slug: string) => LiveQuotes = () => ({}),
): readonly Market[] {
  return markets
    .map((market) => ({ market, value: sortValue(market, sort.key, live) }))
    .sort(compareRanked(sort))
    .map(({ market }) => market);
}

/** A market with what it is sorted by. */
export interface RankedMarket {
  readonly market: Market;
  readonly value: number | string | undefined;
}

export function compareRanked({ direction }: MarketSort): (a: RankedMarket, b: RankedMarket) => number {
  const sign = direction === 'asc' ? 1 : -1;
  return (a, b) => {
    if (a.value === undefined || b.value === undefined)
      return Number(a.value === undefined) - Number(b.value === undefined);
    return sign * compareValues(a.value, b.value);
  };
}

export function sortValue(
  market: Market,
  key: SortKey,
  live: (slug: string) => LiveQuotes,
): number | string | undefined {
  switch (key) {
    case 'start':
      return market.gameStartTime?.ms;
    case 'volume':
      return volumeOf(market)?.toNumber();
    case 'price': {
      const prices = sidePrices(market, true, live(market.slug));
      return (prices.buy ?? prices.last)?.price.toNumber();
    }
    case 'name':
      return (market.question ?? market.title ?? market.slug).toLowerCase();
    case 'change':
      return dayChange(market, true, live(market.slug))?.toNumber();
    case 'move': {
      const change = dayChange(market, true, live(market.slug))?.toNumber();
      return change && Math.abs(change);
    }
    case 'spread': {
      const { buy, sell } = sidePrices(market, true, live(market.slug));
      return buy && sell && buy.price.minus(sell.price).toNumber();
    }
    case 'closing':
      return market.endDate?.ms;
    case 'new':
      return (market.createdAt ?? market.startDate)?.ms;
  }
}

/** The number where it is sent, else the text that says the same. */
export function volumeOf(market: Market): Decimal | undefined {
  return market.overview?.volumeNum ?? Decimal.parse(market.overview?.volume);
}

export function liquidityOf(market: Market): Decimal | undefined {
  return market.overview?.liquidityNum ?? Decimal.parse(market.overview?.liquidity);
}

function compareValues(a: number | string, b: number | string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Events by their own start, name and volume, else by the market of theirs that comes first. Stable; unknown last. */
export function sortEvents(events: readonly MarketEvent[], sort: MarketSort): readonly MarketEvent[] {
  const places = new Map<Market, number>();
  const markets = sortMarkets(
    events.flatMap((event) => event.markets),
    sort,
  );
  for (const [place, market] of markets.entries()) places.set(market, place);
  const sign = sort.direction === 'asc' ? 1 : -1;
  const own = (event: MarketEvent): number | string | undefined => {
    if (sort.key === 'start') return event.startTime?.ms ?? event.markets[0]?.gameStartTime?.ms;
    if (sort.key === 'name') return event.title?.toLowerCase();
    return sort.key === 'volume' ? event.volume?.toNumber() : undefined;
  };
  const keyed = events.map((event) => {
    const first = Math.min(...event.markets.map((market) => places.get(market) ?? Infinity));
    return { event, value: own(event), first };
  });
  const isOwn = keyed.some(({ value }) => value !== undefined);
  return keyed
    .sort((a, b) => {
      if (!isOwn) return compareValues(a.first, b.first);
      if (a.value === undefined || b.value === undefined)
        return Number(a.value === undefined) - Number(b.value === undefined);
      return sign * compareValues(a.value, b.value);
    })
    .map(({ event }) => event);
}
