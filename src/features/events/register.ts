import { l10n } from 'vscode';
import { appliedHere } from '../../core/conditions.ts';
import type { Freshness } from '../../core/freshness.ts';
import { RANKED_STEP } from '../../store/markets/ranking.ts';
import { readAt } from '../../store/reading/load-state.ts';
import { conditionsText, sortWord } from '../../view/condition-text.ts';
import { calendarSummary, eventsTree, rankedEvents } from '../../view/events-tree.ts';
import { RowMemo } from '../../view/market-rows.ts';
import { loadMoreRow, showMoreRow } from '../../view/markets-tree.ts';
import { contextOfList, countText } from '../../view/row.ts';
import { shownRow } from '../../view/shown-rows.ts';
import { readingNote } from '../reading-note.ts';
import type { Editor, Services } from '../services.ts';
import { fillView, hasRead } from '../trees/view.ts';

/** Events by how urgent they are, each with its markets. */
export function registerEvents(editor: Editor, services: Services): void {
  const { events, catalogue, marketViews, matches, show } = services;
  const memo = new RowMemo();
  fillView(editor, services, {
    name: 'events',
    stream: 'markets',
    list: events,
    // It reads what is live again by itself.
    besides: [catalogue],
    changes: [
      marketViews.onDidChange,
      services.orders.onDidChange,
      services.positions.onDidChange,
      show.onDidChange,
      matches.onDidChange,
    ],
    content: () => {
      const { conditions, sort } = show.of('events');
      const context = contextOfList(conditions, services.view());
      const isCalendar = sort.key === 'start';
      const isFiltered = show.isFiltered('events');
      const { items, total, isPending } =
        isFiltered || !isCalendar
          ? matches.events(conditions, sort)
          : { items: events.all, total: events.all.length, isPending: false };
      const rows = (isCalendar ? eventsTree : rankedEvents)(
        {
          events: items,
          view: (market) => marketViews.of(market),
          latest: (market) => marketViews.latest(market),
          memo,
          holdings: services.holdings(),
          freshness: listFreshness(services),
        },
        context,
      );
      const more =
        total > items.length
          ? [showMoreRow('events', RANKED_STEP, context)]
          : events.hasMore
            ? [loadMoreRow('events', events.loadingMore, context)]
            : [];
      const here = appliedHere(conditions, {});
      const read = events.all.length;
      const counts = { shown: total, read, isWhole: !events.hasMore && !isPending };
      const shown = isFiltered ? [shownRow({ view: 'events', conditions, here, ...counts }, context)] : [];
      const reading = isFiltered ? readingNote(services, 'events') : undefined;
      const isEmpty = isFiltered && total === 0 && !isPending && reading === undefined;
      return {
        rows: read === 0 && !(isFiltered && hasRead(events.state)) ? [] : [...shown, ...rows, ...more],
        shown: isFiltered ? conditionsText(conditions, here, context) : undefined,
        description: [
          isCalendar ? calendarSummary(items, context) : countText(total, context),
          isCalendar ? undefined : sortWord(sort.key, context),
        ],
        notes: [
          reading,
          isEmpty ? l10n.t('No events match this filter.') : undefined,
          events.derived && total > 0
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
