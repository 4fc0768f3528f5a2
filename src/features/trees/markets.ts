import { l10n } from 'vscode';
import { type CategoryGroup, groupMarkets } from '../../core/grouping.ts';
import type { Market } from '../../core/market.ts';
import { type SortKey, sortMarkets } from '../../core/sort.ts';
import type { Change } from '../../store/reading/load-state.ts';
import { FlatRows } from '../../view/flat-rows.ts';
import { KeptRows } from '../../view/kept-rows.ts';
import { marketsTree } from '../../view/markets-tree.ts';
import { joined } from '../../view/row.ts';
import { filterSummary, isFiltered } from '../market-filters.ts';
import type { Services } from '../services.ts';
import { lineNoteOf, noteLine } from './notes.ts';
import { rowChanges } from './row-changes.ts';
import { viewState } from './states.ts';
import type { ViewContent, ViewDefinition } from './view.ts';

/** Markets by category and event, or flat; the active filter and order stand beside the title. */
export function marketsView(services: Services): ViewDefinition {
  const { markets, events, arrangement } = services;
  const sorted = sorter(services);
  const grouped = grouper(services);
  const flat = new FlatRows();
  const kept = new KeptRows();
  const content = (): ViewContent => {
    const context = services.view();
    const filter = filterSummary(markets, services.session.profile.label);
    const list = sorted();
    const rows = marketsTree(
      {
        content:
          arrangement.layout.grouping === 'flat'
            ? { kind: 'flat', markets: list, kept: flat }
            : { kind: 'grouped', categories: grouped(list), kept },
        event: services.eventOf,
        facts: services.factsOf,
        more: markets.hasMore ? { count: undefined, loading: markets.loadingMore } : undefined,
      },
      context,
    );
    return {
      rows: list.length === 0 ? [] : rows,
      description: joined([
        services.connectionMark(),
        openWord(services),
        sortWord(arrangement.layout.sort?.key),
      ]),
      message: noteLine(services, markets, {
        filter: filter.applied,
        others: [
          filter.unavailable,
          lineNoteOf(services, 'markets'),
          markets.sortedLocally && markets.hasMore
            ? l10n.t('The service does not sort by this; what is loaded is sorted here.')
            : undefined,
        ],
      }),
      state: viewState(services, markets.state, list.length, isFiltered(markets.appliedQuery)),
    };
  };
  const changed = (change: Change): void => {
    flat.changed(change);
    kept.changed(change);
  };
  return {
    name: 'markets',
    watched: [markets, events],
    showsMarkets: true,
    content,
    changes: [
      ...rowChanges(services, changed),
      arrangement.onDidChange,
      services.onDidChangeView,
      services.session.onDidChange,
    ],
  };
}

/** Sorting 100,000 markets on every redraw would be felt: the last result stands until list or order change. */
function sorter({ markets, arrangement }: Services): () => readonly Market[] {
  let of: readonly Market[] | undefined;
  let by: string | undefined;
  let result: readonly Market[] = [];
  return () => {
    const { sort } = arrangement.layout;
    const order = sort && `${sort.key} ${sort.direction}`;
    if (of !== markets.markets || by !== order) {
      of = markets.markets;
      by = order;
      result = sort === undefined ? of : sortMarkets(of, sort);
    }
    return result;
  };
}

/** A price told by a stream moves no market to another group: the last grouping stands until a list changes. */
function grouper({ events, eventOf }: Services): (list: readonly Market[]) => readonly CategoryGroup[] {
  let of: readonly unknown[] = [];
  let result: readonly CategoryGroup[] = [];
  return (list) => {
    if (of[0] !== list || of[1] !== events.events) {
      of = [list, events.events];
      result = groupMarkets(list, eventOf);
    }
    return result;
  };
}

function openWord({ markets }: Services): string {
  if (isFiltered(markets.appliedQuery)) return l10n.t('filtered');
  return l10n.t('open');
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
