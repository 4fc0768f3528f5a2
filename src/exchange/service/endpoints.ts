import { type Activity, marketOf } from '../../core/activity.ts';
import type { ActivityQuery } from '../../core/request-queries.ts';
import { ExchangeError } from '../errors.ts';
import { BATCH_LIMIT, type CursorListing, type Exchange } from '../exchange.ts';
import { decodeAssetCourse } from '../wire/asset.ts';
import { decodeBestQuote, decodeBook, decodePriceHistory, decodeSettlement } from '../wire/book.ts';
import { decodeLeagues, decodeSports } from '../wire/league.ts';
import { decodeEvent, decodeEvents, decodeMarket, decodeMarkets } from '../wire/market.ts';
import { decodeCancelledIds, decodeOpenOrders, decodeOrder } from '../wire/order.ts';
import { decodeActivities, decodeBalances, decodePositions } from '../wire/portfolio.ts';
import {
  encodeActivityQuery,
  encodeBatchedCancelBody,
  encodeCancelBody,
  encodeHistoryQuery,
  encodeMarketQuery,
  queryPairs,
} from '../wire/requests.ts';
import { decodeSeries, decodeTags } from '../wire/tag.ts';
import { assertReplyMatches, type EndpointClient } from './endpoint-client.ts';
import { segment } from './path.ts';
import { rawReplies } from './raw-replies.ts';

type Endpoints = Omit<Exchange, 'supports' | 'streams' | 'diagnostics' | 'dispose'>;

const PUBLIC = { signed: false } as const;

/** Every call of the port. What belongs to the account is signed, the rest is public. */
export function endpoints(client: EndpointClient): Endpoints {
  return {
    ...marketEndpoints(client),
    ...historyEndpoints(client),
    ...eventEndpoints(client),
    ...catalogueEndpoints(client),
    ...orderEndpoints(client),
    ...accountEndpoints(client),
    raw: rawReplies(client),
  };
}

/** Markets, books, quotes and settlements. */
function marketEndpoints(
  client: EndpointClient,
): Pick<Endpoints, 'markets' | 'marketById' | 'marketBySlug' | 'settlement' | 'book' | 'bbo'> {
  return {
    markets: (query, page, signal) => {
      const pairs = encodeMarketQuery(query, page, client.profile.dialect);
      return client.list({ ...PUBLIC, path: '/v1/markets', query: pairs, signal }, decodeMarkets);
    },
    marketById: async (id, signal) =>
      client.one({ ...PUBLIC, path: `/v1/market/id/${segment(id)}`, signal }, (json) =>
        assertReplyMatches(id, decodeMarket(json), (market) => market.id),
      ),
    marketBySlug: async (slug, signal) =>
      client.one({ ...PUBLIC, path: `/v1/market/slug/${segment(slug)}`, signal }, (json) =>
        assertReplyMatches(slug, decodeMarket(json), (market) => market.slug),
      ),
    settlement: async (slug, signal) => {
      const path = `/v1/markets/${segment(slug)}/settlement`;
      try {
        return await client.one({ ...PUBLIC, path, signal }, (json) =>
          assertReplyMatches(slug, decodeSettlement(json, slug), (settlement) => settlement.slug),
        );
      } catch (cause) {
        if (cause instanceof ExchangeError && cause.code === 'notFound') return undefined;
        throw cause;
      }
    },
    book: async (slug, signal) => {
      const path = `/v1/markets/${segment(slug)}/book`;
      return client.one({ ...PUBLIC, path, signal, optional: 'book', item: slug }, (json) =>
        assertReplyMatches(slug, decodeBook(json, slug), (book) => book.marketSlug),
      );
    },
    bbo: async (slug, signal) => {
      const path = `/v1/markets/${segment(slug)}/bbo`;
      return client.one({ ...PUBLIC, path, signal, optional: 'bbo', item: slug }, (json) =>
        assertReplyMatches(slug, decodeBestQuote(json, slug), (quote) => quote.marketSlug),
      );
    },
  };
}

