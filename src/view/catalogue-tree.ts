import { beginsSoon, byTime, type DatedEvent, type EventFactsMemo } from '../core/event-facts.ts';
import type { CategoryGroup } from '../core/grouping.ts';
import type { ListedLeague, Sport } from '../core/league.ts';
import type { ListedTopic } from '../core/topic.ts';
import { eventRow } from './event-rows.ts';
import { dayOf } from './events-tree.ts';
import { leagueTooltip } from './league-text.ts';
import { type MarketRowSource, MarketRows } from './market-rows.ts';
import { categoryName, groupTitle } from './names.ts';
import { folderRow, type Row, spokenParts, type ViewContext } from './row.ts';
import { below } from './shown-rows.ts';
import { topicCountsText, topicDay, topicDays, topicTooltip } from './topic-shelf.ts';

/** More leagues than this stand under their sports. */
const MOST_FLAT = 20;

/** How far a league, topic or category is read; `unread`: not at all by itself. `problem`: why its reading failed. */
export interface GroupProgress {
  readonly kind: 'unread' | 'reading' | 'partly' | 'failed' | 'whole';
  readonly problem?: string;
}

export interface CatalogueTree extends MarketRowSource {
  readonly categories: readonly CategoryGroup[];
  readonly leagues: readonly ListedLeague[];
  readonly sports: readonly Sport[];
  readonly topics: readonly ListedTopic[];
  readonly facts: EventFactsMemo;
  progress(key: string): GroupProgress;
}

/** A league, topic or category, with what is known of it. */
interface Shelf {
  readonly key: string;
  readonly name: string;
  readonly events: readonly DatedEvent[];
  /** Of a category, by the service's name. */
  readonly category?: string | undefined;
  /** Undefined for a topic or category. */
  readonly league?: ListedLeague;
  readonly sport?: Sport | undefined;
  readonly topic?: ListedTopic;
}

/** Root rows of Markets: what is live, what begins soon, then every sport, league, topic and category there is. */
export function catalogueTree(tree: CatalogueTree, context: ViewContext): readonly Row[] {
  const { t } = context;
  const made = new MarketRows(tree, context);
  made.memo.begin(context, 'catalogue');
  const now = context.format.settings.now();
  const shelves = shelvesOf(tree, now, context);
  const events = shelves.flatMap((shelf) => shelf.events);
  const live = onceEach(events.filter(({ facts }) => facts.phase === 'live'));
  const soon = onceEach(
    events.filter(({ facts: { phase, start } }) => phase === 'upcoming' && beginsSoon(start, now)),
  );
  const phaseRow = (id: string, label: string, count: string, own: readonly DatedEvent[]): readonly Row[] =>
    own.length === 0
      ? []
      : [
          folderRow(
            id,
            label,
            [count],
            () => byTime(own).map((event) => below(id, rowOf(event, made, context, true))),
            'expanded',
          ),
        ];
  return [
    ...phaseRow('phase/live', t('Live now'), String(live.length), live),
    ...phaseRow('phase/soon', t('Starting soon'), t('{0} within 2 h', soon.length), soon),
    ...shelfRows(shelves, tree, made, context),
  ];
}

/** An event of several topics stands in each, and counts once: where it stands first, as in its league. */
function onceEach(events: readonly DatedEvent[]): readonly DatedEvent[] {
  const seen = new Set<object>();
  return events.filter(({ group }) => !seen.has(group) && seen.add(group).size > 0);
}

/** Leagues and topics in the order of the service, then what else there is. What has nothing open is left out, unless it is unread. */
function shelvesOf(tree: CatalogueTree, now: number, context: ViewContext): readonly Shelf[] {
  const groups = new Map(tree.categories.map((group) => [group.key, group]));
  const events = (category: CategoryGroup | undefined): DatedEvent[] =>
    (category?.events ?? [])
      .map((group) => ({ category: category?.key ?? '', group, facts: tree.facts.of(group, now) }))
      .filter(({ facts: { phase } }) => phase !== 'ended' && phase !== 'awaitingSettlement');
  const take = (key: string): DatedEvent[] => {
    const group = groups.get(key);
    groups.delete(key);
    return events(group);
  };
  const sports = new Map(tree.sports.map((sport) => [sport.id, sport]));
  const leagues = tree.leagues.map((league) => {
    const key = league.slug.toLowerCase();
    const name = league.name ?? categoryName(key, context);
    const sport = league.sportId === undefined ? undefined : sports.get(league.sportId);
    return { key: league.slug, name, league, sport, events: take(key) };
  });
  const topics = tree.topics.map((topic) => {
    const { key } = topic;
    return { key, name: topic.name ?? categoryName(key, context), topic, events: take(key) };
  });
  const others = [...groups.values()].map((group) => {
    const { key, category } = group;
    return { key, name: categoryName(key, context), category, events: events(group) };
  });
  return [...leagues, ...topics, ...others.filter((shelf) => shelf.events.length > 0)];
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
  const bySport = Map.groupBy(shelves, ({ league, key }) => league?.sportId ?? `/${key}`);
  const sports = new Map(tree.sports.map((sport) => [sport.id, sport]));
  return [...bySport].flatMap(([id, played]) => {
    const sport = sports.get(id);
    if (sport === undefined || played.length === 1) return played.map(row);
    const label = sport.name ?? categoryName(sport.slug ?? id, context);
    const all = played.flatMap(({ events }) => events);
    const words = [...countsText(all, context), context.t('{0} leagues', played.length)];
    return [folderRow(`sport/${id}`, label, words, () => played.map(row))];
  });
}

