import type { Decimal } from './decimal.ts';
import type { Instant } from './instant.ts';
import type { Money } from './money.ts';
import type { MarketMetadata } from './order.ts';

/**
 * Quantities are the exact `*Decimal` ones where the service sends them,
 * else the (rounded) integers.
 */
export interface Position {
  readonly marketSlug: string;
  /** Contracts; positive long, negative short. */
  readonly netPosition: Decimal | undefined;
  readonly qtyBought: Decimal | undefined;
  readonly qtySold: Decimal | undefined;
  readonly qtyAvailable: Decimal | undefined;
  readonly bodPosition: Decimal | undefined;
  /** True when only the rounded integer was sent. */
  readonly rounded: boolean;
  /** Fees included. */
  readonly cost: Money | undefined;
  /** Fees excluded by the service. */
  readonly realized: Money | undefined;
  readonly cashValue: Money | undefined;
  readonly avgPx: Money | undefined;
  readonly fees: Money | undefined;
  /** Without fees. */
  readonly baseCost: Money | undefined;
  readonly costPerShare: Money | undefined;
  readonly expired: boolean | undefined;
  readonly updateTime: Instant | undefined;
  readonly marketMetadata: MarketMetadata | undefined;
}
