import { commands as editorCommands, l10n } from 'vscode';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import { appliedHere } from '../../core/conditions.ts';
import { EventFactsMemo } from '../../core/event-facts.ts';
import { readSavedQueries } from '../../core/saved-queries.ts';
import type { MarketSort } from '../../core/sort.ts';
import { RANKED_STEP } from '../../store/markets/ranking.ts';
import { catalogueTree, type GroupProgress } from '../../view/catalogue-tree.ts';
import { conditionsText, savedQueryProblemText } from '../../view/condition-text.ts';
import { type MarketRowSource, RowMemo } from '../../view/market-rows.ts';
import {
  loadMoreRow,
  type MarketsTree,
  marketsTree,
  matchRows,
  showMoreRow,
} from '../../view/markets-tree.ts';
import { failureSentence } from '../../view/messages.ts';
import type { Row } from '../../view/row.ts';
import { savedQueryRow, shownRow } from '../../view/shown-rows.ts';
import { COMMANDS, type RowTarget } from '../ids.ts';
import { Matches } from '../matches.ts';
import type { Editor, Services } from '../services.ts';
import { fillView, hasRead } from '../trees/view.ts';

/** Markets by category and event, or flat; or those that match what is shown. Saved queries stand at the top. */
export function registerMarkets({ commands, views }: Editor, services: Services): Disposable {
  const { markets, events, catalogue, ahead, index, ranking, show, marketViews, config } = services;
  const own = new DisposableStore();
  const facts = new EventFactsMemo();
  const progress = (key: string): GroupProgress => {
    const reading = catalogue.reading(key);
    if (reading?.kind === 'failed')
      return { kind: 'failed', problem: failureSentence(reading.error, services.view()) };
    const isListWhole = markets.state.kind === 'ready' && !markets.hasMore;
    return reading ?? { kind: isListWhole ? 'whole' : 'unread' };
  };
  const readCategory = (key: string, again: boolean): Promise<void> =>
    catalogue.open(key, index.categories().find((group) => group.key === key)?.category, again);
  const memo = new RowMemo();
  const matches = own.add(new Matches(services));
  const source: MarketRowSource = {
    view: (market) => marketViews.of(market),
    latest: (market) => marketViews.latest(market),
    memo,
    get holdings() {
      return services.holdings();
    },
  };
  const savedRows = (): readonly Row[] =>
    readSavedQueries(config.get('savedQueries')).queries.map(({ name, show: conditions, sort }) => {
      const list = matches.markets(conditions, sort);
      const rows = (): readonly Row[] => matchRows(list, services.eventOf, source, services.view());
      const text = conditionsText(conditions, [], services.view());
      return savedQueryRow({ name, text }, list.length, rows, services.view());
    });
  /** What a ranking leaves out: the rest of what was read first, then what was not read. */
  const moreRanked = (sort: MarketSort | undefined): readonly Row[] => {
    const { total, markets: shown } = ranking.best(sort);
    const context = services.view();
    if (total > shown.length) return [showMoreRow('markets', RANKED_STEP, context)];
    const more = { count: undefined, loading: markets.loadingMore };
    return markets.hasMore && !ahead.isDue ? [loadMoreRow('markets', more, context)] : [];
  };
  const view = fillView(services, views, {
    name: 'markets',
    stream: 'markets',
    list: markets,
    besides: [events, catalogue, ahead],
    opened: ({ subject }) => {
      if (subject?.kind === 'category') void readCategory(subject.key, false);
    },
    changes: [
      index.onDidChange,
      ranking.onDidChange,
      marketViews.onDidChange,
      services.orders.onDidChange,
      services.positions.onDidChange,
      show.onDidChange,
      config.onDidChange,
      services.watchlist.onDidChange,
    ],
    content: () => {
      const context = services.view();
      const { grouping, sort, conditions } = show.of('markets');
      const more = markets.hasMore ? { count: undefined, loading: markets.loadingMore } : undefined;
      const unsorted =
        markets.sortedLocally && markets.hasMore
          ? l10n.t('The service does not sort by this; what is loaded is sorted here.')
          : undefined;
      const sortWord = sort && sortWords()[sort.key];
      const [problem] = readSavedQueries(config.get('savedQueries')).problems;
      const wrong =
        problem &&
        l10n.t('{0} Mend it in the setting “savedQueries”.', savedQueryProblemText(problem, context));
      const notes = [unsorted, wrong];
      if (show.isFiltered('markets')) {
        const list = matches.markets(conditions, sort);
        const here = appliedHere(conditions, markets.appliedQuery);
        const read = [...markets.known()].length;
        const facts = { conditions, here, shown: list.length, read, isWhole: !markets.hasMore };
        const tree: MarketsTree = { content: { kind: 'flat', markets: list }, ...source };
        const rows =
          grouping === 'flat'
            ? marketsTree(tree, context)
            : matchRows(list, services.eventOf, source, context);
        return {
          rows:
            read === 0 && !hasRead(markets.state)
              ? []
              : [shownRow({ view: 'markets', ...facts }, context), ...rows],
          description: [sortWord],
          shown: conditionsText(conditions, here, context),
          notes: [list.length === 0 ? l10n.t('No markets match this filter.') : undefined, ...notes],
        };
      }
      const read = [...markets.known()].length;
      if (grouping === 'flat') {
        const content: MarketsTree['content'] = { kind: 'flat', markets: ranking.best(sort).markets };
        const rows = [...marketsTree({ content, ...source }, context), ...moreRanked(sort)];
        return {
          rows: read === 0 ? [] : [...savedRows(), ...rows],
          description: [readText(read), sortWord],
          notes,
        };
      }
      // Leagues have their calendar: another order is one over all that was read.
      if (sort !== undefined && sort.key !== 'start') {
        const ranked = matchRows(ranking.best(sort).markets, services.eventOf, source, context);
        return {
          rows: read === 0 ? [] : [...savedRows(), ...ranked, ...moreRanked(sort)],
          description: [readText(read), sortWord],
          notes,
        };
      }
      const { leagues, sports } = catalogue;
      const rows = catalogueTree(
        { categories: index.categories(), leagues, sports, facts, progress, ...source },
        context,
      );
      const left = more === undefined || ahead.isDue ? [] : [loadMoreRow('markets', more, context)];
      return {
        rows: read === 0 && leagues.length === 0 ? [] : [...savedRows(), ...rows, ...left],
        description: [readText(read)],
        notes,
      };
    },
  });
  own.add(view);
  commands.serve({
    readCategory: async (target) => {
      const key = keyOf(target);
      if (key !== undefined) await readCategory(key, true);
    },
    stopReading: (target) => {
      const key = keyOf(target);
      if (key !== undefined) catalogue.stop(key);
    },
    searchMarkets: async (text) => {
      const { askMarket } = await import('../search/ask-market.ts');
      const title = l10n.t('Search Markets');
      const found = await askMarket(services, { title, text: typeof text === 'string' ? text : '' });
      if (found !== undefined) await editorCommands.executeCommand(COMMANDS.openMarket, found);
    },
  });
  return own;
}

/** The league or category a command is for: by its key, or its row. */
function keyOf(target: string | RowTarget | undefined): string | undefined {
  if (typeof target === 'string') return target;
  return target?.subject?.kind === 'category' ? target.subject.key : undefined;
}

function readText(count: number): string {
  return l10n.t('{0} read', count.toLocaleString('en-US'));
}

function sortWords() {
  return {
    start: l10n.t('by start'),
    volume: l10n.t('by volume'),
    price: l10n.t('by price'),
    name: l10n.t('by name'),
    change: l10n.t('by change'),
    move: l10n.t('biggest moves'),
    spread: l10n.t('by spread'),
    closing: l10n.t('closing soon'),
    new: l10n.t('newest'),
  };
}
