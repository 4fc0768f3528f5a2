import type { Book, BookLevel, BookStats, PriceSample } from '../../core/book.ts';
import type { Settlement } from '../../core/settlement.ts';
import type { Trade, TradeParty } from '../../core/trade.ts';
import { ORDER_INTENT, ORDER_SIDE, SETTLEMENT_METHOD, TRADING_STATE } from '../../exchange/wire/enums.ts';
import type { DemoQuote } from '../engine/book.ts';
import { amount, code, digits, fieldsOf, numeric, padded, time, type WireObject } from './encode-values.ts';

/** interface.md 7.5. Levels are in US dollars. */
export function encodeBook(book: Book): WireObject {
  return {
    marketData: {
      marketSlug: book.marketSlug,
      bids: book.bids.map(encodeLevel),
      offers: book.offers.map(encodeLevel),
      state: code(TRADING_STATE, book.state),
      stats: book.stats ? encodeStats(book.stats) : null,
      transactTime: time(book.transactTime) ?? null,
    },
  };
}

/** interface.md 7.6. */
export function encodeBestQuote(quote: DemoQuote): WireObject {
  return {
    marketData: {
      ...fieldsOf(quote, digits),
      lastTradePx: amount(quote.lastTradePx) ?? null,
      settlementPx: amount(quote.settlementPx) ?? null,
      sharesTraded: padded(quote.sharesTraded) ?? '',
      openInterest: padded(quote.openInterest) ?? '',
      bestAsk: amount(quote.bestAsk) ?? null,
      bestBid: amount(quote.bestBid) ?? null,
      state: code(TRADING_STATE, quote.state),
    },
  };
}

/** interface.md 9.9: a bare number, so a whole one is an integer. */
export function encodeSettlement(settlement: Settlement): WireObject {
  return { slug: settlement.slug, settlement: numeric(settlement.price) };
}

/** interface.md 7.7: times in whole seconds. */
export function encodePriceHistory(samples: readonly PriceSample[]): WireObject {
  const history = samples.map(({ ms, longPrice, shortPrice }) => ({
    timestamp: Math.floor(ms / 1000),
    longPrice: numeric(longPrice),
    shortPrice: numeric(shortPrice),
  }));
  return { history };
}

function encodeLevel({ price, quantity }: BookLevel): WireObject {
  return { px: { value: price.text, currency: 'USD' }, qty: padded(quantity) };
}

function encodeStats(stats: BookStats): WireObject {
  const method = stats.settlementPriceCalculationMethod;
  return {
    ...fieldsOf(stats, padded),
    settlementPriceCalculationMethod: code(SETTLEMENT_METHOD, method),
  };
}

/** A trade of the markets stream. */
export function encodeTrade(trade: Trade): WireObject {
  return {
    marketSlug: trade.marketSlug,
    id: trade.id,
    price: amount(trade.price),
    quantity: trade.quantity && { value: padded(trade.quantity) },
    tradeTime: time(trade.time),
    maker: encodeParty(trade.maker),
    taker: encodeParty(trade.taker),
  };
}

function encodeParty({ side, intent }: TradeParty): WireObject {
  return { side: code(ORDER_SIDE, side), intent: code(ORDER_INTENT, intent) };
}
