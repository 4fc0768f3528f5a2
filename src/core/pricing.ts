import type { BestQuote, Book } from './book.ts';
import { Decimal } from './decimal.ts';
import type { Marks } from './figures.ts';
import { isOver, isPaused, type Lifecycle, lifecycle, wouldSayPaused } from './lifecycle.ts';
import type { Market, MarketSide } from './market.ts';
import { type Money, money } from './money.ts';
import { type Order, orderOutcome } from './order.ts';
import type { Settlement } from './settlement.ts';

/** Where a price came from, for the mark behind it. */
export type PriceSource = 'quote' | 'bestQuote' | 'overview' | 'bbo' | 'book';

export interface SourcedPrice {
  readonly price: Decimal;
  readonly currency: string;
  readonly source: PriceSource;
  /** Another price in the same reply contradicts it, and counts for less. */
  readonly isContradicted?: true;
}

/** Prices of one side in its own terms, 0…1 per contract: what buying it costs, selling it brings, and its last trade. */
interface SidePrices {
  readonly buy: SourcedPrice | undefined;
  readonly sell: SourcedPrice | undefined;
  readonly last: SourcedPrice | undefined;
}

/**
 * Quotes read apart from the market. `newer`: read after it, so they win, and an empty side of theirs is empty. A book
 * that is older than the best quote is left out.
 */
export interface LiveQuotes {
  readonly bbo?: BestQuote | undefined;
  readonly book?: Book | undefined;
  readonly newer?: boolean;
}

/**
 * What can be done with a market by the newest data. Only a best quote may show a pause: it stands, however old, until
 * something newer speaks of pauses too.
 */
export function lifecycleNow(market: Market, live: LiveQuotes = {}, settlement?: Settlement): Lifecycle {
  const stated = lifecycle(market, undefined, settlement);
  const narrowed = lifecycle(market, live.book ?? live.bbo, settlement);
  if (live.newer !== false || stated === 'unknown') return narrowed;
  return isPaused(narrowed) && !wouldSayPaused(market) ? narrowed : stated;
}

/** The side by `long`, never by place (interface.md 9.2). */
export function sideOf(market: Market, long: boolean): MarketSide | undefined {
  return market.sides.find((side) => side.long === long);
}

/**
 * Quote, else best*Quote, else the overview's bestBid/bestAsk, else bbo and book. `side.price` and
 * `outcomePrices` are never read: what they mean depends on the endpoint they came from. While trading is halted, and once
 * it is over, there is no price to be had, whatever quotes are still sent.
 */
export function sidePrices(market: Market, long: boolean, live: LiveQuotes = {}): SidePrices {
  const isQuoted = mayBeTraded(market, live);
  const offer = isQuoted ? firstPrice(market, live, ownOffer, liveOffer) : undefined;
  const bid = isQuoted ? firstPrice(market, live, ownBid, liveBid) : undefined;
  const last = firstPrice(market, live, ownLast, liveLast);
  return long
    ? { buy: offer, sell: bid, last }
    : { buy: complement(bid), sell: complement(offer), last: complement(last) };
}

/** What buying a side costs: of `sidePrices` that alone. */
export function buyPrice(market: Market, long: boolean, live: LiveQuotes = {}): SourcedPrice | undefined {
  if (!mayBeTraded(market, live)) return undefined;
  return long
    ? firstPrice(market, live, ownOffer, liveOffer)
    : complement(firstPrice(market, live, ownBid, liveBid));
}

function mayBeTraded(market: Market, live: LiveQuotes): boolean {
  const state = lifecycleNow(market, live);
  return !isOver(state) && !isPaused(state);
}

/**
 * Why a side cannot be bought or sold. `empty` is known only where a book or a quote was read that has nothing there;
 * `unknown`: nothing was read, or nothing that could be.
 */
export type NoPrice = 'over' | 'paused' | 'empty' | 'unknown';

/** Of a side without that price. */
export function whyNoPrice(
  market: Market,
  long: boolean,
  what: 'buy' | 'sell',
  live: LiveQuotes = {},
): NoPrice {
  const state = lifecycleNow(market, live);
  if (isOver(state)) return 'over';
  if (isPaused(state)) return 'paused';
  return isEmptySide(live, (what === 'buy') === long ? 'offers' : 'bids') ? 'empty' : 'unknown';
}

