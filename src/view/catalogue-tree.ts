import type { EventFacts, EventFactsMemo } from '../core/event-facts.ts';
import type { CategoryGroup, EventGroup } from '../core/grouping.ts';
import type { ListedLeague, Sport } from '../core/league.ts';
import { eventRow } from './event-rows.ts';
import { type MarketRowSource, MarketRows } from './market-rows.ts';
import { categoryName, groupTitle } from './names.ts';
import { counted, joined, type Row, spokenParts, type ViewContext } from './row.ts';
import { below } from './shown-rows.ts';

const DAY_MS = 86_400_000;
const SOON_MS = 2 * 3_600_000;
/** More leagues than this stand under their sports. */
const MOST_FLAT = 20;

/** How far a league or category is read; `unread`: not at all by itself. `problem`: why its reading failed. */
export interface GroupProgress {
  readonly kind: 'unread' | 'reading' | 'partly' | 'failed' | 'whole';
  readonly problem?: string;
}

export interface CatalogueTree extends MarketRowSource {
  readonly categories: readonly CategoryGroup[];
  readonly leagues: readonly ListedLeague[];
  readonly sports: readonly Sport[];
  readonly facts: EventFactsMemo;
  progress(key: string): GroupProgress;
}

interface DatedEvent {
  readonly category: string;
  readonly group: EventGroup;
  readonly facts: EventFacts;
}

/** A league or category, with what is known of it. */
interface Shelf {
  readonly key: string;
  readonly name: string;
  readonly category: string | undefined;
  readonly isLeague: boolean;
  readonly sportId: string | undefined;
  readonly events: readonly DatedEvent[];
}

/** Root rows of Markets: what is live, what begins soon, then every sport, league and category there is. */
export function catalogueTree(tree: CatalogueTree, context: ViewContext): readonly Row[] {
  const made = new MarketRows(tree, context);
  made.memo.begin(context, 'catalogue');
  const now = context.format.settings.now();
  const shelves = shelvesOf(tree, now, context);
  const events = shelves.flatMap((shelf) => shelf.events);
  const isSoon = ({ facts: { phase, start = 0 } }: DatedEvent): boolean =>
    phase === 'upcoming' && start > now && start <= now + SOON_MS;
  return [
    ...phaseRow(
      'live',
      events.filter(({ facts }) => facts.phase === 'live'),
      made,
      context,
    ),
    ...phaseRow('soon', events.filter(isSoon), made, context),
    ...shelfRows(shelves, tree, made, context),
  ];
}

/** Leagues in the order of the service, then what else there is. What has nothing open is left out, unless it is unread. */
function shelvesOf(tree: CatalogueTree, now: number, context: ViewContext): readonly Shelf[] {
  const groups = new Map(tree.categories.map((group) => [group.key, group]));
  const events = (group: CategoryGroup | undefined): DatedEvent[] =>
    (group?.events ?? [])
      .map((each) => ({ category: group?.key ?? '', group: each, facts: tree.facts.of(each, now) }))
      .filter(({ facts: { phase } }) => phase !== 'ended' && phase !== 'awaitingSettlement');
  const leagues = tree.leagues.map(({ slug, name, sportId }) => {
    const key = slug.toLowerCase();
    const group = groups.get(key);
    groups.delete(key);
    const label = name ?? categoryName(key, context);
    return { key: slug, name: label, category: undefined, isLeague: true, sportId, events: events(group) };
  });
  const others = [...groups.values()].map((group) => ({
    key: group.key,
    name: categoryName(group.key, context),
    category: group.category,
    isLeague: false,
    sportId: undefined,
    events: events(group),
  }));
  return [...leagues, ...others.filter((shelf) => shelf.events.length > 0)];
}

