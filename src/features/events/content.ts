import { l10n } from 'vscode';
import { appliedHere } from '../../core/conditions.ts';
import type { Freshness } from '../../core/freshness.ts';
import type { Market } from '../../core/market.ts';
import { RANKED_STEP } from '../../store/markets/ranking.ts';
import { readAt } from '../../store/reading/load-state.ts';
import { conditionsText, sortWord } from '../../view/condition-text.ts';
import {
  ALL_DAYS,
  calendarSummary,
  type EventDay,
  eventsTree,
  rankedEvents,
} from '../../view/events-tree.ts';
import type { RowMemo } from '../../view/market-rows.ts';
import { loadMoreRow, showMoreRow } from '../../view/markets-tree.ts';
import { contextOfList, countText, soFar } from '../../view/row.ts';
import { shownRow, unknownNotes } from '../../view/shown-rows.ts';
import { isReadWhole, readCount, readingNote } from '../reading-note.ts';
import type { Parts } from '../services.ts';
import { hasRead } from '../trees/view.ts';
import type { ListContent } from '../trees/views.ts';

type Needed = Parameters<typeof readingNote>[0] &
  Parts<'marketViews' | 'filteredLists' | 'portfolio' | 'session'>;

/** What Events shows: by day, or in another order; and what is still read of it. */
export function eventsContent(services: Needed, memo: RowMemo): ListContent {
  const { events, eventsAhead, marketViews, filteredLists, show } = services;
  const { conditions, sort } = show.of('events');
  const context = contextOfList(conditions, services.view());
  const isCalendar = sort.key === 'start';
  const isFiltered = show.isFiltered('events');
  const { items, total, unranked, unknown, isPending } =
    isFiltered || !isCalendar
      ? filteredLists.events(conditions, sort)
      : { items: events.all, total: events.all.length, unranked: 0, unknown: 0, isPending: false };
  const isWhole = !isPending && isReadWhole(services, conditions, eventsAhead.isListWhole);
  const whole = isWhole ? ALL_DAYS : isPending ? NONE : wholeDays(services);
  const source = {
    events: items,
    view: (market: Market) => marketViews.of(market),
    latest: (market: Market) => marketViews.latest(market),
    memo,
    holdings: services.portfolio.holdings,
    freshness: listFreshness(services),
    whole,
  };
  const rows = (isCalendar ? eventsTree : rankedEvents)(source, context);
  const more =
    total > items.length
      ? [showMoreRow('events', RANKED_STEP, context)]
      : events.hasMore && !eventsAhead.isDue
        ? [loadMoreRow('events', events.loadingMore, context)]
        : [];
  const here = appliedHere(conditions, {});
  const read = readCount(services, 'events');
  const counts = { shown: total, read, isWhole };
  const shown = isFiltered ? [shownRow({ view: 'events', conditions, here, ...counts }, context)] : [];
  const reading = isFiltered ? readingNote(services, 'events') : undefined;
  const isEmpty = isFiltered && total === 0 && !isPending && reading === undefined;
  return {
    rows: read === 0 && !(isFiltered && hasRead(events.state)) ? [] : [...shown, ...rows, ...more],
    shown: isFiltered ? conditionsText(conditions, here, context) : undefined,
    description: isCalendar
      ? calendarSummary(items, context, whole)
      : [soFar(countText(total, context), isWhole, context), sortWord(sort.key, context)],
    notes: [
      reading,
      isEmpty ? l10n.t('No events match this filter.') : undefined,
      ...unknownNotes({ view: 'events', sort: sort.key, total, unranked, unknown }, context),
      events.derived && total > 0
        ? l10n.t('This service has no event list: these are worked out from the markets loaded so far.')
        : undefined,
    ],
  };
}

const NONE: ReadonlySet<EventDay> = new Set();
/** What begins on a day is asked for by its times, and `later` has events without any. */
const DAYS_ASKED = ['today', 'tomorrow', 'week'] as const;

/** The groups of which every event was read. */
function wholeDays({ eventsAhead, catalogue }: Parts<'eventsAhead' | 'catalogue'>): ReadonlySet<EventDay> {
  const days = DAYS_ASKED.filter((day) => eventsAhead.isWhole(day));
  // What is live has a list of its own, which is short.
  const isLiveRead = days.includes('today') && hasRead(catalogue.state);
  return new Set<EventDay>(isLiveRead ? [...days, 'live'] : days);
}

/** No stream tells of clocks and scores: they stand still as soon as the list cannot be read. */
function listFreshness({ events, session }: Parts<'events' | 'session'>): Freshness | undefined {
  const { state } = events;
  const at = readAt(state);
  if (state.kind !== 'failed' || at === undefined) return undefined;
  return { source: 'rest', at, standing: session.link.kind === 'offline' ? 'cut' : 'stale' };
}