/** A quote shows an empty side by a depth of nothing, or by the price of the other side alone. */
function isEmptySide({ bbo, book }: LiveQuotes, side: 'bids' | 'offers'): boolean {
  if (book !== undefined) return book[side].length === 0 && book.unreadable?.[side] !== true;
  if (bbo === undefined || bbo.unreadable?.[side] === true) return false;
  const isBids = side === 'bids';
  const depth = isBids ? bbo.bidDepth : bbo.askDepth;
  const other = isBids ? (bbo.bestAsk ?? bbo.longQuote) : (bbo.bestBid ?? bbo.shortQuote);
  return depth === undefined ? other !== undefined : depth === 0;
}

/** Best bid and offer of the long side, which is what a position is valued at. */
export function bestBidAndOffer(
  market: Market,
  live: LiveQuotes = {},
): { readonly bid: SourcedPrice | undefined; readonly offer: SourcedPrice | undefined } {
  const long = sidePrices(market, true, live);
  return { bid: long.sell, offer: long.buy };
}

/** The same as what a position is valued at; `newer`: they are newer than the position. */
export function marksOf(market: Market, live?: LiveQuotes, newer?: boolean): Marks {
  const { bid, offer } = bestBidAndOffer(market, live);
  return { bid: bid?.price, offer: offer?.price, newer };
}

export interface Outcome {
  /** 0…1; between the two the market was void and both sides were paid. */
  readonly longPays: Decimal;
  readonly winner: 'long' | 'short' | 'void';
  /** `resolution`, `realised`: what the own activity says (interface.md 13.5). */
  readonly source: 'settlement' | 'sidePrices' | 'book' | 'resolution' | 'realised';
}

const FINAL_METHODS = /(^|_)(EVENT_TIER_1|OVERRIDE)$/;

/**
 * Who won (interface.md 9.9): the settlement; else the side prices of a resolved market where they are 1 and 0; else the
 * mark of an expired book set by a final method. Only a settlement says a price between: the sides of a resolved market
 * may still have their last trading prices. `undefined` until one of them says so.
 */
export function winner(market: Market, settlement?: Settlement, book?: Book): Outcome | undefined {
  if (settlement !== undefined) return outcomeOf(settlement.price, 'settlement');
  if (lifecycle(market) === 'resolved') {
    const long = sideOf(market, true)?.price;
    const short = sideOf(market, false)?.price;
    const isFinal = long !== undefined && short?.equals(Decimal.one.minus(long));
    const result = isFinal ? outcomeOf(long, 'sidePrices') : undefined;
    if (result !== undefined && result.winner !== 'void') return result;
  }
  const mark = book?.stats?.settlementPx;
  const method = book?.stats?.settlementPriceCalculationMethod ?? '';
  if (mark === undefined || !hasResult(book) || !FINAL_METHODS.test(method)) return undefined;
  const result = outcomeOf(mark.value, 'book');
  return result?.winner === 'void' ? undefined : result;
}

/** What one contract of a side paid, 0…1. */
export function sidePays({ longPays }: Pick<Outcome, 'longPays'>, long: boolean): Decimal {
  return long ? longPays : Decimal.one.minus(longPays);
}

/** An order's price in both languages: `own` of the outcome it is about, `long` as it stands in the book. */
interface OrderPrice {
  readonly own: Money;
  readonly long: Money;
}

/** The wire price is the long side's whatever the intent; a NO order costs 1 − price. */
export function orderPrice(order: Order): OrderPrice | undefined {
  return order.price && inBothTerms(order.price, orderOutcome(order).long);
}

/** Average fill price in both languages; `undefined` before the first fill, where the service sends zero. */
export function averagePrice(order: Order): OrderPrice | undefined {
  if (order.avgPx === undefined || order.avgPx.value.isZero) return undefined;
  return inBothTerms(order.avgPx, orderOutcome(order).long);
}

export function inBothTerms(long: Money, aboutLong: boolean): OrderPrice {
  return { long, own: aboutLong ? long : money(Decimal.one.minus(long.value), long.currency) };
}

/**
 * Change since the service's own reference, in the side's terms: last − `tradingReferencePx` or the mark of the day before
 * (interface.md 9.9), else `oneDayPriceChange`. `undefined` where the service sends none; nothing is guessed from history.
 */
export function dayChange(market: Market, long: boolean, live: LiveQuotes = {}): Decimal | undefined {
  const last = firstPrice(market, live, ownLast, liveLast)?.price;
  const reference = dayReference(live);
  const change =
    last !== undefined && reference !== undefined
      ? last.minus(reference)
      : market.overview?.oneDayPriceChange;
  return change === undefined || long ? change : change.negated();
}

