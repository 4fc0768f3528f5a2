import { seriesKey } from '../../store/markets/catalogue.ts';
import { contextKeySetter } from '../config.ts';
import { CONTEXT_KEYS, type RowTarget } from '../ids.ts';
import type { Editor, Services } from '../services.ts';
import type { ShownView } from '../shown-state.ts';

/** The Show pick and saved queries; Markets asks the service for what is shown. */
export function registerShow({ commands, own }: Editor, services: Services): void {
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
  const open = async (view: ShownView): Promise<void> =>
    (await import('./pages.ts')).openShow(services, view);
  commands.serve({
    show: async (target) => {
      const name = savedName(target);
      const query = services.saved.items.find((each) => each.name === name);
      if (query === undefined) return open(viewOf(target));
      return show.change('markets', (await import('./saved.ts')).shownOf(query));
    },
    showEvents: () => open('events'),
    filterMarkets: () => open('markets'),
    sortMarkets: async () =>
      (await import('./pages.ts')).openShow(services, 'markets', (pages) => pages.sort()),
    saveQuery: async (target) => (await import('./saved.ts')).saveQuery(services, viewOf(target)),
    manageQueries: async (target) =>
      (await import('./saved.ts')).manageQueries(services, viewOf(target), savedName(target)),
  });
}

/** By the view's name, or by a row of it; Markets where neither says. */
function viewOf(target: string | RowTarget | undefined): ShownView {
  return (typeof target === 'object' ? target?.view : target) === 'events' ? 'events' : 'markets';
}

function savedName(target: string | RowTarget | undefined): string | undefined {
  const subject = typeof target === 'object' ? target?.subject : undefined;
  return subject?.kind === 'savedQuery' ? subject.name : undefined;
}
