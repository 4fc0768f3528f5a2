import {
  type CategoryGroup,
  type EventGroup,
  type EventLookup,
  groupMarkets,
  type LineGroup,
  linesOf,
} from '../core/grouping.ts';
import type { Market } from '../core/market.ts';
import { hasNamedSides, type MarketRowSource, MarketRows, TIMED_ROW_MS } from './market-rows.ts';
import { categoryName, groupTitle, lineName, lineTypeName } from './names.ts';
import { eventClock } from './price-text.ts';
import {
  field,
  type ListView,
  plainLine,
  type Row,
  spokenParts,
  type Tooltip,
  type ViewContext,
} from './row.ts';

/** Whether there is more to load; `count` is how many, where that is known. */
export interface MoreToLoad {
  readonly count: number | undefined;
  readonly loading: boolean;
}

export interface MarketsTree extends MarketRowSource {
  /** Grouped by category › event, or the flat list in its own order. */
  readonly content:
    | { readonly kind: 'grouped'; readonly categories: readonly CategoryGroup[] }
    | { readonly kind: 'flat'; readonly markets: readonly Market[] };
  readonly more?: MoreToLoad | undefined;
}

/** Root rows of the markets view. Children are made when a row is opened, so 100,000 markets cost their groups only. */
export function marketsTree(tree: MarketsTree, context: ViewContext): readonly Row[] {
  const { content } = tree;
  const made = new MarketRows(tree, context);
  made.memo.begin(context, content.kind);
  const rows =
    content.kind === 'grouped'
      ? content.categories.map((group) => categoryRow(group, made, context))
      : content.markets.map((market) => made.alone(market));
  return tree.more === undefined ? rows : [...rows, loadMoreRow('markets', tree.more, context)];
}

/** The events of some markets, in the order in which their first market comes; only these markets below each. */
export function matchRows(
  markets: readonly Market[],
  lookup: EventLookup,
  source: MarketRowSource,
  context: ViewContext,
): readonly Row[] {
  const made = new MarketRows(source, context);
  made.memo.begin(context, 'matches');
  const place = new Map(markets.map((market, index) => [market, index]));
  const placeOf = ({ markets: [first] }: EventGroup): number => (first && place.get(first)) ?? 0;
  const groups = groupMarkets(markets, lookup).flatMap(({ key, events }) =>
    events.map((group) => ({ key, group, at: placeOf(group) })),
  );
  return groups.sort((a, b) => a.at - b.at).flatMap(({ key, group }) => eventRows(key, group, made, context));
}

/** Makes the rows of the markets of one event: the winner first and bare, other lines in a folder each. */
export function eventMarketRows(
  group: EventGroup,
  made: MarketRows,
  context: ViewContext,
): () => readonly Row[] {
  let lines: readonly LineGroup[] | undefined;
  return () => {
    lines ??= linesOf(group.markets);
    const isOnly = lines.length === 1;
    return lines.flatMap((line) => {
      const rows = (): readonly Row[] => line.markets.flatMap((market) => made.inEvent(market));
      // A folder around everything there is would say nothing, except that several markets are one question.
      const isBare = line.type === 'winner' ? line.markets.length === 1 : isOnly;
      return isBare ? rows() : [lineFolder(group, line, rows, context)];
    });
  };
}

/** Shows so many more of what is read already. */
export function showMoreRow(view: ListView, step: number, context: ViewContext): Row {
  const label = context.t('Show {0} more', step);
  const row = loadMoreRow(view, { count: undefined, loading: false }, context);
  return { ...row, label, accessibilityLabel: label };
}

export function loadMoreRow(view: ListView, more: MoreToLoad, { t }: ViewContext): Row {
  const label = more.count === undefined ? t('Load more') : t('Load more ({0})', more.count);
  return {
    id: `${view}/more`,
    label: more.loading ? t('Loading more…') : label,
    icon: { id: more.loading ? 'loading~spin' : 'chevron-down' },
    accessibilityLabel: more.loading ? t('Loading more') : label,
    contextValue: 'loadMore',
    tooltip: () => [],
    collapsible: 'none',
    command: { id: 'loadMore', args: [view] },
  };
}

/** What a row that groups others says: its name and how many there are. */
export function counted(label: string, description: string) {
  return { label, description, accessibilityLabel: `${label}, ${description}` };
}

export function marketCount(count: number, { t }: ViewContext): string {
  return count === 1 ? t('1 market') : t('{0} markets', count);
}

export function eventCount(count: number, { t }: ViewContext): string {
  return count === 1 ? t('1 event') : t('{0} events', count);
}

function categoryRow(group: CategoryGroup, made: MarketRows, context: ViewContext): Row {
  const { t } = context;
  const label = categoryName(group.key, context);
  return {
    id: `category/${group.key}`,
    ...counted(label, eventCount(group.events.length, context)),
    contextValue: 'category',
    tooltip: () => [
      { kind: 'title', text: label },
      ...field(t('Events'), String(group.events.length)),
      ...field(t('Markets'), String(group.marketCount)),
    ],
    collapsible: 'collapsed',
    children: () => group.events.flatMap((event) => eventRows(group.key, event, made, context)),
  };
}

/** An event with its markets below; one market that is called like its event stands for both. */
export function eventRows(
  category: string,
  group: EventGroup,
  made: MarketRows,
  context: ViewContext,
): readonly Row[] {
  const own = made.memo.of(group, () => eventRow(category, group, made, context), TIMED_ROW_MS);
  const [only] = group.markets;
  return own.length > 0 || only === undefined ? own : made.inEvent(only);
}

/** None where its only market stands for it. */
function eventRow(
  category: string,
  group: EventGroup,
  made: MarketRows,
  context: ViewContext,
): readonly Row[] {
  const { event, key, markets } = group;
  const label = groupTitle(group, context);
  const [only, ...others] = markets;
  const isAlone = only !== undefined && others.length === 0 && !hasNamedSides(only);
  if (isAlone && lineName(only, context) === label) return [];
  const clock = event === undefined ? '' : eventClock({ ...event, markets }, context);
  return [
    {
      id: `category/${category}/event/${key}`,
      label,
      description: clock,
      accessibilityLabel: spokenParts([label, ...clock.split(' · ')]),
      contextValue: 'event',
      subject: { kind: 'event', key, slugs: markets.map((market) => market.slug) },
      tooltip: () => eventGroupTooltip(label, clock, group, context),
      collapsible: 'collapsed',
      children: eventMarketRows(group, made, context),
    },
  ];
}

function eventGroupTooltip(
  label: string,
  clock: string,
  { event, markets }: EventGroup,
  { t, format }: ViewContext,
): Tooltip {
  return [
    { kind: 'title', text: label },
    ...plainLine(clock),
    ...field(t('Starts'), format.dateTime(event?.startTime)),
    ...field(t('Markets'), String(markets.length)),
    ...field(t('Slug'), event?.slug),
  ];
}

function lineFolder(
  group: EventGroup,
  line: LineGroup,
  children: () => readonly Row[],
  context: ViewContext,
): Row {
  return {
    id: `event/${group.key}/lines/${line.type}`,
    ...counted(lineTypeName(line.type, context), marketCount(line.markets.length, context)),
    contextValue: 'lines',
    tooltip: () => [],
    collapsible: line.type === 'winner' ? 'expanded' : 'collapsed',
    children,
  };
}
