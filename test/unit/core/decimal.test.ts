import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Decimal, maxDecimal, minDecimal } from '../../../src/core/decimal.ts';
import { decimals } from '../../support/arbitraries.ts';

/** Both values as integers of millionths: what `decimals` makes has at most six places. */
const scaled = (value: Decimal): bigint => BigInt(value.toFixed(6).replace('.', ''));

describe('core: Decimal', () => {
  for (const text of '0 -0.0100 0.6400 1 +5 .5 5. 1e-7 9223372036854775807 1E+3 00.10'.split(' ')) {
    it(`reads ${text} and keeps its text`, () => assert.equal(Decimal.parse(text)?.text, text));
  }

  for (const value of [
    ...'| 1|1 |NaN|Infinity|0x10|1,000|1_000|.|-|1e|1e1000|1e308|1e-300|١|1.2.3|--1'.split('|'),
    '1'.repeat(65),
    ...[Number.NaN, Number.POSITIVE_INFINITY, 1e308, null, undefined, true, 5n, {}, []],
  ]) {
    it(`refuses ${typeof value === 'string' ? JSON.stringify(value.slice(0, 12)) : String(value)}`, () => {
      assert.equal(Decimal.parse(value), undefined);
    });
  }

  it('shows no exponent, no trailing zeros, no negative zero', () => {
    for (const [given, shown] of [
      ['0.6400', '0.64'],
      ['1e-7', '0.0000001'],
      ['1E+3', '1000'],
      ['-0', '0'],
      ['-0.00', '0'],
      ['+5', '5'],
      ['.5', '0.5'],
      ['-.5', '-0.5'],
      ['5.', '5'],
      ['00.10', '0.1'],
    ] as const) {
      assert.equal(Decimal.of(given).toString(), shown);
      assert.equal(JSON.stringify(Decimal.of(given)), `"${shown}"`);
    }
  });

  it('calculates exactly: sums and differences as integers do', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        assert.equal(scaled(a.plus(b)), scaled(a) + scaled(b));
        assert.equal(scaled(a.minus(b)), scaled(a) - scaled(b));
        assert.equal(a.compare(b), Math.sign(Number(scaled(a) - scaled(b))));
        assert.equal(a.equals(b), scaled(a) === scaled(b));
        assert.equal(a.lessThan(b), scaled(a) < scaled(b));
        assert.equal(a.greaterThan(b), scaled(a) > scaled(b));
        assert.ok(minDecimal(a, b).compare(maxDecimal(a, b)) <= 0);
        assert.equal(scaled(a.negated()), -scaled(a));
        assert.equal(a.abs().isNegative, false);
      }),
    );
  });

  it('multiplies exactly', () => {
    assert.equal(
      Decimal.of('9223372036854775807').times(Decimal.of('0.0025')).toString(),
      '23058430092136939.5175',
    );
    assert.equal(Decimal.of('0.1').plus(Decimal.of('0.2')).toString(), '0.3');
  });

  it('divides to twenty places and rounds half to even', () => {
    assert.equal(Decimal.one.dividedBy(Decimal.of(3)).toString(), '0.33333333333333333333');
    assert.equal(Decimal.of('0.125').toFixed(2), '0.12');
    assert.equal(Decimal.of('0.135').toFixed(2), '0.14');
    assert.throws(() => Decimal.one.dividedBy(Decimal.of('0.00')), RangeError);
  });

  it('compares by value, not by text, with more digits than a double has', () => {
    assert.equal(Decimal.of('0.5').equals(Decimal.of('0.5000')), true);
    const [less, more] = [Decimal.of('9007199254740992.1'), Decimal.of('9007199254740992.2')];
    assert.deepEqual([less.compare(more), more.compare(less), less.equals(more)], [-1, 1, false]);
    assert.equal(Decimal.of(`${less.text}00`).compare(less), 0);
    assert.deepEqual(
      [Decimal.of('-0.0').isZero, Decimal.of('-0.01').isNegative, Decimal.zero.isNegative],
      [true, true, false],
    );
  });

  it('rounds the longest it reads without refusing its own digits', () => {
    for (const text of ['9'.repeat(64), '1e99', `-${'9'.repeat(60)}e99`]) {
      const cents = Decimal.of(text).times(Decimal.of(100)).toFixed(8);
      assert.equal(Decimal.of(cents).toFixed(8), cents);
      assert.ok(Number.isFinite(Decimal.of(text).toNumber()));
    }
  });

  it('throws for a literal that is none', () => assert.throws(() => Decimal.of('abc'), RangeError));
});
