import {
  type CategoryGroup,
  type EventGroup,
  type EventLookup,
  eventKeyOf,
  groupMarkets,
  parentOf,
} from '../core/grouping.ts';
import type { Market } from '../core/market.ts';
import { eventRow } from './event-rows.ts';
import { type MarketRowSource, MarketRows } from './market-rows.ts';
import { categoryName } from './names.ts';
import { counted, field, type ListView, type Row, type ViewContext } from './row.ts';

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
  const places = new Map<string, number>();
  for (const market of markets) {
    const key = eventKeyOf(market, parentOf(market, lookup));
    if (!places.has(key)) places.set(key, places.size);
  }
  const placeOf = ({ key }: EventGroup): number => places.get(key) ?? 0;
  return groupMarkets(markets, lookup)
    .flatMap(({ key, events }) => events.map((group) => ({ key, group })))
    .sort((a, b) => placeOf(a.group) - placeOf(b.group))
    .flatMap(({ key, group }) =>
      eventRow(group, made, context, { id: `category/${key}/event/${group.key}` }),
    );
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
    children: () =>
      group.events.map((event) =>
        eventRow(event, made, context, { id: `category/${group.key}/event/${event.key}` }),
      ),
  };
}
