import { commands as editorCommands, l10n } from 'vscode';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import { appliedHere } from '../../core/conditions.ts';
import { type CategoryGroup, groupMarkets } from '../../core/grouping.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import { readSavedQueries } from '../../core/saved-queries.ts';
import { type MarketSort, sortMarkets } from '../../core/sort.ts';
import { conditionsText, savedQueryProblemText } from '../../view/condition-text.ts';
import { type MarketRowSource, RowMemo } from '../../view/market-rows.ts';
import { type MarketsTree, marketsTree, matchRows } from '../../view/markets-tree.ts';
import type { Row } from '../../view/row.ts';
import { savedQueryRow, shownRow } from '../../view/shown-rows.ts';
import { COMMANDS } from '../ids.ts';
import { Matches } from '../matches.ts';
import type { Editor, Services } from '../services.ts';
import { fillView, hasRead } from '../trees/view.ts';

/** Markets by category and event, or flat; or those that match what is shown. Saved queries stand at the top. */
export function registerMarkets({ commands, views }: Editor, services: Services): Disposable {
  const { markets, events, show, marketViews, config } = services;
  const own = new DisposableStore();
  // Both cost what 100,000 markets cost: they stand until a list or the order changes.
  const sorted = remembered((list: readonly Market[], sort: MarketSort | undefined) =>
    sort === undefined ? list : sortMarkets(list, sort),
  );
  const grouped = remembered(
    (list: readonly Market[], _events: readonly MarketEvent[]): readonly CategoryGroup[] =>
      groupMarkets(list, services.eventOf),
  );
  const memo = new RowMemo();
  const matches = own.add(new Matches(services));
  const source: MarketRowSource = {
    view: (market) => marketViews.of(market),
    latest: (market) => marketViews.latest(market),
    memo,
  };
  const savedRows = (): readonly Row[] =>
    readSavedQueries(config.get('savedQueries')).queries.map(({ name, show: conditions, sort }) => {
      const list = matches.markets(conditions, sort);
      const rows = (): readonly Row[] => matchRows(list, services.eventOf, source, services.view());
      const text = conditionsText(conditions, [], services.view());
      return savedQueryRow({ name, text }, list.length, rows, services.view());
    });
  const view = fillView(services, views, {
    name: 'markets',
    stream: 'markets',
    list: markets,
    besides: [events],
    changes: [marketViews.onDidChange, show.onDidChange, config.onDidChange, services.watchlist.onDidChange],
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
      const notes = [unsorted, problem && savedQueryProblemText(problem, context)];
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
      const list = sorted(markets.markets, sort);
      const content: MarketsTree['content'] =
        grouping === 'flat'
          ? { kind: 'flat', markets: list }
          : { kind: 'grouped', categories: grouped(list, events.events) };
      return {
        rows:
          list.length === 0 ? [] : [...savedRows(), ...marketsTree({ content, ...source, more }, context)],
        description: [l10n.t('open'), sortWord],
        notes,
      };
    },
  });
  own.add(view);
  commands.serve({
    searchMarkets: async (text) => {
      const { askMarket } = await import('../search/ask-market.ts');
      const title = l10n.t('Search Markets');
      const found = await askMarket(services, { title, text: typeof text === 'string' ? text : '' });
      if (found !== undefined) await editorCommands.executeCommand(COMMANDS.openMarket, found);
    },
  });
  return own;
}

/** The last result, for as long as the arguments are the same objects. */
function remembered<A extends readonly unknown[], R>(make: (...args: A) => R): (...args: A) => R {
  let last: { readonly args: A; readonly result: R } | undefined;
  return (...args) => {
    if (last === undefined || args.some((arg, place) => arg !== last?.args[place]))
      last = { args, result: make(...args) };
    return last.result;
  };
}

function sortWords() {
  return {
    start: l10n.t('by start'),
    volume: l10n.t('by volume'),
    price: l10n.t('by price'),
    name: l10n.t('by name'),
    change: l10n.t('by change'),
  };
}
