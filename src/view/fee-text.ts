import type { OwnMoney } from '../core/own.ts';
import type { ViewContext } from './row.ts';

/** `$0.35 paid`, or `$0.05 received` of a rebate, which the service sends as a negative fee; hidden, without the word. */
export function feeText(fee: OwnMoney | undefined, { t, format }: ViewContext): string {
  if (fee === undefined || fee.value.isZero || format.settings.hideAmounts) return format.money(fee);
  const amount = format.money({ value: fee.value.abs(), currency: fee.currency });
  return fee.value.isNegative ? t('{0} received', amount) : t('{0} paid', amount);
}
