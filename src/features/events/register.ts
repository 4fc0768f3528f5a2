import { l10n } from 'vscode';
import type { Disposable } from '../../base/lifecycle.ts';
import type { Freshness } from '../../core/freshness.ts';
import { readAt } from '../../store/reading/load-state.ts';
import { eventsTree } from '../../view/events-tree.ts';
import { RowMemo } from '../../view/market-rows.ts';
import { joined } from '../../view/row.ts';
import type { Editor } from '../editor.ts';
import type { Services } from '../services.ts';
import { fillView } from '../trees/view.ts';
import { noteLine, streamNoteOf, viewState } from '../trees/view-notes.ts';
import type { ViewContent, ViewDefinition } from '../trees/views.ts';

export function registerEvents({ views }: Editor, services: Services): Disposable {
  return fillView(services, views, eventsView(services));
}

/** Events by how urgent they are, each with its markets. */
function eventsView(services: Services): ViewDefinition {
  const { events, marketViews } = services;
  const memo = new RowMemo();
  const content = (): ViewContent => {
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
      description: joined([
        services.connectionMark(),
        list.length === 0 ? undefined : countWord(list.length),
      ]),
      message: noteLine(services, events, {
        others: [
          streamNoteOf(services, 'markets'),
          events.derived && list.length > 0
            ? l10n.t('This service has no event list: these are worked out from the markets loaded so far.')
            : undefined,
        ],
      }),
      state: viewState(services, events.state, list.length),
    };
  };
  return {
    name: 'events',
    watched: [events],
    content,
    showsMarkets: true,
    changes: [marketViews.onDidChange, services.onDidChangeView, services.session.onDidChange],
  };
}

/** No stream tells of clocks and scores: they stand still as soon as the list cannot be read. */
function listFreshness({ events, session }: Pick<Services, 'events' | 'session'>): Freshness | undefined {
  const { state } = events;
  const at = readAt(state);
  if (state.kind !== 'failed' || at === undefined) return undefined;
  return { source: 'rest', at, standing: session.link.kind === 'offline' ? 'cut' : 'stale' };
}

function countWord(count: number): string {
  return count === 1 ? l10n.t('1 event') : l10n.t('{0} events', count);
}
