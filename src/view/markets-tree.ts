import {
  type EventGroup,
  type EventLookup,
  eventKeyOf,
  groupMarkets,
  LINE_TYPES,
  lineType,
  parentOf,
} from '../core/grouping.ts';
import type { Market } from '../core/market.ts';
import { eventRow } from './event-rows.ts';
import { type MarketRowSource, MarketRows } from './market-rows.ts';
import { lineTypeName } from './names.ts';
import { countText, folderRow, type ListView, type Row, type ViewContext } from './row.ts';

/** A row for each market, in their order. */
export function flatRows(
  markets: readonly Market[],
  source: MarketRowSource,
  context: ViewContext,
): readonly Row[] {
  const made = new MarketRows(source, context);
  made.memo.begin(context, 'flat');
  return markets.map((market) => made.alone(market));
}

/** Markets by what they are about: winners, spreads, totals …; in their order below each. */
export function lineTypeRows(
  markets: readonly Market[],
  source: MarketRowSource,
  context: ViewContext,
): readonly Row[] {
  const made = new MarketRows(source, context);
  made.memo.begin(context, 'flat');
  const byType = Map.groupBy(markets, lineType);
  return LINE_TYPES.flatMap((type) => {
    const own = byType.get(type);
    if (own === undefined) return [];
    const rows = (): readonly Row[] => own.map((market) => made.alone(market));
    return [folderRow(`lines/${type}`, lineTypeName(type, context), [countText(own.length, context)], rows)];
  });
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
    .map(({ key, group }) => eventRow(group, made, context, { id: `category/${key}/event/${group.key}` }));
}

/** Shows so many more of what is read already. */
export function showMoreRow(view: ListView, step: number, context: ViewContext): Row {
  return { ...loadMoreRow(view, false, context), ...sameWords(context.t('Show {0} more', step)) };
}

export function loadMoreRow(view: ListView, isLoading: boolean, { t }: ViewContext): Row {
  return {
    id: `${view}/more`,
    ...sameWords(isLoading ? t('Loading more…') : t('Load more')),
    icon: { id: isLoading ? 'loading~spin' : 'chevron-down' },
    contextValue: 'loadMore',
    tooltip: () => [],
    collapsible: 'none',
    command: { id: 'loadMore', args: [view] },
  };
}

function sameWords(label: string) {
  return { label, parts: [], accessibilityLabel: label };
}