function phaseRow(
  phase: 'live' | 'soon',
  events: readonly DatedEvent[],
  made: MarketRows,
  context: ViewContext,
): readonly Row[] {
  if (events.length === 0) return [];
  const { t } = context;
  const id = `phase/${phase}`;
  const label = phase === 'live' ? t('Live now') : t('Starting soon');
  const count = String(events.length);
  return [
    {
      id,
      ...counted(label, phase === 'live' ? count : t('{0} within 2 h', count)),
      contextValue: 'phase',
      tooltip: () => [],
      collapsible: 'expanded',
      children: () => byTime(events).map((event) => below(id, rowOf(event, made, context, true))),
    },
  ];
}

/** A sport with several leagues is a row of its own where there are many leagues; one with a single league is that league. */
function shelfRows(
  shelves: readonly Shelf[],
  tree: CatalogueTree,
  made: MarketRows,
  context: ViewContext,
): readonly Row[] {
  const row = (shelf: Shelf): Row => shelfRow(shelf, tree.progress(shelf.key), made, context);
  if (tree.leagues.length <= MOST_FLAT) return shelves.map(row);
  const bySport = Map.groupBy(shelves, ({ sportId, key }) => sportId ?? `/${key}`);
  const sports = new Map(tree.sports.map((sport) => [sport.id, sport]));
  return [...bySport].flatMap(([id, played]) => {
    const sport = sports.get(id);
    if (sport === undefined || played.length === 1) return played.map(row);
    const label = sport.name ?? categoryName(sport.slug ?? id, context);
    const summary = countsText(
      played.flatMap(({ events }) => events),
      false,
      context,
    );
    return [
      {
        id: `sport/${id}`,
        ...counted(label, joined([...summary, leagueCount(played.length, context)])),
        contextValue: 'phase',
        tooltip: () => [],
        collapsible: 'collapsed',
        children: () => played.map(row),
      } satisfies Row,
    ];
  });
}

function leagueCount(count: number, { t }: ViewContext): string {
  return count === 1 ? t('1 league') : t('{0} leagues', count);
}

function shelfRow(shelf: Shelf, progress: GroupProgress, made: MarketRows, context: ViewContext): Row {
  const { t } = context;
  const { key, name, category, events } = shelf;
  const open = events.reduce((sum, { facts }) => sum + facts.open, 0);
  const isWhole = progress.kind === 'whole';
  const count = isWhole ? String(open) : t('{0} so far', open);
  const description = joined([
    progress.kind === 'reading' ? t('reading') : undefined,
    ...(events.length === 0 ? [] : countsText(events, isWhole, context)),
    events.length === 0 && !isWhole ? undefined : count,
  ]);
  const id = `category/${key}`;
  return {
    id,
    label: name,
    description,
    accessibilityLabel: spokenParts([name, ...description.split(' · ')]),
    contextValue: progress.kind === 'reading' ? 'category.reading' : 'category',
    subject: { kind: 'category', key, category },
    tooltip: () => [{ kind: 'title', text: name }],
    collapsible: 'collapsed',
    children: () => [...dayRows(shelf, made, context), ...progressRow(id, shelf, progress, context)],
  };
}

/** How many are live and today; else tomorrow, else that there are futures alone, once all is read. */
function countsText(
  events: readonly DatedEvent[],
  isWhole: boolean,
  context: ViewContext,
): readonly string[] {
  const { t } = context;
  const count = (wanted: Day): number => events.filter((event) => dayOf(event, context) === wanted).length;
  const live = events.filter(({ facts }) => facts.phase === 'live').length;
  const today = count('today') - live;
  if (live + today > 0)
    return [...(live > 0 ? [t('{0} live', live)] : []), ...(today > 0 ? [t('{0} today', today)] : [])];
  const tomorrow = context.format.settings.now() + DAY_MS;
  const isTomorrow = ({ facts: { start } }: DatedEvent): boolean =>
    start !== undefined && context.format.isSameDay(start, tomorrow);
  if (events.some(isTomorrow)) return [t('tomorrow')];
  return isWhole &&
    count('futures') === events.length &&
    events.some(({ facts }) => facts.start !== undefined)
    ? [t('futures')]
    : [];
}

