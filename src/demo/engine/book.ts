import type { BestQuote, Book, BookLevel, BookStats, PriceSample } from '../../core/book.ts';
import { Decimal } from '../../core/decimal.ts';
import { instantOf } from '../../core/instant.ts';
import type { TradingState } from '../../core/market.ts';
import { CONTRACT, CURRENCY, DOLLAR_POINTS, pointsDecimal, pointsMoney, quantityDecimal } from './amounts.ts';
import { turnoverOf } from './figures.ts';
import { DAY, HOUR } from './games.ts';
import type { MarketFrame } from './market-frame.ts';
import { type MarketState, paceOf, payoutOf, priceOf, type Quote, quoteOf, stateOf } from './pricing.ts';
import { below, unit } from './random.ts';

/** A resting order of the account, to be shown in the book: long-side terms, points and hundredths. */
export interface Resting {
  readonly buy: boolean;
  readonly points: number;
  readonly left: number;
}

interface Level {
  readonly points: number;
  readonly quantity: number;
}

interface Ladder {
  readonly bids: readonly Level[];
  readonly offers: readonly Level[];
}

/** The whole book with the account's own orders in it. Never crossed: what an own order would have met is gone. */
export function bookOf(seed: number, market: MarketFrame, resting: readonly Resting[], now: number): Book {
  const { bids, offers } = ladderOf(seed, market, resting, now);
  return {
    marketSlug: market.slug,
    bids: bids.map(levelValue),
    offers: offers.map(levelValue),
    state: tradingState(stateOf(market, now)),
    stats: statsOf(seed, market, now),
    transactTime: instantOf(lastMove(market, now)),
  };
}

export function bestOf(
  seed: number,
  market: MarketFrame,
  resting: readonly Resting[],
  now: number,
): BestQuote {
  const { bids, offers } = ladderOf(seed, market, resting, now);
  const [bid, offer] = [bids[0]?.points, offers[0]?.points];
  const turnover = turnoverOf(seed, market, now);
  const state = stateOf(market, now);
  return {
    marketSlug: market.slug,
    bestBid: bid === undefined ? undefined : pointsMoney(bid),
    bestAsk: offer === undefined ? undefined : pointsMoney(offer),
    currentPx: pointsMoney(priceOf(seed, market, now)),
    lastTradePx: pointsMoney(lastTrade(seed, market, now)),
    settlementPx: state === 'resolved' ? pointsMoney(payoutOf(seed, market)) : undefined,
    sharesTraded: Decimal.of(turnover.sharesTraded),
    openInterest: Decimal.of(turnover.openInterest),
    bidDepth: bids.length,
    askDepth: offers.length,
    bidShares: twoDigits(bids),
    askShares: twoDigits(offers),
    longQuote: offer === undefined ? undefined : pointsMoney(offer),
    shortQuote: bid === undefined ? undefined : pointsMoney(DOLLAR_POINTS - bid),
    state: tradingState(state),
  };
}

/** Best prices with the account's orders, for lists: no depth is built. */
export function quoteFor(seed: number, market: MarketFrame, resting: readonly Resting[], now: number): Quote {
  const quote = quoteOf(seed, market, now);
  if (resting.length === 0) return quote;
  const { bids, offers } = ladderOf(seed, market, resting, now);
  return { bid: bids[0]?.points, offer: offers[0]?.points };
}

export function historyOf(
  seed: number,
  market: MarketFrame,
  from: number,
  to: number,
  step: number,
): PriceSample[] {
  const samples: PriceSample[] = [];
  for (let ms = Math.max(from, market.event.listedMs); ms <= to; ms += step) {
    const long = priceOf(seed, market, ms);
    samples.push({ ms, longPrice: pointsDecimal(long), shortPrice: pointsDecimal(DOLLAR_POINTS - long) });
  }
  return samples;
}

export function tradingState(state: MarketState): TradingState {
  return ({ open: 'OPEN', halted: 'HALTED', resolving: 'EXPIRED', resolved: 'TERMINATED' } as const)[state];
}

