import type { Activity } from '../../core/activity.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import type { ActivityQuery } from '../../core/query.ts';
import { ExchangeError } from '../errors.ts';
import type { CursorListing, Exchange } from '../exchange.ts';
import { decodeBestQuote, decodeBook, decodePriceHistory, decodeSettlement } from '../wire/book.ts';
import { decodeEvent, decodeEvents, decodeMarket, decodeMarkets } from '../wire/market.ts';
import { decodeCancelledIds, decodeOpenOrders, decodeOrder } from '../wire/order.ts';
import { decodeActivities, decodeBalances, decodePositions } from '../wire/portfolio.ts';
import {
  BATCH_LIMIT,
  encodeActivityQuery,
  encodeBatchedCancelBody,
  encodeCancelBody,
  encodeEventQuery,
  encodeMarketQuery,
  encodePositionsQuery,
  encodePriceHistoryQuery,
  encodeSearchQuery,
} from '../wire/requests.ts';
import { assertReplyMatches, type Calls } from './calls.ts';

type MarketEndpoints = Pick<
  Exchange,
  'markets' | 'marketById' | 'marketBySlug' | 'settlement' | 'book' | 'bbo' | 'priceHistory'
>;

/** Markets, books, quotes and settlements. Public: nothing here is signed. */
export function marketEndpoints(calls: Calls): MarketEndpoints {
  const one = (
    path: string,
    signal: AbortSignal | undefined,
    asked: string,
    named: (market: Market) => string | undefined,
  ): Promise<Market> =>
    calls.one({ path, signed: false, signal }, (json) =>
      assertReplyMatches(asked, decodeMarket(json), (market) => [named(market)]),
    );

  return {
    markets: (query, page, signal) =>
      calls.list(
        {
          path: '/v1/markets',
          query: encodeMarketQuery(query, page, calls.profile.dialect),
          signed: false,
          signal,
        },
        decodeMarkets,
      ),
    marketById: async (id, signal) => one(`/v1/market/id/${segment(id)}`, signal, id, (market) => market.id),
    marketBySlug: async (slug, signal) =>
      one(`/v1/market/slug/${segment(slug)}`, signal, slug, (market) => market.slug),
    settlement: async (slug, signal) => {
      const path = `/v1/markets/${segment(slug)}/settlement`;
      try {
        return await calls.one({ path, signed: false, signal }, (json) =>
          assertReplyMatches(slug, decodeSettlement(json, slug), (settlement) => [settlement.slug]),
        );
      } catch (cause) {
        if (cause instanceof ExchangeError && cause.code === 'notFound') return undefined;
        throw cause;
      }
    },
    book: async (slug, signal) => {
      const path = `/v1/markets/${segment(slug)}/book`;
      const asked = { path, signed: false, signal, feature: 'book', item: slug } as const;
      return calls.one(asked, (json) =>
        assertReplyMatches(slug, decodeBook(json, slug), (book) => [book.marketSlug]),
      );
    },
    bbo: async (slug, signal) => {
      const path = `/v1/markets/${segment(slug)}/bbo`;
      const asked = { path, signed: false, signal, feature: 'bbo', item: slug } as const;
      return calls.one(asked, (json) =>
        assertReplyMatches(slug, decodeBestQuote(json, slug), (quote) => [quote.marketSlug]),
      );
    },
    priceHistory: (slug, interval, signal) => {
      const query = encodePriceHistoryQuery(slug, interval);
      const asked = {
        path: '/v1/price-history',
        query,
        signed: false,
        signal,
        feature: 'priceHistory',
      } as const;
      return calls.one(asked, decodePriceHistory);
    },
  };
}

type EventEndpoints = Pick<Exchange, 'events' | 'eventById' | 'eventBySlug' | 'search'>;

