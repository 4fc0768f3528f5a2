import { l10n } from 'vscode';
import type { Disposable } from '../../base/lifecycle.ts';
import type { Freshness } from '../../core/freshness.ts';
import { readAt } from '../../store/reading/load-state.ts';
import { eventsTree } from '../../view/events-tree.ts';
import { RowMemo } from '../../view/market-rows.ts';
import type { Editor, Services } from '../services.ts';
import { fillView } from '../trees/view.ts';

/** Events by how urgent they are, each with its markets. */
export function registerEvents({ views }: Editor, services: Services): Disposable {
  const { events, marketViews } = services;
  const memo = new RowMemo();
  return fillView(services, views, {
    name: 'events',
    stream: 'markets',
    list: events,
    changes: [marketViews.onDidChange],
    content: () => {
      const list = events.events;
      const rows = eventsTree(
        {
          events: list,
          view: (market) => marketViews.of(market),
          latest: (market) => marketViews.latest(market),
          memo,
          freshness: listFreshness(services),
          more: events.hasMore ? { count: undefined, loading: events.loadingMore } : undefined,
        },
        services.view(),
      );
      return {
        rows: list.length === 0 ? [] : rows,
        description: [list.length === 0 ? undefined : countWord(list.length)],
        notes: [
          events.derived && list.length > 0
            ? l10n.t('This service has no event list: these are worked out from the markets loaded so far.')
            : undefined,
        ],
      };
    },
  });
}

/** No stream tells of clocks and scores: they stand still as soon as the list cannot be read. */
function listFreshness({ events, session }: Services): Freshness | undefined {
  const { state } = events;
  const at = readAt(state);
  if (state.kind !== 'failed' || at === undefined) return undefined;
  return { source: 'rest', at, standing: session.link.kind === 'offline' ? 'cut' : 'stale' };
}

function countWord(count: number): string {
  return count === 1 ? l10n.t('1 event') : l10n.t('{0} events', count);
}
