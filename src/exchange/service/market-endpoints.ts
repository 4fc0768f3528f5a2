import type { Market } from '../../core/market.ts';
import { ExchangeError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { decodeBestQuote, decodeBook, decodePriceHistory, decodeSettlement } from '../wire/book.ts';
import { decodeMarket, decodeMarkets } from '../wire/market.ts';
import { encodeMarketQuery, encodePriceHistoryQuery } from '../wire/requests.ts';
import { about } from './about.ts';
import type { Calls } from './calls.ts';
import { segment } from './segment.ts';

type MarketEndpoints = Pick<
  Exchange,
  'markets' | 'marketById' | 'marketBySlug' | 'settlement' | 'book' | 'bbo' | 'priceHistory'
>;

/** Interface §4.1–§4.4, live interface §7.1–§7.5 and §7.9. Public: nothing here is signed. */
export function marketEndpoints(calls: Calls): MarketEndpoints {
  const one = (
    path: string,
    signal: AbortSignal | undefined,
    asked: string,
    named: (market: Market) => string | undefined,
  ): Promise<Market> =>
    calls.one({ path, signed: false, signal }, (json) =>
      about(asked, decodeMarket(json), (market) => [named(market)]),
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
          about(slug, decodeSettlement(json, slug), (settlement) => [settlement.slug]),
        );
      } catch (cause) {
        if (cause instanceof ExchangeError && cause.code === 'notFound') return undefined;
        throw cause;
      }
    },
    book: async (slug, signal) => {
      const path = `/v1/markets/${segment(slug)}/book`;
      const asked = { path, signed: false, signal, feature: 'book', item: slug } as const;
      return calls.one(asked, (json) => about(slug, decodeBook(json, slug), (book) => [book.marketSlug]));
    },
    bbo: async (slug, signal) => {
      const path = `/v1/markets/${segment(slug)}/bbo`;
      const asked = { path, signed: false, signal, feature: 'bbo', item: slug } as const;
      return calls.one(asked, (json) =>
        about(slug, decodeBestQuote(json, slug), (quote) => [quote.marketSlug]),
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
