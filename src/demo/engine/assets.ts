import type { AssetBucket } from '../../core/asset-terms.ts';
import { Decimal } from '../../core/decimal.ts';
import type { WireObject } from '../wire/encode-values.ts';
import { COIN_BAND, coinCourse, coinDay } from './coin.ts';
import { DAY, type EventFrame, HOUR, type MarketFrame } from './events.ts';
import { LUMEN_DAY, lumenLow } from './question-kinds.ts';
import { wholeTime } from './times.ts';
import { isWindow } from './windows.ts';

const LUMEN = { assetClass: 'ASSET_CLASS_CRYPTO', symbol: 'lumen' } as const;
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
  if (isWindow(event)) return windowTerms(seed, event, now);
  if (event.seriesSlug !== LUMEN_DAY) return null;
  const low = lumenLow(seed, coinDay(event.startMs));
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

/** The price to beat is known some seconds after the window began. */
const KNOWN_AFTER_MS = 3_000;

function windowTerms(seed: number, { startMs, endMs, resolvedMs }: EventFrame, now: number): WireObject {
  const course = coinCourse(seed);
  return {
    marketType: 'ASSET_PRICE_MARKET_TYPE_UP_DOWN',
    asset: LUMEN,
    indexSymbol: 'LUMX',
    horizon: '15m',
    windowStart: wholeTime(startMs),
    windowEnd: wholeTime(endMs),
    priceToBeat: now < startMs + KNOWN_AFTER_MS ? null : dollars(course(startMs)),
    strike: null,
    rangeLower: null,
    rangeUpper: null,
    rangeKind: 'ASSET_PRICE_RANGE_KIND_UNSPECIFIED',
    direction: 'ASSET_PRICE_DIRECTION_UP',
    settlementPrice: now < resolvedMs ? null : dollars(course(endMs)),
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

function rangeOf(low: number, index: number): readonly [number | undefined, number | undefined] {
  if (index === 0) return [undefined, low];
  return index === 1 ? [low, low + COIN_BAND] : [low + COIN_BAND, undefined];
}

function dollars(value: number | undefined): WireObject | null {
  return value === undefined ? null : { value: Decimal.of(value.toFixed(2)).text, currency: 'USD' };
}
