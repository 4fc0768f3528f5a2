import type { BestQuote } from '../../core/book.ts';
import type { Decimal } from '../../core/decimal.ts';
import type { Listed } from '../../core/listed.ts';
import type { TradingState } from '../../core/market.ts';
import type { Money } from '../../core/money.ts';
import { TRADING_STATE } from './enums.ts';
import type { JsonCursor } from './json-cursor.ts';

/** Of a best quote, in the order in which the service writes them (live interface §7.4): the next one is found at the first look. */
export const QUOTE_FIELDS = [
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
export function scanQuote(at: JsonCursor, names: readonly string[]): BestQuote | undefined {
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
    switch (QUOTE_FIELDS[field]) {
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
export function nextField(at: JsonCursor, names: readonly string[], likely: number): number {
  for (let place = likely; place < names.length; place++) if (at.skip(names[place] ?? '')) return place;
  for (let place = 0; place < likely; place++) if (at.skip(names[place] ?? '')) return place;
  return -1;
}

/** A state this version knows. */
export function scanState(at: JsonCursor): TradingState | undefined {
  for (const [written, state] of STATES) if (at.skip(written)) return state;
  const number = at.count();
  const state = number === undefined ? undefined : TRADING_STATE.names.get(number);
  if (number !== undefined && state === undefined) at.lost = true;
  return state;
}

/** The usual one first. */
const STATES: readonly (readonly [written: string, state: TradingState])[] = [
  ...new Set<TradingState>(['OPEN', ...TRADING_STATE.names.values()]),
].map((state) => [`"${TRADING_STATE.prefix}${state}"`, state]);
