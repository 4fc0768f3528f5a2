import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Decimal } from '../../../src/core/decimal.ts';
import {
  accountValue,
  breakEven,
  dayPnl,
  entryPrice,
  fee,
  isAwaiting,
  isHeld,
  isOpen,
  openPnl,
  positionValue,
  settlementPays,
  totals,
  winPays,
} from '../../../src/core/figures.ts';
import type { Position } from '../../../src/core/position.ts';
import { aBalance, aPosition } from '../../support/account-values.ts';
import { d, raw, usd } from '../../support/values.ts';

const long = aPosition({ netPosition: d(200), avgPx: usd('0.41'), cost: usd('82.00') });
const short = aPosition({ netPosition: d(-100), avgPx: usd('0.55'), cost: usd('55.00') });

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
    assert.equal(entryPrice(short)?.price.value.toString(), '0.55');
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

  it('take an amount without a currency for one of the only currency there is', () => {
    const bare = aPosition({ netPosition: d(1), cashValue: { value: d(7), currency: '' } });
    const sums = (known: readonly string[], ...some: readonly Position[]) =>
      totals(
        some.map((position) => ({ position })),
        known,
      ).map(({ currency, value }) => [currency, value.sum.toString()]);
    assert.deepEqual(sums([], valued, bare), [['USD', '93']]);
    assert.deepEqual(sums(['USD'], bare), [['USD', '7']]);
    assert.deepEqual(sums(['EUR'], valued, bare), [
      ['USD', '86'],
      ['', '7'],
    ]);
  });

  it('count what is missing instead of taking it for nothing', () => {
    const [sum] = totals([{ position: valued }, { position: short }]);
    assert.deepEqual([sum?.value.sum.toString(), sum?.value.missing, sum?.value.counted], ['86', 1, 2]);
    assert.equal(sum?.openPnl.sum.toString(), '4');
  });

  it('count what has ended until it is paid out, and name it; what is flat counts for its realised P&L only', () => {
    const flat = aPosition({ netPosition: d(0), realized: usd('1.00'), cashValue: usd(9) });
    const ended = { ...expired, cashValue: usd('139.00'), cost: usd('74.91') };
    const closing = aPosition({ netPosition: d(-10), cashValue: usd('5'), cost: usd('4') });
    const [sum] = totals([
      { position: valued },
      { position: ended },
      { position: flat },
      { position: closing, isEnded: true },
    ]);
    assert.deepEqual([sum?.value.sum.toString(), sum?.value.counted], ['230', 3]);
    assert.deepEqual([sum?.awaiting.value.sum.toString(), sum?.awaiting.value.counted], ['144', 2]);
    assert.deepEqual([sum?.openPnl.sum.toString(), sum?.awaiting.openPnl.sum.toString()], ['69.09', '65.09']);
    assert.equal(sum?.realised.sum.toString(), '48.59');
    assert.deepEqual([isOpen(flat), isOpen(expired), isOpen(long)], [false, false, true]);
    assert.deepEqual([isHeld(flat), isHeld(expired), isHeld(long)], [false, true, true]);
    assert.deepEqual(
      [flat, expired, long].map((position) => isAwaiting({ position })),
      [false, true, false],
    );
    const unknown = aPosition({ expired: true, cashValue: usd(3) });
    assert.equal(isHeld(unknown), false, 'over, and nothing says that anything is left');
  });
});

