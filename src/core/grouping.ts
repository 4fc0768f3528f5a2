import type { Market, MarketEvent, SportsMarketType } from './market.ts';
import { eventSlugOf, leagueOf } from './slug.ts';
import { SPORTS } from './topic.ts';

/** What a line is about; the order of this list is the order on every surface. */
export const LINE_TYPES = ['winner', 'spread', 'total', 'prop', 'future', 'other'] as const;
export type LineType = (typeof LINE_TYPES)[number];

/** How a list of markets stands: by event, by what the lines are about, or one after the other. */
export const GROUPINGS = ['event', 'lines', 'flat'] as const;
export type Grouping = (typeof GROUPINGS)[number];

interface LineGroup {
  readonly type: LineType;
  readonly markets: readonly Market[];
}

/** Markets of one event. `event` is absent where neither the service nor the market names it. */
export interface EventGroup {
  /** The event's slug, else what stands in for it: stable while the event exists. */
  readonly key: string;
  readonly event: MarketEvent | undefined;
  readonly markets: readonly Market[];
}

export interface CategoryGroup {
  /** League (`nba`) or category (`climate`), lower case. */
  readonly key: string;
  /** The category by the service's own name, where the group is one and no league. */
  readonly category: string | undefined;
  readonly events: readonly EventGroup[];
  readonly marketCount: number;
}

/** Where the service lists an event, as far as that is known for certain. */
export interface EventListing {
  readonly league: string | undefined;
  /** Keys of the topics that have it. */
  readonly topics: readonly string[];
}

export const NOT_LISTED: EventListing = { league: undefined, topics: [] };

/** Finds the event of a market where the caller knows more than the market says. */
export type EventLookup = (market: Market) => MarketEvent | undefined;

/** Groups in the order the markets come: category › event. An event may stand in several. O(n); the lines of an event are sorted out when asked for. */
export function groupMarkets(markets: Iterable<Market>, lookup?: EventLookup): readonly CategoryGroup[] {
  const index = new MarketGroups(lookup);
  index.put(markets);
  return index.categories();
}

interface MutableEvent {
  readonly key: string;
  /** Its league or category, where it is in none of the topics alone; then its topics. */
  categories: readonly MutableCategory[];
  event: MarketEvent | undefined;
  readonly markets: Map<string, Market>;
  /** Until something of it changes. */
  frozen: EventGroup | undefined;
}

interface MutableCategory {
  readonly key: string;
  readonly category: string | undefined;
  readonly events: Map<string, MutableEvent>;
  frozen: CategoryGroup | undefined;
}

/** The same grouping, extended as pages arrive: adding a page costs the page, not everything loaded before it. */
export class MarketGroups {
  readonly #lookup: EventLookup | undefined;
  readonly #listingOf: (event: MarketEvent) => EventListing;
  readonly #events = new Map<string, MutableEvent>();
  readonly #categories = new Map<string, MutableCategory>();
  readonly #eventOfMarket = new Map<string, MutableEvent>();

  /** `listingOf`: where the service lists an event; default: what event and market say. */
  constructor(lookup?: EventLookup, listingOf: (event: MarketEvent) => EventListing = () => NOT_LISTED) {
    this.#lookup = lookup;
    this.#listingOf = listingOf;
  }

  /** Adds markets, or replaces those of the same slug in their place. */
  put(markets: Iterable<Market>): void {
    for (const market of markets) {
      const event = parentOf(market, this.#lookup);
      const key = eventKeyOf(market, event);
      const before = this.#eventOfMarket.get(market.slug);
      if (before !== undefined && before.key !== key) this.remove(market.slug);
      const listing = event === undefined ? NOT_LISTED : this.#listingOf(event);
      const known = this.#events.get(key);
      if (known !== undefined) this.#move(known, market, event, listing);
      const group = known ?? this.#open(key, this.#categoriesOf(market, event, listing));
      group.event = event ?? group.event;
      group.markets.set(market.slug, market);
      thaw(group);
      this.#eventOfMarket.set(market.slug, group);
    }
  }

  remove(slug: string): void {
    const group = this.#eventOfMarket.get(slug);
    if (group === undefined) return;
    this.#eventOfMarket.delete(slug);
    group.markets.delete(slug);
    thaw(group);
    if (group.markets.size > 0) return;
    this.#events.delete(group.key);
    this.#leave(group);
  }

  /** A snapshot. Groups in which nothing changed are the same objects as before. */
  categories(): readonly CategoryGroup[] {
    return [...this.#categories.values()].map((own) => {
      if (own.frozen === undefined) {
        let marketCount = 0;
        for (const event of own.events.values()) marketCount += event.markets.size;
        const events = [...own.events.values()].map(frozen);
        own.frozen = { key: own.key, category: own.category, events, marketCount };
      }
      return own.frozen;
    });
  }

