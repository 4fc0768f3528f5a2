import { l10n } from 'vscode';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import { appliedHere } from '../../core/conditions.ts';
import type { Freshness } from '../../core/freshness.ts';
import { readAt } from '../../store/reading/load-state.ts';
import { conditionsText, sortText } from '../../view/condition-text.ts';
import { calendarSummary, eventsTree, rankedEvents } from '../../view/events-tree.ts';
import { RowMemo } from '../../view/market-rows.ts';
import { shownRow } from '../../view/shown-rows.ts';
import { Matches } from '../matches.ts';
import type { Editor, Services } from '../services.ts';
import { fillView, hasRead } from '../trees/view.ts';

/** Events by how urgent they are, each with its markets. */
export function registerEvents({ views }: Editor, services: Services): Disposable {
  const { events, catalogue, marketViews, show } = services;
  const memo = new RowMemo();
  const own = new DisposableStore();
  const matches = own.add(new Matches(services));
  const view = fillView(services, views, {
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
    ],
    content: () => {
      const context = services.view();
      const { conditions, sort } = show.of('events');
      const isCalendar = sort === undefined || sort.key === 'start';
      const isFiltered = show.isFiltered('events');
      const list = isFiltered || !isCalendar ? matches.events(conditions, sort) : events.all;
      const rows = (isCalendar ? eventsTree : rankedEvents)(
        {
          events: list,
          view: (market) => marketViews.of(market),
          latest: (market) => marketViews.latest(market),
          memo,
          holdings: services.holdings(),
          freshness: listFreshness(services),
          more: events.hasMore ? { count: undefined, loading: events.loadingMore } : undefined,
        },
        context,
      );
      const here = appliedHere(conditions, {});
      const facts = {
        conditions,
        here,
        shown: list.length,
        read: [...events.known()].length,
        isWhole: !events.hasMore,
      };
      const shown = isFiltered ? [shownRow({ view: 'events', ...facts }, context)] : [];
      return {
        rows: facts.read === 0 && !(isFiltered && hasRead(events.state)) ? [] : [...shown, ...rows],
        shown: isFiltered ? conditionsText(conditions, here, context) : undefined,
        description: [
          isCalendar ? calendarSummary(list, context) : countWord(list.length),
          isCalendar ? undefined : sortText(sort, context).toLowerCase(),
        ],
        notes: [
          isFiltered && list.length === 0 ? l10n.t('No events match this filter.') : undefined,
          events.derived && list.length > 0
            ? l10n.t('This service has no event list: these are worked out from the markets loaded so far.')
            : undefined,
        ],
      };
    },
  });
  own.add(view);
  return own;
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