function shelfRow(shelf: Shelf, progress: GroupProgress, made: MarketRows, context: ViewContext): Row {
  const { t } = context;
  const { key, name, category, topic, league, sport, events } = shelf;
  const counts = topic === undefined ? countsText : topicCountsText;
  // A group counts the events below it, as its days do.
  const open = events.length;
  const halted = events.filter(({ facts }) => facts.halted > 0).length;
  const isWhole = progress.kind === 'whole';
  const said = [
    progress.kind === 'reading' ? t('reading') : undefined,
    ...counts(events, context, isWhole),
    isWhole ? String(open) : events.length > 0 ? t('{0} so far', open) : undefined,
    halted === 0 ? undefined : t('{0} halted', halted),
  ];
  const id = `category/${key}`;
  return {
    id,
    label: name,
    parts: said,
    accessibilityLabel: spokenParts([name, ...said]),
    contextValue:
      (league ?? topic ?? category) === undefined
        ? 'phase'
        : progress.kind === 'reading'
          ? 'category.reading'
          : 'category',
    subject: { kind: 'category', key, category },
    tooltip: () => [
      { kind: 'title', text: name },
      ...topicTooltip(topic, context),
      ...leagueTooltip(league, sport, context),
    ],
    collapsible: 'collapsed',
    children: () => [...dayRows(shelf, made, context), ...progressRow(id, shelf, progress, context)],
  };
}

/** How many are live and today; else tomorrow, else that there are futures alone, once all is read. */
function countsText(events: readonly DatedEvent[], context: ViewContext, isWhole = false): readonly string[] {
  const { t } = context;
  const days = events.map(({ facts }) => dayOf(facts, context));
  const live = days.filter((day) => day === 'live').length;
  const today = days.filter(
    (day, place) => day === 'today' && events[place]?.facts.isFuture === false,
  ).length;
  if (live + today > 0)
    return [...(live > 0 ? [t('{0} live', live)] : []), ...(today > 0 ? [t('{0} today', today)] : [])];
  if (days.includes('tomorrow')) return [t('tomorrow')];
  const areFutures = events.length > 0 && events.every((event) => shelfDay(event, context) === 'futures');
  return isWhole && areFutures && events.some(({ facts }) => facts.start !== undefined) ? [t('futures')] : [];
}

const SHELF_DAYS = ['today', 'week', 'later', 'futures'] as const;

function shelfDay({ facts }: DatedEvent, context: ViewContext): (typeof SHELF_DAYS)[number] {
  const day = dayOf(facts, context);
  if (day === 'live') return 'today';
  if (facts.isFuture || facts.start === undefined) return 'futures';
  if (day === 'tomorrow') return 'week';
  return day === 'today' || day === 'week' || day === 'later' ? day : 'futures';
}

/** The events of a league by day, of a topic by the day they end; of a category, or where all are of one day, as they are. */
function dayRows(shelf: Shelf, made: MarketRows, context: ViewContext): readonly Row[] {
  const isTopic = shelf.topic !== undefined;
  const days = Map.groupBy(shelf.events, (event) =>
    isTopic ? topicDay(event.facts, context) : shelfDay(event, context),
  );
  const rows = (events: readonly DatedEvent[]): readonly Row[] => {
    const own = byTime(events).map((event) => rowOf(event, made, context, false));
    // An event may stand in another topic, or in its league.
    return isTopic ? own.map((row) => below(`topic/${shelf.key}`, row)) : own;
  };
  if (days.size <= 1) return rows(shelf.events);
  const { t } = context;
  const names = { today: t('Today'), week: t('Next 7 days'), later: t('Later'), futures: t('Futures') };
  return (isTopic ? topicDays(context) : SHELF_DAYS.map((day) => [day, names[day]] as const)).flatMap(
    ([day, name]) => {
      const events = days.get(day);
      if (events === undefined) return [];
      const titles = day === 'futures' ? byTime(events).map(({ group }) => groupTitle(group, context)) : [];
      const words = [String(events.length), titles.slice(0, 2).join(', ')];
      const id = `category/${shelf.key}/day/${day}`;
      const isOpen = day === 'today' || day === 'live';
      return [folderRow(id, name, words, () => rows(events), isOpen ? 'expanded' : 'collapsed')];
    },
  );
}

/** What is left to read, and how to go on: nothing while all is read. */
function progressRow(
  id: string,
  { key, events, league, topic, category }: Shelf,
  { kind, problem }: GroupProgress,
  { t }: ViewContext,
): readonly Row[] {
  const isWhole = kind === 'whole';
  if (isWhole ? events.length > 0 : (league ?? topic ?? category) === undefined) return [];
  const labels = {
    whole: t('No open markets'),
    reading: t('Reading…'),
    unread: t('Reading…'),
    failed: t('Not read to the end: click to try again'),
    partly: t('Read on'),
  };
  const isIdle = kind === 'partly' || kind === 'failed';
  return [
    {
      id: `${id}/progress`,
      label: labels[kind],
      parts: [problem],
      ...(isWhole ? {} : { icon: { id: isIdle ? 'chevron-down' : 'loading~spin' } }),
      accessibilityLabel: spokenParts([labels[kind], problem]),
      contextValue: 'loadMore',
      tooltip: () => [],
      collapsible: 'none',
      ...(isIdle ? { command: { id: 'readCategory', args: [key] } } : {}),
    },
  ];
}

function rowOf(
  { category = '', group }: DatedEvent,
  made: MarketRows,
  context: ViewContext,
  isMixed: boolean,
): Row {
  const league = isMixed ? categoryName(category, context) : undefined;
  return eventRow(group, made, context, { id: `category/${category}/event/${group.key}`, league });
}
