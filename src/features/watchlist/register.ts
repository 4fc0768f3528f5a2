import { l10n, window } from 'vscode';
import { dropIntoWatchlist, entriesOf } from '../../core/watchlist.ts';
import { RowMemo } from '../../view/market-rows.ts';
import { watchlistTree } from '../../view/watchlist-tree.ts';
import type { Editor, Services } from '../services.ts';
import { fillView } from '../trees/view.ts';
import { watchWorkspaceLists } from './workspace-lists.ts';

/** What a person watches: the view, its commands, and the lists the folders of the workspace bring. */
export function registerWatchlist(editor: Editor, services: Services): void {
  const { watchlist, watched, markets, marketViews, orders, positions } = services;
  const { commands, own } = editor;
  const workspace = watchWorkspaceLists(own, (lists) => {
    watched.want('workspace', entriesOf(lists.flatMap(({ items }) => items)));
  });
  const update = (): void => watched.want('watchlist', entriesOf(watchlist.items));
  own.add(watchlist.onDidChange(update));
  update();
  const memo = new RowMemo();
  fillView(editor, services, {
    name: 'watchlist',
    stream: 'markets',
    list: watched,
    needs: { stores: [], changes: [marketViews, orders, positions].map(({ onDidChange }) => onDidChange) },
    content: () => {
      const { length } = entriesOf(watchlist.items);
      const rows = watchlistTree(
        {
          own: watchlist,
          workspace: workspace.lists,
          market: (slug) => markets.get(slug),
          event: (key) => watched.event(key),
          isGone: (entry) => watched.isGone(entry),
          view: (market) => marketViews.of(market),
          latest: (market) => marketViews.latest(market),
          memo,
          holdings: services.portfolio.holdings,
        },
        services.view(),
      );
      return { rows, description: [length === 0 ? undefined : String(length)] };
    },
    drop: async (dragged, target) => {
      const { subject, row } = target ?? {};
      const named = subject?.kind === 'watchGroup' ? { group: subject.name } : row?.watched;
      const place = target === undefined ? { group: '' } : named;
      if (place !== undefined) await watchlist.edit((groups) => dropIntoWatchlist(groups, dragged, place));
      else void window.showInformationMessage(l10n.t('Drop it on a row or a group of your own list.'));
    },
  });
  const load = () => import('./commands.ts');
  commands.serve({
    addToWatchlist: async (...args) => (await load()).addToWatchlist(services, ...args),
    removeFromWatchlist: async (...args) => (await load()).removeFromWatchlist(services, ...args),
    editWatchlist: async (...args) => (await load()).editWatchlist(services, ...args),
  });
}
