import fc from 'fast-check';
import type { BestQuote, Book, BookLevel, BookStats } from '../../src/core/book.ts';
import type { Execution } from '../../src/core/execution.ts';
import type { Instant } from '../../src/core/instant.ts';
import { money } from '../../src/core/money.ts';
import { amount, code, fieldsOf, padded, type WireObject } from '../../src/demo/wire/encode-values.ts';
import { SETTLEMENT_METHOD, TRADING_STATE } from '../../src/exchange/wire/enums.ts';
import { anOrder } from './account-values.ts';
import { instants, maybe, priceMonies, prices, quantities, slugs } from './arbitraries.ts';

/** What the streams tell, with everything absent but what a test is about. */

export function anExecution(overrides: Partial<Execution> = {}): Execution {
  return {
    id: undefined,
    type: undefined,
    order: anOrder(),
    lastShares: undefined,
    lastPx: undefined,
    tradeId: undefined,
    text: undefined,
    transactTime: undefined,
    ...overrides,
  };
}

// Arbitraries, as in arbitraries.ts.

/** Best first, each price once. `direction` 1: lowest first. */
function levels(direction: 1 | -1): fc.Arbitrary<BookLevel[]> {
  const level = fc.record({ price: prices, quantity: quantities });
  const unique = fc.uniqueArray(level, { selector: ({ price }) => price.text, maxLength: 4 });
  return unique.map((given) => given.sort((a, b) => direction * a.price.compare(b.price)));
}

const bookStats: fc.Arbitrary<BookStats> = fc.record({
  openPx: maybe(priceMonies),
  openSetTime: maybe(instants),
  highPx: maybe(priceMonies),
  highSetTime: maybe(instants),
  lowPx: maybe(priceMonies),
  lowSetTime: maybe(instants),
  closePx: maybe(priceMonies),
  lastTradeQty: maybe(quantities),
  lastTradeSetTime: maybe(instants),
  currentPx: maybe(priceMonies),
  notionalTraded: maybe(priceMonies),
  lastTradePx: maybe(priceMonies),
  settlementPx: maybe(priceMonies),
  tradingReferencePx: maybe(priceMonies),
  sharesTraded: maybe(quantities),
  openInterest: maybe(quantities),
  settlementSetTime: maybe(instants),
  settlementPriceCalculationMethod: maybe(fc.constantFrom('VWAP_TIER_1', 'OVERRIDE')),
});

const states = maybe(fc.constantFrom('OPEN', 'CLOSED', 'HALTED', 'ON_ICE', '42'));

export const books: fc.Arbitrary<Book> = fc.record({
  marketSlug: slugs,
  bids: levels(-1),
  offers: levels(1),
  state: states,
  stats: maybe(bookStats),
  transactTime: maybe(instants),
  unreadable: fc.constant(undefined),
});

export const quotes: fc.Arbitrary<BestQuote> = fc.record({
  marketSlug: slugs,
  bestBid: maybe(priceMonies),
  bestAsk: maybe(priceMonies),
  lastTradePx: maybe(priceMonies),
  settlementPx: maybe(priceMonies),
  sharesTraded: maybe(quantities),
  longQuote: maybe(priceMonies),
  openInterest: maybe(quantities),
  currentPx: maybe(priceMonies),
  bidDepth: maybe(fc.nat(200)),
  askDepth: maybe(fc.nat(200)),
  bidShares: maybe(quantities),
  askShares: maybe(quantities),
  shortQuote: maybe(priceMonies),
  state: states,
  unreadable: fc.constant(undefined),
});

/** As the service writes it. */
export function bookJson({ bids, offers, state, stats, transactTime, marketSlug }: Book): WireObject {
  const level = ({ price, quantity }: BookLevel) => ({
    px: amount(money(price, 'USD')),
    qty: padded(quantity),
  });
  return {
    ...{ marketSlug, bids: bids.map(level), offers: offers.map(level), state: code(TRADING_STATE, state) },
    stats: stats && {
      ...fieldsOf(stats, padded),
      ...timesOf(stats),
      settlementPriceCalculationMethod: code(SETTLEMENT_METHOD, stats.settlementPriceCalculationMethod),
    },
    transactTime: transactTime?.text ?? null,
  };
}

function timesOf(stats: BookStats): WireObject {
  const times = Object.entries(stats).filter(([name]) => name.endsWith('SetTime'));
  return Object.fromEntries(times.map(([name, time]) => [name, (time as Instant | undefined)?.text]));
}

export function quoteJson(quote: BestQuote): WireObject {
  return { ...fieldsOf(quote, padded), state: code(TRADING_STATE, quote.state) };
}
