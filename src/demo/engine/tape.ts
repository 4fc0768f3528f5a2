import type { OrderIntent } from '../../core/order.ts';
import { CONTRACT, DOLLAR_POINTS } from './amounts.ts';
import type { MarketFrame } from './market-frame.ts';
import { haltOf, priceOf, type Quote, quoteOf } from './pricing.ts';
import { hash, unit } from './random.ts';

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
interface Session {
  readonly from: number;
  readonly everyMs: number;
  readonly first: number;
  readonly count: number;
}

/** Trades up to and including `now`. None while it is halted, and none after the end. */
export function tradesUntil(seed: number, market: MarketFrame, now: number): number {
  let count = 0;
  for (const session of sessionsOf(market)) {
    if (now < session.from) break;
    const place = Math.floor((now - session.from) / session.everyMs);
    if (place >= session.count) count = session.first + session.count;
    else count = session.first + place + (timeIn(seed, market, session, place) <= now ? 1 : 0);
  }
  return count;
}

/** When the trade of that number happened; undefined when there is none. */
export function tradeTime(seed: number, market: MarketFrame, number: number): number | undefined {
  const session = sessionsOf(market).find(({ first, count }) => number >= first && number < first + count);
  return session && timeIn(seed, market, session, number - session.first);
}

/** Hundredths of a contract traded in the first `count` trades. Rises with each. */
export function quantityUntil(seed: number, market: MarketFrame, count: number): number {
  if (count <= 0) return 0;
  const contracts = usualSize(seed, market) * (count + 0.8 * unit(seed, market.id, count, 122));
  // Sizes come in contracts or in hundredths of one, as in the book.
  return isWhole(market) ? Math.floor(contracts) * CONTRACT : Math.floor(contracts * CONTRACT);
}

/** Contracts of a usual trade: 6 to 450. Above 5, so that no trade is empty. */
export function usualSize(seed: number, market: MarketFrame): number {
  return 6 * Math.exp(unit(seed, market.id, 101) * 3.2) * (market.index === 0 ? 3 : 1);
}

/** Whether only whole contracts are traded. */
export function isWhole(market: MarketFrame): boolean {
  return market.id % 3 !== 0;
}

/**
 * A trade, at the bid or the offer of its moment. `shownAt` is the quote with the account's orders in it: where one of
 * them stands alone in front, the trade takes the other side, since nobody would have passed it by.
 */
export function printOf(
  seed: number,
  market: MarketFrame,
  number: number,
  shownAt?: (ms: number) => Quote,
): Print | undefined {
  const ms = tradeTime(seed, market, number);
  if (ms === undefined) return undefined;
  const base = quoteOf(seed, market, ms);
  const shown = shownAt?.(ms) ?? base;
  const bought = isBought(seed, market, number, base, shown);
  return {
    id: `${market.id}-${number}`,
    ms,
    points: (bought ? shown.offer : shown.bid) ?? priceOf(seed, market, ms),
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

function isBought(seed: number, market: MarketFrame, number: number, base: Quote, shown: Quote): boolean {
  if (shown.offer === undefined || shown.bid === undefined) return shown.offer !== undefined;
  const ownBid = shown.bid > (base.bid ?? 0);
  const ownOffer = shown.offer < (base.offer ?? DOLLAR_POINTS);
  return ownBid === ownOffer ? unit(seed, market.id, number, 123) < 0.5 : ownBid;
}

const SESSIONS = new WeakMap<MarketFrame, readonly Session[]>();

function sessionsOf(market: MarketFrame): readonly Session[] {
  let sessions = SESSIONS.get(market);
  if (sessions === undefined) {
    sessions = makeSessions(market);
    SESSIONS.set(market, sessions);
  }
  return sessions;
}

/** Before a game a trade every 45 to 160 seconds, by market; every 4 to 14 seconds while it is on. */
function makeSessions(market: MarketFrame): readonly Session[] {
  const { event, id } = market;
  const [calm, busy] = [45_000 + (hash(id, 124) % 115_000), 4_000 + (hash(id, 125) % 10_000)];
  const sessions: Session[] = [];
  const add = (from: number, to: number, everyMs: number): void => {
    const last = sessions.at(-1);
    const first = last === undefined ? 0 : last.first + last.count;
    sessions.push({ from, everyMs, first, count: Math.floor((to - from) / everyMs) });
  };
  if (event.subject.kind === 'question') add(event.listedMs, event.endMs, calm);
  else {
    const halt = haltOf(market);
    add(event.listedMs, event.startMs, calm);
    add(event.startMs, halt?.from ?? event.endMs, busy);
    if (halt !== undefined) add(halt.to, event.endMs, busy);
  }
  return sessions;
}

function timeIn(seed: number, market: MarketFrame, session: Session, place: number): number {
  const number = session.first + place;
  const late = number === 0 ? 0 : Math.floor(session.everyMs * 0.95 * unit(seed, market.id, number, 121));
  return session.from + place * session.everyMs + late;
}
