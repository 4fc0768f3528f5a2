import assert from 'node:assert/strict';
import type { Balance } from '../../../../src/core/balance.ts';
import { Decimal } from '../../../../src/core/decimal.ts';
import { BalancesStore } from '../../../../src/store/account/balances.ts';
import type { Change } from '../../../../src/store/reading/load-state.ts';
import { aBalance } from '../../../support/account-values.ts';
import { raw } from '../../../support/values.ts';
import { rig, T } from '../values.ts';

const cash = (current: number, own: Partial<Balance> = {}): Balance =>
  aBalance({ currentBalance: Decimal.of(current), ...own });

/** A store with a listed balance of 100, 80 of which can be spent. */
async function till(own: Partial<Balance> = {}) {
  const base = rig();
  base.exchange.balances_ = [cash(100, { buyingPower: Decimal.of(80), ...own })];
  const balances = new BalancesStore(base.session);
  await balances.load();
  const frame = (whole: boolean, ...sent: Balance[]): void =>
    balances.applyBalances(sent, whole, base.clock.now());
  const shown = () =>
    balances.balances.map((each) => `${each.currency} ${raw(each.currentBalance).text}`).join(', ');
  return { ...base, balances, frame, shown };
}

describe('BalancesStore', () => {
  it('takes the current balance of a change, and reads the rest', async () => {
    const { balances, frame, clock, exchange } = await till();
    const changes: Change[] = [];
    balances.onDidChange((change) => changes.push(change));
    assert.equal(balances.provenance('USD')?.source, 'rest');
    await clock.advance(500);
    frame(false, cash(97));
    assert.deepEqual(balances.provenance('USD'), { source: 'stream', at: clock.now() });
    assert.equal(raw(balances.get('USD')?.currentBalance)?.text, '97');
    assert.equal(raw(balances.get('USD')?.buyingPower)?.text, '80');
    assert.deepEqual(changes, [new Set(['USD'])]);
    assert.equal(balances.needsReading, true);
    exchange.balances_ = [cash(97, { buyingPower: Decimal.of(70) })];
    await balances.refresh();
    assert.equal(raw(balances.get('USD')?.buyingPower)?.text, '70');
    assert.equal(balances.provenance('USD')?.source, 'rest');
    assert.equal(balances.needsReading, false);
  });

  it('takes a later change at its word where no figure of it may be one that was not set', async () => {
    const { balances, frame } = await till({ lastUpdated: T(1), openOrders: Decimal.of(20) });
    const sets = { buyingPower: Decimal.of(75), assetNotional: Decimal.zero, unsettledFunds: Decimal.zero };
    frame(false, cash(97, { ...sets, openOrders: Decimal.of(22), lastUpdated: T(2) }));
    assert.equal(balances.needsReading, false);
    assert.equal(raw(balances.get('USD')?.buyingPower)?.text, '75');
    assert.equal(raw(balances.get('USD')?.openOrders)?.text, '22');
    // All orders filled, or not set: a reading has to say.
    frame(false, cash(90, { ...sets, openOrders: Decimal.zero, lastUpdated: T(3) }));
    assert.equal(balances.needsReading, true);
    assert.equal(raw(balances.get('USD')?.currentBalance)?.text, '90');
    assert.equal(raw(balances.get('USD')?.openOrders)?.text, '22');
  });

  it('is read again where nothing says that a change is the latest', async () => {
    const { balances, frame } = await till();
    frame(false, cash(97, { buyingPower: Decimal.of(75) }));
    assert.equal(balances.needsReading, true);
    assert.equal(raw(balances.get('USD')?.buyingPower)?.text, '75');
  });

  it('is replaced by a snapshot; a list confirms a currency that only one of the two has', async () => {
    const { balances, frame, shown, exchange } = await till({ lastUpdated: T(10) });
    frame(true, cash(97, { lastUpdated: T(11) }));
    assert.equal(shown(), 'USD 97');
    assert.equal(balances.get('USD')?.buyingPower, undefined);
    assert.equal(balances.needsReading, false);
    exchange.balances_ = [cash(5, { currency: 'EUR', lastUpdated: T(12) })];
    frame(true, ...exchange.balances_);
    assert.equal(shown(), 'USD 97');
    assert.equal(balances.needsReading, true);
    await balances.refresh();
    assert.equal(shown(), 'EUR 5');
    const undated = await till();
    undated.frame(true, cash(3));
    assert.equal(undated.shown(), 'USD 3');
    assert.equal(undated.balances.needsReading, true, 'it may be an old one');
  });

  it('needs a list where a frame has an unknown balance, or none', async () => {
    const { balances, frame, shown } = await till();
    frame(false, cash(5, { currency: 'EUR' }));
    assert.equal(shown(), 'USD 100');
    assert.equal(balances.needsReading, true);
    for (let reading = 0; reading < 2; reading++) await balances.refresh();
    assert.equal(
      balances.needsReading,
      false,
      'it is asked for a second time, as the list may lag, and no more',
    );
    frame(false);
    assert.equal(balances.needsReading, true);
  });

  it('finds the one balance there is where a frame leaves the currency out', async () => {
    const { frame, shown } = await till();
    frame(false, cash(97, { currency: '' }));
    assert.equal(shown(), 'USD 97');
  });
});