const DAYS = ['today', 'week', 'later', 'futures'] as const;
type Day = (typeof DAYS)[number];

function dayOf({ facts: { phase, start, isFuture } }: DatedEvent, { format }: ViewContext): Day {
  if (phase === 'live') return 'today';
  if (phase === 'open' || isFuture || start === undefined) return 'futures';
  const now = format.settings.now();
  if (start <= now || format.isSameDay(start, now)) return 'today';
  return start < now + 7 * DAY_MS ? 'week' : 'later';
}

/** The events of a league by day; of a category, or where all are of one day, as they are. */
function dayRows(shelf: Shelf, made: MarketRows, context: ViewContext): readonly Row[] {
  const days = Map.groupBy(shelf.events, (event) => dayOf(event, context));
  const rows = (events: readonly DatedEvent[]): readonly Row[] =>
    byTime(events).map((event) => rowOf(event, made, context, false));
  if (days.size <= 1) return rows(shelf.events);
  const { t } = context;
  const names = { today: t('Today'), week: t('Next 7 days'), later: t('Later'), futures: t('Futures') };
  return DAYS.flatMap((day) => {
    const events = days.get(day);
    if (events === undefined) return [];
    const titles = day === 'futures' ? byTime(events).map(({ group }) => groupTitle(group, context)) : [];
    return [
      {
        id: `category/${shelf.key}/day/${day}`,
        ...counted(names[day], joined([String(events.length), titles.slice(0, 2).join(', ')])),
        contextValue: 'phase',
        tooltip: () => [],
        collapsible: day === 'today' ? 'expanded' : 'collapsed',
        children: () => rows(events),
      } satisfies Row,
    ];
  });
}

/** What is left to read, and how to go on: nothing while all is read. */
function progressRow(
  id: string,
  { key, events, isLeague, category }: Shelf,
  { kind, problem }: GroupProgress,
  { t }: ViewContext,
): readonly Row[] {
  const canRead = isLeague || category !== undefined;
  if (kind === 'whole' && events.length > 0) return [];
  const label =
    kind === 'whole'
      ? t('No open markets')
      : kind === 'reading' || kind === 'unread'
        ? t('Reading…')
        : kind === 'failed'
          ? t('Not read to the end: click to try again')
          : t('Read on');
  if (kind !== 'whole' && !canRead) return [];
  const isIdle = kind === 'partly' || kind === 'failed';
  return [
    {
      id: `${id}/progress`,
      label,
      ...(problem === undefined ? {} : { description: problem }),
      ...(kind === 'whole' ? {} : { icon: { id: isIdle ? 'chevron-down' : 'loading~spin' } }),
      accessibilityLabel: spokenParts([label, problem]),
      contextValue: 'loadMore',
      tooltip: () => [],
      collapsible: 'none',
      ...(isIdle ? { command: { id: 'readCategory', args: [key] } } : {}),
    } satisfies Row,
  ];
}

function rowOf(
  { category, group }: DatedEvent,
  made: MarketRows,
  context: ViewContext,
  isMixed: boolean,
): Row {
  const league = isMixed ? categoryName(category, context) : undefined;
  return eventRow(group, made, context, { id: `category/${category}/event/${group.key}`, league });
}

/** Soonest first, what is live by its volume before that; without a start by their end, which stand last. */
function byTime(events: readonly DatedEvent[]): readonly DatedEvent[] {
  const time = ({ facts: { phase, start, end } }: DatedEvent): number =>
    phase === 'live'
      ? 0
      : phase === 'open'
        ? (end ?? Number.MAX_SAFE_INTEGER)
        : (start ?? Number.MAX_SAFE_INTEGER);
  return [...events].sort(
    (a, b) => time(a) - time(b) || b.facts.volume - a.facts.volume || a.group.key.localeCompare(b.group.key),
  );
}
