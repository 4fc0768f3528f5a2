import type { Freshness } from '../core/freshness.ts';
import { type EventPhase, eventPhase, eventStart } from '../core/lifecycle.ts';
import type { MarketEvent } from '../core/market.ts';
import { eventRow } from './event-rows.ts';
import { spokenFreshness } from './freshness-text.ts';
import { type MarketRowSource, MarketRows, TIMED_ROW_MS } from './market-rows.ts';
import { eventCount } from './markets-tree.ts';
import { categoryName } from './names.ts';
import { counted, joined, type Row, type ViewContext } from './row.ts';
import { capital, phaseWord } from './states.ts';

interface EventsTree extends MarketRowSource {
  readonly events: readonly MarketEvent[];
  /** Of the list as a whole, with which clocks and scores come. */
  readonly freshness?: Freshness | undefined;
}

/** The order of the groups, which is the order of urgency. */
const GROUPS = ['live', 'today', 'tomorrow', 'week', 'later', 'open', 'awaitingSettlement', 'ended'] as const;
type EventGroupName = (typeof GROUPS)[number];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Root rows of the events view: groups by phase, soonest first (questions that are open, by their end); what is over, latest first. Empty groups are left out. */
export function eventsTree(tree: EventsTree, context: ViewContext): readonly Row[] {
  const { events, freshness } = tree;
  const made = new MarketRows(tree, context);
  made.memo.begin(context, spokenFreshness(freshness, context));
  return made.memo.of(events, () => groupRows(events, freshness, made, context), TIMED_ROW_MS);
}

/** Root rows without groups: the events as they come. */
export function rankedEvents(tree: EventsTree, context: ViewContext): readonly Row[] {
  const { events, freshness } = tree;
  const made = new MarketRows(tree, context);
  made.memo.begin(context, `ranked ${spokenFreshness(freshness, context)}`);
  return events.map((event) => listedEventRow(event, made, context, freshness));
}

function groupRows(
  all: readonly MarketEvent[],
  freshness: Freshness | undefined,
  made: MarketRows,
  context: ViewContext,
): readonly Row[] {
  const groups = Map.groupBy(all, (event) => groupOf(event, context));
  return GROUPS.flatMap((group) => {
    const events = groups.get(group);
    return events === undefined ? [] : [groupRow(group, events, freshness, made, context)];
  });
}

/** The row of one event. `listed`: how current its clock and score are. */
export function listedEventRow(
  event: MarketEvent,
  made: MarketRows,
  context: ViewContext,
  listed?: Freshness,
): Row {
  const key = event.slug ?? event.id;
  const league = event.category && categoryName(event.category, context);
  return eventRow({ key, event, markets: event.markets }, made, context, {
    id: `event/${key}`,
    listed,
    league,
  });
}

function groupOf(event: MarketEvent, { format }: ViewContext): EventGroupName {
  const now = format.settings.now();
  const phase = eventPhase(event, now);
  if (phase !== 'upcoming') return phase;
  const start = eventStart(event);
  if (start === undefined) return 'later';
  if (start <= now || format.isSameDay(start, now)) return 'today';
  if (format.isSameDay(start, now + DAY_MS)) return 'tomorrow';
  return start < now + 7 * DAY_MS ? 'week' : 'later';
}

function groupRow(
  group: EventGroupName,
  events: readonly MarketEvent[],
  freshness: Freshness | undefined,
  made: MarketRows,
  context: ViewContext,
): Row {
  const { t } = context;
  const named = { today: t('Today'), tomorrow: t('Tomorrow'), week: t('This week'), later: t('Later') };
  const name =
    group in named ? named[group as keyof typeof named] : capital(phaseWord(group as EventPhase, context));
  const isOver = group === 'ended' || group === 'awaitingSettlement';
  const isOpen = group === 'live' || group === 'today';
  return {
    id: `phase/${group}`,
    ...counted(name, eventCount(events.length, context)),
    contextValue: 'phase',
    tooltip: () => [],
    collapsible: isOpen ? 'expanded' : 'collapsed',
    children: () => {
      const rows = (some: readonly MarketEvent[]): readonly Row[] =>
        some.map((event) => listedEventRow(event, made, context, freshness));
      const inOrder = sorted(events, group === 'open' ? eventEnd : eventStart, isOver);
      return group === 'today' ? hourRows(inOrder, rows, context) : rows(inOrder);
    },
  };
}

/** What is still to come today by the hour it starts in; a single event of an hour stands for itself. */
function hourRows(
  events: readonly MarketEvent[],
  rows: (events: readonly MarketEvent[]) => readonly Row[],
  context: ViewContext,
): readonly Row[] {
  const hourOf = (event: MarketEvent): number => Math.floor((eventStart(event) ?? 0) / HOUR_MS);
  const hours = Map.groupBy(events, hourOf);
  if (hours.size < 2) return rows(events);
  return [...hours].flatMap(([hour, started]) =>
    started.length === 1
      ? rows(started)
      : [
          {
            id: `phase/today/${hour}`,
            ...counted(context.format.time(hour * HOUR_MS), String(started.length)),
            contextValue: 'phase',
            tooltip: () => [],
            collapsible: 'collapsed',
            children: () => rows(started),
          } satisfies Row,
        ],
  );
}

/** How many are live, and how many more are today. */
export function calendarSummary(events: readonly MarketEvent[], context: ViewContext): string {
  const { t } = context;
  const groups = Map.groupBy(events, (event) => groupOf(event, context));
  const live = groups.get('live')?.length ?? 0;
  const today = groups.get('today')?.length ?? 0;
  return joined([live > 0 ? t('{0} live', live) : '', today > 0 ? t('{0} today', today) : '']);
}

function eventEnd(event: MarketEvent): number | undefined {
  return event.endDate?.ms ?? event.markets.find((market) => market.endDate)?.endDate?.ms;
}

/** Events without the time they are sorted by stand last. */
function sorted(
  events: readonly MarketEvent[],
  timeOf: (event: MarketEvent) => number | undefined,
  latestFirst: boolean,
): readonly MarketEvent[] {
  const keyOf = (event: MarketEvent): number => {
    const time = timeOf(event);
    return time === undefined ? Number.MAX_VALUE : latestFirst ? -time : time;
  };
  return events
    .map((event) => ({ event, key: keyOf(event) }))
    .sort((a, b) => a.key - b.key)
    .map(({ event }) => event);
}
