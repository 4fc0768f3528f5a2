import { filterCount } from '../core/filter.ts';
import type { MarketQuery } from '../core/query.ts';
import { type MarketSort, serviceOrder } from '../core/sort.ts';
import { type Arrangement, DEFAULT_LAYOUT } from './arrangement.ts';

/** What the market list shows unless someone asks for more: what can still be traded, soonest first. */
export const DEFAULT_MARKET_QUERY: MarketQuery = { active: true, closed: false };

/** True when a person narrowed or widened the list. */
export function isFiltered(query: MarketQuery): boolean {
  const extra = { ...query };
  for (const name of ['active', 'closed'] as const) {
    if (query[name] !== DEFAULT_MARKET_QUERY[name]) return true;
    delete extra[name];
  }
  return filterCount(extra) > 0 || query.includeTag !== undefined;
}

/** The query in the order a sort asks of the service; without one where only this side can sort. */
export function ordered(query: MarketQuery, sort: MarketSort | undefined): MarketQuery {
  const { orderBy: _orderBy, orderDirection: _orderDirection, ...filters } = query;
  const name = sort && serviceOrder(sort.key);
  return sort === undefined || name === undefined
    ? filters
    : { ...filters, orderBy: [name], orderDirection: sort.direction };
}

/** The service is asked for an order only where a person chose one (live interface §6: it may not take it). */
export function initialMarketQuery({ layout }: Pick<Arrangement, 'layout'>): MarketQuery {
  return layout === DEFAULT_LAYOUT ? DEFAULT_MARKET_QUERY : ordered(DEFAULT_MARKET_QUERY, layout.sort);
}
