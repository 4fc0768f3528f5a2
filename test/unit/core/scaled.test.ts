import assert from 'node:assert/strict';
import Big from 'big.js';
import fc from 'fast-check';
import { Decimal } from '../../../src/core/decimal.ts';
import { compareScaled, scaledOf } from '../../../src/core/scaled.ts';

/** Of every length around what whole units hold, with every way to write a sign, a point and zeros. */
const texts = fc
  .tuple(
    fc.constantFrom('', '', '-', '+'),
    fc.stringMatching(/^\d{0,18}$/),
    fc.stringMatching(/^\d{0,18}$/),
    fc.constantFrom('', '0', '00', '5', '50', '000000'),
  )
  .map(([sign, whole, decimals, end]) => `${sign}${whole || '0'}${decimals + end && `.${decimals}${end}`}`)
  .filter((text) => Decimal.parse(text) !== undefined);
/** Short ones stay in range, whatever is done with them. */
const short = fc
  .tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.nat(4))
  .map(([units, places]) => new Big(units).div(10 ** places).toFixed(places));
const both = fc.oneof(texts, short);

const bigOf = (text: string): Big => new Big(text.replace(/^\+/, ''));

describe('core: decimals as whole units', () => {
  it('say the same, digit for digit, as arbitrary precision', () => {
    fc.assert(
      fc.property(both, both, fc.nat(12), (a, b, places) => {
        const [x, y] = [Decimal.of(a), Decimal.of(b)];
        const [one, other] = [bigOf(a), bigOf(b)];
        assert.equal(x.plus(y).text, one.plus(other).toString());
        assert.equal(x.minus(y).text, one.minus(other).toString());
        assert.equal(x.times(y).text, one.times(other).toString());
        assert.equal(x.negated().text, new Big(0).minus(one).toString());
        assert.equal(x.compare(y), one.cmp(other));
        assert.equal(x.equals(Decimal.of(one.toString())), true);
        assert.deepEqual([x.isZero, x.isNegative], [one.eq(0), one.lt(0)]);
        assert.equal(x.toFixed(places), one.toFixed(places));
        assert.equal(x.toString(), one.toFixed().replace(/^-0$/, '0'));
      }),
      { numRuns: 5_000 },
    );
  });

  it('go on being exact where one step is in range and the next is not', () => {
    fc.assert(
      fc.property(fc.array(short, { minLength: 2, maxLength: 8 }), (list) => {
        const product = list.reduce((value, next) => value.times(Decimal.of(next)), Decimal.one);
        const exact = list.reduce((value, next) => value.times(new Big(next)), new Big(1));
        assert.equal(product.plus(Decimal.one).text, exact.plus(1).toString());
      }),
    );
  });

  it('are refused, not guessed at, where they would not be exact', () => {
    for (const text of ['1e2', '1234567890123456', '0.1234567890123456', '', '-', '.', '1.2.3', '1 ', '--1'])
      assert.equal(scaledOf(text), undefined, text);
    assert.deepEqual(scaledOf('0.6400'), { units: 6400, places: 4 });
    assert.equal(
      compareScaled({ units: 999_999_999_999_999, places: 0 }, { units: 1, places: 15 }),
      undefined,
    );
  });
});
