import type { AssetBucket } from '../../core/asset-terms.ts';
import { Decimal } from '../../core/decimal.ts';
import type { WireObject } from '../wire/encode-values.ts';
import { BASE_MS, DAY, type EventFrame, HOUR, type MarketFrame } from './events.ts';
import { winningAnswer } from './pricing.ts';
import { LUMEN_DAY, lumenLow } from './question-kinds.ts';
import { questionOfSeries } from './questions.ts';
import { drift, unit } from './random.ts';
import { wholeTime } from './times.ts';

const LUMEN = { assetClass: 'ASSET_CLASS_CRYPTO', symbol: 'lumen' } as const;
/** Width of the range in the middle, in dollars. */
const BAND = 40;
const STEPS: Readonly<Record<AssetBucket, number>> = {
  '1S': 1_000,
  '5S': 5_000,
  '15S': 15_000,
  '1M': 60_000,
  '5M': 300_000,
  '15M': 900_000,
  '1H': HOUR,
  '1D': DAY,
};
/** The most the service sends at once (interface.md 7.12). */
const MOST_CANDLES = 3_600;

/** What a market about the price of a coin is decided by (interface.md 9.13); null for any other. */
export function assetTermsJson(seed: number, { event, index }: MarketFrame, now: number): WireObject | null {
  if (event.seriesSlug !== LUMEN_DAY) return null;
  const low = lumenLow(seed, periodOf(event.startMs));
  const [lower, upper] = rangeOf(low, index);
  return {
    marketType: 'ASSET_PRICE_MARKET_TYPE_RANGE',
    asset: LUMEN,
    indexSymbol: 'LUMX',
    horizon: 'daily',
    windowStart: wholeTime(event.startMs),
    windowEnd: wholeTime(event.endMs),
    priceToBeat: null,
    strike: null,
    rangeLower: dollars(lower),
    rangeUpper: dollars(upper),
    rangeKind: `ASSET_PRICE_RANGE_KIND_${index === 0 ? 'BELOW' : index === 1 ? 'INTERIOR' : 'ABOVE'}`,
    direction: 'ASSET_PRICE_DIRECTION_UNSPECIFIED',
    settlementPrice: now < event.resolvedMs ? null : dollars(coinCourse(seed)(event.endMs)),
  };
}

/** One candle a step between two moments, Unix seconds, cut as the service cuts it; an unknown coin has none. */
export function assetHistoryJson(
  seed: number,
  symbol: string,
  bucket: AssetBucket,
  { from, to, now }: { readonly from: number; readonly to: number; readonly now: number },
): WireObject {
  const step = STEPS[bucket];
  const last = Math.min(to === 0 ? now : to * 1000, now);
  const first = Math.max(Math.floor((from * 1000) / step) * step, last - (MOST_CANDLES - 1) * step);
  const candles: WireObject[] = [];
  const priceAt = coinCourse(seed);
  for (let ms = first; symbol === LUMEN.symbol && ms <= last; ms += step) {
    const prices = [0, 0.3, 0.6, 1].map((along) => priceAt(Math.min(last, ms + along * step)));
    candles.push({
      timestamp: Math.floor(ms / 1000),
      open: prices[0]?.toFixed(2),
      high: Math.max(...prices).toFixed(2),
      low: Math.min(...prices).toFixed(2),
      close: prices.at(-1)?.toFixed(2),
      tickCount: 4,
    });
  }
  const asset = { ...LUMEN, symbol };
  const range = { from: Math.floor(first / 1000), to: Math.floor(last / 1000) };
  return { asset, currency: 'USD', bucket: `ASSET_PRICE_BUCKET_${bucket}`, ...range, candles };
}

/** What a coin costs at any time, in dollars with two decimals. It ends each day in the range that wins. */
function coinCourse(seed: number): (ms: number) => number {
  const closes = new Map<number, number>();
  const closeAt = (period: number): number => {
    const close = closes.get(period) ?? closeOf(seed, period);
    closes.set(period, close);
    return close;
  };
  return (ms) => {
    const period = periodOf(ms);
    const along = (ms - BASE_MS) / DAY - period;
    const [from, to] = [closeAt(period - 1), closeAt(period)];
    // Swings die away towards both ends of a day, so that each close is what it must be.
    const room = Math.sqrt(along * (1 - along));
    const swing =
      14 * drift(ms, 5 * HOUR, seed, 64) + 3 * drift(ms, HOUR / 3, seed, 65) + drift(ms, 90_000, seed, 66);
    return Math.round((from + (to - from) * along + swing * room) * 100) / 100;
  };
}

/** The price at the end of a day, within the range of the answer that comes true. */
function closeOf(seed: number, period: number): number {
  const event: EventFrame | undefined = questionOfSeries(seed, LUMEN_DAY, period);
  const low = lumenLow(seed, period);
  const won = event?.subject.kind === 'question' ? winningAnswer(seed, event, event.subject) : 1;
  const share = 0.1 + 0.8 * unit(seed, period, 67);
  if (won === 0) return low - 20 + 20 * share;
  return won === 1 ? low + BAND * share : low + BAND + 20 * share;
}

function rangeOf(low: number, index: number): readonly [number | undefined, number | undefined] {
  if (index === 0) return [undefined, low];
  return index === 1 ? [low, low + BAND] : [low + BAND, undefined];
}

function dollars(value: number | undefined): WireObject | null {
  return value === undefined ? null : { value: Decimal.of(value.toFixed(2)).text, currency: 'USD' };
}

function periodOf(ms: number): number {
  return Math.floor((ms - BASE_MS) / DAY);
}
