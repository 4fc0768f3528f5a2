import { type EventGroup, eventKeyOf, linesOf } from '../../core/grouping.ts';
import { eventPhase } from '../../core/lifecycle.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import { wordsOf } from '../../core/search-query.ts';
import { readWatchEntry, type WatchEntry } from '../../core/watchlist.ts';
import type { SearchHit } from '../../store/markets/best-hits.ts';
import { contestOf, shownMarkets } from '../../view/event-figures.ts';
import { hasNamedSides, MarketRows } from '../../view/market-rows.ts';
import type { ViewContext } from '../../view/row.ts';
import {
  eventSearchRow,
  lineSearchRow,
  mainLines,
  marketSearchRow,
  meantSide,
  moreSearchRow,
  SEARCH_WIDTH,
  type SearchRow,
} from '../../view/search-rows.ts';
import type { Parts, Services } from '../services.ts';

/** One market or event in the list of a search. */
export interface ListedRow {
  /** No two rows of a list share it. */
  readonly key: string;
  /** Of the market that is opened. */
  readonly slug: string;
  readonly watch: WatchEntry;
  /** The slug, or the id, of the game whose page is opened in place of its market's. */
  readonly event?: string;
  /** True where nothing that was read fits: the service thinks it near. */
  readonly isOfService?: boolean;
  /** Key of the row of the event it stands under. */
  readonly under?: string;
  /** True for a row that only leads to the page of its event. */
  readonly isOfPage?: boolean;
  /** Slugs of the markets whose prices it shows. */
  readonly shown: readonly string[];
  /** As of now. */
  text(made: MarketRows, context: ViewContext): SearchRow;
}

/** `portfolio`: the held markets that rows may tell of. */
export type RowServices = Parts<'markets' | 'marketViews' | 'view' | 'clock'> & {
  readonly portfolio: Pick<Services['portfolio'], 'holdings'>;
};

/** Prices of so many markets of one event are streamed: enough for two teams and a draw. */
const MOST_STREAMED = 3;

/** Writes rows as of now. `labelWidth`: how wide their labels may be, in digits; undefined: as in the views. */
export function rowWriter(
  services: RowServices,
  labelWidth: number | undefined = SEARCH_WIDTH,
): (row: ListedRow) => SearchRow {
  const context = { ...services.view(), labelWidth };
  const view = (market: Market) => services.marketViews.of(market);
  const made = new MarketRows({ view, holdings: services.portfolio.holdings }, context);
  return (row) => row.text(made, context);
}

/** The rows of hits in their order, then of what else the service found; under an event that leads the list stand its main lines. */
export function listedRows(
  services: RowServices,
  hits: readonly SearchHit[],
  typed: string,
  ofService: readonly SearchHit[] = [],
): readonly ListedRow[] {
  const words = wordsOf(typed);
  const holdings = services.portfolio.holdings;
  return [...hits, ...ofService].flatMap(({ group, market }, place) => {
    const source = place < hits.length ? {} : { isOfService: true };
    if (market === undefined) {
      const rows = eventRow(services, group).map((row) => ({ ...row, ...source }));
      return place === 0 ? [...rows, ...rows.flatMap((row) => rowsBelow(row, group))] : rows;
    }
    const own = holdings.get(market.slug);
    const isShort = own !== undefined && own.long === undefined;
    return [{ ...marketRow(market, meantSide(market, words, services.view(), !isShort)), ...source }];
  });
}

/** A market by its slug; without a side, its long one. */
export function rowOfSlug({ markets }: RowServices, slug: string, isLong = true): readonly ListedRow[] {
  const market = markets.get(slug);
  return market === undefined ? [] : [marketRow(market, isLong)];
}

/** A market by its slug, or an event as the list of recent ones has it. */
export function rowOfRecent(services: RowServices & Parts<'watched'>, text: string): readonly ListedRow[] {
  const entry = readWatchEntry(text);
  if (entry?.kind !== 'event') return rowOfSlug(services, text);
  const event = services.watched.event(entry.key);
  return event === undefined ? [] : rowOfEvent(services, event);
}

export function rowOfEvent(services: RowServices, event: MarketEvent): readonly ListedRow[] {
  const [first] = event.markets;
  const group = first && { key: eventKeyOf(first, event), event, markets: event.markets };
  return group === undefined ? [] : eventRow(services, group);
}

/** The rows of own markets, live ones first; a short position is named by what it wins with. */
export function ownRows(services: RowServices): readonly ListedRow[] {
  const isLive = (slug: string): boolean => {
    const market = services.markets.get(slug);
    const event = market && services.marketViews.eventOf(market);
    return event !== undefined && eventPhase(event, services.clock.now()) === 'live';
  };
  return [...services.portfolio.holdings]
    .sort(([a], [b]) => Number(isLive(b)) - Number(isLive(a)))
    .flatMap(([slug, { long }]) => rowOfSlug(services, slug, long !== undefined));
}

function eventRow(services: RowServices, group: EventGroup): readonly ListedRow[] {
  const main = linesOf(group.markets)[0]?.markets[0];
  if (main === undefined) return [];
  const name = group.event?.slug ?? group.event?.id;
  const hasPage = group.markets.length > 1 || hasNamedSides(main);
  const shown = shownMarkets(group, contestOf(group, services.view())).slice(0, MOST_STREAMED);
  return [
    {
      key: `event/${group.key}`,
      slug: main.slug,
      watch: name === undefined ? { kind: 'market', key: main.slug } : { kind: 'event', key: name },
      ...(name === undefined || !hasPage ? {} : { event: name }),
      shown: shown.map(({ slug }) => slug),
      text: (made, context) => {
        const markets = group.markets.map((market) => made.view(market).market);
        const event = services.marketViews.eventOf(services.markets.get(main.slug) ?? main) ?? group.event;
        return eventSearchRow({ ...group, event, markets }, made, context);
      },
    },
  ];
}

/** The main lines of an event, and how many markets they and its own row leave out. */
function rowsBelow(row: ListedRow, { key, markets }: EventGroup): readonly ListedRow[] {
  const lines = markets.length > 1 ? mainLines(markets).map(lineRow) : [];
  const count = markets.length - row.shown.length - lines.length;
  const more: ListedRow = {
    ...row,
    key: `more/${key}`,
    shown: [],
    isOfPage: true,
    text: (_, context) => moreSearchRow(count, context),
  };
  const hasMore = row.event !== undefined && count > 0;
  return [...lines, ...(hasMore ? [more] : [])].map((below) => ({ ...below, under: row.key }));
}

function marketRow(market: Market, isLong: boolean): ListedRow {
  return {
    ...rowOf(market, 'market'),
    text: (made, context) => marketSearchRow(market, isLong, made, context),
  };
}

function lineRow(market: Market): ListedRow {
  return { ...rowOf(market, 'line'), text: (made, context) => lineSearchRow(market, made, context) };
}

function rowOf({ slug }: Market, kind: string) {
  return { key: `${kind}/${slug}`, slug, watch: { kind: 'market', key: slug } as const, shown: [slug] };
}