/** Courses of prices: of a market, and of the asset it is about. */
function historyEndpoints(client: EndpointClient): Pick<Endpoints, 'priceHistory' | 'assetCourse'> {
  return {
    priceHistory: (slug, span, signal) => {
      const query = encodeHistoryQuery(slug, span);
      const asked = { path: '/v1/price-history', query, signal };
      return client.one({ ...PUBLIC, ...asked, optional: 'priceHistory' }, decodePriceHistory);
    },
    assetCourse: (asset, { from, to, bucket }, signal) => {
      const query = queryPairs({
        assets: asset,
        from: Math.floor(from / 1000),
        to: Math.ceil(to / 1000),
        bucket: `ASSET_PRICE_BUCKET_${bucket}`,
      });
      const asked = { path: '/v1/asset-prices/history', query, signal };
      return client.one({ ...PUBLIC, ...asked, optional: 'assetPrices' }, (json) =>
        decodeAssetCourse(json, asset),
      );
    },
  };
}

/** Events and search: a service may lack each of them. */
function eventEndpoints(
  client: EndpointClient,
): Pick<Endpoints, 'events' | 'eventById' | 'eventBySlug' | 'search'> {
  return {
    events: (query, page, signal) => {
      const asked = { path: '/v1/events', query: queryPairs({ ...page, ...query }), signal };
      return client.list({ ...PUBLIC, ...asked, optional: 'events' }, decodeEvents);
    },
    eventById: async (id, signal) => {
      const asked = { path: `/v1/events/${segment(id)}`, signal, item: `id ${id}` };
      return client.one({ ...PUBLIC, ...asked, optional: 'event' }, (json) =>
        assertReplyMatches(id, decodeEvent(json), (event) => event.id),
      );
    },
    eventBySlug: async (slug, signal) => {
      const asked = { path: `/v1/events/slug/${segment(slug)}`, signal, item: `slug ${slug}` };
      return client.one({ ...PUBLIC, ...asked, optional: 'event' }, (json) =>
        assertReplyMatches(slug, decodeEvent(json), (event) => event.slug),
      );
    },
    search: (text, limit, signal) => {
      const asked = { path: '/v1/search', query: queryPairs({ query: text, limit }), signal };
      return client.list({ ...PUBLIC, ...asked, optional: 'search' }, decodeEvents);
    },
  };
}

/** Leagues, sports, tags and series, which services of the seed dialect lack. */
function catalogueEndpoints(
  client: EndpointClient,
): Pick<Endpoints, 'leagues' | 'sports' | 'leagueEvents' | 'tags' | 'tagEvents' | 'series'> {
  return {
    leagues: (page, signal) => {
      const asked = { path: '/v2/leagues', query: queryPairs({ ...page }), signal };
      return client.list({ ...PUBLIC, ...asked, optional: 'leagues' }, decodeLeagues);
    },
    sports: (signal) =>
      client.list({ ...PUBLIC, path: '/v2/sports', signal, optional: 'sports' }, decodeSports),
    leagueEvents: async (slug, which, page, signal) => {
      const path = `/v2/leagues/${segment(slug)}/events`;
      // Games are what it lists when nothing is said.
      const query = queryPairs({ ...page, type: which === 'futures' ? which : undefined });
      const asked = { path, query, signal, item: slug };
      return client.list({ ...PUBLIC, ...asked, optional: 'leagues' }, decodeEvents);
    },
    tags: (page, signal) => {
      const asked = { path: '/v2/tags', query: queryPairs({ ...page }), signal };
      return client.list({ ...PUBLIC, ...asked, optional: 'tags' }, decodeTags);
    },
    tagEvents: async (slug, page, signal) => {
      const path = `/v2/tags/${segment(slug)}/events`;
      const query = queryPairs({ ...page, active: true, closed: false });
      const asked = { path, query, signal, item: slug };
      return client.list({ ...PUBLIC, ...asked, optional: 'tags' }, decodeEvents);
    },
    series: (page, signal) => {
      const asked = { path: '/v1/series', query: queryPairs({ ...page }), signal };
      return client.list({ ...PUBLIC, ...asked, optional: 'series' }, decodeSeries);
    },
  };
}

