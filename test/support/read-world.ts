import type { Activity } from '../../src/core/activity.ts';
import type { Balance } from '../../src/core/balance.ts';
import type { BestQuote, Book, PriceInterval } from '../../src/core/book.ts';
import type { Market, MarketEvent } from '../../src/core/market.ts';
import type { Order } from '../../src/core/order.ts';
import type { Position } from '../../src/core/position.ts';
import type { ActivityQuery, OffsetPage } from '../../src/core/request-queries.ts';
import type { Settlement } from '../../src/core/settlement.ts';
import type { Trade } from '../../src/core/trade.ts';
import { orderJson } from '../../src/demo/account/values.ts';
import type { Asked } from '../../src/demo/engine/filter.ts';
import type { World } from '../../src/demo/world.ts';
import {
  decodeBestQuote,
  decodeBook,
  decodePriceHistory,
  decodeSettlement,
  readTrade,
} from '../../src/exchange/wire/book.ts';
import { decodeEvent, decodeEvents, decodeMarket, decodeMarkets } from '../../src/exchange/wire/market.ts';
import { decodeOpenOrders, decodeOrder } from '../../src/exchange/wire/order.ts';
import { decodeActivities, decodeBalances, decodePositions } from '../../src/exchange/wire/portfolio.ts';
import { Reader } from '../../src/exchange/wire/reader.ts';
import { sent } from './fixtures.ts';

/** The account of a world as the client reads what is sent of it. */
export function accountOf({ account }: World) {
  return {
    order: (id: string, now: number): Order | undefined => {
      const life = account.life(id, now);
      return life && decodeOrder(sent({ order: orderJson(life) })).value;
    },
    openOrders: (now: number): readonly Order[] =>
      decodeOpenOrders(sent({ orders: account.openOrders(now).map(orderJson) })).items,
    positions: (now: number): readonly Position[] => {
      const entries = account.positions(now).map(({ slug, json }) => [slug, json] as const);
      return decodePositions(sent({ positions: Object.fromEntries(entries) })).items;
    },
    activities: (query: ActivityQuery, page: OffsetPage, now: number): readonly Activity[] =>
      decodeActivities(sent({ activities: account.activities(query, page, now) })).items,
    balances: (now: number): readonly Balance[] =>
      decodeBalances(sent({ balances: account.balances(now) })).items,
  };
}

/** Its markets, events, books and trades, in the same way. */
export function catalogueOf(world: World) {
  const market = (json: unknown): Market | undefined =>
    json === undefined ? undefined : decodeMarket(sent({ market: json })).value;
  const event = (json: unknown): MarketEvent | undefined =>
    json === undefined ? undefined : decodeEvent(sent({ event: json })).value;
  return {
    markets: (asked: Asked, page: OffsetPage, now: number): readonly Market[] =>
      decodeMarkets(sent({ markets: world.markets(asked, page, now) })).items,
    marketById: (id: string, now: number) => market(world.marketById(id, now)),
    marketBySlug: (slug: string, now: number) => market(world.marketBySlug(slug, now)),
    events: (asked: Asked, page: OffsetPage, now: number): readonly MarketEvent[] =>
      decodeEvents(sent({ events: world.events(asked, page, now) })).items,
    eventBySlug: (slug: string, now: number) => event(world.eventBySlug(slug, now)),
    book: (slug: string, now: number): Book | undefined => {
      const book = world.book(slug, now);
      return book && decodeBook(sent({ marketData: book }), slug).value;
    },
    bbo: (slug: string, now: number): BestQuote | undefined => {
      const quote = world.bbo(slug, now);
      return quote && decodeBestQuote(sent({ marketData: quote }), slug).value;
    },
    trades: (slug: string, afterMs: number, untilMs: number): readonly Trade[] =>
      world.trades(slug, afterMs, untilMs).flatMap((trade) => readTrade(new Reader(), trade) ?? []),
    settlement: (slug: string, now: number): Settlement | undefined => {
      const settlement = world.settlement(slug, now);
      return settlement && decodeSettlement(settlement, slug).value;
    },
    priceHistory: (slug: string, interval: PriceInterval, stepMs: number, now: number) =>
      decodePriceHistory({ history: world.priceHistory(slug, interval, stepMs, now) }).value,
  };
}