function dayReference({ book, bbo }: LiveQuotes): Decimal | undefined {
  const stats = book?.stats;
  const marks = [
    ...(hasResult(book) ? [] : [stats?.closePx, stats?.settlementPx]),
    ...(hasResult(bbo) ? [] : [bbo?.settlementPx]),
  ];
  return [stats?.tradingReferencePx, ...marks].map((mark) => tradable(mark?.value)).find((mark) => mark);
}

/** True once a mark is a result. */
function hasResult(read: Book | BestQuote | undefined): boolean {
  return read?.state === 'EXPIRED' || read?.state === 'TERMINATED';
}

/** `undefined` for what is no price between 0 and 1. */
export function outcomeOf(longPays: Decimal, source: Outcome['source']): Outcome | undefined {
  if (longPays.isNegative || longPays.greaterThan(Decimal.one)) return undefined;
  const side = longPays.equals(Decimal.one) ? 'long' : longPays.isZero ? 'short' : 'void';
  return { longPays, winner: side, source };
}

type Candidate = SourcedPrice | undefined;

function firstPrice(
  market: Market,
  live: LiveQuotes,
  own: (market: Market) => Candidate,
  read: (live: LiveQuotes) => Candidate,
): Candidate {
  const hasLive = live.book !== undefined || live.bbo !== undefined;
  if (live.newer === true && hasLive) return read(live);
  return own(market) ?? read(live);
}

function ownOffer(market: Market): Candidate {
  return (
    sourced(sideOf(market, true)?.quote, 'quote') ??
    sourced(market.bestAskQuote, 'bestQuote') ??
    plain(market, market.overview?.bestAsk)
  );
}

function ownBid(market: Market): Candidate {
  return (
    // Buying the short side means selling the long one: its quote is 1 − best bid.
    complement(sourced(sideOf(market, false)?.quote, 'quote')) ??
    sourced(market.bestBidQuote, 'bestQuote') ??
    plain(market, market.overview?.bestBid)
  );
}

function ownLast(market: Market): Candidate {
  return plain(market, market.overview?.lastTradePrice);
}

/** The quote of a side, unless the best price beside it says otherwise: that one is right (interface.md 12). */
function agreed(quote: Candidate, best: Candidate): Candidate {
  if (quote === undefined || best === undefined || quote.price.equals(best.price)) return quote ?? best;
  return { ...best, isContradicted: true };
}

/** The book is the fuller read; where it is there, the bbo adds nothing to a side it shows as empty. */
function liveOffer({ bbo, book }: LiveQuotes): Candidate {
  if (book !== undefined) return level(book, book.offers);
  return agreed(sourced(bbo?.longQuote, 'bbo'), sourced(bbo?.bestAsk, 'bbo'));
}

function liveBid({ bbo, book }: LiveQuotes): Candidate {
  if (book !== undefined) return level(book, book.bids);
  return agreed(complement(sourced(bbo?.shortQuote, 'bbo')), sourced(bbo?.bestBid, 'bbo'));
}

function liveLast({ bbo, book }: LiveQuotes): Candidate {
  return sourced(book?.stats?.lastTradePx, 'book') ?? sourced(bbo?.lastTradePx, 'bbo');
}

function level(book: Book, levels: Book['bids']): Candidate {
  const price = tradable(levels[0]?.price);
  return price && { price, currency: book.stats?.lastTradePx?.currency ?? '', source: 'book' };
}

function plain(market: Market, value: Decimal | undefined): Candidate {
  const price = tradable(value);
  return price && { price, currency: currencyOf(market), source: 'overview' };
}

/** The overview's bare numbers carry no currency; the market's own quotes say it where they are there. */
function currencyOf(market: Market): string {
  const quoted = market.bestAskQuote ?? market.bestBidQuote ?? sideOf(market, true)?.quote;
  return quoted?.currency ?? '';
}

function sourced(value: Money | undefined, source: PriceSource): Candidate {
  const price = tradable(value?.value);
  return price && { price, currency: value?.currency ?? '', source };
}

/** Nothing trades at 0 or 1: such a value stands for an empty side or a market just listed. */
function tradable(price: Decimal | undefined): Decimal | undefined {
  if (price === undefined || price.isNegative || price.isZero) return undefined;
  return price.lessThan(Decimal.one) ? price : undefined;
}

function complement(candidate: Candidate): Candidate {
  return candidate && { ...candidate, price: Decimal.one.minus(candidate.price) };
}