describe('account value', () => {
  const balance = (current: string, marginRequirement: string | undefined) =>
    aBalance({
      currentBalance: d(current),
      marginRequirement: marginRequirement === undefined ? undefined : d(marginRequirement),
    });

  it('is cash − margin + values of the sides held: 13.72965 − 4.63 + 4.70 = 13.80', () => {
    const [sum] = totals([{ position: aPosition({ netPosition: d('-4.63'), cashValue: usd('4.70') }) }]);
    assert.ok(sum);
    assert.equal(accountValue(sum, balance('13.72965', '4.63'), true)?.sum.toString(), '13.79965');
  });

  it('is not known without a balance, or with shorts whose margin is not sent', () => {
    const [sum] = totals([{ position: aPosition({ netPosition: d(200), cashValue: usd('86') }) }]);
    assert.ok(sum);
    assert.equal(accountValue(sum, undefined, false), undefined);
    assert.equal(accountValue(sum, balance('14', undefined), true), undefined);
    assert.equal(accountValue(sum, balance('14', undefined), false)?.sum.toString(), '100');
  });

  it('is what was paid in and what the positions made, over any mix of longs, shorts, margin and reservations', () => {
    const cents = fc.integer({ min: 1, max: 99 });
    const trade = fc.record({
      contracts: fc.integer({ min: 1, max: 500 }),
      isLong: fc.boolean(),
      at: cents,
      now: cents,
    });
    const amount = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(fc.array(trade, { maxLength: 12 }), amount, amount, (trades, paidIn, reserved) => {
        // As the service keeps its books: a short brings the long price in and holds a dollar a contract as margin.
        const cash = trades.reduce(
          (sum, { contracts, isLong, at }) => sum + (isLong ? -1 : 1) * contracts * at,
          paidIn,
        );
        const margin = trades.reduce((sum, { contracts, isLong }) => sum + (isLong ? 0 : contracts * 100), 0);
        const own = (isLong: boolean, price: number): number => (isLong ? price : 100 - price);
        const inMoney = (units: number) => usd(d(units).dividedBy(d(100)).toString());
        const positions = trades.map(({ contracts, isLong, at, now }) => ({
          position: aPosition({
            netPosition: d(isLong ? contracts : -contracts),
            baseCost: inMoney(contracts * own(isLong, at)),
            cost: inMoney(contracts * own(isLong, at)),
            cashValue: inMoney(contracts * own(isLong, now)),
          }),
        }));
        const [sum] = totals([{ position: aPosition({ netPosition: d(0), cost: usd(0) }) }, ...positions]);
        assert.ok(sum);
        const held = aBalance({
          currentBalance: inMoney(cash).value,
          marginRequirement: inMoney(margin).value,
          // Reserved money is part of the cash and adds nothing.
          balanceReservation: inMoney(reserved).value,
        });
        const made = sum.openPnl.sum;
        assert.equal(
          accountValue(sum, held, true)?.sum.toString(),
          raw(made.plus(inMoney(paidIn).value)).toString(),
        );
      }),
    );
  });
});

describe('price of entry', () => {
  it('is the cost without fees of each contract of the side held, whatever the average of all trades is', () => {
    const shown = aPosition({ netPosition: d(-19), avgPx: usd('0.292'), cost: usd('5.627') });
    const base = { ...shown, baseCost: usd('5.548') };
    assert.deepEqual([entryPrice(base)?.price.value.toString(), entryPrice(base)?.feesIn], ['0.292', false]);
    assert.equal(entryPrice(shown)?.price.value.toFixed(4), '0.2962');
    assert.equal(entryPrice(shown)?.feesIn, true);
    const blended = aPosition({ netPosition: d(100), avgPx: usd('0.917'), baseCost: usd('55.5') });
    assert.equal(entryPrice(blended)?.price.value.toString(), '0.555');
  });

  it('is not known without a cost or contracts, or with a negative cost; an unset base cost is none', () => {
    for (const part of [
      { cost: undefined },
      { cost: usd(-1) },
      { netPosition: d(0) },
      { netPosition: undefined },
    ])
      assert.equal(entryPrice({ ...long, ...part }), undefined);
    assert.equal(entryPrice({ ...long, baseCost: usd(-1) }), undefined);
    assert.deepEqual(entryPrice({ ...long, baseCost: usd(0) })?.feesIn, true);
  });

  it('agrees with break-even and P&L for every position', () => {
    const some = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(some, fc.boolean(), some, fc.nat(5000), some, (contracts, isLong, base, fees, value) => {
        const amount = (thousandths: number) => usd(d(thousandths).dividedBy(d(1000)).toString());
        const position = aPosition({
          netPosition: d(isLong ? contracts : -contracts),
          baseCost: amount(base),
          cost: amount(base + fees),
          cashValue: amount(value),
        });
        const near = (a: Decimal | undefined, b: Decimal) =>
          assert.ok(a?.minus(b).abs().lessThan(d('0.000000001')), `${a?.toString()} ${b.toString()}`);
        const size = d(contracts);
        near(entryPrice(position)?.price.value.times(size), amount(base).value);
        // Break-even − entry is the fee of a contract; selling at break-even makes nothing.
        const even = breakEven(position)?.value ?? d(-1);
        near(even.minus(entryPrice(position)?.price.value ?? d(-1)).times(size), amount(fees).value);
        near(raw(openPnl(position)?.value), amount(value).value.minus(even.times(size)));
        near(raw(openPnl({ ...position, cashValue: usd(even.times(size).toString()) })?.value), d(0));
      }),
    );
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