/** When the market last moved: prices hold still between two moves and after the end. */
export function lastMove(market: MarketFrame, now: number): number {
  if (now >= market.event.resolvedMs) return market.event.resolvedMs;
  if (now >= market.event.endMs) return market.event.endMs;
  const pace = paceOf(market.event, now);
  return Math.floor(now / pace) * pace;
}

export function lastTrade(seed: number, market: MarketFrame, now: number): number {
  return priceOf(seed, market, Math.min(Math.floor(now / 45_000) * 45_000, market.event.endMs - 60_000));
}

/** The price a day ago, or when the market was listed: what a day's change is measured against. Points. */
export function referencePrice(seed: number, market: MarketFrame, now: number): number {
  return priceOf(seed, market, Math.max(market.event.listedMs, Math.min(now, market.event.endMs) - DAY));
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
  const typical = turnoverOf(seed, market, now).liquidity * 0.08 + 10;
  const moment = Math.floor(now / 60_000);
  const result: Level[] = [];
  let points = best;
  for (let place = 0; place < count && points > 0 && points < DOLLAR_POINTS; place++) {
    const size = typical * (0.4 + 0.35 * place) * (0.5 + unit(seed, market.id, points, moment, 112));
    // Sizes come in contracts or in hundredths of one, both from 0.01 on.
    const whole = market.id % 3 !== 0;
    result.push({
      points,
      quantity: Math.max(1, Math.floor(whole ? size : size * CONTRACT)) * (whole ? CONTRACT : 1),
    });
    points += direction * market.tick * (1 + below(2, seed, market.id, place, 113));
  }
  return result;
}

function merged(base: readonly Level[], own: readonly Resting[], direction: 1 | -1): Level[] {
  const sizes = new Map(base.map((level) => [level.points, level.quantity]));
  for (const order of own) sizes.set(order.points, (sizes.get(order.points) ?? 0) + order.left);
  return [...sizes]
    .map(([points, quantity]) => ({ points, quantity }))
    .sort((a, b) => direction * (a.points - b.points));
}

function statsOf(seed: number, market: MarketFrame, now: number): BookStats {
  const { event } = market;
  const until = Math.min(now, event.endMs - 60_000);
  const hours = Array.from({ length: 25 }, (_, hour) => Math.max(event.listedMs, until - hour * HOUR));
  const prices = hours.map((ms) => priceOf(seed, market, ms));
  const last = lastTrade(seed, market, now);
  const state = stateOf(market, now);
  const turnover = turnoverOf(seed, market, now);
  return {
    openPx: pointsMoney(prices.at(-1) ?? last),
    closePx: undefined,
    lowPx: pointsMoney(Math.min(...prices, last)),
    highPx: pointsMoney(Math.max(...prices, last)),
    lastTradePx: pointsMoney(last),
    indicativeOpenPx: undefined,
    settlementPx:
      state === 'resolved'
        ? pointsMoney(payoutOf(seed, market))
        : pointsMoney(priceOf(seed, market, Math.floor(now / DAY) * DAY)),
    notionalTraded: { value: Decimal.of(turnover.volume), currency: CURRENCY },
    tradingReferencePx: pointsMoney(referencePrice(seed, market, now)),
    currentPx: pointsMoney(priceOf(seed, market, now)),
    sharesTraded: Decimal.of(turnover.sharesTraded),
    lastTradeQty: quantityDecimal(100 + below(5000, seed, market.id, Math.floor(now / 45_000))),
    openInterest: Decimal.of(turnover.openInterest),
    lastTradeSetTime: instantOf(Math.min(Math.floor(now / 45_000) * 45_000, event.endMs)),
    settlementSetTime: state === 'resolved' ? instantOf(event.resolvedMs) : undefined,
    settlementPriceCalculationMethod: state === 'resolved' ? 'EVENT_TIER_1' : 'VWAP_TIER_1',
    settlementPreliminaryFlag: state !== 'resolved',
  };
}

function levelValue(level: Level): BookLevel {
  return { price: pointsDecimal(level.points), quantity: quantityDecimal(level.quantity) };
}

function twoDigits(side: readonly Level[]): Decimal | undefined {
  const sum = Math.round(side.reduce((total, level) => total + level.quantity, 0) / CONTRACT);
  return side.length === 0 ? undefined : Decimal.of(Number(sum.toPrecision(2)));
}
