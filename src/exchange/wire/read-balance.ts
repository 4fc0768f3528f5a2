import type { Balance } from '../../core/balance.ts';
import type { Reader, Row } from './reader.ts';

/** Live interface §9.7. `undefined`, with a problem, without an amount. */
export function readBalance(at: Reader, o: Row): Balance | undefined {
  const currency = at.text(o['currency'], 'currency') ?? '';
  if (currency !== '') at.called(currency);
  const currentBalance = at.decimal(o['currentBalance'], 'currentBalance');
  if (currentBalance === undefined) {
    at.problem('currentBalance', 'a balance without an amount');
    return undefined;
  }
  return {
    currency,
    currentBalance,
    buyingPower: at.decimal(o['buyingPower'], 'buyingPower'),
    openOrders: at.decimal(o['openOrders'], 'openOrders'),
    unsettledFunds: at.decimal(o['unsettledFunds'], 'unsettledFunds'),
    pendingCredit: at.decimal(o['pendingCredit'], 'pendingCredit'),
    marginRequirement: at.decimal(o['marginRequirement'], 'marginRequirement'),
    assetNotional: at.decimal(o['assetNotional'], 'assetNotional'),
    assetAvailable: at.decimal(o['assetAvailable'], 'assetAvailable'),
    displayedCash: at.decimal(o['displayedCash'], 'displayedCash'),
    availableToWithdraw: at.decimal(o['availableToWithdraw'], 'availableToWithdraw'),
    lastUpdated: at.instant(o['lastUpdated'], 'lastUpdated'),
  };
}
