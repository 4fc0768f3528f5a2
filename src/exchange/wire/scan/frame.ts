import type { BestQuote, Book, BookLevel, BookStats } from '../../../core/book.ts';
import type { Decimal } from '../../../core/decimal.ts';
import type { Instant } from '../../../core/instant.ts';
import type { TradingState } from '../../../core/market.ts';
import type { Money } from '../../../core/money.ts';
import type { OpenEnum } from '../../../core/open-enum.ts';
import { inOrder } from '../book.ts';
import { SETTLEMENT_METHOD, TRADING_STATE } from '../enums.ts';
import type { ServerFrame } from '../frame.ts';
import { JsonCursor } from './cursor.ts';

/** Of a best quote, in the order in which the service writes them: the next one is found at the first look. */
const QUOTE_FIELDS = [
  'marketSlug',
  'currentPx',
  'lastTradePx',
  'settlementPx',
  'sharesTraded',
  'openInterest',
  'bestAsk',
  'bestBid',
  'askDepth',
  'bidDepth',
  // Read by nobody.
  'lastPriceSample',
  'longQuote',
  'shortQuote',
  'state',
  'bidShares',
  'askShares',
] as const;

/** A best quote up to the brace that ends it; `names` in the order of `QUOTE_FIELDS`. */
function scanQuote(cursor: JsonCursor, names: readonly string[]): BestQuote | undefined {
  let marketSlug: string | undefined;
  let bestBid: Money | undefined;
  let bestAsk: Money | undefined;
  let currentPx: Money | undefined;
  let lastTradePx: Money | undefined;
  let settlementPx: Money | undefined;
  let sharesTraded: Decimal | undefined;
  let openInterest: Decimal | undefined;
  let bidDepth: number | undefined;
  let askDepth: number | undefined;
  let bidShares: Decimal | undefined;
  let askShares: Decimal | undefined;
  let longQuote: Money | undefined;
  let shortQuote: Money | undefined;
  let state: OpenEnum<TradingState> | undefined;
  let seen = 0;
  let field = -1;
  do {
    field = nextField(cursor, names, field + 1);
    const bit = 1 << field;
    if (field < 0 || (seen & bit) !== 0) return undefined;
    seen |= bit;
    switch (QUOTE_FIELDS[field]) {
      case 'marketSlug':
        marketSlug = cursor.identity();
        break;
      case 'bestBid':
        bestBid = cursor.money();
        break;
      case 'bestAsk':
        bestAsk = cursor.money();
        break;
      case 'currentPx':
        currentPx = cursor.money();
        break;
      case 'lastTradePx':
        lastTradePx = cursor.money();
        break;
      case 'settlementPx':
        settlementPx = cursor.money();
        break;
      case 'sharesTraded':
        sharesTraded = cursor.decimal();
        break;
      case 'openInterest':
        openInterest = cursor.decimal();
        break;
      case 'bidDepth':
        bidDepth = cursor.count();
        break;
      case 'askDepth':
        askDepth = cursor.count();
        break;
      case 'bidShares':
        bidShares = cursor.decimal();
        break;
      case 'askShares':
        askShares = cursor.decimal();
        break;
      case 'longQuote':
        longQuote = cursor.money();
        break;
      case 'shortQuote':
        shortQuote = cursor.money();
        break;
      case 'state':
        state = scanState(cursor);
        break;
      default:
        cursor.null();
    }
    if (cursor.lost) return undefined;
  } while (cursor.skipComma());
  if (marketSlug === undefined) return undefined;
  return {
    marketSlug,
    bestBid,
    bestAsk,
    currentPx,
    lastTradePx,
    settlementPx,
    sharesTraded,
    openInterest,
    bidDepth,
    askDepth,
    bidShares,
    askShares,
    longQuote,
    shortQuote,
    state,
  };
}

/** Steps over the name that comes next, which most likely is the one at `likely`; its place, or -1. */
function nextField(cursor: JsonCursor, names: readonly string[], likely: number): number {
  for (let place = likely; place < names.length; place++) if (cursor.skip(names[place] ?? '')) return place;
  for (let place = 0; place < likely; place++) if (cursor.skip(names[place] ?? '')) return place;
  return -1;
}

/** A state this version knows. */
function scanState(cursor: JsonCursor): TradingState | undefined {
  for (const [written, state] of STATES) if (cursor.skip(written)) return state;
  const number = cursor.count();
  const state = number === undefined ? undefined : TRADING_STATE.names.get(number);
  if (number !== undefined && state === undefined) cursor.lost = true;
  return state;
}

/** The usual one first. */
const STATES: readonly (readonly [written: string, state: TradingState])[] = [
  ...new Set<TradingState>(['OPEN', ...TRADING_STATE.names.values()]),
].map((state) => [`"${TRADING_STATE.prefix}${state}"`, state]);

/** In the order in which the service writes them. */
const BOOK_FIELDS = ['marketSlug', 'bids', 'offers', 'state', 'stats', 'transactTime'] as const;

const MONEY_STATS = [
  'openPx',
  'closePx',
  'lowPx',
  'highPx',
  'lastTradePx',
  'indicativeOpenPx',
  'settlementPx',
  'notionalTraded',
  'tradingReferencePx',
  'currentPx',
] as const;

