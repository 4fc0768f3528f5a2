import type { BestQuote, Book, BookLevel, BookStats, PriceSample, UnreadableSides } from '../../core/book.ts';
import { Decimal } from '../../core/decimal.ts';
import type { Money } from '../../core/money.ts';
import type { Settlement } from '../../core/settlement.ts';
import type { Trade, TradeParty } from '../../core/trade.ts';
import { ORDER_INTENT, ORDER_SIDE, SETTLEMENT_METHOD, TRADING_STATE } from './enums.ts';
import { moreOf, NamesRead } from './raw-fields.ts';
import { asJsonObject, firstGiven, isAbsent, type JsonObject, LAST_SECOND, Reader } from './reader.ts';
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
  const { price, named } = readSettlement(reader, json);
  if (price === undefined) throw new WireError('a settlement price of 0 to 1', kindOf(json['settlement']));
  const more = moreOf(reader, json, SETTLEMENT_NAMES);
  return { value: { slug: named ?? slug, price, more }, problems: reader.problems };
}

function readSettlement(reader: Reader, json: JsonObject) {
  return {
    price:
      reader.plainPrice(json['settlement'], 'settlement') ??
      reader.price(json['settlementPrice'], 'settlementPrice')?.value,
    named: reader.slug(firstGiven(json['slug'], json['marketSlug']), 'slug'),
  };
}

const SETTLEMENT_NAMES = new NamesRead(readSettlement);

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
 * Reply of GET /v1/price-history: oldest first whatever order it came in, prices without what floats add beyond 0 and 1.
 * A sample without time or long price, or with one that cannot be, is left out, with a problem.
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
  const ms = readSeconds(reader, json['timestamp']);
  const longPrice = readDrawnPrice(reader, json['longPrice'], 'longPrice');
  if (longPrice === undefined || ms === undefined) {
    reader.problem('', 'a sample needs a time and a price');
    return undefined;
  }
  return { ms, longPrice, shortPrice: readDrawnPrice(reader, json['shortPrice'], 'shortPrice') };
}

/** Unix milliseconds of Unix seconds. Milliseconds sent as seconds are a time in the year 58000. */
function readSeconds(reader: Reader, value: unknown): number | undefined {
  const seconds = reader.decimal(value, 'timestamp')?.toNumber();
  if (seconds === undefined) return undefined;
  if (seconds >= FIRST_SECOND && seconds < LAST_SECOND) return Math.round(seconds * 1000);
  const got = seconds < FIRST_SECOND ? 'an earlier one' : 'a later one, as of milliseconds';
  reader.problem('timestamp', `expected seconds of a time from 2000 to 2100, got ${got}`);
  return undefined;
}

const FIRST_SECOND = 946_684_800;

/** Such prices are floats of few digits: what is a hair beyond 0 or 1 is one of them. */
function readDrawnPrice(reader: Reader, value: unknown, field: string): Decimal | undefined {
  const number = Decimal.parse(value)?.toNumber() ?? 0;
  if (number > 1 && number < 1 + FLOAT_NOISE) return Decimal.one;
  if (number < 0 && number > -FLOAT_NOISE) return Decimal.zero;
  return reader.plainPrice(value, field);
}

const FLOAT_NOISE = 1e-5;

/** Reads a book: levels best first; one without a price or quantity there can be is left out. */
export function readBook(reader: Reader, json: JsonObject, slug: string): Book {
  const marketSlug = reader.slug(json['marketSlug'], 'marketSlug') ?? slug;
  reader.called(marketSlug);
  const bids = readLevels(reader, json['bids'], 'bids', -1);
  const offers = readLevels(reader, json['offers'], 'offers', 1);
  return {
    marketSlug,
    bids: bids.levels,
    offers: offers.levels,
    state: reader.member(json['state'], 'state', TRADING_STATE),
    stats: reader.nested(json['stats'], 'stats', readStats),
    transactTime: reader.instant(json['transactTime'], 'transactTime'),
    unreadable: unreadableSides(bids.isBroken, offers.isBroken),
    more: moreOf(reader, json, BOOK_NAMES),
  };
}

const BOOK_NAMES = new NamesRead((reader, json) => readBook(reader, json, 'a'));

function readLevels(reader: Reader, value: unknown, field: string, direction: 1 | -1) {
  const levels = reader.nestedList(value, field, readLevel);
  const isBroken = Array.isArray(value) ? levels.length < value.length : !isAbsent(value);
  return { levels: inOrder(levels, direction), isBroken };
}

function unreadableSides(bids: boolean, offers: boolean): UnreadableSides | undefined {
  return bids || offers ? { bids, offers } : undefined;
}

