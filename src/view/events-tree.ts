import { DAY_MS, HOUR_MS } from '../base/clock.ts';
import { byTime, type DatedEvent, type EventFacts, EventFactsMemo } from '../core/event-facts.ts';
import type { Freshness } from '../core/freshness.ts';
import type { EventGroup } from '../core/grouping.ts';
import type { EventPhase } from '../core/lifecycle.ts';
import type { MarketEvent } from '../core/market.ts';
import { eventRow } from './event-rows.ts';
import { spokenFreshness } from './freshness-text.ts';
import { type MarketRowSource, MarketRows, TIMED_ROW_MS } from './market-rows.ts';
import { eventGroupName } from './names.ts';
import { countText, folderRow, type Row, soFar, type ViewContext, withoutEmpty } from './row.ts';
import { capital, phaseWord } from './states.ts';

interface EventsTree extends MarketRowSource {
  readonly events: readonly MarketEvent[];
  /** Of the list as a whole, with which clocks and scores come. */
  readonly freshness?: Freshness | undefined;
  /** Groups of which every event was read; the counts of others are `so far`. Default: all. */
  readonly whole?: ReadonlySet<EventDay>;
}

/** The order of the groups, which is the order of urgency. */
const DAYS = ['live', 'today', 'tomorrow', 'week', 'later', 'open', 'awaitingSettlement', 'ended'] as const;
export type EventDay = (typeof DAYS)[number];

/** With each group read to its end. */
export const ALL_DAYS: ReadonlySet<EventDay> = new Set(DAYS);

const FACTS = new EventFactsMemo();

/** Root rows of the events view: groups by day, each in the order of `byTime`. Empty groups are left out. */
export function eventsTree(tree: EventsTree, context: ViewContext): readonly Row[] {
  const { events, freshness, whole = ALL_DAYS } = tree;
  const made = new MarketRows(tree, context);
  made.memo.begin(context, spokenFreshness(freshness, context));
  const make = (): readonly Row[] => dayRows({ ...tree, whole }, made, context);
  return made.memo.of(events, make, TIMED_ROW_MS, [[...whole].join()]);
}

/** Root rows without groups: the events as they come. */
export function rankedEvents(tree: EventsTree, context: ViewContext): readonly Row[] {
  const { events, freshness } = tree;
  const made = new MarketRows(tree, context);
  made.memo.begin(context, `ranked ${spokenFreshness(freshness, context)}`);
  return events.map((event) => listedEventRow(event, made, context, freshness));
}

/** The row of one event. `listed`: how current its clock and score are. */
export function listedEventRow(
  event: MarketEvent,
  made: MarketRows,
  context: ViewContext,
  listed?: Freshness,
): Row {
  const group = groupOf(event);
  const league = eventGroupName(event, context);
  return eventRow(group, made, context, { id: `event/${group.key}`, listed, league });
}

function groupOf(event: MarketEvent): EventGroup {
  return { key: event.slug ?? event.id, event, markets: event.markets };
}

/** When an event is, seen from today. */
export function dayOf({ phase, start }: EventFacts, { format }: ViewContext): EventDay {
  if (phase !== 'upcoming') return phase;
  const now = format.settings.now();
  if (start === undefined) return 'later';
  if (start <= now || format.isSameDay(start, now)) return 'today';
  if (format.isSameDay(start, now + DAY_MS)) return 'tomorrow';
  return start < now + 7 * DAY_MS ? 'week' : 'later';
}

function byDay(
  all: readonly MarketEvent[],
  context: ViewContext,
): ReadonlyMap<EventDay, readonly DatedEvent[]> {
  const now = context.format.settings.now();
  const dated = all.map((event) => {
    const group = groupOf(event);
    return { group, facts: FACTS.of(group, now, event) };
  });
  return Map.groupBy(dated, ({ facts }) => dayOf(facts, context));
}

function dayRows(
  { events: all, freshness, whole }: EventsTree & Required<Pick<EventsTree, 'whole'>>,
  made: MarketRows,
  context: ViewContext,
): readonly Row[] {
  const { t } = context;
  const names = { today: t('Today'), tomorrow: t('Tomorrow'), week: t('This week'), later: t('Later') };
  const days = byDay(all, context);
  const rows = (events: readonly DatedEvent[]): readonly Row[] =>
    events.flatMap(({ group }) => group.event ?? []).map((e) => listedEventRow(e, made, context, freshness));
  return DAYS.flatMap((day) => {
    const events = days.get(day);
    if (events === undefined) return [];
    const name =
      day in names ? names[day as keyof typeof names] : capital(phaseWord(day as EventPhase, context));
    const children = (): readonly Row[] =>
      day === 'today' ? hourRows(byTime(events), rows, whole.has(day), context) : rows(byTime(events));
    const collapsible = day === 'live' || day === 'today' ? 'expanded' : 'collapsed';
    const count = soFar(countText(events.length, context), whole.has(day), context);
    return [folderRow(`phase/${day}`, name, [count], children, collapsible)];
  });
}

/** What is still to come today by the hour it starts in; a single event of an hour stands for itself. */
function hourRows(
  events: readonly DatedEvent[],
  rows: (events: readonly DatedEvent[]) => readonly Row[],
  isWhole: boolean,
  context: ViewContext,
): readonly Row[] {
  const hours = Map.groupBy(events, ({ facts }) => Math.floor((facts.start ?? 0) / HOUR_MS));
  if (hours.size < 2) return rows(events);
  return [...hours].flatMap(([hour, started]) => {
    if (started.length === 1) return rows(started);
    const name = context.format.time(hour * HOUR_MS);
    const count = soFar(countText(started.length, context), isWhole, context);
    return [folderRow(`phase/today/${hour}`, name, [count], () => rows(started))];
  });
}

/** How many are live, and how many more are today; `whole` as in the tree. */
export function calendarSummary(
  events: readonly MarketEvent[],
  context: ViewContext,
  whole: ReadonlySet<EventDay> = ALL_DAYS,
): readonly string[] {
  const { t } = context;
  const days = byDay(events, context);
  const live = days.get('live')?.length ?? 0;
  const today = days.get('today')?.length ?? 0;
  const parts = withoutEmpty([
    live > 0 ? t('{0} live', countText(live, context)) : '',
    today > 0 ? t('{0} today', countText(today, context)) : '',
  ]);
  const isWhole = parts.length === 0 || (whole.has('live') && whole.has('today'));
  return isWhole ? parts : parts.with(-1, soFar(parts.at(-1) ?? '', false, context));
}
