import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  accountValue,
  averageCost,
  breakEven,
  dayPnl,
  fee,
  isOpen,
  openPnl,
  ownAveragePrice,
  positionValue,
  settlementPays,
  totals,
  winPays,
} from '../../../src/core/figures.ts';
import { aPosition } from '../../support/account-values.ts';
import { d, raw, usd } from '../../support/values.ts';

const long = aPosition({ netPosition: d(200), avgPx: usd('0.41'), cost: usd('82.00') });
const short = aPosition({ netPosition: d(-100), avgPx: usd('0.45'), cost: usd('55.00') });

describe('figures of a position', () => {
  it('200 long at 41¢ with a bid of 43¢: value 86, open +4, a win pays 200', () => {
    const marks = { bid: d('0.43'), offer: d('0.44') };
    assert.equal(raw(positionValue(long, marks)?.value.value)?.toFixed(2), '86.00');
    assert.equal(positionValue(long, marks)?.source, 'bid');
    assert.equal(raw(openPnl(long, marks)?.value)?.toFixed(2), '4.00');
    assert.equal(winPays(d(200)).toString(), '200');
  });

  it('100 short opened at 45¢ with an offer of 44¢: value 56, open +1, a loss of YES pays 100', () => {
    const marks = { bid: d('0.43'), offer: d('0.44') };
    assert.equal(raw(positionValue(short, marks)?.value.value)?.toFixed(2), '56.00');
    assert.equal(raw(openPnl(short, marks)?.value)?.toFixed(2), '1.00');
    assert.equal(ownAveragePrice(short)?.value.toString(), '0.55');
    assert.equal(winPays(d(-100)).toString(), '100');
  });

  it('a void at 0.60 pays 100 long 60 and 100 short 40', () => {
    assert.equal(raw(settlementPays(d(100), d('0.60'))).toFixed(2), '60.00');
    assert.equal(raw(settlementPays(d(-100), d('0.60'))).toFixed(2), '40.00');
  });

  it('Day P&L is contracts × change of the side held, and absent where some were traded since or nothing says it', () => {
    const of = (net: string, before: string | undefined, change: string | undefined) => {
      const held = aPosition({
        netPosition: d(net),
        bodPosition: before === undefined ? undefined : d(before),
      });
      return raw(dayPnl(held, change === undefined ? undefined : d(change))?.value)?.toString();
    };
    assert.equal(of('200', '200', '0.03'), '6');
    assert.equal(of('-100', '-100', '-0.02'), '-2');
    assert.deepEqual(
      [of('200', '150', '0.03'), of('200', undefined, '0.03'), of('200', '200', undefined)],
      [undefined, undefined, undefined],
    );
  });

  it('value is as reported where the service reports one, and absent without a book', () => {
    const reported = { ...long, cashValue: usd('85.10') };
    assert.equal(positionValue(reported, { bid: d('0.43') })?.value.value.toString(), '85.1');
    assert.equal(positionValue(long, { offer: d('0.44') }), undefined);
    assert.equal(positionValue(short, { bid: d('0.43') }), undefined);
    assert.equal(openPnl(long), undefined);
  });

  it('a price newer than the position says what it is worth now', () => {
    const reported = { ...long, cashValue: usd('85.10') };
    const marks = { bid: d('0.43'), offer: undefined, newer: true };
    assert.equal(raw(positionValue(reported, marks)?.value.value)?.toFixed(2), '86.00');
    assert.equal(positionValue(reported, { newer: true })?.source, 'reported');
    const expired = { ...reported, expired: true };
    assert.equal(positionValue(expired, marks)?.source, 'reported');
  });

  it('keeps fractional contracts: 6.78 at 14¢ is not 7', () => {
    const lot = aPosition({ netPosition: d('6.7800'), cost: usd('0.9976') });
    assert.equal(positionValue(lot, { bid: d('0.14') })?.value.value.toString(), '0.9492');
    assert.equal(breakEven(lot)?.value.toFixed(4), '0.1471');
    assert.deepEqual([averageCost(lot), averageCost(long)], [breakEven(lot), long.avgPx]);
    assert.equal(ownAveragePrice({ ...short, avgPx: usd(0) }), undefined);
    for (const part of [{ cost: undefined }, { cost: usd(-1) }, { netPosition: d(0) }])
      assert.equal(breakEven({ ...lot, ...part }), undefined);
  });

  it('never subtracts across currencies', () => {
    const mixed = aPosition({ netPosition: d(1), cashValue: usd(1), cost: { value: d(1), currency: 'EUR' } });
    assert.equal(openPnl(mixed), undefined);
    const [plain, euro] = ['', 'EUR'].map((currency) => ({ ...usd(3), currency }));
    assert.equal(openPnl({ ...mixed, cashValue: plain, cost: euro })?.currency, 'EUR');
    assert.equal(openPnl({ ...mixed, cashValue: euro, cost: plain })?.currency, 'EUR');
  });
});

