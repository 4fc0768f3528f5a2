import type { DisposableStore } from '../../base/disposable.ts';
import { seriesKey } from '../../store/markets/catalogue.ts';
import { contextKeySetter } from '../config.ts';
import { CONTEXT_KEYS } from '../ids.ts';
import type { Parts } from '../services.ts';

type Needed = Parts<'activity' | 'catalogue' | 'index' | 'markets' | 'session' | 'show'>;

/**
 * Whether a view is open or not, Markets asks the service for what is to be shown, leagues and series that are named are read, and
 * menus know what is filtered.
 */
export function applyShown(services: Needed, own: DisposableStore): void {
  const { activity, markets, session, show, catalogue, index } = services;
  const setFiltered = contextKeySetter<boolean>(CONTEXT_KEYS.filtered);
  const setMarketsFiltered = contextKeySetter<boolean>(CONTEXT_KEYS.marketsFiltered);
  const mark = (): void =>
    setFiltered(show.isFiltered('markets') || show.isFiltered('events') || activity.isFiltered);
  const update = (): void => {
    mark();
    setMarketsFiltered(show.isFiltered('markets'));
    const query = show.marketQuery;
    if (JSON.stringify(query) !== JSON.stringify(markets.query)) void markets.setQuery(query);
  };
  // A league, topic or series is read to its end when it is shown, whatever else was read.
  const readLeagues = (): void => {
    for (const view of ['markets', 'events'] as const) {
      const { leagues = [], series = [] } = show.of(view).conditions;
      for (const key of [leagues].flat().map(String)) {
        const category = index.categories().find((group) => group.key === key)?.category;
        void catalogue.open(key, category);
      }
      for (const slug of [series].flat().map(String)) void catalogue.open(seriesKey(slug));
    }
  };
  own.add(show.onDidChange(readLeagues));
  own.add(catalogue.onDidChange(readLeagues));
  own.add(show.onDidChange(update));
  own.add(activity.onDidChange(mark));
  own.add(session.onDidChange((change) => change === 'connection' && update()));
  update();
}