/** Events and search. Public, and a service may lack each of them. */
export function eventEndpoints(calls: Calls): EventEndpoints {
  const one = (
    path: string,
    field: 'id' | 'slug',
    asked: string,
    signal: AbortSignal | undefined,
  ): Promise<MarketEvent> =>
    calls.one({ path, signed: false, signal, feature: 'event', item: `${field} ${asked}` }, (json) =>
      assertReplyMatches(asked, decodeEvent(json), (event) => [event[field]]),
    );

  return {
    events: (query, page, signal) => {
      const pairs = encodeEventQuery(query, page);
      const asked = { path: '/v1/events', query: pairs, signed: false, signal, feature: 'events' } as const;
      return calls.list(asked, decodeEvents);
    },
    eventById: async (id, signal) => one(`/v1/events/${segment(id)}`, 'id', id, signal),
    eventBySlug: async (slug, signal) => one(`/v1/events/slug/${segment(slug)}`, 'slug', slug, signal),
    search: (text, limit, signal) => {
      const query = encodeSearchQuery(text, limit);
      const asked = { path: '/v1/search', query, signed: false, signal, feature: 'search' } as const;
      return calls.list(asked, decodeEvents);
    },
  };
}

type OrderEndpoints = Pick<
  Exchange,
  'order' | 'openOrders' | 'permit' | 'cancelOrder' | 'cancelOrders' | 'cancelAllOpen'
>;

/** Orders and cancels. Signed. */
export function orderEndpoints(calls: Calls): OrderEndpoints {
  return {
    order: async (id, signal) =>
      calls.one({ path: `/v1/order/${segment(id)}`, signed: true, signal }, (json) =>
        assertReplyMatches(id, decodeOrder(json), (order) => [order.id], true),
      ),
    openOrders: (signal, isUnshared) =>
      calls.list({ path: '/v1/orders/open', signed: true, signal, isUnshared }, decodeOpenOrders),
    permit: (signal) => calls.permit(signal),
    cancelOrder: async (order, permit, onRequestId) => {
      const path = `/v1/order/${segment(order.id)}/cancel`;
      const body = encodeCancelBody(order.marketSlug, calls.profile.dialect);
      // A 200 says "accepted" and no more: the outcome is read from the order.
      return calls.post({ path, signed: true, permit, body, onRequestId }, () => undefined);
    },
    cancelOrders: async (orders, permit, onRequestId) => {
      if (orders.length === 0 || orders.length > BATCH_LIMIT) {
        throw new ExchangeError('refused', `A batched cancel takes 1 to ${BATCH_LIMIT} orders.`, {
          mayHaveArrived: false,
        });
      }
      const body = encodeBatchedCancelBody(orders, calls.profile.dialect);
      const path = '/v1/orders/batched/cancel';
      const ids = await calls.post(
        { path, signed: true, permit, body, feature: 'batchedCancel', onRequestId },
        decodeCancelledIds,
      );
      // An id nobody asked about would be shown as an order that is being cancelled.
      return [...new Set(ids)].filter((id) => orders.some((order) => order.id === id));
    },
    // No markets named: all of them.
    cancelAllOpen: (permit, onRequestId) => {
      const asked = { path: '/v1/orders/open/cancel', signed: true, permit, body: {}, onRequestId };
      return calls.post({ ...asked, feature: 'openEndedCancel' }, decodeCancelledIds);
    },
  };
}

type PortfolioEndpoints = Pick<Exchange, 'positions' | 'activities' | 'balances'>;

/** Positions, activity and balances. Signed. */
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

/** A page that names itself as the next one is the last. */
function withoutLoop<T>(page: CursorListing<T>, cursor: string | undefined): CursorListing<T> {
  return page.nextCursor !== undefined && page.nextCursor === cursor
    ? { ...page, nextCursor: undefined }
    : page;
}

/** The service's market filter lets deposits and withdrawals through. */
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

/**
 * An id or slug as one segment of a path. Empty and dot segments would silently become another endpoint; nothing is
 * called that, so the answer is the one the service would give. Throws ExchangeError `notFound`.
 */
function segment(text: string): string {
  if (text === '' || text === '.' || text === '..' || !text.isWellFormed()) {
    throw new ExchangeError('notFound', 'Nothing has this id.', { mayHaveArrived: false });
  }
  return encodeURIComponent(text);
}
