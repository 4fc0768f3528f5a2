import type { Book, BookLevel, BookStats } from '../../core/book.ts';
import type { Decimal } from '../../core/decimal.ts';
import type { Instant } from '../../core/instant.ts';
import type { TradingState } from '../../core/market.ts';
import type { Money } from '../../core/money.ts';
import { SETTLEMENT_METHOD } from './enums.ts';
import type { JsonCursor } from './json-cursor.ts';
import { inOrder } from './read-book.ts';
import { nextField, scanState } from './scan-quote.ts';

/** In the order in which the service writes them (live interface §7.3). */
export const BOOK_FIELDS = ['marketSlug', 'bids', 'offers', 'state', 'stats', 'transactTime'] as const;

/** The same of the figures of a book. */
export const STATS_FIELDS = [
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
  'sharesTraded',
  'lastTradeQty',
  'openInterest',
  'lastTradeSetTime',
  'settlementSetTime',
  'settlementPriceCalculationMethod',
  'settlementPreliminaryFlag',
] as const;

/** A book up to the brace that ends it; the names in the order of the lists above. */
export function scanBook(
  at: JsonCursor,
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
    field = nextField(at, names, field + 1);
    const bit = 1 << field;
    if (field < 0 || (seen & bit) !== 0) return undefined;
    seen |= bit;
    switch (BOOK_FIELDS[field]) {
      case 'marketSlug':
        marketSlug = at.identity();
        break;
      case 'bids':
        bids = at.levels();
        break;
      case 'offers':
        offers = at.levels();
        break;
      case 'state':
        state = scanState(at);
        break;
      case 'stats':
        if (!at.skip('null')) stats = scanStats(at, statsNames);
        break;
      default:
        transactTime = at.instant();
    }
    if (at.lost) return undefined;
  } while (at.skipComma());
  if (marketSlug === undefined || bids === undefined || offers === undefined) return undefined;
  return { marketSlug, bids: inOrder(bids, -1), offers: inOrder(offers, 1), state, stats, transactTime };
}

/** The figures with their braces; the cursor is lost where they are not as usual. */
function scanStats(at: JsonCursor, names: readonly string[]): BookStats | undefined {
  let openPx: Money | undefined;
  let closePx: Money | undefined;
  let lowPx: Money | undefined;
  let highPx: Money | undefined;
  let lastTradePx: Money | undefined;
  let indicativeOpenPx: Money | undefined;
  let settlementPx: Money | undefined;
  let notionalTraded: Money | undefined;
  let tradingReferencePx: Money | undefined;
  let currentPx: Money | undefined;
  let sharesTraded: Decimal | undefined;
  let lastTradeQty: Decimal | undefined;
  let openInterest: Decimal | undefined;
  let lastTradeSetTime: Instant | undefined;
  let settlementSetTime: Instant | undefined;
  let settlementPriceCalculationMethod: string | undefined;
  let settlementPreliminaryFlag: boolean | undefined;
  let seen = 0;
  let field = -1;
  if (!at.skip('{')) at.lost = true;
  do {
    field = nextField(at, names, field + 1);
    const bit = 1 << field;
    if (field < 0 || (seen & bit) !== 0) at.lost = true;
    if (at.lost) return undefined;
    seen |= bit;
    switch (STATS_FIELDS[field]) {
      case 'openPx':
        openPx = at.money();
        break;
      case 'closePx':
        closePx = at.money();
        break;
      case 'lowPx':
        lowPx = at.money();
        break;
      case 'highPx':
        highPx = at.money();
        break;
      case 'lastTradePx':
        lastTradePx = at.money();
        break;
      case 'indicativeOpenPx':
        indicativeOpenPx = at.money();
        break;
      case 'settlementPx':
        settlementPx = at.money();
        break;
      case 'notionalTraded':
        notionalTraded = at.money();
        break;
      case 'tradingReferencePx':
        tradingReferencePx = at.money();
        break;
      case 'currentPx':
        currentPx = at.money();
        break;
      case 'sharesTraded':
        sharesTraded = at.decimal();
        break;
      case 'lastTradeQty':
        lastTradeQty = at.decimal();
        break;
      case 'openInterest':
        openInterest = at.decimal();
        break;
      case 'lastTradeSetTime':
        lastTradeSetTime = at.instant();
        break;
      case 'settlementSetTime':
        settlementSetTime = at.instant();
        break;
      case 'settlementPriceCalculationMethod':
        settlementPriceCalculationMethod = at.member(SETTLEMENT_METHOD.prefix);
        break;
      default:
        settlementPreliminaryFlag = at.flag();
    }
  } while (at.skipComma());
  if (!at.skip('}')) at.lost = true;
  return {
    openPx,
    closePx,
    lowPx,
    highPx,
    lastTradePx,
    indicativeOpenPx,
    settlementPx,
    notionalTraded,
    tradingReferencePx,
    currentPx,
    sharesTraded,
    lastTradeQty,
    openInterest,
    lastTradeSetTime,
    settlementSetTime,
    settlementPriceCalculationMethod,
    settlementPreliminaryFlag,
  };
}
