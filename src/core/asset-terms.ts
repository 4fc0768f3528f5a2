import type { Decimal } from './decimal.ts';
import type { Instant } from './instant.ts';
import type { Money } from './money.ts';
import type { OpenEnum } from './open-enum.ts';
import type { RawField } from './raw-field.ts';

export type AssetMarketType = 'UP_DOWN' | 'ABOVE_BELOW' | 'RANGE' | 'ONE_TOUCH' | 'DATE' | 'FIRST_TO_HIT';
export type AssetRangeKind = 'INTERIOR' | 'BELOW' | 'ABOVE';
export type AssetDirection = 'UP' | 'DOWN';

/** What a market about the price of an asset is decided by (interface.md 9.13). What its type does not use is absent. */
export interface AssetTerms {
  readonly marketType: OpenEnum<AssetMarketType> | undefined;
  /** Class and symbol as requests name them: `crypto:btc`. */
  readonly asset: string | undefined;
  /** The index it settles on. */
  readonly indexSymbol: string | undefined;
  readonly horizon: string | undefined;
  readonly windowStart: Instant | undefined;
  /** When it is decided at the latest. */
  readonly windowEnd: Instant | undefined;
  /** Known some seconds after the window began. */
  readonly priceToBeat: Money | undefined;
  readonly strike: Money | undefined;
  readonly rangeLower: Money | undefined;
  readonly rangeUpper: Money | undefined;
  readonly rangeKind: OpenEnum<AssetRangeKind> | undefined;
  readonly direction: OpenEnum<AssetDirection> | undefined;
  /** What the index stood at in the end; known once it is decided. */
  readonly settlementPrice: Money | undefined;
  /** What was sent beside these. */
  readonly more?: readonly RawField[] | undefined;
}

export const ASSET_BUCKETS = ['1S', '5S', '15S', '1M', '5M', '15M', '1H', '1D'] as const;
export type AssetBucket = (typeof ASSET_BUCKETS)[number];

/** From when to when, Unix milliseconds, in steps of a bucket. */
export interface AssetSpan {
  readonly from: number;
  readonly to: number;
  readonly bucket: AssetBucket;
}

/** The course of an asset, oldest first: the last price of each stretch of time. */
export interface AssetCourse {
  readonly asset: string;
  readonly currency: string;
  readonly points: readonly {
    /** When the stretch began, Unix milliseconds. */
    readonly ms: number;
    readonly close: Decimal;
    /** No price came in: `close` is the one before. */
    readonly isFilled: boolean;
  }[];
}

/** From when to when the index counts, Unix milliseconds; `start` only where the terms have one. */
interface AssetWindow {
  readonly start: number | undefined;
  readonly end: number;
}

/** What may have terms: a market. */
interface Decided {
  readonly assetTerms: AssetTerms | undefined;
}

export function windowOf({ assetTerms }: Decided): AssetWindow | undefined {
  const end = assetTerms?.windowEnd?.ms;
  return end === undefined ? undefined : { start: assetTerms?.windowStart?.ms, end };
}

/** Of several markets that are all about windows: from the first start to the last end. */
export function windowOfAll(markets: readonly Decided[]): AssetWindow | undefined {
  let whole: AssetWindow | undefined;
  for (const market of markets) {
    const window = windowOf(market);
    if (window === undefined) return undefined;
    whole = {
      start: earlier(whole?.start, window.start),
      end: Math.max(whole?.end ?? window.end, window.end),
    };
  }
  return whole;
}

function earlier(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}
