import type { Activity } from '../../core/activity.ts';
import type { ActivityQuery } from '../../core/query.ts';
import type { CursorListing, Exchange } from '../exchange.ts';
import { decodeActivities, decodeBalances, decodePositions } from '../wire/portfolio.ts';
import { encodeActivityQuery, encodePositionsQuery } from '../wire/requests.ts';
import type { Calls } from './calls.ts';

type PortfolioEndpoints = Pick<Exchange, 'positions' | 'activities' | 'balances'>;

/** Interface §4.8, §4.9, live interface §8. Signed. */
export function portfolioEndpoints(calls: Calls): PortfolioEndpoints {
  return {
    positions: async (cursor, signal) => {
      const query = encodePositionsQuery(cursor);
      const asked = { path: '/v1/portfolio/positions', query, signed: true, signal };
      return withoutLoop(await calls.list(asked, decodePositions), cursor);
    },
    activities: async (query, cursor, signal) => {
      const pairs = encodeActivityQuery(query, cursor);
      const asked = { path: '/v1/portfolio/activities', query: pairs, signed: true, signal };
      const page = withoutLoop(await calls.list(asked, decodeActivities), cursor);
      return { ...page, items: page.items.filter((activity) => matches(activity, query)) };
    },
    balances: (signal) =>
      calls.list({ path: '/v1/account/balances', signed: true, signal, feature: 'balances' }, decodeBalances),
  };
}

/** A page that names itself as the next one is the last (live interface §6). */
function withoutLoop<T>(page: CursorListing<T>, cursor: string | undefined): CursorListing<T> {
  return page.nextCursor !== undefined && page.nextCursor === cursor
    ? { ...page, nextCursor: undefined }
    : page;
}

/** The service's market filter lets deposits and withdrawals through (live interface §8). */
function matches(activity: Activity, query: ActivityQuery): boolean {
  const { marketSlug, types } = query;
  if (types !== undefined && types.length > 0 && !types.includes(activity.type)) return false;
  return marketSlug === undefined || slugOf(activity) === marketSlug;
}

function slugOf(activity: Activity): string | undefined {
  switch (activity.kind) {
    case 'trade':
      return activity.trade.marketSlug;
    case 'resolution':
      return activity.resolution.marketSlug;
    default:
      return undefined;
  }
}
