import type { CategoryGroup, EventGroup, LineGroup } from '../core/grouping.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import { FlatRows } from './flat-rows.ts';
import { KeptRows } from './kept-rows.ts';
import { hasNamedSides } from './market-rows.ts';
import { categoryName, groupTitle, lineName, lineTypeName } from './names.ts';
import { eventClock, type MarketFacts } from './price-text.ts';
import { field, joined, type ListView, type Row, type ViewContext } from './row.ts';

/** Whether there is more to load; `count` is how many, where that is known. */
export interface MoreToLoad {
  readonly count: number | undefined;
  readonly loading: boolean;
}

export interface MarketsTree {
  /** Grouped by category › event, or the flat list in its own order. */
  readonly content:
    | {
        readonly kind: 'grouped';
        readonly categories: readonly CategoryGroup[];
        /** Keeps the rows from one call to the next; without it all are made anew. */
        readonly kept?: KeptRows;
      }
    | {
        readonly kind: 'flat';
        readonly markets: readonly Market[];
        /** The same for the flat list. */
        readonly kept?: FlatRows;
      };
  readonly facts?: (slug: string) => MarketFacts;
  readonly event?: (market: Market) => MarketEvent | undefined;
  readonly more?: MoreToLoad | undefined;
}

/** Root rows of the markets view. Children are made when a row is opened, so 100,000 markets cost their groups only. */
export function marketsTree(tree: MarketsTree, context: ViewContext): readonly Row[] {
  const facts = tree.facts ?? (() => ({}));
  const more = tree.more === undefined ? [] : [loadMoreRow('markets', tree.more, context)];
  if (tree.content.kind === 'grouped') {
    const { categories, kept = new KeptRows() } = tree.content;
    kept.draw(facts, context);
    return [...categories.map((group) => categoryRow(group, kept, context)), ...more];
  }
  const { markets, kept = new FlatRows() } = tree.content;
  const rows = kept.rows({ markets, facts, event: tree.event }, context);
  return more.length === 0 ? rows : [...rows, ...more];
}

/** Rows of the markets of one event: the winner first and bare, other lines in a folder each. */
export function eventMarketRows(group: EventGroup, kept: KeptRows, context: ViewContext): readonly Row[] {
  const lines = kept.lines(group);
  return lines.flatMap((line) => {
    const rows = (): readonly Row[] =>
      line.markets.flatMap((market) => kept.market(market, group.event, context));
    // A folder around everything there is would say nothing, except that several markets are one question.
    const bare = line.type === 'winner' ? line.markets.length === 1 : lines.length === 1;
    return bare ? rows() : kept.words(line, () => [lineFolder(group, line, rows, context)]);
  });
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

function categoryRow(group: CategoryGroup, kept: KeptRows, context: ViewContext): Row {
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
    children: () => group.events.flatMap((event) => eventRows(group.key, event, kept, context)),
  };
}

/** An event with its markets below; one market that is called like its event stands for both. */
function eventRows(
  category: string,
  group: EventGroup,
  kept: KeptRows,
  context: ViewContext,
): readonly Row[] {
  const own = kept.words(group, () => eventRow(category, group, kept, context));
  const [only] = group.markets;
  return own.length > 0 || only === undefined ? own : kept.market(only, group.event, context);
}

/** None where its only market stands for it. */
function eventRow(category: string, group: EventGroup, kept: KeptRows, context: ViewContext): readonly Row[] {
  const label = groupTitle(group, context);
  const [only, ...others] = group.markets;
  if (only !== undefined && others.length === 0) {
    const sameName = !hasNamedSides(only) && lineName(only, context) === label;
    if (sameName) return [];
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
      children: () => eventMarketRows(group, kept, context),
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
