import type { OrderIntent } from '../../core/order.ts';
import { enumText, ORDER_INTENT, ORDER_SIDE } from '../../exchange/wire/enums.ts';
import { fieldsOf, padded, type WireObject } from '../wire/encode-values.ts';
import { CONTRACT, pointsMoney, quantityDecimal } from './amounts.ts';
import type { EventFrame, MarketFrame } from './events.ts';
import { haltOf, priceOf, quoteOf } from './pricing.ts';
import { hash, unit } from './random.ts';
import { exactTime } from './times.ts';

/**
 * The tape: which trades a market sees, apart from those of the account's own orders. Trades are counted from 0, the
 * first one at the listing; when the n-th happens and how much was traded until then is worked out, never added up.
 */

/** A trade on the tape. Points, hundredths of a contract; intents say which side either party was on. */
export interface Print {
  /** Unique over all markets. */
  readonly id: string;
  readonly ms: number;
  readonly points: number;
  readonly quantity: number;
  readonly taker: OrderIntent;
  readonly maker: OrderIntent;
}

/** A stretch of time in which a market trades: one trade in each `everyMs`, numbered from `first`. */
interface Stretch {
  readonly from: number;
  readonly everyMs: number;
  readonly first: number;
  readonly count: number;
}

/** Trades up to and including `now`. None while it is halted, and none after the end. */
export function tradesUntil(seed: number, market: MarketFrame, now: number): number {
  let count = 0;
  for (const stretch of stretchesOf(market)) {
    if (now < stretch.from) break;
    const place = Math.floor((now - stretch.from) / stretch.everyMs);
    if (place >= stretch.count) count = stretch.first + stretch.count;
    else count = stretch.first + place + (timeIn(seed, market, stretch, place) <= now ? 1 : 0);
  }
  return count;
}

/** When the trade of that number happened; undefined when there is none. */
export function tradeTime(seed: number, market: MarketFrame, number: number): number | undefined {
  const stretch = stretchesOf(market).find(({ first, count }) => number >= first && number < first + count);
  return stretch && timeIn(seed, market, stretch, number - stretch.first);
}

/** Hundredths of a contract traded in the first `count` trades. Rises with each. */
export function quantityUntil(seed: number, market: MarketFrame, count: number): number {
  if (count <= 0) return 0;
  const contracts = usualSize(seed, market) * (count + 0.8 * unit(seed, market.id, count, 122));
  // Sizes come in contracts or in hundredths of one, as in the book.
  return isWhole(market) ? Math.floor(contracts) * CONTRACT : Math.floor(contracts * CONTRACT);
}

/** Contracts of a usual trade: 6 to 450. Above 5, so that no trade is empty. */
function usualSize(seed: number, market: MarketFrame): number {
  return 6 * Math.exp(unit(seed, market.id, 101) * 3.2) * (market.index === 0 ? 3 : 1);
}

/** Whether only whole contracts are traded. */
export function isWhole(market: MarketFrame): boolean {
  return market.id % 3 !== 0;
}

/** A trade, at the bid or the offer of its moment. */
export function printOf(seed: number, market: MarketFrame, number: number): Print | undefined {
  const ms = tradeTime(seed, market, number);
  if (ms === undefined) return undefined;
  const { bid, offer } = quoteOf(seed, market, ms);
  const bought = offer !== undefined && (bid === undefined || unit(seed, market.id, number, 123) < 0.5);
  return {
    id: `${market.id}-${number}`,
    ms,
    points: (bought ? offer : bid) ?? priceOf(seed, market, ms),
    quantity: quantityUntil(seed, market, number + 1) - quantityUntil(seed, market, number),
    ...parties(market, number, bought),
  };
}

/** Either party opens or closes a position: of a NO when it is on the other side of the price. */
function parties(market: MarketFrame, number: number, bought: boolean) {
  const chance = hash(market.id, number, 126);
  const buyer = chance % 3 === 0 ? 'SELL_SHORT' : 'BUY_LONG';
  const seller = chance % 5 === 0 ? 'SELL_LONG' : 'BUY_SHORT';
  return bought ? ({ taker: buyer, maker: seller } as const) : ({ taker: seller, maker: buyer } as const);
}

/** Before a game a trade every 45 to 160 seconds, by market; every 4 to 14 seconds while it is on. */
function stretchesOf(market: MarketFrame): readonly Stretch[] {
  const { event, id } = market;
  const [calm, busy] = [45_000 + (hash(id, 124) % 115_000), 4_000 + (hash(id, 125) % 10_000)];
  const stretches: Stretch[] = [];
  const add = (from: number, to: number, everyMs: number): void => {
    const last = stretches.at(-1);
    const first = last === undefined ? 0 : last.first + last.count;
    stretches.push({ from, everyMs, first, count: Math.floor((to - from) / everyMs) });
  };
  if (event.subject.kind === 'question') add(event.listedMs, event.endMs, calm);
  else {
    const halt = haltOf(market);
    add(event.listedMs, event.startMs, calm);
    add(event.startMs, halt?.from ?? event.endMs, busy);
    if (halt !== undefined) add(halt.to, event.endMs, busy);
  }
  return stretches;
}

