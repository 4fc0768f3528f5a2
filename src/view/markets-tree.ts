import { type CategoryGroup, type EventGroup, type LineGroup, linesOf } from '../core/grouping.ts';
import type { Market } from '../core/market.ts';
import { hasNamedSides, type MarketRowSource, MarketRows, TIMED_ROW_MS } from './market-rows.ts';
import { categoryName, groupTitle, lineName, lineTypeName } from './names.ts';
import { eventClock } from './price-text.ts';
import { field, joined, type ListView, type Row, type ViewContext } from './row.ts';

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
  const more = tree.more === undefined ? [] : [loadMoreRow('markets', tree.more, context)];
  const rows =
    content.kind === 'grouped'
      ? content.categories.map((group) => categoryRow(group, made, context))
      : content.markets.map((market) => made.alone(market));
  return more.length === 0 ? rows : [...rows, ...more];
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

function categoryRow(group: CategoryGroup, made: MarketRows, context: ViewContext): Row {
  const { t } = context;
  const count = group.events.length;
  const label = categoryName(group.key, context);
  const description = count === 1 ? t('1 event') : t('{0} events', count);
  return {
    id: `category/${group.key}`,
    label,
    description,
    accessibilityLabel: `${label}, ${description}`,
    contextValue: 'category',
    tooltip: () => [
      { kind: 'title', text: label },
      ...field(t('Events'), String(count)),
      ...field(t('Markets'), String(group.marketCount)),
    ],
    collapsible: 'collapsed',
    children: () => group.events.flatMap((event) => eventRows(group.key, event, made, context)),
  };
}

/** An event with its markets below; one market that is called like its event stands for both. */
function eventRows(
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
  const label = groupTitle(group, context);
  const [only, ...others] = group.markets;
  if (only !== undefined && others.length === 0) {
    if (!hasNamedSides(only) && lineName(only, context) === label) return [];
  }
  const clock =
    group.event === undefined ? '' : eventClock({ ...group.event, markets: group.markets }, context);
  return [
    {
      id: `category/${category}/event/${group.key}`,
      label,
      description: clock,
      accessibilityLabel: joined([label, clock]).replaceAll(' · ', ', '),
      contextValue: 'event',
      subject: { kind: 'event', key: group.key, slugs: group.markets.map((market) => market.slug) },
      tooltip: () => eventGroupTooltip(label, clock, group, context),
      collapsible: 'collapsed',
      children: eventMarketRows(group, made, context),
    },
  ];
}

function eventGroupTooltip(label: string, clock: string, group: EventGroup, { t, format }: ViewContext) {
  return [
    { kind: 'title', text: label } as const,
    ...(clock === '' ? [] : [{ kind: 'text', text: clock } as const]),
    ...field(t('Starts'), format.dateTime(group.event?.startTime)),
    ...field(t('Markets'), String(group.markets.length)),
    ...field(t('Slug'), group.event?.slug),
  ];
}

function lineFolder(
  group: EventGroup,
  line: LineGroup,
  children: () => readonly Row[],
  context: ViewContext,
): Row {
  const { t } = context;
  const label = lineTypeName(line.type, context);
  const count = line.markets.length;
  const description = count === 1 ? t('1 market') : t('{0} markets', count);
  return {
    id: `event/${group.key}/lines/${line.type}`,
    label,
    description,
    accessibilityLabel: `${label}, ${description}`,
    contextValue: 'lines',
    tooltip: () => [],
    collapsible: line.type === 'winner' ? 'expanded' : 'collapsed',
    children,
  };
}
