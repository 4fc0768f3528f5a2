import type { Instant } from './instant.ts';
import type { OwnDecimal } from './own.ts';

/** Cash of one currency (interface.md 9.10). */
export interface Balance {
  readonly currency: string;
  readonly currentBalance: OwnDecimal;
  readonly buyingPower: OwnDecimal | undefined;
  readonly openOrders: OwnDecimal | undefined;
  readonly unsettledFunds: OwnDecimal | undefined;
  readonly pendingCredit: OwnDecimal | undefined;
  readonly marginRequirement: OwnDecimal | undefined;
  readonly assetNotional: OwnDecimal | undefined;
  readonly assetAvailable: OwnDecimal | undefined;
  readonly displayedCash: OwnDecimal | undefined;
  readonly availableToWithdraw: OwnDecimal | undefined;
  readonly lastUpdated: Instant | undefined;
}
