import { commands as editorCommands, l10n } from 'vscode';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import { type CategoryGroup, groupMarkets } from '../../core/grouping.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import { type MarketSort, sortMarkets } from '../../core/sort.ts';
import { RowMemo } from '../../view/market-rows.ts';
import { marketsTree } from '../../view/markets-tree.ts';
import { contextKeySetter } from '../config.ts';
import { COMMANDS, CONTEXT_KEYS } from '../ids.ts';
import { filterSummary, isFiltered } from '../market-filters.ts';
import { chooseLayout } from '../market-layout.ts';
import type { Editor, Services } from '../services.ts';
import { fillView } from '../trees/view.ts';

/** Markets by category and event, or flat; the active filter and order stand beside the title. */
export function registerMarkets({ commands, views }: Editor, services: Services): Disposable {
  const { markets, events, arrangement, marketViews } = services;
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
  const view = fillView(services, views, {
    name: 'markets',
    stream: 'markets',
    list: markets,
    besides: [events],
    changes: [marketViews.onDidChange, arrangement.onDidChange],
    content: () => {
      const { grouping, sort } = arrangement.layout;
      const filter = filterSummary(markets, services.session.profile.label);
      const list = sorted(markets.markets, sort);
      const rows = marketsTree(
        {
          content:
            grouping === 'flat'
              ? { kind: 'flat', markets: list }
              : { kind: 'grouped', categories: grouped(list, events.events) },
          view: (market) => marketViews.of(market),
          latest: (market) => marketViews.latest(market),
          memo,
          more: markets.hasMore ? { count: undefined, loading: markets.loadingMore } : undefined,
        },
        services.view(),
      );
      return {
        rows: list.length === 0 ? [] : rows,
        description: [
          filter.applied === undefined ? l10n.t('open') : l10n.t('filtered'),
          sort && sortWords()[sort.key],
        ],
        filter: filter.applied,
        notes: [filter.unavailable, filter.unsorted],
      };
    },
  });
  own.add(view);
  const setFiltered = contextKeySetter<boolean>(CONTEXT_KEYS.marketsFiltered);
  own.add(markets.onDidChange(() => setFiltered(isFiltered(markets.query))));
  commands.serve({
    searchMarkets: async (text) => {
      const { askMarket } = await import('../ask-market.ts');
      const title = l10n.t('Search Markets');
      const found = await askMarket(services, { title, text: typeof text === 'string' ? text : '' });
      if (found !== undefined) await editorCommands.executeCommand(COMMANDS.openMarket, found);
    },
    filterMarkets: async () => (await import('./filter-markets.ts')).filterMarkets(services),
    sortMarkets: () => chooseLayout(arrangement, markets),
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
