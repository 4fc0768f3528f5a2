import type { BestQuote, Book } from '../../../core/book.ts';
import type { TradingState } from '../../../core/market.ts';
import { SETTLEMENT_METHOD, TRADING_STATE } from '../enums.ts';
import type { ServerFrame } from '../frame.ts';
import { JsonCursor } from './cursor.ts';

type ReadValue = (cursor: JsonCursor) => unknown;
const money: ReadValue = (cursor) => cursor.money();
const price: ReadValue = (cursor) => cursor.price();
const quantity: ReadValue = (cursor) => cursor.quantity();
const count: ReadValue = (cursor) => cursor.count();
const instant: ReadValue = (cursor) => cursor.instant();

/** Fields in the order in which the service writes them: the next one is found at the first look. */
type FieldList = readonly (readonly [name: string, read: ReadValue, unread?: typeof UNREAD])[];

/** Sent, and shown nowhere: the value is stepped over. */
const UNREAD = 'unread';

const QUOTE: FieldList = [
  ['marketSlug', (cursor) => cursor.slug()],
  ['currentPx', price],
  ['lastTradePx', price],
  ['settlementPx', price],
  ['sharesTraded', quantity],
  ['openInterest', quantity],
  ['bestAsk', price],
  ['bestBid', price],
  ['askDepth', count],
  ['bidDepth', count],
  ['lastPriceSample', (cursor) => cursor.null(), UNREAD],
  ['longQuote', price],
  ['shortQuote', price],
  ['state', scanState],
  ['bidShares', quantity],
  ['askShares', quantity],
];

const STATS: FieldList = [
  ['openPx', price],
  ['closePx', price],
  ['lowPx', price],
  ['highPx', price],
  ['lastTradePx', price],
  ['indicativeOpenPx', money, UNREAD],
  ['settlementPx', price],
  ['sharesTraded', quantity],
  ['notionalTraded', money],
  ['lastTradeQty', quantity],
  ['openInterest', quantity],
  ['openSetTime', instant],
  ['closeSetTime', instant, UNREAD],
  ['highSetTime', instant],
  ['lowSetTime', instant],
  ['lastTradeSetTime', instant],
  ['settlementSetTime', instant],
  ['openInterestSetTime', instant, UNREAD],
  ['notionalSetTime', instant, UNREAD],
  ['settlementPriceCalculationMethod', (cursor) => cursor.member(SETTLEMENT_METHOD.prefix)],
  ['settlementPreliminaryFlag', (cursor) => cursor.flag(), UNREAD],
  ['tradingReferencePx', price],
  ['tradingReferenceSetTime', instant, UNREAD],
  ['currentPx', price],
  ['lastPriceSample', (cursor) => cursor.null(), UNREAD],
];

interface Field {
  readonly name: string;
  readonly written: string;
  readonly read: ReadValue;
  readonly isUnread: boolean;
}

/** An object whose fields all are `undefined`, so that every one of a kind has the same shape. */
type Blank = Readonly<Record<string, undefined>>;

/** Reads fields up to the brace that ends them; `undefined`, and a lost cursor, where they are not as usual. */
function scanFields(cursor: JsonCursor, fields: readonly Field[], blank: Blank): object | undefined {
  const object: Record<string, unknown> = { ...blank };
  let seen = 0;
  let place = -1;
  do {
    place = nextPlace(cursor, fields, place + 1);
    const field = fields[place];
    const bit = 1 << place;
    if (field === undefined || (seen & bit) !== 0 || cursor.lost) {
      cursor.lost = true;
      return undefined;
    }
    seen |= bit;
    const value = field.read(cursor);
    if (value !== undefined && !field.isUnread) object[field.name] = value;
  } while (cursor.skipComma());
  return cursor.lost ? undefined : object;
}

/** Steps over the name that comes next, which most likely is the one at `likely`; its place, or -1. */
function nextPlace(cursor: JsonCursor, fields: readonly Field[], likely: number): number {
  for (let tried = 0; tried < fields.length; tried++) {
    const place = (likely + tried) % fields.length;
    const field = fields[place];
    if (field !== undefined && cursor.skip(field.written)) return place;
  }
  return -1;
}

function scanState(cursor: JsonCursor): TradingState | undefined {
  for (const [written, state] of STATES) if (cursor.skip(written)) return state;
  const number = cursor.count();
  const state = number === undefined ? undefined : TRADING_STATE.names.get(number);
  if (number !== undefined && state === undefined) cursor.lost = true;
  return state;
}

