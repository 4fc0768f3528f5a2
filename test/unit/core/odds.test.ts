import assert from 'node:assert/strict';
import fc from 'fast-check';
import { americanOdds, decimalOdds, fractionalOdds } from '../../../src/core/odds.ts';
import { d } from '../../support/values.ts';

describe('odds', () => {
  it('are worked out from the price of buying', () => {
    assert.equal(americanOdds(d('0.44'))?.toString(), '127');
    assert.equal(americanOdds(d('0.57'))?.toString(), '-133');
    assert.equal(americanOdds(d('0.5'))?.toString(), '100');
    assert.equal(decimalOdds(d('0.4'))?.toString(), '2.5');
    assert.deepEqual(fractionalOdds(d('0.38')), { numerator: 13, denominator: 8 });
    assert.deepEqual(fractionalOdds(d('0.64')), { numerator: 9, denominator: 16 });
    assert.deepEqual(fractionalOdds(d('0.44')), { numerator: 5, denominator: 4 });
    assert.deepEqual(fractionalOdds(d('0.9975')), { numerator: 1, denominator: 399 });
    assert.deepEqual(fractionalOdds(d('0.3333')), { numerator: 2, denominator: 1 });
  });

  it('do not exist for what is impossible or certain', () => {
    for (const price of ['0.00001', '0.99999']) assert.equal(fractionalOdds(d(price)), undefined);
    for (const price of ['0', '1', '1.5', '-0.2']) {
      assert.equal(americanOdds(d(price)), undefined);
      assert.equal(decimalOdds(d(price)), undefined);
      assert.equal(fractionalOdds(d(price)), undefined);
    }
  });

  it('are a fraction people quote, near the price on every tick', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 399 }), (ticks) => {
        const price = d(ticks).dividedBy(d(400));
        const odds = fractionalOdds(price);
        assert.ok(odds);
        const back = odds.denominator / (odds.numerator + odds.denominator);
        assert.ok(Math.abs(back - price.toNumber()) < 0.02, `${odds.numerator}/${odds.denominator}`);
      }),
    );
  });
});
