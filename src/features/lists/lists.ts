import { l10n, window } from 'vscode';
import { type RowTarget, VIEWS, type ViewName } from '../ids.ts';
import { clearMarketFilter, isFiltered } from '../market-filters.ts';
import type { Services } from '../services.ts';

/** Loads one view again, or every view that was loaded before. */
export async function refresh(services: Services, view?: ViewName): Promise<void> {
  const { markets, events, orders, positions, activity, balances, held } = services;
  const stores = {
    markets: [markets],
    events: [events],
    orders: [orders, held],
    positions: [positions, balances, held],
    activity: [activity],
  };
  const all = [...new Set(Object.values(stores).flat())];
  const asked = view === undefined ? all.filter(({ state }) => state.kind !== 'idle') : stores[view];
  const work = Promise.all(asked.map((store) => store.refresh('asked')));
  if (view === undefined) await work;
  else await window.withProgress({ location: { viewId: VIEWS[view] } }, () => work);
}

/** Loads the next page of the given list, or of the one picked. */
export async function loadMore(services: Services, target?: ViewName | RowTarget): Promise<void> {
  const { markets, events, activity } = services;
  const lists = { markets, events, activity };
  const named = typeof target === 'object' ? target.view : target;
  const view = named ?? (await askList(lists));
  if (view !== 'markets' && view !== 'events' && view !== 'activity') return;
  const list = lists[view];
  await list.loadMore();
  if (list.moreError !== undefined) throw list.moreError;
}

/** Removes the filter of the given view; without one, that of the markets if it is set, else that of the activity. */
export async function clearFilter(services: Services, target?: ViewName | RowTarget): Promise<void> {
  const named = typeof target === 'object' ? target.view : target;
  const view = named ?? (isFiltered(services.markets.query) ? 'markets' : 'activity');
  await (view === 'activity' ? services.activity.clearFilter() : clearMarketFilter(services));
}

async function askList(
  lists: Readonly<Record<'markets' | 'events' | 'activity', { readonly hasMore: boolean }>>,
): Promise<ViewName | undefined> {
  const labels = { markets: l10n.t('Markets'), events: l10n.t('Events'), activity: l10n.t('Activity') };
  const items = (['markets', 'events', 'activity'] as const)
    .filter((view) => lists[view].hasMore)
    .map((view) => ({ view, label: labels[view] }));
  if (items.length === 0) {
    void window.showInformationMessage(l10n.t('Everything is loaded.'));
    return undefined;
  }
  return (await window.showQuickPick(items, { title: l10n.t('Load more of which list?') }))?.view;
}