/** The usual one first. */
const STATES = (['OPEN', ...TRADING_STATE.names.values()] as const).map(
  (state) => [`"${TRADING_STATE.prefix}${state}"`, state] as const,
);

/**
 * A frame of best quotes or of a book read where it stands in its text, in a fraction of the time of making objects of it
 * and reading those. Both generations, fields in any order. Anything unusual – an escape, an unknown field, one that is
 * there twice, a value of another kind, an error beside it – is `undefined`, and has to be read as everything is.
 */
export function scanFrame(text: string): ServerFrame | undefined {
  if (text.charCodeAt(0) !== OPENING_BRACE) return undefined;
  const dialect = OLDER.starts.some((start) => text.startsWith(start, 1)) ? OLDER : CURRENT;
  const cursor = new JsonCursor(text, 1);
  let requestId: string | undefined;
  if (cursor.skip(dialect.requestId)) {
    requestId = cursor.identity();
    if (cursor.lost || !cursor.skipComma()) return undefined;
  }
  if (cursor.skip(dialect.subscriptionType)) {
    if (!dialect.types.some((type) => cursor.skip(type)) || !cursor.skipComma()) return undefined;
  }
  if (cursor.skip(dialect.lite)) {
    const quote = scanFields(cursor, dialect.quote, NO_QUOTE) as BestQuote | undefined;
    const isUsual = quote?.marketSlug !== undefined && cursor.isEnd(ENDS);
    return isUsual ? { requestId, kind: 'lite', quote } : undefined;
  }
  if (!cursor.skip(dialect.full)) return undefined;
  const book = scanFields(cursor, dialect.book, NO_BOOK) as Partial<Book> | undefined;
  const isUsual = book?.marketSlug !== undefined && book.bids !== undefined && book.offers !== undefined;
  return isUsual && cursor.isEnd(ENDS) ? { requestId, kind: 'book', book: book as Book } : undefined;
}

/** What frames of one generation are made of, as it is written. */
function dialectOf(write: (name: string) => string, types: readonly string[]) {
  const named = (name: string): string => `"${write(name)}":`;
  const fieldsOf = (list: FieldList): readonly Field[] =>
    list.map(([name, read, unread]) => ({ name, written: named(name), read, isUnread: unread === UNREAD }));
  const stats = fieldsOf(STATS);
  const scanStats = (cursor: JsonCursor): object | undefined => {
    if (cursor.skip('null')) return undefined;
    if (!cursor.skip('{')) cursor.lost = true;
    const found = scanFields(cursor, stats, NO_STATS);
    if (!cursor.skip('}')) cursor.lost = true;
    return found;
  };
  const requestId = named('requestId');
  const lite = `${named('marketDataLite')}{`;
  const full = `${named('marketData')}{`;
  return {
    /** Any of these begins a frame. */
    starts: [requestId, lite, full],
    requestId,
    subscriptionType: named('subscriptionType'),
    types,
    lite,
    full,
    quote: fieldsOf(QUOTE),
    stats,
    book: fieldsOf([
      ['marketSlug', (cursor) => cursor.slug()],
      ['bids', (cursor) => cursor.levels(-1)],
      ['offers', (cursor) => cursor.levels(1)],
      ['state', scanState],
      ['stats', scanStats],
      ['transactTime', instant],
    ]),
  };
}

const CURRENT = dialectOf(
  (name) => name,
  ['"SUBSCRIPTION_TYPE_MARKET_DATA_LITE"', '"SUBSCRIPTION_TYPE_MARKET_DATA"'],
);
const OLDER = dialectOf((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), ['2', '1']);

function blankOf(fields: readonly Field[]): Blank {
  const read = fields.filter(({ isUnread }) => !isUnread);
  return Object.fromEntries(read.map(({ name }) => [name, undefined]));
}

/** What could not be read, or has no name here, is read by the other way. */
const ALL_READ = { unreadable: undefined, more: undefined };
const NO_QUOTE = { ...blankOf(CURRENT.quote), ...ALL_READ };
const NO_BOOK = { ...blankOf(CURRENT.book), ...ALL_READ };
const NO_STATS = { ...blankOf(CURRENT.stats), more: undefined };
const ENDS = '}}';
const OPENING_BRACE = 123;
