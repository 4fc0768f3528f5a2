import type { Decimal } from './decimal.ts';
import type { Instant } from './instant.ts';

/** Cash of one currency (interface.md 9.10). */
export interface Balance {
  readonly currency: string;
  readonly currentBalance: Decimal;
  readonly buyingPower: Decimal | undefined;
  readonly openOrders: Decimal | undefined;
  readonly unsettledFunds: Decimal | undefined;
  readonly pendingCredit: Decimal | undefined;
  readonly marginRequirement: Decimal | undefined;
  readonly assetNotional: Decimal | undefined;
  readonly assetAvailable: Decimal | undefined;
  readonly displayedCash: Decimal | undefined;
  readonly availableToWithdraw: Decimal | undefined;
  readonly lastUpdated: Instant | undefined;
}
