import { BARE_EVENT } from '../../core/derive-events.ts';
import { isLong, isOpen } from '../../core/figures.ts';
import { eventKeyOf } from '../../core/grouping.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import { wordsOf } from '../../core/search-query.ts';
import { compareRanked, MATCH, SEARCH_STAGES, stageOf } from '../../core/search-rank.ts';
import { volumeOf } from '../../core/sort.ts';
import type { WatchEntry } from '../../core/watchlist.ts';
import type { SearchHit } from '../../store/markets/search-index.ts';
import {
  eventSearchRow,
  lineSearchRow,
  mainLines,
  mainMarket,
  marketSearchRow,
  meantSide,
  type OwnMark,
  type SearchRow,
} from '../../view/search-rows.ts';
import type { Services } from '../services.ts';

/** One market or event in the list of a search. */
export interface ListedRow {
  /** No two rows of a list share it. */
  readonly key: string;
  /** Of the market that is opened. */
  readonly slug: string;
  readonly watch: WatchEntry;
  /** Slugs of the markets whose prices it shows. */
  readonly shown: readonly string[];
  /** As of now; undefined where the market is not known any more. */
  text(own: (slugs: readonly string[]) => OwnMark): SearchRow | undefined;
}

type Needs = Pick<Services, 'markets' | 'marketViews' | 'eventOf' | 'view'>;

/** The rows of hits in their order; under an event that leads the list stand its main lines. */
export function listedRows(services: Needs, hits: readonly SearchHit[], typed: string): readonly ListedRow[] {
  const words = wordsOf(typed);
  return hits.flatMap(({ event, markets, isWhole }, place) => {
    if (!isWhole) return markets.map((market) => marketRow(services, market, words));
    const row = eventRow(services, event, markets);
    if (row === undefined) return [];
    const lines = place === 0 && markets.length > 2 ? mainLines(markets) : [];
    return [row, ...lines.map((market) => lineRow(services, market, words))];
  });
}

/** The rows of markets a service found, those of one event as one, in the order of their rank. */
export function rowsOfSlugs(services: Needs, slugs: readonly string[], now: number): readonly ListedRow[] {
  const known = slugs.flatMap((slug) => services.markets.get(slug) ?? []);
  const byEvent = Map.groupBy(known, (market) => eventKeyOf(market, services.eventOf(market)));
  const ranked = [...byEvent].flatMap(([key, markets]) => {
    const [first] = markets;
    const event = first && services.eventOf(first);
    const row = eventRow(services, event, markets);
    if (row === undefined) return [];
    const { stage } = stageOf({ ...BARE_EVENT, id: key, ...event, markets }, now);
    const volume = markets.reduce((sum, market) => sum + (volumeOf(market)?.toNumber() ?? 0), 0);
    return [{ row, stage, volume, match: MATCH.misspelt, key }];
  });
  return ranked.sort(compareRanked).map(({ row }) => row);
}

/** A market by its slug; without a side, its long one. */
export function rowOfSlug(services: Needs, slug: string, isLong = true): readonly ListedRow[] {
  const market = services.markets.get(slug);
  return market === undefined ? [] : [rowOf(services, market, isLong, `market/${slug}`, marketSearchRow)];
}

/** The rows of own markets, what is live before what is soon. */
export function ownRows(
  services: Needs & Pick<Services, 'clock'>,
  { markets }: ReturnType<typeof ownMarks>,
): readonly ListedRow[] {
  const now = services.clock.now();
  const stage = ({ slug }: { readonly slug: string }): number => {
    const market = services.markets.get(slug);
    const event = market && services.eventOf(market);
    return event === undefined ? SEARCH_STAGES.length : SEARCH_STAGES.indexOf(stageOf(event, now).stage);
  };
  const staged = markets.map((own) => ({ ...own, stage: stage(own) })).sort((a, b) => a.stage - b.stage);
  return staged.flatMap(({ slug, isLong }) => rowOfSlug(services, slug, isLong));
}

export function rowOfEvent(services: Needs, event: MarketEvent): readonly ListedRow[] {
  const row = eventRow(services, event, event.markets);
  return row === undefined ? [] : [row];
}

/** What of the account is where, as far as it was read. */
export function ownMarks({ positions, orders }: Pick<Services, 'positions' | 'orders'>) {
  const held = new Map(
    positions.positions.filter(isOpen).map((position) => [position.marketSlug, isLong(position)]),
  );
  const ordered = new Set(orders.orders.map(({ marketSlug }) => marketSlug));
  return {
    /** With the side that is held: a short position is named by what it wins with. */
    markets: [...new Set([...held.keys(), ...ordered])].map((slug) => ({
      slug,
      isLong: held.get(slug) ?? true,
    })),
    of: (slugs: readonly string[]): OwnMark => ({
      isHeld: slugs.some((slug) => held.has(slug)),
      isOrdered: slugs.some((slug) => ordered.has(slug)),
    }),
  };
}

function eventRow(
  services: Needs,
  event: MarketEvent | undefined,
  markets: readonly Market[],
): ListedRow | undefined {
  const main = mainMarket(markets);
  if (main === undefined) return undefined;
  const slugs = markets.map(({ slug }) => slug);
  const key = event?.slug ?? event?.id;
  return {
    key: `event/${eventKeyOf(main, event)}`,
    slug: main.slug,
    watch: key === undefined ? { kind: 'market', key: main.slug } : { kind: 'event', key },
    shown: [main.slug],
    text: (own) => {
      const latest = services.eventOf(services.markets.get(main.slug) ?? main) ?? event;
      const views = markets.map((market) => services.marketViews.of(market));
      return eventSearchRow(latest, views, own(slugs), services.view());
    },
  };
}

function marketRow(services: Needs, market: Market, words: readonly string[]): ListedRow {
  const isLong = meantSide(market, words, services.view());
  return rowOf(services, market, isLong, `market/${market.slug}`, marketSearchRow);
}

function lineRow(services: Needs, market: Market, words: readonly string[]): ListedRow {
  const isLong = meantSide(market, words, services.view());
  return rowOf(services, market, isLong, `line/${market.slug}`, lineSearchRow);
}

function rowOf(
  services: Needs,
  market: Market,
  isLong: boolean,
  key: string,
  write: typeof marketSearchRow,
): ListedRow {
  const { slug } = market;
  return {
    key,
    slug,
    watch: { kind: 'market', key: slug },
    shown: [slug],
    text: (own) => write(services.marketViews.of(market), isLong, own([slug]), services.view()),
  };
}
