import type { BestQuote, Book, BookLevel, BookStats, PriceSample } from '../../core/book.ts';
import { Decimal, maxDecimal, minDecimal } from '../../core/decimal.ts';
import type { Settlement } from '../../core/settlement.ts';
import type { Trade, TradeParty } from '../../core/trade.ts';
import { ORDER_INTENT, ORDER_SIDE, SETTLEMENT_METHOD, TRADING_STATE } from './enums.ts';
import { asJsonObject, firstGiven, type JsonObject, Reader } from './reader.ts';
import { type Decoded, objectOf, someOf, unwrapped } from './replies.ts';
import { kindOf, WireError } from './wire-error.ts';

/** Reply of GET /v1/markets/{slug}/book. */
export function decodeBook(body: unknown, slug: string): Decoded<Book> {
  const reader = new Reader();
  reader.begin(slug);
  const json = someOf(NEEDED_BOOK_FIELDS, unwrapped(body, 'marketData', 'a book'), 'a book');
  return { value: readBook(reader, json, slug), problems: reader.problems };
}

/** Reply of GET /v1/markets/{slug}/bbo. */
export function decodeBestQuote(body: unknown, slug: string): Decoded<BestQuote> {
  const reader = new Reader();
  reader.begin(slug);
  const json = someOf(NEEDED_QUOTE_FIELDS, unwrapped(body, 'marketData', 'a quote'), 'a quote');
  return { value: readBestQuote(reader, json, slug), problems: reader.problems };
}

/** Reply of GET /v1/markets/{slug}/settlement in both generations. */
export function decodeSettlement(body: unknown, slug: string): Decoded<Settlement> {
  const reader = new Reader();
  const json = objectOf(body, 'settlement');
  reader.begin(slug);
  const price =
    reader.decimal(json['settlement'], 'settlement') ??
    reader.money(json['settlementPrice'], 'settlementPrice')?.value;
  if (price === undefined) throw new WireError('a settlement price', kindOf(json['settlement']));
  const named = reader.identity(firstGiven(json['slug'], json['marketSlug']), 'slug');
  return { value: { slug: named ?? slug, price }, problems: reader.problems };
}

const NEEDED_BOOK_FIELDS = ['marketSlug', 'bids', 'offers', 'state', 'stats', 'transactTime'] as const;
const NEEDED_QUOTE_FIELDS = [
  'marketSlug',
  'bestBid',
  'bestAsk',
  'bidDepth',
  'askDepth',
  'currentPx',
  'lastTradePx',
  'state',
  'longQuote',
] as const;

/**
 * Reply of GET /v1/price-history: oldest first whatever order it came in, prices clamped to
 * 0…1. A sample without time or long price is left out, with a problem.
 * @throws WireError
 */
export function decodePriceHistory(body: unknown): Decoded<readonly PriceSample[]> {
  const list = asJsonObject(body)?.['history'];
  if (list !== null && !Array.isArray(list)) throw new WireError('"history" as a list', kindOf(list));
  const reader = new Reader();
  const samples = reader.rows('history', list ?? [], readSample);
  return { value: samples.toSorted((a, b) => a.ms - b.ms), problems: reader.problems };
}

function readSample(reader: Reader, json: JsonObject): PriceSample | undefined {
  const ms = Math.round((reader.decimal(json['timestamp'], 'timestamp')?.toNumber() ?? Number.NaN) * 1000);
  const longPrice = reader.decimal(json['longPrice'], 'longPrice');
  if (longPrice === undefined || !(Math.abs(ms) <= LAST_DATE)) {
    reader.problem('', 'a sample needs a time and a price');
    return undefined;
  }
  const shortPrice = reader.decimal(json['shortPrice'], 'shortPrice');
  return { ms, longPrice: within01(longPrice), shortPrice: shortPrice && within01(shortPrice) };
}

/** The last millisecond a Date can hold. */
const LAST_DATE = 8.64e15;

function within01(price: Decimal): Decimal {
  return maxDecimal(Decimal.zero, minDecimal(Decimal.one, price));
}

/** Reads a book: levels best first; one without price or quantity is left out. */
export function readBook(reader: Reader, json: JsonObject, slug: string): Book {
  const marketSlug = reader.identity(json['marketSlug'], 'marketSlug') ?? slug;
  reader.called(marketSlug);
  return {
    marketSlug,
    bids: inOrder(reader.nestedList(json['bids'], 'bids', readLevel), -1),
    offers: inOrder(reader.nestedList(json['offers'], 'offers', readLevel), 1),
    state: reader.member(json['state'], 'state', TRADING_STATE),
    stats: reader.nested(json['stats'], 'stats', readStats),
    transactTime: reader.instant(json['transactTime'], 'transactTime'),
  };
}

