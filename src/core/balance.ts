import type { Instant } from './instant.ts';
import type { OwnDecimal } from './own.ts';
import type { RawField } from './raw-field.ts';

/** How long this computer keeps what an account was worth, days. */
export const VALUE_HISTORY_DAYS = 90;

/** Cash of one currency (interface.md 9.10). */
export interface Balance {
  readonly currency: string;
  /** Contains the margin of shorts and what they were sold for. */
  readonly currentBalance: OwnDecimal;
  readonly buyingPower: OwnDecimal | undefined;
  readonly openOrders: OwnDecimal | undefined;
  readonly unsettledFunds: OwnDecimal | undefined;
  readonly pendingCredit: OwnDecimal | undefined;
  readonly marginRequirement: OwnDecimal | undefined;
  readonly assetNotional: OwnDecimal | undefined;
  readonly assetAvailable: OwnDecimal | undefined;
  readonly balanceReservation: OwnDecimal | undefined;
  readonly depositReservation: OwnDecimal | undefined;
  readonly bonusReservation: OwnDecimal | undefined;
  readonly displayedBonus: OwnDecimal | undefined;
  readonly bonusHold: OwnDecimal | undefined;
  readonly displayedAvailableSoon: OwnDecimal | undefined;
  readonly displayedCash: OwnDecimal | undefined;
  readonly availableToWithdraw: OwnDecimal | undefined;
  readonly pendingWithdrawals: readonly PendingWithdrawal[];
  readonly lastUpdated: Instant | undefined;
  /** What was sent beside these. */
  readonly more?: readonly RawField[] | undefined;
}

/** Cash on its way out. */
export interface PendingWithdrawal {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly balance: OwnDecimal | undefined;
  readonly description: string | undefined;
  readonly acknowledged: boolean | undefined;
  readonly bankId: string | undefined;
  readonly creationTime: Instant | undefined;
  readonly destinationAccountName: string | undefined;
}

/** The figures of a balance that are one amount. */
export type BalanceFigure = Exclude<
  keyof Balance,
  'currency' | 'currentBalance' | 'lastUpdated' | 'pendingWithdrawals' | 'more'
>;
