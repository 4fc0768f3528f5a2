import { l10n, window } from 'vscode';
import type { ViewName } from '../ids.ts';
import type { Parts } from '../services.ts';

/** Loads the next page of the given list, or of the one picked. */
export async function loadMore(
  services: Parts<'markets' | 'events' | 'activity' | 'filteredLists'>,
  target?: ViewName,
): Promise<void> {
  const { markets, events, activity } = services;
  const lists = { markets, events, activity };
  const view = target ?? (await askList(lists));
  if (view !== 'markets' && view !== 'events' && view !== 'activity') return;
  const list = lists[view];
  if (view !== 'activity' && services.filteredLists.showMore(view)) return;
  await list.loadMore();
  if (list.moreError !== undefined) throw list.moreError;
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
