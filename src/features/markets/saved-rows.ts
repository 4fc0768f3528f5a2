import type { Grouping } from '../../core/grouping.ts';
import type { Market } from '../../core/market.ts';
import { conditionsText } from '../../view/condition-text.ts';
import type { MarketRowSource } from '../../view/market-rows.ts';
import { flatRows, lineTypeRows, matchRows } from '../../view/markets-tree.ts';
import { contextOfList, type Row, type ViewContext } from '../../view/row.ts';
import { problemRows } from '../../view/setting-problem.ts';
import { savedQueryRow } from '../../view/shown-rows.ts';
import { isReadWhole } from '../reading-note.ts';
import type { Parts } from '../services.ts';

/** Saved queries as folders, whatever Markets shows below them. */
export function savedRows(
  services: Parts<'catalogue' | 'marketViews' | 'markets' | 'filteredLists' | 'saved' | 'show' | 'view'>,
  source: MarketRowSource,
): readonly Row[] {
  const { saved, filteredLists, markets, show } = services;
  const problem = { id: 'manageQueries', args: [] } as const;
  const isListWhole = markets.state.kind === 'ready' && !markets.hasMore && !show.isFiltered('markets');
  return [
    ...problemRows(saved.problem, saved.name, services.view(), problem),
    ...saved.items.map(({ name, show: conditions, sort, grouping = 'event' }) => {
      const context = contextOfList(conditions, services.view());
      const { items, total, isPending } = filteredLists.markets(conditions, sort);
      // The list has what accepts orders.
      const isOfList = conditions.active === undefined && conditions.closed === undefined;
      const isWhole = !isPending && isReadWhole(services, conditions, isListWhole && isOfList);
      const rows = (): readonly Row[] => groupedRows(grouping, items, services, source, context);
      const counts = { count: total, most: items.length, isWhole };
      return savedQueryRow({ name, text: conditionsText(conditions, [], context) }, counts, rows, context);
    }),
  ];
}

/** Markets as they stand in a list, in their order. */
export function groupedRows(
  grouping: Grouping,
  items: readonly Market[],
  { marketViews }: Parts<'marketViews'>,
  source: MarketRowSource,
  context: ViewContext,
): readonly Row[] {
  if (grouping === 'event') return matchRows(items, marketViews.eventOf, source, context);
  return (grouping === 'lines' ? lineTypeRows : flatRows)(items, source, context);
}

/** Of a saved query. */
export function leaguesOf({ saved }: Parts<'saved'>, name: string): readonly string[] {
  const query = saved.items.find((each) => each.name === name);
  return [query?.show.leagues ?? []].flat().map(String);
}
