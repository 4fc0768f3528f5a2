import type { AccountBalanceChange, ActivityType } from '../../core/activity.ts';
import { instantOf } from '../../core/instant.ts';
import type { OpenEnum } from '../../core/open-enum.ts';
import { DOLLAR, microsMoney } from '../engine/amounts.ts';
import { DAY, HOUR } from '../engine/games.ts';
import { idOf } from './plan.ts';

/** Money that came and went besides trading. */
export interface CashEntry {
  readonly kind: 'cash';
  readonly ms: number;
  readonly type: OpenEnum<ActivityType>;
  readonly change: AccountBalanceChange;
  /** Micros added to the balance: 0 unless completed. */
  readonly cash: number;
  readonly pending: number;
}

type Row = readonly [
  daysAgo: number,
  type: OpenEnum<ActivityType>,
  dollars: number,
  status: AccountBalanceChange['status'],
  description: string,
  failure?: string,
];

/** Before the first bet comes the first deposit; all types of the public record are there. */
const ROWS: readonly Row[] = [
  [1.1, 'ACCOUNT_DEPOSIT', 250, 'COMPLETED', 'Bank transfer'],
  [2.4, 'ACCOUNT_WITHDRAWAL', -120, 'PENDING', 'To bank account'],
  [3.3, 'TAKER_FEE_REBATE', 1.37, 'COMPLETED', 'Fee rebate of the week'],
  [4.2, 'LIQUIDITY_PROGRAM', 3.05, 'COMPLETED', 'Liquidity reward of the week'],
  [6.5, 'TRANSFER', 75, 'COMPLETED', 'From another account'],
  [8.1, 'ACCOUNT_ADVANCED_DEPOSIT', 500, 'COMPLETED', 'Advance on a bank transfer'],
  [9.7, 'ACCOUNT_DEPOSIT', 300, 'REJECTED', 'Card payment', 'The card was declined'],
  [10.3, 'TAKER_FEE_REBATE', 2.11, 'COMPLETED', 'Fee rebate of the week'],
  [12.9, 'REFERRAL_BONUS', 10, 'COMPLETED', 'A friend joined'],
  [15.6, 'ACCOUNT_WITHDRAWAL', -200, 'COMPLETED', 'To bank account'],
  [17.3, 'TAKER_FEE_REBATE', 0.84, 'COMPLETED', 'Fee rebate of the week'],
  [18.2, 'LIQUIDITY_PROGRAM', 2.6, 'COMPLETED', 'Liquidity reward of the week'],
  [21.4, 'TRANSFER', -50, 'COMPLETED', 'To another account'],
  [24.8, 'ACCOUNT_DEPOSIT', 1000, 'COMPLETED', 'Bank transfer'],
  [27.5, 'ACCOUNT_WITHDRAWAL', -40, 'PARTIALLY_REFUNDED', 'To card', 'Part of it came back'],
];

/** Balance changes of the account's past. `first` dollars are deposited before the first of its `days`. */
export function cashEntries(
  seed: number,
  epochMs: number,
  days: number,
  first: number,
): readonly CashEntry[] {
  const rows: readonly Row[] = [...ROWS, [days + 9, 'ACCOUNT_DEPOSIT', first, 'COMPLETED', 'First deposit']];
  return rows.map(([daysAgo, type, dollars, status, description, failure], place) => {
    const ms = Math.floor((epochMs - daysAgo * DAY) / 60_000) * 60_000;
    const micros = Math.round(dollars * DOLLAR);
    const settledMs = status === 'PENDING' ? ms : ms + HOUR;
    return {
      kind: 'cash',
      ms: settledMs,
      type,
      cash: status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED' ? micros : 0,
      pending: status === 'PENDING' ? micros : 0,
      change: {
        transactionId: idOf('X', seed, epochMs, place),
        status,
        // Only a transfer can go either way; of the others the type says which.
        amount: microsMoney(type === 'TRANSFER' ? micros : Math.abs(micros)),
        createTime: instantOf(ms),
        updateTime: instantOf(settledMs),
        description,
        failureReason: failure,
      },
    };
  });
}
