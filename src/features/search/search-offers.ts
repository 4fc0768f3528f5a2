import { l10n } from 'vscode';
import { Decimal } from '../../core/decimal.ts';
import { entriesOf } from '../../core/watchlist.ts';
import type { SearchHit, SearchHits } from '../../store/markets/best-hits.ts';
import type { MarketSearch, OtherSearch } from '../../store/markets/market-search.ts';
import type { Parts } from '../services.ts';
import {
  type ListedRow,
  ownRows,
  type RowServices,
  rowOfEvent,
  rowOfRecent,
  rowOfSlug,
} from './search-list.ts';

/** Rows under one heading. */
interface OfferedSection {
  readonly label: string;
  readonly rows: readonly ListedRow[];
}

/** A text that can be searched by a click, and what is said of it. */
export interface OfferedText {
  readonly text: string;
  readonly description: string;
}

export type OfferServices = RowServices & Parts<'watchlist' | 'watched' | 'recentMarkets'>;

/** Most rows of each kind before anything is typed. */
const MOST_OFFERED = 4;

/** What is listed before anything is typed: markets and events opened last, watched ones and one's own, each once. */
export function offeredSections(services: OfferServices): readonly OfferedSection[] {
  const { watchlist, watched, recentMarkets } = services;
  const listed = new Set<string>();
  const section = (label: string, all: readonly ListedRow[]): OfferedSection => {
    const rows = all.filter(({ slug }) => !listed.has(slug)).slice(0, MOST_OFFERED);
    for (const { slug } of rows) listed.add(slug);
    return { label, rows };
  };
  const ofWatched = entriesOf(watchlist.items).flatMap(({ kind, key }) => {
    const event = kind === 'event' ? watched.event(key) : undefined;
    return event === undefined ? rowOfSlug(services, key) : rowOfEvent(services, event);
  });
  const recent = recentMarkets.slugs.flatMap((text) => rowOfRecent(services, text));
  return [
    section(l10n.t('recent'), recent),
    section(l10n.t('watched'), ofWatched),
    section(l10n.t('yours'), ownRows(services)),
  ];
}

/** Searches that show what words the search understands, as far as they find something. */
export function textsToTry(services: Parts<'view'>, search: MarketSearch): readonly OfferedText[] {
  const line = search.commonLine;
  const texts = [
    l10n.t('live'),
    l10n.t('tomorrow'),
    l10n.t('mine'),
    ...(line === undefined ? [] : [l10n.t('over {0}', line)]),
  ];
  return texts.flatMap((text) => {
    const { markets, isMine } = search.find(text);
    return markets === 0 ? [] : [offeredText(services, { text, markets, isMine })];
  });
}

export function offeredText(services: Parts<'view'>, { text, markets, isMine }: OtherSearch): OfferedText {
  return { text, description: isMine && isHidden(services) ? '' : countText(services, markets) };
}

/** Markets of what was found here and of what the service found besides, each once. */
export function countFound({ hits, markets }: SearchHits, ofService: readonly SearchHit[]): number {
  return ofService.length === 0 ? markets : new Set(marketsOf([...hits, ...ofService])).size;
}

/** Slugs of the markets hits stand for. */
export function marketsOf(hits: readonly SearchHit[]): readonly string[] {
  return hits.flatMap(({ market, group }) => (market ? [market] : group.markets).map(({ slug }) => slug));
}

/** The question, how many of how many markets are found, how a word was read, and the day that is meant. */
export function titleOf(
  services: Parts<'view'>,
  title: string,
  { count, size, found }: { readonly count: number; readonly size: number; readonly found: SearchHits },
): string {
  if (count === 0) return title;
  const { format } = services.view();
  if (found.isMine && isHidden(services)) return title;
  const [of, all] = [count, Math.max(count, size)].map((each) => format.quantity(Decimal.of(each)));
  const day = found.day === undefined ? [] : [format.date(found.day)];
  const spelt = found.spelt === undefined ? [] : [l10n.t('spelt “{0}”', found.spelt)];
  return [l10n.t('{0}: {1} of {2} markets read', title, of ?? '', all ?? ''), ...day, ...spelt].join(', ');
}

function isHidden(services: Parts<'view'>): boolean {
  return services.view().format.settings.hideAmounts;
}

function countText(services: Parts<'view'>, count: number): string {
  if (count === 1) return l10n.t('1 market');
  return l10n.t('{0} markets', services.view().format.quantity(Decimal.of(count)));
}