  #open(key: string, categories: readonly MutableCategory[]): MutableEvent {
    const group: MutableEvent = { key, categories, event: undefined, markets: new Map(), frozen: undefined };
    this.#events.set(key, group);
    for (const { events } of categories) events.set(key, group);
    return group;
  }

  /** Takes an event out of its groups; those that have no other are gone. */
  #leave(group: MutableEvent): void {
    for (const category of group.categories) {
      category.events.delete(group.key);
      category.frozen = undefined;
      if (category.events.size === 0) this.#categories.delete(category.key);
    }
  }

  /** Moves an event to where the service lists it, if that is another place than it stands in. */
  #move(
    group: MutableEvent,
    market: Market,
    event: MarketEvent | undefined,
    { league, topics }: EventListing,
  ): void {
    if (league === undefined && topics.length === 0) return;
    const before = group.categories.map(({ key }) => key);
    const home =
      league ?? (isOfSport(market, event) ? before.find((key) => !topics.includes(key)) : undefined);
    const keys = home === undefined ? topics : [...new Set([home, ...topics])];
    if (keys.length === before.length && keys.every((key, place) => key === before[place])) return;
    this.#leave(group);
    group.categories = keys.map((key) => this.#category(key, undefined));
    for (const { events } of group.categories) events.set(group.key, group);
  }

  #categoriesOf(
    market: Market,
    event: MarketEvent | undefined,
    listing: EventListing,
  ): readonly MutableCategory[] {
    const name = market.category ?? event?.category;
    return groupKeysOf(market, event, listing).map((key) =>
      this.#category(key, name?.toLowerCase() === key ? name : undefined),
    );
  }

  #category(key: string, category: string | undefined): MutableCategory {
    const known = this.#categories.get(key);
    if (known !== undefined) return known;
    const made: MutableCategory = { key, category, events: new Map(), frozen: undefined };
    this.#categories.set(key, made);
    return made;
  }
}

/** The markets of an event by what they are about, in the order of `LINE_TYPES`; empty types are left out. */
export function linesOf(markets: readonly Market[]): readonly LineGroup[] {
  const byType = Map.groupBy(markets, lineType);
  return LINE_TYPES.flatMap((type) => {
    const found = byType.get(type);
    return found === undefined ? [] : [{ type, markets: found }];
  });
}

/**
 * What a market is about: the enum where it says so, else the words of its type. The three yes/no markets of a
 * drawable game (home, draw, away) are winner lines, so they stand together.
 */
export function lineType({ sportsMarketTypeV2, sportsMarketType, marketType }: Market): LineType {
  const stated = BY_TYPE.get(sportsMarketTypeV2 ?? '');
  if (stated !== undefined) return stated;
  const words = `${sportsMarketType ?? ''} ${marketType ?? ''}`.toLowerCase();
  return BY_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? 'other';
}

const BY_TYPE: ReadonlyMap<string, LineType> = new Map<SportsMarketType, LineType>([
  ['MONEYLINE', 'winner'],
  ['DRAWABLE_OUTCOME', 'winner'],
  ['SPREAD', 'spread'],
  ['TOTAL', 'total'],
  ['PROP', 'prop'],
  ['FUTURE', 'future'],
]);

const BY_WORDS: readonly (readonly [pattern: RegExp, type: LineType])[] = [
  [/moneyline|drawable|winner/, 'winner'],
  [/spread|handicap/, 'spread'],
  [/total/, 'total'],
  [/prop/, 'prop'],
  [/future/, 'future'],
];

/** The event a market belongs to: the caller's, else the first named on the market itself. */
export function parentOf(market: Market, lookup?: EventLookup): MarketEvent | undefined {
  return lookup?.(market) ?? market.events[0];
}

/** Key of a market's event: its slug or id, else what the market's slug tells, else its question, else itself. */
export function eventKeyOf(market: Market, event: MarketEvent | undefined): string {
  const named = event?.slug ?? event?.id ?? eventSlugOf(market.slug);
  if (named !== undefined) return named;
  // Markets of one question with a title each are its outcomes: "Who wins the cup?" – Lakers, Celtics …
  return market.question !== undefined && market.title !== undefined
    ? `${ASKED}${market.question}`
    : market.slug;
}

/** Before the question markets share that name no event: no slug begins like that. */
const ASKED = '? ';

/** The question such a key is; undefined for that of an event or a market. */
export function questionOfKey(key: string): string | undefined {
  return key.startsWith(ASKED) ? key.slice(ASKED.length) : undefined;
}

/** Category key: the league for sports, which is what people look for, else the category the service names. */
export function categoryKeyOf(market: Market, event: MarketEvent | undefined): string {
  const category = market.category ?? event?.category;
  if (category !== undefined && !SPORTS.test(category)) return category.toLowerCase();
  const team = market.sides.find((side) => side.team?.league !== undefined)?.team;
  const slug = event?.slug ?? eventSlugOf(market.slug);
  const league = team?.league ?? event?.seriesSlug?.split('-')[0] ?? (slug && leagueOf(slug));
  return (league ?? category ?? 'other').toLowerCase();
}

/**
 * The groups an event stands in: its league, or its category where no topic has it, or it is a game; and each topic that has
 * it.
 */
export function groupKeysOf(
  market: Market,
  event: MarketEvent | undefined,
  { league, topics }: EventListing,
): readonly string[] {
  if (league === undefined && topics.length > 0 && !isOfSport(market, event)) return topics;
  return [...new Set([league ?? categoryKeyOf(market, event), ...topics])];
}

function isOfSport(market: Market, event: MarketEvent | undefined): boolean {
  const category = market.category ?? event?.category;
  if (category !== undefined && SPORTS.test(category)) return true;
  return market.sides.some((side) => side.team?.league !== undefined);
}

function thaw(group: MutableEvent): void {
  group.frozen = undefined;
  for (const category of group.categories) category.frozen = undefined;
}

function frozen(group: MutableEvent): EventGroup {
  group.frozen ??= { key: group.key, event: group.event, markets: [...group.markets.values()] };
  return group.frozen;
}
