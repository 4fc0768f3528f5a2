import { l10n, window } from 'vscode';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import { entriesOf } from '../../core/watchlist.ts';
import { RowMemo } from '../../view/market-rows.ts';
import { watchlistTree, watchPlaceOf } from '../../view/watchlist-tree.ts';
import type { Editor, Services } from '../services.ts';
import { fillView } from '../trees/view.ts';
import { WATCHLIST_SETTING } from '../watchlist.ts';
import { dropInto } from './drop-into.ts';
import { watchWorkspaceLists } from './workspace-lists.ts';

/** What a person watches: the view, its commands, and the lists the folders of the workspace bring. */
export function registerWatchlist({ commands, views }: Editor, services: Services): Disposable {
  const { watchlist, watched, markets, marketViews } = services;
  const own = new DisposableStore();
  const workspace = own.add(
    watchWorkspaceLists((lists) => watchlist.setOthers(entriesOf(lists.flatMap(({ groups }) => groups)))),
  );
  const memo = new RowMemo();
  own.add(
    fillView(services, views, {
      name: 'watchlist',
      stream: 'markets',
      list: watched,
      changes: [
        watchlist.onDidChange,
        marketViews.onDidChange,
        services.orders.onDidChange,
        services.positions.onDidChange,
      ],
      content: () => ({
        rows: watchlistTree(
          {
            groups: watchlist.groups,
            setting: WATCHLIST_SETTING,
            problem: watchlist.problem,
            workspace: workspace.lists,
            market: (slug) => markets.get(slug),
            event: (key) => watched.event(key),
            isGone: (entry) => watched.isGone(entry),
            view: (market) => marketViews.of(market),
            latest: (market) => marketViews.latest(market),
            memo,
            holdings: services.holdings(),
          },
          services.view(),
        ),
        description: [watchlist.entries.length === 0 ? undefined : String(watchlist.entries.length)],
      }),
      drop: async (dragged, target) => {
        const place = target === undefined ? { group: '' } : watchPlaceOf(target.id, watchlist.groups);
        if (place === undefined) {
          void window.showInformationMessage(
            l10n.t('This list comes from a file of the workspace. Drop the row on one of your own groups.'),
          );
          return;
        }
        const { changeWatchlist } = await import('./commands.ts');
        await changeWatchlist(services, (groups) => dropInto(groups, dragged, place));
      },
    }),
  );
  commands.serve({
    addToWatchlist: async (target, selected) =>
      (await import('./commands.ts')).addToWatchlist(services, target, selected),
    removeFromWatchlist: async (target, selected) =>
      (await import('./commands.ts')).removeRows(services, target, selected),
    editWatchlist: async (target, selected) =>
      (await import('./edit-watchlist.ts')).editWatchlist(services, target, selected),
  });
  return own;
}