export function readBestQuote(reader: Reader, json: JsonObject, slug: string): BestQuote {
  const marketSlug = reader.slug(json['marketSlug'], 'marketSlug') ?? slug;
  reader.called(marketSlug);
  const bestBid = reader.price(json['bestBid'], 'bestBid');
  const bestAsk = reader.price(json['bestAsk'], 'bestAsk');
  return {
    marketSlug,
    bestBid,
    bestAsk,
    lastTradePx: reader.price(json['lastTradePx'], 'lastTradePx'),
    settlementPx: reader.price(json['settlementPx'], 'settlementPx'),
    sharesTraded: reader.quantity(json['sharesTraded'], 'sharesTraded'),
    openInterest: reader.quantity(json['openInterest'], 'openInterest'),
    currentPx: reader.price(json['currentPx'], 'currentPx'),
    bidDepth: reader.quantity(json['bidDepth'], 'bidDepth')?.toNumber(),
    askDepth: reader.quantity(json['askDepth'], 'askDepth')?.toNumber(),
    bidShares: reader.quantity(json['bidShares'], 'bidShares'),
    askShares: reader.quantity(json['askShares'], 'askShares'),
    longQuote: reader.price(json['longQuote'], 'longQuote'),
    shortQuote: reader.price(json['shortQuote'], 'shortQuote'),
    state: reader.member(json['state'], 'state', TRADING_STATE),
    unreadable: unreadableSides(isLost(bestBid, json['bestBid']), isLost(bestAsk, json['bestAsk'])),
    more: moreOf(reader, json, QUOTE_NAMES),
  };
}

const QUOTE_NAMES = new NamesRead((reader, json) => readBestQuote(reader, json, 'a'));

/** An Amount without a value says that there is none. */
function isLost(read: Money | undefined, sent: unknown): boolean {
  return read === undefined && !isAbsent(sent) && !isAbsent(asJsonObject(sent)?.['value'] ?? sent);
}

function readLevel(reader: Reader, json: JsonObject): BookLevel | undefined {
  const sent = [json['px'] ?? json['price'], json['qty'] ?? json['quantity']] as const;
  const price = reader.price(sent[0], 'px')?.value;
  const quantity = reader.quantity(sent[1], 'qty');
  if (price !== undefined && quantity !== undefined) return { price, quantity };
  if (sent.some(isAbsent)) reader.problem('', 'a level needs a price and a quantity');
  return undefined;
}

/**
 * Sorts levels by price: lowest first for `direction` 1, highest first for -1. A book nearly always comes in order, and
 * looking at each double once is enough to see that.
 */
function inOrder(levels: readonly BookLevel[], direction: 1 | -1): readonly BookLevel[] {
  let last = -Infinity;
  for (const { price } of levels) {
    const next = direction * price.toNumber();
    if (next <= last) return sorted(levels, direction);
    last = next;
  }
  return levels;
}

export function sorted(levels: readonly BookLevel[], direction: 1 | -1): readonly BookLevel[] {
  return levels.toSorted((a, b) => direction * a.price.compare(b.price));
}

function readStats(reader: Reader, json: JsonObject): BookStats {
  return {
    openPx: reader.price(json['openPx'], 'openPx'),
    openSetTime: reader.instant(json['openSetTime'], 'openSetTime'),
    highPx: reader.price(json['highPx'], 'highPx'),
    highSetTime: reader.instant(json['highSetTime'], 'highSetTime'),
    lowPx: reader.price(json['lowPx'], 'lowPx'),
    lowSetTime: reader.instant(json['lowSetTime'], 'lowSetTime'),
    closePx: reader.price(json['closePx'], 'closePx'),
    lastTradePx: reader.price(json['lastTradePx'], 'lastTradePx'),
    lastTradeQty: reader.quantity(json['lastTradeQty'], 'lastTradeQty'),
    lastTradeSetTime: reader.instant(json['lastTradeSetTime'], 'lastTradeSetTime'),
    currentPx: reader.price(json['currentPx'], 'currentPx'),
    notionalTraded: reader.money(json['notionalTraded'], 'notionalTraded'),
    settlementPx: reader.price(json['settlementPx'], 'settlementPx'),
    tradingReferencePx: reader.price(json['tradingReferencePx'], 'tradingReferencePx'),
    sharesTraded: reader.quantity(json['sharesTraded'], 'sharesTraded'),
    openInterest: reader.quantity(json['openInterest'], 'openInterest'),
    settlementSetTime: reader.instant(json['settlementSetTime'], 'settlementSetTime'),
    settlementPriceCalculationMethod: reader.member(
      json['settlementPriceCalculationMethod'],
      'settlementPriceCalculationMethod',
      SETTLEMENT_METHOD,
    ),
    more: moreOf(reader, json, STATS_NAMES),
  };
}

const STATS_NAMES = new NamesRead(readStats);

/** A trade of the markets stream. `undefined`, with a problem, without its market. */
export function readTrade(reader: Reader, json: JsonObject): Trade | undefined {
  const marketSlug = reader.needed(
    reader.slug(json['marketSlug'], 'marketSlug'),
    'marketSlug',
    'a trade needs a market',
  );
  if (marketSlug === undefined) return undefined;
  return {
    marketSlug,
    id: reader.identity(firstGiven(json['id'], json['tradeId']), 'id'),
    price: reader.price(json['price'], 'price'),
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
    ? reader.quantity(value, 'quantity')
    : reader.quantity(row['value'], 'quantity.value');
}

function readParty(reader: Reader, json: JsonObject): TradeParty {
  return {
    side: reader.member(json['side'], 'side', ORDER_SIDE),
    intent: reader.member(json['intent'], 'intent', ORDER_INTENT),
  };
}

const UNKNOWN_PARTY: TradeParty = { side: undefined, intent: undefined };
