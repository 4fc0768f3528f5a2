import { Decimal } from './decimal.ts';
import type { EventLookup } from './grouping.ts';
import type { Market, MarketEvent } from './market.ts';
import { dayChange, type LiveQuotes, sidePrices } from './pricing.ts';

type Usual = readonly [direction: 'asc' | 'desc', sent?: string];

/** How each order reads best when first chosen, and the name the service has for it in `orderBy` (interface.md 7.1). */
const SORTS = {
  start: ['asc', 'gameStartTime'],
  volume: ['desc', 'volumeNum'],
  price: ['desc', 'lastTradePrice'],
  name: ['asc', 'question'],
  change: ['desc', 'oneDayPriceChange'],
  move: ['desc'],
  spread: ['asc'],
  closing: ['asc'],
  new: ['desc'],
} as const satisfies Readonly<Record<string, Usual>>;

export type SortKey = keyof typeof SORTS;
export const SORT_KEYS = Object.keys(SORTS) as readonly SortKey[];

export interface MarketSort {
  readonly key: SortKey;
  readonly direction: 'asc' | 'desc';
}

export function defaultDirection(key: SortKey): 'asc' | 'desc' {
  return SORTS[key][0];
}

/** `undefined` where only this side can sort. */
export function serviceOrder(key: SortKey): string | undefined {
  const [, sent]: Usual = SORTS[key];
  return sent;
}

/**
 * Stable. What lacks the value stands behind what has one in either direction, first what has a borrowed one: unknown is neither
 * small nor big, and the volume of a game is not that of a market.
 */
export function compareValues(direction: 'asc' | 'desc'): (a: SortValue, b: SortValue) => number {
  const sign = direction === 'asc' ? 1 : -1;
  return (a, b) => {
    const rank = rankOf(a) - rankOf(b);
    if (rank !== 0 || a === undefined || b === undefined) return rank;
    const [left, right] = [figureOf(a), figureOf(b)];
    return left < right ? -sign : left > right ? sign : 0;
  };
}

/** What stands in for a value that is not known: the volume of a market's event, or that of an event's markets. */
interface BorrowedValue {
  readonly borrowed: number;
}

/** What something is sorted by. */
export type SortValue = number | string | BorrowedValue | undefined;

/** Whether it is known of the thing itself. */
export function isOwnValue(value: SortValue): value is number | string {
  return value !== undefined && typeof value !== 'object';
}

function rankOf(value: SortValue): number {
  return value === undefined ? 2 : typeof value === 'object' ? 1 : 0;
}

function figureOf(value: number | string | BorrowedValue): number | string {
  return typeof value === 'object' ? value.borrowed : value;
}

function borrowed(value: number | undefined): BorrowedValue | undefined {
  return value === undefined ? undefined : { borrowed: value };
}

/** By volume, a market that says nothing of its own (interface.md 9.2) borrows that of its event. */
export function sortValue(
  market: Market,
  key: SortKey,
  live: (slug: string) => LiveQuotes,
  eventOf: EventLookup = () => undefined,
): SortValue {
  switch (key) {
    case 'start':
      return market.gameStartTime?.ms;
    case 'volume':
      return (
        ownVolume(market, live(market.slug))?.toNumber() ?? borrowed(eventOf(market)?.volume?.toNumber())
      );
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
    case 'spread':
      return spreadOf(market, live(market.slug));
    case 'closing':
      return market.endDate?.ms;
    case 'new':
      return (market.createdAt ?? market.startDate)?.ms;
  }
}

/** Between the best prices, in cents. Prices have at most six decimals. */
export function spreadOf(market: Market, live: LiveQuotes | undefined): number | undefined {
  const { buy, sell } = sidePrices(market, true, live);
  return buy && sell && Math.round((buy.price.toNumber() - sell.price.toNumber()) * 1e6) / 1e4;
}

/** The number where it is sent, else the text that says the same. */
export function volumeOf(market: Market): Decimal | undefined {
  return market.overview?.volumeNum ?? countOf(market.overview?.volume);
}

/** The same, or what its quotes and its book say was traded. */
export function ownVolume(market: Market, live: LiveQuotes | undefined): Decimal | undefined {
  return volumeOf(market) ?? live?.bbo?.sharesTraded ?? live?.book?.stats?.sharesTraded;
}

export function liquidityOf(market: Market): Decimal | undefined {
  return market.overview?.liquidityNum ?? countOf(market.overview?.liquidity);
}

/** Of a text as it was sent. */
function countOf(text: string | undefined): Decimal | undefined {
  const count = Decimal.parse(text);
  return count?.isNegative === true ? undefined : count;
}

/** An event's own start or name, else the value of the market of its that comes first; its volume, else what its markets add up to. */
export function eventSortValue(
  event: MarketEvent,
  { key, direction }: MarketSort,
  live: (slug: string) => LiveQuotes,
): SortValue {
  if (key === 'volume') return event.volume?.toNumber() ?? borrowed(volumeOfMarkets(event, live));
  const own = {
    start: event.startTime?.ms,
    name: event.title?.toLowerCase(),
  };
  const value = own[key as keyof typeof own];
  return (
    value ?? event.markets.map((market) => sortValue(market, key, live)).sort(compareValues(direction))[0]
  );
}

function volumeOfMarkets({ markets }: MarketEvent, live: (slug: string) => LiveQuotes): number | undefined {
  let sum: number | undefined;
  for (const market of markets) {
    const volume = ownVolume(market, live(market.slug))?.toNumber();
    if (volume !== undefined) sum = (sum ?? 0) + volume;
  }
  return sum;
}

/** A sort as settings hold it; undefined where that is none. */
export function readSort(key: unknown, direction: unknown): MarketSort | undefined {
  const known = SORT_KEYS.find((each) => each === key);
  if (known === undefined) return undefined;
  if (direction === undefined) return { key: known, direction: defaultDirection(known) };
  return direction === 'asc' || direction === 'desc' ? { key: known, direction } : undefined;
}