function timeIn(seed: number, market: MarketFrame, stretch: Stretch, place: number): number {
  const number = stretch.first + place;
  const late = number === 0 ? 0 : Math.floor(stretch.everyMs * 0.95 * unit(seed, market.id, number, 121));
  return stretch.from + place * stretch.everyMs + late;
}

/** Trades after `afterMs` until and including `untilMs`, oldest first; `own` as it stands at `untilMs`. */
export function tapeOf(
  seed: number,
  market: MarketFrame,
  own: Own,
  afterMs: number,
  untilMs: number,
): readonly WireObject[] {
  const prints = own.prints.filter(({ ms }) => ms > afterMs);
  const end = tradesUntil(seed, market, untilMs);
  for (let number = tradesUntil(seed, market, afterMs); number < end; number++) {
    const print = printOf(seed, market, number);
    if (print !== undefined) prints.push(print);
  }
  // The sort is stable: an own trade of the same moment comes first, as `tapeEnd` takes it.
  return prints.sort((a, b) => a.ms - b.ms).map((print) => tradeJson(market, print));
}

function tradeJson(market: MarketFrame, print: Print): WireObject {
  return fieldsOf({
    marketSlug: market.slug,
    id: print.id,
    price: pointsMoney(print.points),
    quantity: { value: padded(quantityDecimal(print.quantity)) },
    tradeTime: exactTime(print.ms, market.slug),
    maker: partyJson(print.maker),
    taker: partyJson(print.taker),
  });
}

function partyJson(intent: OrderIntent): WireObject {
  // Buying NO is selling the long side, selling NO is buying it (interface.md 9.6).
  const isBought = intent === 'BUY_LONG' || intent === 'SELL_SHORT';
  return {
    side: enumText(ORDER_SIDE, isBought ? 'BUY' : 'SELL'),
    intent: enumText(ORDER_INTENT, intent),
  };
}

/** A resting order of the account, to be shown in the book: long-side terms, points and hundredths. */
export interface Resting {
  readonly buy: boolean;
  readonly points: number;
  readonly left: number;
}

/** What the account does in one market, as far as anybody can see it. */
export interface Own {
  readonly resting: readonly Resting[];
  /** When an order of it last came, changed or went, Unix milliseconds; 0 for never. */
  readonly changedMs: number;
  /** Its trades, oldest first; those taken back later too. */
  readonly prints: readonly Print[];
}

/** An account without orders in the market. */
export const NO_ORDERS: Own = { resting: [], changedMs: 0, prints: [] };

/** What a contract cost on average, dollars: turnover is counted in contracts, as the tape tells them. */
const AVERAGE_PRICE = 0.55;

/** Figures of a market that have nothing to do with its price. Dollars, whole. */
export interface Turnover {
  readonly volume: number;
  readonly liquidity: number;
  /** Contracts. */
  readonly openInterest: number;
}

export function turnoverOf(seed: number, market: MarketFrame, now: number): Turnover {
  const sharesTraded = sharesOf(seed, market, now);
  return {
    volume: dollars(sharesTraded),
    liquidity: liquidityOf(seed, market, now),
    openInterest: Math.floor(sharesTraded * (0.3 + 0.3 * unit(seed, market.id, 103))),
  };
}

/** Dollars traded up to `now`. */
export function volumeOf(seed: number, market: MarketFrame, now: number): number {
  return dollars(sharesOf(seed, market, now));
}

/** Dollars in the book, about. */
export function liquidityOf(seed: number, market: MarketFrame, now: number): number {
  if (now >= market.event.endMs) return 0;
  const size = 400 * Math.exp(unit(seed, market.id, 101) * 6) * (market.index === 0 ? 4 : 1);
  return Math.floor(size * (0.05 + 0.2 * unit(seed, market.id, 102)));
}

/** Ended for more than a day: out of the way, though still listed for a while. */
export function isArchived(event: EventFrame, now: number): boolean {
  return now >= event.resolvedMs + 20 * 3_600_000;
}

function sharesOf(seed: number, market: MarketFrame, now: number): number {
  return quantityUntil(seed, market, tradesUntil(seed, market, now)) / CONTRACT;
}

function dollars(shares: number): number {
  return Math.floor(shares * AVERAGE_PRICE);
}
