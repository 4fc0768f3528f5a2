import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Decimal } from '../../../src/core/decimal.ts';
import { fee } from '../../../src/core/figures.ts';
import { walkBook } from '../../../src/core/what-if.ts';
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

  it('is nothing where nobody is there', () => {
    const empty = book({ offers: [] });
    assert.equal(walkBook(empty, { long: true, buy: true, size: Decimal.one }), undefined);
  });
});
