import { Decimal } from '../../core/decimal.ts';
import type { TradingState } from '../../core/market.ts';
import type { Money } from '../../core/money.ts';
import { enumText, SETTLEMENT_METHOD, TRADING_STATE } from '../../exchange/wire/enums.ts';
import { digits, fieldsOf, padded, type WireObject } from '../wire/encode-values.ts';
import { CONTRACT, CURRENCY, DOLLAR_POINTS, pointsDecimal, pointsMoney, quantityDecimal } from './amounts.ts';
import { DAY, HOUR, type MarketFrame } from './events.ts';
import {
  churnMoment,
  haltOf,
  type MarketState,
  paceOf,
  payoutOf,
  priceMoment,
  priceOf,
  type Quote,
  quotedAt,
  quoteOf,
  stateOf,
} from './pricing.ts';
import { below, unit } from './random.ts';
import {
  isWhole,
  liquidityOf,
  type Own,
  type Print,
  printOf,
  quantityUntil,
  type Resting,
  tradesUntil,
  tradeTime,
  turnoverOf,
} from './tape.ts';
import { exactTime } from './times.ts';
import { sessionOf } from './trading-session.ts';

/** Since midnight. */
const MARK = 21 * HOUR;

interface Level {
  readonly points: number;
  readonly quantity: number;
}

interface Ladder {
  readonly bids: readonly Level[];
  readonly offers: readonly Level[];
}

/** The whole book with the account's own orders in it. Never crossed: what an own order would have met is gone. */
export function bookJson(seed: number, market: MarketFrame, own: Own, now: number): WireObject {
  const at = lastChange(seed, market, own, now);
  const { bids, offers } = ladderOf(seed, market, own.resting, at);
  return {
    marketSlug: market.slug,
    bids: bids.map(levelJson),
    offers: offers.map(levelJson),
    state: enumText(TRADING_STATE, tradingState(stateOf(market, at))),
    stats: statsJson(seed, market, own, at),
    transactTime: exactTime(at, market.slug),
  };
}

/** interface.md 7.6. */
export function quoteJson(seed: number, market: MarketFrame, own: Own, now: number): WireObject {
  const at = lastChange(seed, market, own, now);
  const { bids, offers } = ladderOf(seed, market, own.resting, at);
  const [bid, offer] = [bids[0]?.points, offers[0]?.points];
  const state = stateOf(market, at);
  const end = tapeEnd(seed, market, own, at);
  const quote = {
    marketSlug: market.slug,
    bestBid: bid === undefined ? null : pointsMoney(bid),
    bestAsk: offer === undefined ? null : pointsMoney(offer),
    lastTradePx: end.last === undefined ? null : pointsMoney(end.last.points),
    settlementPx: settlementOf(seed, market, state, at) ?? null,
    sharesTraded: padded(quantityDecimal(end.quantity)),
    openInterest: padded(Decimal.of(turnoverOf(seed, market, at).openInterest)),
    currentPx: pointsMoney(priceOf(seed, market, at)),
    bidDepth: bids.length,
    askDepth: offers.length,
    bidShares: twoDigits(bids),
    askShares: twoDigits(offers),
    longQuote: offer === undefined ? undefined : pointsMoney(offer),
    shortQuote: bid === undefined ? undefined : pointsMoney(DOLLAR_POINTS - bid),
    state: enumText(TRADING_STATE, tradingState(state)),
  };
  return fieldsOf(quote, digits);
}

/** Best prices with the account's orders, for lists: no depth is built. */
export function quoteFor(seed: number, market: MarketFrame, resting: readonly Resting[], now: number): Quote {
  const quote = quoteOf(seed, market, now);
  if (resting.length === 0) return quote;
  const { bids, offers } = ladderOf(seed, market, resting, now);
  return { bid: bids[0]?.points, offer: offers[0]?.points };
}

export function tradingState(state: MarketState): TradingState {
  return ({ open: 'OPEN', halted: 'HALTED', resolving: 'EXPIRED', resolved: 'TERMINATED' } as const)[state];
}

/**
 * When anything about a market's book last changed: its prices or sizes, a trade, its state, an order of the account.
 * Book and best quote are those of that moment, so that they hold still until the next one.
 */
export function lastChange(seed: number, market: MarketFrame, own: Own, now: number): number {
  const { listedMs, startMs, endMs, resolvedMs } = market.event;
  if (now >= resolvedMs) return Math.max(resolvedMs, own.changedMs);
  if (now >= endMs) return Math.max(endMs, own.changedMs);
  const traded = tradeTime(seed, market, tradesUntil(seed, market, now) - 1) ?? listedMs;
  const quoted = quotedAt(market, now);
  const moved = Math.max(priceMoment(market.event, quoted), churnMoment(market, quoted));
  const halt = haltOf(market);
  const turned = [startMs, halt?.from ?? listedMs, halt?.to ?? listedMs].filter((ms) => ms <= now);
  return Math.max(traded, moved, own.changedMs, ...turned);
}

/** The last trade and how much was traded, hundredths of a contract, the account's own included. */
export function tapeEnd(
  seed: number,
  market: MarketFrame,
  own: Own,
  now: number,
): { readonly last: Print | undefined; readonly quantity: number } {
  const count = tradesUntil(seed, market, now);
  const last = printOf(seed, market, count - 1);
  const ownLast = own.prints.at(-1);
  return {
    last: ownLast !== undefined && ownLast.ms > (last?.ms ?? 0) ? ownLast : last,
    quantity: own.prints.reduce((sum, print) => sum + print.quantity, quantityUntil(seed, market, count)),
  };
}

