import { HOUR } from '../engine/games.ts';
import type { MarketFrame } from '../engine/market-frame.ts';
import { quoteOf } from '../engine/pricing.ts';

/** For so long an order at the front is meant to stay there. */
export const BUSY_MS = 3 * HOUR;
const SAMPLES = 10;
const MOSTLY = 6;

/**
 * A price, for a buy or a sell of the long side, that is at the front of the book most of the time from `fromMs` on
 * and that the other side does not come to, as far as some samples tell. Undefined where the price moves too much.
 */
export function frontOf(
  seed: number,
  market: MarketFrame,
  fromMs: number,
): { readonly buy: boolean; readonly points: number } | undefined {
  if (market.event.subject.kind === 'game' && market.event.startMs < fromMs + BUSY_MS) return undefined;
  const ahead = Array.from({ length: SAMPLES }, (_, place) =>
    quoteOf(seed, market, fromMs + (place * BUSY_MS) / (SAMPLES - 1)),
  );
  const bids = ahead.flatMap(({ bid }) => bid ?? []);
  const offers = ahead.flatMap(({ offer }) => offer ?? []);
  if (bids.length < SAMPLES || offers.length < SAMPLES) return undefined;
  const buy = Math.min(...offers) - market.tick;
  const sell = Math.max(...bids) + market.tick;
  const buys = bids.filter((bid) => bid <= buy).length;
  const sells = offers.filter((offer) => offer >= sell).length;
  if (Math.max(buys, sells) < MOSTLY) return undefined;
  return buys >= sells ? { buy: true, points: buy } : { buy: false, points: sell };
}
