import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Decimal } from '../../../src/core/decimal.ts';
import { fee } from '../../../src/core/figures.ts';
import { effectOn, walkBook } from '../../../src/core/what-if.ts';
import { aPosition } from '../../support/account-values.ts';
import { d, raw, usd } from '../../support/values.ts';
import { book, levels } from '../panels/scene.ts';

describe('what-if', () => {
  it('costs what the drawn book makes of 250 Islanders', () => {
    const drawn = book({ offers: levels(['0.64', '140'], ['0.65', '220']) });
    const walk = walkBook(drawn, { long: true, buy: true, size: Decimal.of(250) }, Decimal.of('0.06'));
    assert.deepEqual(
      [walk?.average, walk?.slippage, walk?.amount].map((value) => value?.toFixed(4)),
      ['0.6444', '0.0044', '161.1000'],
    );
    assert.deepEqual([walk?.taken.length, walk?.next?.quantity.toString()], [2, '110']);
  });

  it('equals walking the book one hundredth of a contract at a time, for each side and both ways', () => {
    const level = fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 300 }));
    fc.assert(
      fc.property(
        fc.uniqueArray(level, { minLength: 1, maxLength: 6, selector: ([price]) => price }),
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: 1, max: 1500 }),
        (list, long, buy, hundredths) => {
          const isOffers = long === buy;
          const sorted = list.toSorted((a, b) => (isOffers ? a[0] - b[0] : b[0] - a[0]));
          const side = levels(...sorted.map(([price, size]) => [`${price / 100}`, `${size / 100}`] as const));
          const read = isOffers ? book({ offers: side }) : book({ bids: side });
          const theta = Decimal.of('0.06');
          const walk = walkBook(
            read,
            { long, buy, size: Decimal.of(hundredths).dividedBy(Decimal.of(100)) },
            theta,
          );
          const units = sorted
            .flatMap(([price, size]) => Array<number>(size).fill(price))
            .slice(0, hundredths);
          const sum = units.reduce((all, price) => all + (long ? price : 100 - price), 0);
          const counts = Map.groupBy(units, (price) => price);
          const fees = [...counts].reduce(
            (all, [price, some]) =>
              all.plus(fee(theta, Decimal.of(some.length / 100), Decimal.of(price / 100))),
            Decimal.zero,
          );
          assert.equal(walk?.amount.toNumber(), sum / 10_000);
          assert.equal(walk?.filled.toNumber(), units.length / 100);
          assert.equal(walk?.taken.length, counts.size);
          assert.ok(walk?.fee?.equals(fees));
          assert.ok(walk?.slippage.isNegative === false);
        },
      ),
    );
  });

  it('closes before it opens: both parts together are the whole trade, with its fee, whatever is held', () => {
    const level = fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 300 }));
    const theta = Decimal.of('0.06');
    fc.assert(
      fc.property(
        fc.uniqueArray(level, { minLength: 1, maxLength: 6, selector: ([price]) => price }),
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: 1, max: 1500 }),
        fc.integer({ min: -1000, max: 1000 }),
        (list, long, buy, hundredths, net) => {
          const isOffers = long === buy;
          const sorted = list.toSorted((a, b) => (isOffers ? a[0] - b[0] : b[0] - a[0]));
          const side = levels(...sorted.map(([price, size]) => [`${price / 100}`, `${size / 100}`] as const));
          const asked = { long, buy, size: Decimal.of(hundredths / 100) };
          const walk = walkBook(isOffers ? book({ offers: side }) : book({ bids: side }), asked, theta);
          assert.ok(walk?.fee);
          const cost = Math.abs(net) / 200;
          const position = aPosition({ netPosition: d(net / 100), cost: usd(cost) });
          const effect = effectOn(position, asked, walk, theta);
          const isClosing = net !== 0 && net < 0 === isOffers;
          if (buy && !isClosing) return assert.equal(effect, undefined);
          const { closes, opens } = effect ?? assert.fail('an effect');
          const closed = raw(closes?.contracts ?? Decimal.zero);
          const opened = raw(opens?.contracts ?? Decimal.zero);
          assert.ok(closed.plus(opened).equals(walk.filled));
          assert.ok(!closed.greaterThan(d(isClosing ? Math.abs(net) / 100 : 0)), 'no more than is held');
          assert.ok(opened.isZero || closed.equals(d(isClosing ? Math.abs(net) / 100 : 0)), 'closes first');
          assert.deepEqual([closes?.long ?? !isOffers, opens?.long ?? isOffers], [!isOffers, isOffers]);
          // Needs − brings, less the dollar that each closed contract of the other side stands for, is what all of it costs.
          const together = raw(opens?.needs ?? Decimal.zero).minus(raw(closes?.brings ?? Decimal.zero));
          const paid = walk.taken.reduce(
            (sum, { price, quantity }) =>
              sum.plus((isOffers ? price : Decimal.one.minus(price)).times(quantity)),
            Decimal.zero,
          );
          assert.ok(together.plus(closed).equals(paid.plus(walk.fee)), `${together.toString()}`);
          if (closes !== undefined) {
            const part = d(cost)
              .times(closed)
              .dividedBy(d(Math.abs(net) / 100));
            assert.ok(closes.realised && raw(closes.brings).minus(part).equals(raw(closes.realised)));
          }
        },
      ),
    );
  });

  it('knows no realised P&L without a cost or with a negative one', () => {
    const drawn = book({ bids: levels(['0.43', '300']) });
    const asked = { long: true, buy: false, size: Decimal.of(10) };
    const walk = walkBook(drawn, asked) ?? assert.fail('a fill');
    for (const cost of [undefined, usd(-4)]) {
      const effect = effectOn(aPosition({ netPosition: d(20), cost }), asked, walk);
      assert.deepEqual(
        [effect?.closes?.brings.equals(d('4.3')), effect?.closes?.realised],
        [true, undefined],
      );
    }
  });

  it('is nothing where nobody is there', () => {
    const empty = book({ offers: [] });
    assert.equal(walkBook(empty, { long: true, buy: true, size: Decimal.one }), undefined);
  });
});
