import type { Instant } from './instant.ts';
import type { Money } from './money.ts';
import type { MarketMetadata } from './order.ts';
import type { OwnDecimal, OwnMoney } from './own.ts';
import type { RawField } from './raw-field.ts';

/**
 * Quantities are the exact `*Decimal` ones where the service sends them,
 * else the (rounded) integers.
 */
export interface Position {
  readonly marketSlug: string;
  /** Contracts; positive long, negative short. */
  readonly netPosition: OwnDecimal | undefined;
  readonly qtyBought: OwnDecimal | undefined;
  readonly qtySold: OwnDecimal | undefined;
  readonly qtyAvailable: OwnDecimal | undefined;
  readonly bodPosition: OwnDecimal | undefined;
  /** True when only the rounded integer was sent. */
  readonly rounded: boolean;
  /** Fees included. */
  readonly cost: OwnMoney | undefined;
  /** Fees excluded by the service. */
  readonly realized: OwnMoney | undefined;
  readonly cashValue: OwnMoney | undefined;
  /** In the terms of the side held, of all trades ever made in the market: no price of entry (interface.md 13.1). */
  readonly avgPx: Money | undefined;
  readonly fees: OwnMoney | undefined;
  /** Without fees. */
  readonly baseCost: OwnMoney | undefined;
  readonly expired: boolean | undefined;
  readonly updateTime: Instant | undefined;
  readonly marketMetadata: MarketMetadata | undefined;
  /** What was sent beside these. */
  readonly more?: readonly RawField[] | undefined;
}
