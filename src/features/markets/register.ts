import { commands as editorCommands, l10n } from 'vscode';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import { type CategoryGroup, groupMarkets } from '../../core/grouping.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import { type MarketSort, type SortKey, sortMarkets } from '../../core/sort.ts';
import { RowMemo } from '../../view/market-rows.ts';
import { marketsTree } from '../../view/markets-tree.ts';
import { joined } from '../../view/row.ts';
import { managedContextKey } from '../context-keys.ts';
import type { Editor } from '../editor.ts';
import { COMMANDS, CONTEXT_KEYS } from '../ids.ts';
import { filterSummary, isFiltered } from '../market-filters.ts';
import type { Services } from '../services.ts';
import { fillView } from '../trees/view.ts';
import { noteLine, streamNoteOf, viewState } from '../trees/view-notes.ts';
import type { ViewContent, ViewDefinition } from '../trees/views.ts';

export function registerMarkets({ commands, views }: Editor, services: Services): Disposable {
  const own = new DisposableStore();
  own.add(fillView(services, views, marketsView(services)));
  const filtered = managedContextKey<boolean>(CONTEXT_KEYS.marketsFiltered);
  own.add(services.markets.onDidChange(() => filtered.set(isFiltered(services.markets.query))));
  commands.serve({
    searchMarkets: async (text) => {
      const { askMarket } = await import('../ask-market.ts');
      const title = l10n.t('Search Markets');
      const found = await askMarket(services, { title, text: typeof text === 'string' ? text : '' });
      if (found !== undefined) await editorCommands.executeCommand(COMMANDS.openMarket, found);
    },
    filterMarkets: async () => (await import('./filter-markets.ts')).filterMarkets(services),
    sortMarkets: async () => (await import('./sort-markets.ts')).sortMarkets(services),
  });
  return own;
}

/** Markets by category and event, or flat; the active filter and order stand beside the title. */
function marketsView(services: Services): ViewDefinition {
  const { markets, events, arrangement, marketViews } = services;
  // Both cost what 100,000 markets cost: they stand until a list or the order changes.
  const sorted = remembered((list: readonly Market[], sort: MarketSort | undefined) =>
    sort === undefined ? list : sortMarkets(list, sort),
  );
  const grouped = remembered(
    (list: readonly Market[], _events: readonly MarketEvent[]): readonly CategoryGroup[] =>
      groupMarkets(list, services.eventOf),
  );
  const memo = new RowMemo();
  const content = (): ViewContent => {
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
      description: joined([
        services.connectionMark(),
        isFiltered(markets.appliedQuery) ? l10n.t('filtered') : l10n.t('open'),
        sortWord(sort?.key),
      ]),
      message: noteLine(services, markets, {
        filter: filter.applied,
        others: [
          filter.unavailable,
          streamNoteOf(services, 'markets'),
          markets.sortedLocally && markets.hasMore
            ? l10n.t('The service does not sort by this; what is loaded is sorted here.')
            : undefined,
        ],
      }),
      state: viewState(services, markets.state, list.length, isFiltered(markets.appliedQuery)),
    };
  };
  return {
    name: 'markets',
    watched: [markets, events],
    showsMarkets: true,
    content,
    changes: [
      marketViews.onDidChange,
      arrangement.onDidChange,
      services.onDidChangeView,
      services.session.onDidChange,
    ],
  };
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

function sortWord(key: SortKey | undefined): string {
  switch (key) {
    case 'start':
      return l10n.t('by start');
    case 'volume':
      return l10n.t('by volume');
    case 'price':
      return l10n.t('by price');
    case 'name':
      return l10n.t('by name');
    case 'change':
      return l10n.t('by change');
    case undefined:
      return '';
  }
}