export function readBestQuote(reader: Reader, json: JsonObject, slug: string): BestQuote {
  const marketSlug = reader.identity(json['marketSlug'], 'marketSlug') ?? slug;
  reader.called(marketSlug);
  return {
    marketSlug,
    bestBid: reader.money(json['bestBid'], 'bestBid'),
    bestAsk: reader.money(json['bestAsk'], 'bestAsk'),
    lastTradePx: reader.money(json['lastTradePx'], 'lastTradePx'),
    settlementPx: reader.money(json['settlementPx'], 'settlementPx'),
    sharesTraded: reader.decimal(json['sharesTraded'], 'sharesTraded'),
    longQuote: reader.money(json['longQuote'], 'longQuote'),
    shortQuote: reader.money(json['shortQuote'], 'shortQuote'),
    state: reader.member(json['state'], 'state', TRADING_STATE),
  };
}

function readLevel(reader: Reader, json: JsonObject): BookLevel | undefined {
  const price = reader.money(json['px'] ?? json['price'], 'px')?.value;
  const quantity = reader.decimal(json['qty'] ?? json['quantity'], 'qty');
  if (price !== undefined && quantity !== undefined) return { price, quantity };
  reader.problem('', 'a level needs a price and a quantity');
  return undefined;
}

/**
 * Sorts levels by price: lowest first for `direction` 1, highest first for -1. A book nearly always comes in order, and
 * looking at each double once is enough to see that.
 */
export function inOrder(levels: readonly BookLevel[], direction: 1 | -1): readonly BookLevel[] {
  let last = -Infinity;
  for (const { price } of levels) {
    const next = direction * price.toNumber();
    if (next <= last) return levels.toSorted((a, b) => direction * a.price.compare(b.price));
    last = next;
  }
  return levels;
}

function readStats(reader: Reader, json: JsonObject): BookStats {
  return {
    closePx: reader.money(json['closePx'], 'closePx'),
    lastTradePx: reader.money(json['lastTradePx'], 'lastTradePx'),
    settlementPx: reader.money(json['settlementPx'], 'settlementPx'),
    tradingReferencePx: reader.money(json['tradingReferencePx'], 'tradingReferencePx'),
    sharesTraded: reader.decimal(json['sharesTraded'], 'sharesTraded'),
    openInterest: reader.decimal(json['openInterest'], 'openInterest'),
    settlementSetTime: reader.instant(json['settlementSetTime'], 'settlementSetTime'),
    settlementPriceCalculationMethod: reader.member(
      json['settlementPriceCalculationMethod'],
      'settlementPriceCalculationMethod',
      SETTLEMENT_METHOD,
    ),
  };
}

/** A trade of the markets stream. `undefined`, with a problem, without its market. */
export function readTrade(reader: Reader, json: JsonObject): Trade | undefined {
  const marketSlug = reader.identity(json['marketSlug'], 'marketSlug');
  if (marketSlug === undefined) {
    reader.problem('marketSlug', 'a trade needs a market');
    return undefined;
  }
  reader.called(marketSlug);
  return {
    marketSlug,
    id: reader.identity(firstGiven(json['id'], json['tradeId']), 'id'),
    price: reader.money(json['price'], 'price'),
    quantity: readQuantity(reader, json['quantity']),
    time: reader.instant(json['tradeTime'], 'tradeTime'),
    taker: reader.nested(json['taker'], 'taker', readParty) ?? UNKNOWN_PARTY,
    maker: reader.nested(json['maker'], 'maker', readParty) ?? UNKNOWN_PARTY,
  };
}

/** An Amount without currency; a bare number too. */
function readQuantity(reader: Reader, value: unknown): Decimal | undefined {
  const row = asJsonObject(value);
  return row === undefined
    ? reader.decimal(value, 'quantity')
    : reader.decimal(row['value'], 'quantity.value');
}

function readParty(reader: Reader, json: JsonObject): TradeParty {
  return {
    side: reader.member(json['side'], 'side', ORDER_SIDE),
    intent: reader.member(json['intent'], 'intent', ORDER_INTENT),
  };
}

const UNKNOWN_PARTY: TradeParty = { side: undefined, intent: undefined };