/** Orders and cancels. */
function orderEndpoints(
  client: EndpointClient,
): Pick<Endpoints, 'order' | 'openOrders' | 'permit' | 'cancelOrder' | 'cancelOrders' | 'killSwitch'> {
  return {
    order: async (id, signal) =>
      client.one({ path: `/v1/order/${segment(id)}`, signed: true, signal }, (json) =>
        assertReplyMatches(id, decodeOrder(json), (order) => order.id, true),
      ),
    openOrders: async (signal, permit, cursor) => {
      const asked = { path: '/v1/orders/open', query: queryPairs({ cursor }), signed: true, signal, permit };
      return withoutLoop(await client.list(asked, decodeOpenOrders), cursor);
    },
    permit: (signal) => client.permit(signal),
    cancelOrder: async (order, permit, onRequestId) => {
      const path = `/v1/order/${segment(order.id)}/cancel`;
      const body = encodeCancelBody(order.marketSlug, client.profile.dialect);
      // A 200 says "accepted" and no more: the outcome is read from the order.
      return client.post({ path, permit, body, onRequestId }, () => undefined);
    },
    cancelOrders: async (orders, permit, onRequestId) => {
      if (orders.length === 0 || orders.length > BATCH_LIMIT) {
        throw new ExchangeError('refused', `A batched cancel takes 1 to ${BATCH_LIMIT} orders.`, {
          mayHaveArrived: false,
        });
      }
      const path = '/v1/orders/batched/cancel';
      const body = encodeBatchedCancelBody(orders, client.profile.dialect);
      const ids = await client.post({ path, permit, body, onRequestId }, decodeCancelledIds);
      // An id nobody asked about would be shown as an order that is being cancelled.
      return [...new Set(ids)].filter((id) => orders.some((order) => order.id === id));
    },
    // No markets named: all of them.
    killSwitch: (permit, onRequestId) =>
      client.post({ path: '/v1/orders/open/cancel', permit, body: {}, onRequestId }, decodeCancelledIds),
  };
}

/** Positions, activity and balances. */
function accountEndpoints(client: EndpointClient): Pick<Endpoints, 'positions' | 'activities' | 'balances'> {
  return {
    positions: async (cursor, signal) => {
      const query = queryPairs({ cursor });
      const asked = { path: '/v1/portfolio/positions', query, signed: true, signal };
      return withoutLoop(await client.list(asked, decodePositions), cursor);
    },
    activities: async (query, cursor, signal) => {
      const pairs = encodeActivityQuery(query, cursor);
      const asked = { path: '/v1/portfolio/activities', query: pairs, signed: true, signal };
      const page = withoutLoop(await client.list(asked, decodeActivities), cursor);
      return { ...page, items: page.items.filter((activity) => matches(activity, query)) };
    },
    balances: (signal) =>
      client.list(
        { path: '/v1/account/balances', signed: true, signal, optional: 'balances' },
        decodeBalances,
      ),
  };
}

/** A page that names itself as the next one is the last. */
function withoutLoop<T>(page: CursorListing<T>, cursor: string | undefined): CursorListing<T> {
  return page.nextCursor !== undefined && page.nextCursor === cursor
    ? { ...page, nextCursor: undefined }
    : page;
}

/** The service's market filter lets deposits and withdrawals through. */
function matches(activity: Activity, { marketSlug, types }: ActivityQuery): boolean {
  if (types !== undefined && types.length > 0 && !types.includes(activity.type)) return false;
  return marketSlug === undefined || marketOf(activity) === marketSlug;
}
