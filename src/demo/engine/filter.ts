import { type EventFrame, type MarketFrame, phaseOf } from './events.ts';
import { stateOf } from './pricing.ts';
import { seriesIdOf } from './series.ts';
import { parentTag } from './tags.ts';
import { isArchived, liquidityOf, volumeOf } from './tape.ts';

type Value = string | number | boolean;

/** Parameters of a list under the names they are sent by (interface.md 7.1, 7.4); an unknown one counts for nothing. */
export interface Asked {
  readonly [parameter: string]: Value | readonly Value[] | undefined;
}

interface Basis {
  readonly seed: number;
  readonly now: number;
  readonly asked: Asked;
}

type Read<T> = (item: T, basis: Basis) => Value | readonly Value[] | undefined;

interface Parameters<T> {
  /** What the item says is one of the values asked for. */
  readonly same: Readonly<Record<string, Read<T>>>;
  /** At least, or at most, the value asked for. */
  readonly least: Readonly<Record<string, Read<T>>>;
  readonly most: Readonly<Record<string, Read<T>>>;
}

const volume: Read<MarketFrame> = (market, { seed, now }) => volumeOf(seed, market, now);
const liquidity: Read<MarketFrame> = (market, { seed, now }) => liquidityOf(seed, market, now);
const listed: Read<MarketFrame> = ({ event }) => event.listedMs;
const ends: Read<MarketFrame> = ({ event }) => event.endMs;

export type MarketParameters = Parameters<MarketFrame>;

/** Frames in, so no price is made for what is left out. */
export const MARKET_PARAMETERS: MarketParameters = {
  same: {
    id: ({ id }) => id,
    slug: ({ slug }) => slug,
    categories: ({ event }) => event.category,
    marketTypes: ({ marketType }) => marketType,
    sportsMarketTypes: ({ sportsMarketTypeV2 }) => sportsMarketTypeV2,
    gameId: ({ event: { subject } }) => (subject.kind === 'game' ? subject.gameId : undefined),
    tagIds: tagsOf,
    archived: ({ event }, { now }) => isArchived(event, now),
    closed: isClosed,
    // Takes orders, in words of the wire. Some settled markets say so too, as on the public service.
    active: (market, basis) => !isClosed(market, basis) || market.id % 2 === 1,
  },
  least: { volumeNumMin: volume, startDateMin: listed, endDateMin: ends },
  most: { volumeNumMax: volume, startDateMax: listed, endDateMax: ends },
};

export const EVENT_PARAMETERS: Parameters<EventFrame> = {
  same: {
    active: (event, basis) => !isOver(event, basis),
    closed: isOver,
    ended: isOver,
    seriesId: ({ seriesSlug }) => seriesIdOf(seriesSlug),
    live: (event, { now }) => phaseOf(event, now) === 'live',
    categories: ({ category }) => category,
  },
  least: { startTimeMin: ({ startMs }) => startMs },
  most: { startTimeMax: ({ startMs }) => startMs },
};

/** The parameters that were asked for, as one test; undefined where none of them filters. */
export function filterOf<T>(
  { same, least, most }: Parameters<T>,
  basis: Basis,
): ((item: T) => boolean) | undefined {
  const tests = Object.entries(basis.asked).flatMap(([name, value]): ((item: T) => boolean)[] => {
    const values = listOf(value).map(String);
    const [is, from, to] = [same[name], least[name], most[name]];
    if (values.length === 0) return [];
    if (is !== undefined)
      return [(item) => listOf(is(item, basis)).some((own) => values.includes(String(own)))];
    const bound = numberOf(values[0] ?? '');
    if (from !== undefined) return [(item) => Number(from(item, basis)) >= bound];
    return to === undefined ? [] : [(item) => Number(to(item, basis)) <= bound];
  });
  return tests.length === 0 ? undefined : (item) => tests.every((test) => test(item));
}

/** Fields a list can be ordered by. */
const ORDERS: Readonly<Record<string, Read<MarketFrame>>> = {
  question: ({ question }) => question,
  category: ({ event }) => event.category,
  endDate: ends,
  gameStartTime: ({ event }) => event.startMs,
  volumeNum: volume,
  liquidityNum: liquidity,
};

/** The first name of `orderBy` that is no field; undefined when all are. */
export function unknownOrder({ orderBy }: Asked): string | undefined {
  return listOf(orderBy)
    .map(String)
    .find((field) => !Object.hasOwn(ORDERS, field));
}

/** Sorted by the fields of the query, the first one first; `desc` by default (interface.md 6). */
export function ordered(markets: readonly MarketFrame[], basis: Basis): readonly MarketFrame[] {
  const fields = listOf(basis.asked['orderBy']).flatMap((name) => ORDERS[String(name)] ?? []);
  if (fields.length === 0) return markets;
  const sign = String(basis.asked['orderDirection']) === 'asc' ? 1 : -1;
  return markets
    .map((market) => ({ market, keys: fields.map((field) => field(market, basis) as Value) }))
    .sort((a, b) => sign * compareKeys(a.keys, b.keys) || a.market.id - b.market.id)
    .map(({ market }) => market);
}

/** One value is a list of itself. */
export function listOf(value: Value | readonly Value[] | undefined): readonly Value[] {
  return value === undefined ? [] : [value].flat();
}

function isClosed(market: MarketFrame, { now }: Basis): boolean {
  const state = stateOf(market, now);
  return state === 'resolving' || state === 'resolved';
}

function isOver(event: EventFrame, { now }: Basis): boolean {
  return now >= event.endMs;
}

/** With the related ones, a tag stands for those under it too: sports for every league. */
export function tagsOf({ event: { tags } }: MarketFrame, { asked }: Basis): readonly number[] {
  const isRelated = String(asked['relatedTags']) === 'true';
  return isRelated ? [...tags, ...tags.flatMap((tag) => parentTag(tag) ?? [])] : tags;
}

/** A number, or a date in Unix milliseconds. */
function numberOf(text: string): number {
  return Number.isNaN(Number(text)) ? Date.parse(text) : Number(text);
}

function compareKeys(a: readonly Value[], b: readonly Value[]): number {
  for (const [place, left] of a.entries()) {
    const right = b[place];
    if (right === undefined || left === right) continue;
    return left < right ? -1 : 1;
  }
  return 0;
}