/** How each figure of a book is read, in the order in which the service writes them. */
const STATS: readonly (readonly [field: keyof BookStats, read: (cursor: JsonCursor) => unknown])[] = [
  ...MONEY_STATS.map((field) => [field, (cursor: JsonCursor) => cursor.money()] as const),
  ['sharesTraded', (cursor) => cursor.decimal()],
  ['lastTradeQty', (cursor) => cursor.decimal()],
  ['openInterest', (cursor) => cursor.decimal()],
  ['lastTradeSetTime', (cursor) => cursor.instant()],
  ['settlementSetTime', (cursor) => cursor.instant()],
  ['settlementPriceCalculationMethod', (cursor) => cursor.member(SETTLEMENT_METHOD.prefix)],
  ['settlementPreliminaryFlag', (cursor) => cursor.flag()],
];
const STATS_FIELDS = STATS.map(([field]) => field);
const NO_STATS = Object.fromEntries(STATS_FIELDS.map((field) => [field, undefined])) as unknown as BookStats;

/** A book up to the brace that ends it; the names in the order of the lists above. */
function scanBook(
  cursor: JsonCursor,
  names: readonly string[],
  statsNames: readonly string[],
): Book | undefined {
  let marketSlug: string | undefined;
  let bids: BookLevel[] | undefined;
  let offers: BookLevel[] | undefined;
  let state: TradingState | undefined;
  let stats: BookStats | undefined;
  let transactTime: Instant | undefined;
  let seen = 0;
  let field = -1;
  do {
    field = nextField(cursor, names, field + 1);
    const bit = 1 << field;
    if (field < 0 || (seen & bit) !== 0) return undefined;
    seen |= bit;
    switch (BOOK_FIELDS[field]) {
      case 'marketSlug':
        marketSlug = cursor.identity();
        break;
      case 'bids':
        bids = cursor.levels();
        break;
      case 'offers':
        offers = cursor.levels();
        break;
      case 'state':
        state = scanState(cursor);
        break;
      case 'stats':
        if (!cursor.skip('null')) stats = scanStats(cursor, statsNames);
        break;
      default:
        transactTime = cursor.instant();
    }
    if (cursor.lost) return undefined;
  } while (cursor.skipComma());
  if (marketSlug === undefined || bids === undefined || offers === undefined) return undefined;
  return { marketSlug, bids: inOrder(bids, -1), offers: inOrder(offers, 1), state, stats, transactTime };
}

/** The figures with their braces; the cursor is lost where they are not as usual. */
function scanStats(cursor: JsonCursor, names: readonly string[]): BookStats | undefined {
  const stats: Record<string, unknown> = { ...NO_STATS };
  let seen = 0;
  let field = -1;
  if (!cursor.skip('{')) cursor.lost = true;
  do {
    field = nextField(cursor, names, field + 1);
    const bit = 1 << field;
    const known = STATS[field];
    if (known === undefined || (seen & bit) !== 0) cursor.lost = true;
    if (cursor.lost || known === undefined) return undefined;
    seen |= bit;
    stats[known[0]] = known[1](cursor);
  } while (cursor.skipComma());
  if (!cursor.skip('}')) cursor.lost = true;
  return stats as unknown as BookStats;
}

/**
 * A frame of best quotes or of a book read where it stands in its text, in a fraction of the time of making objects of it
 * and reading those. Both generations, fields in any order. Anything unusual – an escape, an unknown field, one that is
 * there twice, a value of another kind, an error beside it – is `undefined`, and has to be read as everything is.
 */
export function scanFrame(text: string): ServerFrame | undefined {
  if (text.charCodeAt(0) !== OPENING_BRACE) return undefined;
  const names = OLDER.starts.some((start) => text.startsWith(start, 1)) ? OLDER : CURRENT;
  const cursor = new JsonCursor(text, 1);
  let requestId: string | undefined;
  if (cursor.skip(names.requestId)) {
    requestId = cursor.identity();
    if (cursor.lost || !cursor.skipComma()) return undefined;
  }
  if (cursor.skip(names.subscriptionType)) {
    // The text of a book's is the beginning of the other.
    if (!cursor.skip(names.liteType) && !cursor.skip(names.bookType)) return undefined;
    if (!cursor.skipComma()) return undefined;
  }
  if (cursor.skip(names.lite)) {
    const quote = scanQuote(cursor, names.quote);
    return quote !== undefined && cursor.isEnd(ENDS) ? { requestId, kind: 'lite', quote } : undefined;
  }
  if (!cursor.skip(names.full)) return undefined;
  const book = scanBook(cursor, names.book, names.stats);
  return book !== undefined && cursor.isEnd(ENDS) ? { requestId, kind: 'book', book } : undefined;
}

/** The texts of one generation, each up to where its value begins. */
interface Names {
  /** Any of these begins a frame of it. */
  readonly starts: readonly string[];
  readonly requestId: string;
  readonly subscriptionType: string;
  readonly liteType: string;
  readonly bookType: string;
  readonly lite: string;
  readonly full: string;
  readonly quote: readonly string[];
  readonly book: readonly string[];
  readonly stats: readonly string[];
}

function namesOf(write: (name: string) => string, liteType: string, bookType: string): Names {
  const named = (name: string): string => `"${write(name)}":`;
  const [requestId, lite, full] = [
    named('requestId'),
    `${named('marketDataLite')}{`,
    `${named('marketData')}{`,
  ];
  return {
    starts: [requestId, lite, full],
    requestId,
    subscriptionType: named('subscriptionType'),
    liteType,
    bookType,
    lite,
    full,
    quote: QUOTE_FIELDS.map(named),
    book: BOOK_FIELDS.map(named),
    stats: STATS_FIELDS.map(named),
  };
}

const CURRENT = namesOf(
  (name) => name,
  '"SUBSCRIPTION_TYPE_MARKET_DATA_LITE"',
  '"SUBSCRIPTION_TYPE_MARKET_DATA"',
);
const OLDER = namesOf((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), '2', '1');
const ENDS = '}}';
const OPENING_BRACE = 123;