/** When trading was last marked: at 21:00 UTC each day. */
export function lastMark(now: number): number {
  return Math.floor((now - MARK) / DAY) * DAY + MARK;
}

/** A market that was not listed at the last mark has none. */
function markOf(seed: number, market: MarketFrame, now: number): Money | undefined {
  const mark = lastMark(now);
  return market.event.listedMs > mark ? undefined : pointsMoney(priceOf(seed, market, mark));
}

function ladderOf(seed: number, market: MarketFrame, resting: readonly Resting[], now: number): Ladder {
  const quote = quoteOf(seed, market, now);
  const over = stateOf(market, now) === 'resolving' || stateOf(market, now) === 'resolved';
  const own = over ? [] : resting;
  const bids = levels(seed, market, quote.bid, -1, now);
  const offers = levels(seed, market, quote.offer, 1, now);
  const ownBids = own.filter((order) => order.buy);
  const ownOffers = own.filter((order) => !order.buy);
  const bestOwnBid = Math.max(0, ...ownBids.map((order) => order.points));
  const bestOwnOffer = Math.min(DOLLAR_POINTS, ...ownOffers.map((order) => order.points));
  return {
    bids: merged(
      bids.filter((level) => level.points < bestOwnOffer),
      ownBids,
      -1,
    ),
    offers: merged(
      offers.filter((level) => level.points > bestOwnBid),
      ownOffers,
      1,
    ),
  };
}

function levels(
  seed: number,
  market: MarketFrame,
  best: number | undefined,
  direction: 1 | -1,
  now: number,
): Level[] {
  if (best === undefined) return [];
  const count = 4 + below(9, seed, market.id, 111);
  const typical = liquidityOf(seed, market, now) * 0.08 + 10;
  const beat = beatOf(market, now);
  const result: Level[] = [];
  let points = best;
  for (let place = 0; place < count && points > 0 && points < DOLLAR_POINTS; place++) {
    const size =
      typical *
      (0.4 + 0.35 * place) *
      (0.5 + unit(seed, market.id, points, Math.floor((beat + points / market.tick) / 4), 112));
    // Sizes come in contracts or in hundredths of one, both from 0.01 on.
    const whole = isWhole(market);
    result.push({
      points,
      quantity: Math.max(1, Math.floor(whole ? size : size * CONTRACT)) * (whole ? CONTRACT : 1),
    });
    points += direction * market.tick * (1 + below(2, seed, market.id, place, 113));
  }
  return result;
}

/** Counts the replacements of the book; each gives every fourth level another size. */
function beatOf(market: MarketFrame, now: number): number {
  const quoted = quotedAt(market, now);
  return Math.floor(churnMoment(market, quoted) / (market.churnMs ?? paceOf(market.event, quoted)));
}

function merged(base: readonly Level[], own: readonly Resting[], direction: 1 | -1): Level[] {
  const sizes = new Map(base.map((level) => [level.points, level.quantity]));
  for (const order of own) sizes.set(order.points, (sizes.get(order.points) ?? 0) + order.left);
  return [...sizes]
    .map(([points, quantity]) => ({ points, quantity }))
    .sort((a, b) => direction * (a.points - b.points));
}

function statsJson(seed: number, market: MarketFrame, own: Own, now: number): WireObject {
  const { last, quantity } = tapeEnd(seed, market, own, now);
  const { open, low, high } = sessionOf(seed, market, own, now) ?? {};
  const state = stateOf(market, now);
  const turnover = turnoverOf(seed, market, now);
  const stats = {
    openPx: open && pointsMoney(open.points),
    openSetTime: open && exactTime(open.ms, market.slug),
    lowPx: low && pointsMoney(low.points),
    lowSetTime: low && exactTime(low.ms, market.slug),
    highPx: high && pointsMoney(high.points),
    highSetTime: high && exactTime(high.ms, market.slug),
    notionalTraded: { value: Decimal.of(turnover.volume), currency: CURRENCY },
    currentPx: pointsMoney(priceOf(seed, market, now)),
    lastTradeQty: last && quantityDecimal(last.quantity),
    lastTradeSetTime: last && exactTime(last.ms, market.slug),
    settlementPreliminaryFlag: state !== 'resolved',
    closePx: state === 'resolved' || state === 'resolving' ? undefined : markOf(seed, market, now),
    lastTradePx: last && pointsMoney(last.points),
    settlementPx: settlementOf(seed, market, state, now),
    sharesTraded: quantityDecimal(quantity),
    openInterest: Decimal.of(turnover.openInterest),
    settlementSetTime: state === 'resolved' ? exactTime(market.event.resolvedMs, market.slug) : undefined,
    settlementPriceCalculationMethod: enumText(
      SETTLEMENT_METHOD,
      state === 'resolved' ? 'EVENT_TIER_1' : 'VWAP_TIER_1',
    ),
  };
  return fieldsOf(stats, padded);
}

/** What it paid, or while it trades the last daily mark (interface.md 9.9). */
function settlementOf(seed: number, market: MarketFrame, state: MarketState, now: number): Money | undefined {
  if (state === 'resolved') return pointsMoney(payoutOf(seed, market));
  return state === 'resolving' ? undefined : markOf(seed, market, now);
}

/** Levels are in US dollars. */
function levelJson({ points, quantity }: Level): WireObject {
  const px = { value: pointsDecimal(points).text, currency: CURRENCY };
  return { px, qty: padded(quantityDecimal(quantity)) };
}

function twoDigits(side: readonly Level[]): Decimal | undefined {
  const sum = Math.round(side.reduce((total, level) => total + level.quantity, 0) / CONTRACT);
  return side.length === 0 ? undefined : Decimal.of(Number(sum.toPrecision(2)));
}
