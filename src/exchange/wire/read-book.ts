import type { BestQuote, Book, BookLevel, BookStats } from '../../core/book.ts';
import { SETTLEMENT_METHOD, TRADING_STATE } from './enums.ts';
import type { Reader, Row } from './reader.ts';
import { ScannedLevels } from './scan-levels.ts';

/** Live interface §7.3. Levels are put in order, best first; a level without price or quantity is left out. */
export function readBook(at: Reader, o: Row, slug: string): Book {
  const marketSlug = at.identity(o['marketSlug'], 'marketSlug') ?? slug;
  at.called(marketSlug);
  return {
    marketSlug,
    bids: inOrder(readLevels(at, o['bids'], 'bids'), -1),
    offers: inOrder(readLevels(at, o['offers'], 'offers'), 1),
    state: at.member(o['state'], 'state', TRADING_STATE),
    stats: readStats(at, o['stats']),
    transactTime: at.instant(o['transactTime'], 'transactTime'),
  };
}

/** Live interface §7.4. */
export function readBestQuote(at: Reader, o: Row, slug: string): BestQuote {
  const marketSlug = at.identity(o['marketSlug'], 'marketSlug') ?? slug;
  at.called(marketSlug);
  return {
    marketSlug,
    bestBid: at.money(o['bestBid'], 'bestBid'),
    bestAsk: at.money(o['bestAsk'], 'bestAsk'),
    currentPx: at.money(o['currentPx'], 'currentPx'),
    lastTradePx: at.money(o['lastTradePx'], 'lastTradePx'),
    settlementPx: at.money(o['settlementPx'], 'settlementPx'),
    sharesTraded: at.decimal(o['sharesTraded'], 'sharesTraded'),
    openInterest: at.decimal(o['openInterest'], 'openInterest'),
    bidDepth: at.count(o['bidDepth'], 'bidDepth'),
    askDepth: at.count(o['askDepth'], 'askDepth'),
    bidShares: at.decimal(o['bidShares'], 'bidShares'),
    askShares: at.decimal(o['askShares'], 'askShares'),
    longQuote: at.money(o['longQuote'], 'longQuote'),
    shortQuote: at.money(o['shortQuote'], 'shortQuote'),
    state: at.member(o['state'], 'state', TRADING_STATE),
  };
}

function readLevels(at: Reader, value: unknown, field: string): BookLevel[] {
  if (value instanceof ScannedLevels) return value.levels;
  const levels: BookLevel[] = [];
  at.enter(field);
  for (const [index, item] of at.list(value, '').entries()) {
    at.enter(index);
    const o = at.object(item, '');
    const price = o && at.money(o['px'] ?? o['price'], 'px')?.value;
    const quantity = o && at.decimal(o['qty'] ?? o['quantity'], 'qty');
    if (price !== undefined && quantity !== undefined) levels.push({ price, quantity });
    else at.problem('', 'a level needs a price and a quantity');
    at.leave();
  }
  at.leave();
  return levels;
}

/**
 * `direction` 1: lowest price first, -1: highest. A book comes in order nearly always, and doubles that differ are in
 * the order of what they are the nearest of: exact arithmetic is for the others. Sorting is stable.
 */
export function inOrder(levels: BookLevel[], direction: 1 | -1): readonly BookLevel[] {
  let last = -Infinity;
  for (const { price } of levels) {
    const next = direction * price.toNumber();
    if (next <= last) return levels.sort((a, b) => direction * a.price.compare(b.price));
    last = next;
  }
  return levels;
}

function readStats(at: Reader, value: unknown): BookStats | undefined {
  const o = at.object(value, 'stats');
  if (o === undefined) return undefined;
  at.enter('stats');
  const stats: BookStats = {
    openPx: at.money(o['openPx'], 'openPx'),
    closePx: at.money(o['closePx'], 'closePx'),
    lowPx: at.money(o['lowPx'], 'lowPx'),
    highPx: at.money(o['highPx'], 'highPx'),
    lastTradePx: at.money(o['lastTradePx'], 'lastTradePx'),
    indicativeOpenPx: at.money(o['indicativeOpenPx'], 'indicativeOpenPx'),
    settlementPx: at.money(o['settlementPx'], 'settlementPx'),
    notionalTraded: at.money(o['notionalTraded'], 'notionalTraded'),
    tradingReferencePx: at.money(o['tradingReferencePx'], 'tradingReferencePx'),
    currentPx: at.money(o['currentPx'], 'currentPx'),
    sharesTraded: at.decimal(o['sharesTraded'], 'sharesTraded'),
    lastTradeQty: at.decimal(o['lastTradeQty'], 'lastTradeQty'),
    openInterest: at.decimal(o['openInterest'], 'openInterest'),
    lastTradeSetTime: at.instant(o['lastTradeSetTime'], 'lastTradeSetTime'),
    settlementSetTime: at.instant(o['settlementSetTime'], 'settlementSetTime'),
    settlementPriceCalculationMethod: at.member(
      o['settlementPriceCalculationMethod'],
      'settlementPriceCalculationMethod',
      SETTLEMENT_METHOD,
    ),
    settlementPreliminaryFlag: at.flag(o['settlementPreliminaryFlag'], 'settlementPreliminaryFlag'),
  };
  at.leave();
  return stats;
}
