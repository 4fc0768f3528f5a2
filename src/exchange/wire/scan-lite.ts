import type { BestQuote } from '../../core/book.ts';
import type { Decimal } from '../../core/decimal.ts';
import type { Listed } from '../../core/listed.ts';
import type { TradingState } from '../../core/market.ts';
import type { Money } from '../../core/money.ts';
import { TRADING_STATE } from './enums.ts';
import type { ServerFrame } from './frame.ts';
import { JsonCursor } from './json-cursor.ts';

/**
 * A frame of best quotes read where it stands in its text, in a fraction of the time of making objects of it and reading
 * those. Both generations, the fields of the quote in any order. Anything unusual – an escape, an unknown field, one that
 * is there twice, a value of another kind, an error beside the quote – is `undefined`, and has to be read as everything is.
 */
export function scanLite(text: string): ServerFrame | undefined {
  const names = text.startsWith(OLDER.requestId, 1) || text.startsWith(OLDER.payload, 1) ? OLDER : CURRENT;
  const at = new JsonCursor(text, 1);
  let requestId: string | undefined;
  if (at.skip(names.requestId)) {
    requestId = at.identity();
    if (at.lost || !at.skipComma()) return undefined;
  }
  // Of another subscription it is another frame.
  if (at.skip(names.subscriptionType) && !(at.skip(names.type) && at.skipComma())) return undefined;
  if (!at.skip(names.payload)) return undefined;
  const quote = scanQuote(at, names.fields);
  if (quote === undefined || !at.skip('}}') || !at.isAtEnd || text.charCodeAt(0) !== OPENING_BRACE)
    return undefined;
  return { requestId, kind: 'lite', quote };
}

/** Up to the brace that ends it. */
function scanQuote(at: JsonCursor, names: readonly string[]): BestQuote | undefined {
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
  let state: Listed<TradingState> | undefined;
  let seen = 0;
  let field = -1;
  do {
    field = nextField(at, names, field + 1);
    const bit = 1 << field;
    if (field < 0 || (seen & bit) !== 0) return undefined;
    seen |= bit;
    switch (FIELDS[field]) {
      case 'marketSlug':
        marketSlug = at.identity();
        break;
      case 'bestBid':
        bestBid = at.money();
        break;
      case 'bestAsk':
        bestAsk = at.money();
        break;
      case 'currentPx':
        currentPx = at.money();
        break;
      case 'lastTradePx':
        lastTradePx = at.money();
        break;
      case 'settlementPx':
        settlementPx = at.money();
        break;
      case 'sharesTraded':
        sharesTraded = at.decimal();
        break;
      case 'openInterest':
        openInterest = at.decimal();
        break;
      case 'bidDepth':
        bidDepth = at.count();
        break;
      case 'askDepth':
        askDepth = at.count();
        break;
      case 'bidShares':
        bidShares = at.decimal();
        break;
      case 'askShares':
        askShares = at.decimal();
        break;
      case 'longQuote':
        longQuote = at.money();
        break;
      case 'shortQuote':
        shortQuote = at.money();
        break;
      case 'state':
        state = scanState(at);
        break;
      default:
        at.null();
    }
    if (at.lost) return undefined;
  } while (at.skipComma());
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
function nextField(at: JsonCursor, names: readonly string[], likely: number): number {
  for (let place = likely; place < names.length; place++) if (at.skip(names[place] ?? '')) return place;
  for (let place = 0; place < likely; place++) if (at.skip(names[place] ?? '')) return place;
  return -1;
}

/** A state this version knows. */
function scanState(at: JsonCursor): TradingState | undefined {
  for (const [written, state] of STATES) if (at.skip(written)) return state;
  const number = at.count();
  const state = number === undefined ? undefined : TRADING_STATE.names.get(number);
  if (number !== undefined && state === undefined) at.lost = true;
  return state;
}

/** The texts of one generation, each up to where its value begins. */
interface Names {
  readonly requestId: string;
  readonly subscriptionType: string;
  /** What the subscription type is in a frame of best quotes. */
  readonly type: string;
  readonly payload: string;
  /** In the order of `FIELDS`. */
  readonly fields: readonly string[];
}

/** In the order in which the service writes them (live interface §7.4): the next one is found at the first look. */
const FIELDS = [
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

function namesOf(write: (name: string) => string, type: string): Names {
  return {
    requestId: `"${write('requestId')}":`,
    subscriptionType: `"${write('subscriptionType')}":`,
    type,
    payload: `"${write('marketDataLite')}":{`,
    fields: FIELDS.map((name) => `"${write(name)}":`),
  };
}

const CURRENT = namesOf((name) => name, '"SUBSCRIPTION_TYPE_MARKET_DATA_LITE"');
const OLDER = namesOf((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), '2');
/** The usual one first. */
const STATES: readonly (readonly [written: string, state: TradingState])[] = [
  ...new Set<TradingState>(['OPEN', ...TRADING_STATE.names.values()]),
].map((state) => [`"${TRADING_STATE.prefix}${state}"`, state]);
const OPENING_BRACE = 123;
