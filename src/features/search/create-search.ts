import { madeOnce } from '../../base/memo.ts';
import type { Calendar } from '../../core/calendar.ts';
import { entriesOf, type WatchEntry, type WatchGroup } from '../../core/watchlist.ts';
import type { PortfolioStore } from '../../store/account/portfolio.ts';
import { MarketSearch, type MarketSearchOptions } from '../../store/markets/market-search.ts';
import { categoryName } from '../../view/names.ts';
import type { ViewContext } from '../../view/row.ts';
import { searchWords } from '../../view/search-words.ts';

export interface SearchSources
  extends Pick<MarketSearchOptions, 'session' | 'clock' | 'markets' | 'events' | 'index'> {
  readonly view: () => ViewContext;
  readonly portfolio: Pick<PortfolioStore, 'holdings'>;
  readonly show: { readonly calendar: Calendar };
  readonly watchlist: { readonly items: readonly WatchGroup[] };
}

/** The search over what is known, in the words of the reader. */
export function createSearch({ view, portfolio, show, watchlist, ...sources }: SearchSources): MarketSearch {
  const watchedOf = (wanted: WatchEntry['kind']): readonly string[] =>
    entriesOf(watchlist.items).flatMap(({ kind, key }) => (kind === wanted ? key : []));
  const wordsOf = madeOnce(searchWords);
  return new MarketSearch({
    ...sources,
    leagueName: (key) => categoryName(key, view()),
    calendar: () => show.calendar,
    words: () => wordsOf(view()),
    own: () => ({
      markets: new Set([...portfolio.holdings.keys(), ...watchedOf('market')]),
      events: new Set(watchedOf('event')),
    }),
  });
}
