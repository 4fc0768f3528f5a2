import { DAY_MS, HOUR_MS } from '../base/clock.ts';
import type { Decimal } from './decimal.ts';
import type { Instant } from './instant.ts';
import type { TradingState } from './market.ts';
import type { Money } from './money.ts';
import type { OpenEnum } from './open-enum.ts';
import type { RawField } from './raw-field.ts';

/** One price level. Prices are those of the long side, 0…1; `quantity` is in contracts and may be fractional. */
export interface BookLevel {
  readonly price: Decimal;
  readonly quantity: Decimal;
}

/**
 * Every member may be absent (interface.md 7.5). Prices per contract, long side. Those of a session – open, high, low – stand
 * until the next one begins, which may be weeks: their times tell.
 */
export interface BookStats {
  readonly openPx: Money | undefined;
  readonly openSetTime: Instant | undefined;
  readonly highPx: Money | undefined;
  readonly highSetTime: Instant | undefined;
  readonly lowPx: Money | undefined;
  readonly lowSetTime: Instant | undefined;
  readonly closePx: Money | undefined;
  readonly lastTradePx: Money | undefined;
  readonly lastTradeQty: Decimal | undefined;
  readonly lastTradeSetTime: Instant | undefined;
  /** What the service shows as the price: the mid, or the last trade. */
  readonly currentPx: Money | undefined;
  /** Of some markets in dollars, of others in cents (interface.md 7.5). */
  readonly notionalTraded: Money | undefined;
  /** On an open market this is a daily mark, not an outcome (interface.md 9.9). */
  readonly settlementPx: Money | undefined;
  readonly tradingReferencePx: Money | undefined;
  readonly sharesTraded: Decimal | undefined;
  readonly openInterest: Decimal | undefined;
  readonly settlementSetTime: Instant | undefined;
  readonly settlementPriceCalculationMethod: string | undefined;
  /** What was sent beside these; absent on one of a stream. */
  readonly more?: readonly RawField[] | undefined;
}

/** Sides of which something was sent that could not be read: with no price left they are not known to be empty. */
export interface UnreadableSides {
  readonly bids: boolean;
  readonly offers: boolean;
}

/** The whole book in long terms: bids best (highest) first, offers best (lowest) first. */
export interface Book {
  readonly marketSlug: string;
  readonly bids: readonly BookLevel[];
  readonly offers: readonly BookLevel[];
  readonly state: OpenEnum<TradingState> | undefined;
  readonly stats: BookStats | undefined;
  readonly transactTime: Instant | undefined;
  readonly unreadable: UnreadableSides | undefined;
  /** What was sent beside these; absent on one of a stream. */
  readonly more?: readonly RawField[] | undefined;
}

/** Best bid and offer (interface.md 7.6). */
export interface BestQuote {
  readonly marketSlug: string;
  readonly bestBid: Money | undefined;
  readonly bestAsk: Money | undefined;
  readonly lastTradePx: Money | undefined;
  readonly settlementPx: Money | undefined;
  readonly sharesTraded: Decimal | undefined;
  readonly openInterest: Decimal | undefined;
  readonly currentPx: Money | undefined;
  /** Price levels of each side of the book, not contracts. */
  readonly bidDepth: number | undefined;
  readonly askDepth: number | undefined;
  /** Contracts that rest on each side in all, rounded by the service to two digits. */
  readonly bidShares: Decimal | undefined;
  readonly askShares: Decimal | undefined;
  readonly longQuote: Money | undefined;
  readonly shortQuote: Money | undefined;
  readonly state: OpenEnum<TradingState> | undefined;
  readonly unreadable: UnreadableSides | undefined;
  /** What was sent beside these; absent on one of a stream. */
  readonly more?: readonly RawField[] | undefined;
}

/** One sample of the price history (interface.md 7.7); prices carry float noise and need not add up to 1. */
export interface PriceSample {
  /** Unix time in milliseconds. */
  readonly ms: number;
  readonly longPrice: Decimal;
  readonly shortPrice: Decimal | undefined;
}

/** How far each span of the price history reaches back, milliseconds. */
export const INTERVAL_MS = {
  '1H': HOUR_MS,
  '6H': 6 * HOUR_MS,
  '1D': 24 * HOUR_MS,
  '1W': 7 * 24 * HOUR_MS,
  '1M': 31 * 24 * HOUR_MS,
  ALL: Number.POSITIVE_INFINITY,
} as const;

export type PriceInterval = keyof typeof INTERVAL_MS;
export const PRICE_INTERVALS = Object.keys(INTERVAL_MS) as readonly PriceInterval[];

/** A span of its own, Unix milliseconds: minute by minute, a day at most (interface.md 7.7). */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

export type HistorySpan = PriceInterval | TimeRange;

/** The longest range the service takes, milliseconds. */
export const LONGEST_RANGE_MS = DAY_MS;
