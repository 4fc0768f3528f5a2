import type { EventFrame } from './events.ts';
import { DAY } from './games.ts';
import type { MarketFrame } from './market-frame.ts';
import { hash, unit } from './random.ts';

/** Turnover and the other figures of a market that have nothing to do with its price. Dollars and contracts, whole. */
export interface Turnover {
  readonly volume: number;
  readonly volume24hr: number;
  readonly volume1wk: number;
  readonly volume1mo: number;
  readonly liquidity: number;
  /** Contracts. */
  readonly sharesTraded: number;
  readonly openInterest: number;
}

export function turnoverOf(seed: number, market: MarketFrame, now: number): Turnover {
  const { event } = market;
  const final = 400 * Math.exp(unit(seed, market.id, 101) * 6) * (market.index === 0 ? 4 : 1);
  const at = (ms: number): number => Math.floor(final * grown(event, ms));
  const volume = at(now);
  const sharesTraded = Math.floor(volume * 1.8);
  return {
    volume,
    volume24hr: volume - at(now - DAY),
    volume1wk: volume - at(now - 7 * DAY),
    volume1mo: volume - at(now - 30 * DAY),
    liquidity: now >= event.endMs ? 0 : Math.floor(final * (0.05 + 0.2 * unit(seed, market.id, 102))),
    sharesTraded,
    openInterest: Math.floor(sharesTraded * (0.3 + 0.3 * unit(seed, market.id, 103))),
  };
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

/** Share of the final turnover reached: slowly before the start, most of it until the end. */
function grown(event: EventFrame, now: number): number {
  if (now <= event.listedMs) return 0;
  if (now >= event.endMs) return 1;
  if (now < event.startMs) return (0.35 * (now - event.listedMs)) / (event.startMs - event.listedMs);
  return 0.35 + (0.65 * (now - event.startMs)) / (event.endMs - event.startMs);
}
