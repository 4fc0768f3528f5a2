import type { PriceInterval, PriceSample } from '../../core/book.ts';
import { DOLLAR_POINTS, pointsDecimal } from './amounts.ts';
import { DAY, HOUR } from './games.ts';
import type { MarketFrame } from './market-frame.ts';
import { priceOf } from './pricing.ts';

const INTERVALS: Readonly<Record<PriceInterval, number>> = {
  LIVE: HOUR / 2,
  '1H': HOUR,
  '6H': 6 * HOUR,
  '1D': DAY,
  '1W': 7 * DAY,
  '1M': 30 * DAY,
  ALL: 400 * DAY,
};

export function intervalMs(interval: PriceInterval): number {
  return INTERVALS[interval];
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