describe('totals', () => {
  const valued = { ...long, cashValue: usd('86.00'), realized: usd('2.50') };
  const expired = aPosition({ expired: true, netPosition: d(120), realized: usd('45.09') });

  it('are one per currency and never mix them', () => {
    const euro = aPosition({ netPosition: d(1), cashValue: { value: d(7), currency: 'EUR' } });
    const sums = totals([{ position: valued }, { position: euro }]);
    assert.deepEqual(
      sums.map(({ currency, value }) => [currency, value.sum.toString()]),
      [
        ['USD', '86'],
        ['EUR', '7'],
      ],
    );
  });

  it('count what is missing instead of taking it for nothing', () => {
    const [sum] = totals([{ position: valued }, { position: short }]);
    assert.deepEqual([sum?.value.sum.toString(), sum?.value.missing, sum?.value.counted], ['86', 1, 2]);
    assert.equal(sum?.openPnl.sum.toString(), '4');
  });

  it('leave expired and flat positions out of value and open P&L, not out of realised', () => {
    const flat = aPosition({ netPosition: d(0), realized: usd('1.00'), cashValue: usd(9) });
    const [sum] = totals([{ position: valued }, { position: expired }, { position: flat }]);
    assert.equal(sum?.value.sum.toString(), '86');
    assert.equal(sum?.realised.sum.toString(), '48.59');
    assert.deepEqual([isOpen(flat), isOpen(expired), isOpen(long)], [false, false, true]);
  });

  it('make the account value with the cash of the same currency only', () => {
    const [sum] = totals([{ position: valued }]);
    assert.ok(sum);
    const cash = (currency: string, amount: string) => ({
      currency,
      currentBalance: d(amount),
      buyingPower: undefined,
      openOrders: undefined,
      unsettledFunds: undefined,
      pendingCredit: undefined,
      marginRequirement: undefined,
      assetNotional: undefined,
      assetAvailable: undefined,
      displayedCash: undefined,
      availableToWithdraw: undefined,
      lastUpdated: undefined,
    });
    assert.equal(accountValue(sum, [cash('EUR', '5'), cash('USD', '14')])?.sum.toString(), '100');
    assert.equal(accountValue(sum, [cash('EUR', '5')]), undefined);
  });
});

describe('fees', () => {
  it('are Θ·C·p·(1−p), half-even to the cent', () => {
    assert.equal(fee(d('0.06'), d(19), d('0.05')).toFixed(2), '0.05');
    assert.equal(fee(d('0.06'), d('6.78'), d('0.14')).toFixed(2), '0.05');
    assert.equal(fee(d('-0.0125'), d(19), d('0.05')).toFixed(2), '-0.01');
    assert.equal(fee(d('0.06'), d('0.01'), d('0.5')).toFixed(2), '0.00');
    // 0.1 · 1 · 0.5 · 0.5 = 0.025: half-even goes down, half-up would not.
    assert.equal(fee(d('0.1'), d(1), d('0.5')).toFixed(2), '0.02');
    assert.equal(fee(d('0.06'), d(100), d('0.44')).toFixed(2), '1.48');
  });

  it('are the same on both sides and never negative for a taker', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 100000 }), (ticks, lots) => {
        const price = d(ticks).dividedBy(d(1000));
        const contracts = d(lots).dividedBy(d(100));
        const own = fee(d('0.0695'), contracts, price);
        assert.ok(own.equals(fee(d('0.0695'), contracts, d(1).minus(price))));
        assert.ok(!own.isNegative);
      }),
    );
  });
});
