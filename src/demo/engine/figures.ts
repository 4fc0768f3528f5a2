import { CONTRACT } from './amounts.ts';
import type { EventFrame } from './events.ts';
import { DAY } from './games.ts';
import type { MarketFrame } from './market-frame.ts';
import { hash, unit } from './random.ts';
import { quantityUntil, tradesUntil } from './tape.ts';

/** What a contract cost on average, dollars: turnover is counted in contracts, as the tape tells them. */
const AVERAGE_PRICE = 0.55;

/** Turnover and the other figures of a market that have nothing to do with its price. Dollars, whole, and contracts. */
export interface Turnover {
  readonly volume: number;
  readonly volume24hr: number;
  readonly volume1wk: number;
  readonly volume1mo: number;
  readonly liquidity: number;
  /** Contracts, with up to two decimals; without the account's own trades. */
  readonly sharesTraded: number;
  readonly openInterest: number;
}

export function turnoverOf(seed: number, market: MarketFrame, now: number): Turnover {
  const sharesTraded = sharesOf(seed, market, now);
  const volume = dollars(sharesTraded);
  const since = (ms: number): number => volume - volumeOf(seed, market, ms);
  return {
    volume,
    volume24hr: since(now - DAY),
    volume1wk: since(now - 7 * DAY),
    volume1mo: since(now - 30 * DAY),
    liquidity: liquidityOf(seed, market, now),
    sharesTraded,
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

/** Made by a user of the service instead of the service: some of the props. */
export function isCyom(market: MarketFrame): boolean {
  return market.marketType === 'props' && hash(market.id, 104) % 5 === 0;
}

/** Smallest order that earns liquidity rewards, contracts; none for most markets. */
export function rewardsMinSize(market: MarketFrame): number | undefined {
  const sizes = [20, 50, 100, 200];
  return hash(market.id, 105) % 3 === 0 ? sizes[market.id % sizes.length] : undefined;
}

export function questionIdOf(market: MarketFrame): string {
  return `Q${market.id.toString(36).toUpperCase()}`;
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
