import type { Balance } from '../core/balance.ts';
import { ownMoney } from '../core/own.ts';
import type { ViewContext } from './row.ts';

/** One figure of the balances: a cell a currency, empty where that one is not served. */
interface BalanceRow {
  readonly label: string;
  readonly cells: readonly string[];
  readonly how: string;
}

type Figure = Exclude<keyof Balance, 'currency' | 'currentBalance' | 'lastUpdated'>;

/** What the service says of the cash beyond its sum. Buying power shows at zero too, the others where one has any. */
export function balanceRows(
  balances: readonly (Balance | undefined)[],
  { t, format }: ViewContext,
): readonly BalanceRow[] {
  const row = (figure: Figure, label: string, how: string): BalanceRow[] => {
    const values = balances.map((balance) => balance?.[figure]);
    const isShown = values.some(
      (value) => value !== undefined && (!value.isZero || figure === 'buyingPower'),
    );
    if (!isShown) return [];
    const cells = values.map((value, index) =>
      value === undefined ? '' : format.money(ownMoney(value, balances[index]?.currency ?? '')),
    );
    return [{ label, cells, how }];
  };
  const reported = t('as reported');
  return [
    ...row('buyingPower', t('Buying power'), t('as reported: what new orders may cost')),
    ...row('openOrders', t('Reserved for open orders'), reported),
    ...row('unsettledFunds', t('Unsettled funds'), reported),
    ...row('pendingCredit', t('Pending credit'), reported),
    ...row('marginRequirement', t('Margin requirement'), reported),
    ...row('assetNotional', t('Assets, notional'), reported),
    ...row('assetAvailable', t('Assets, available'), reported),
    ...row('displayedCash', t('Displayed cash'), reported),
    ...row('availableToWithdraw', t('Available to withdraw'), reported),
  ];
}
