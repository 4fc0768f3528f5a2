import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fairPrices, flaggedLines, type QuotedLine } from '../../../src/core/fair.ts';
import type { LineRule } from '../../../src/core/line-rules.ts';
import type { Market } from '../../../src/core/market.ts';
import { aMarket, aSide, d, present } from '../../support/values.ts';

const TOTAL = { group: '', measure: 'total', is: 'above' } as const;

function line(
  rule: LineRule,
  bid: string | undefined,
  offer: string | undefined,
  volume = 0,
  market: Partial<Market> = {},
): QuotedLine {
  const slug = `${rule.measure}-${rule.is}-${rule.value}`;
  return {
    market: aMarket({ slug, ...market }),
    rule,
    bid: bid === undefined ? undefined : d(bid),
    offer: offer === undefined ? undefined : d(offer),
    volume,
  };
}

describe('fair prices', () => {
  it('are what a side costs divided by what all cost: 38¢ and 64¢ are 37.3 % and 62.7 %', () => {
    const { sum, fair } = present(fairPrices([d('0.38'), d('0.64')]));
    assert.equal(sum.toString(), '1.02');
    assert.deepEqual(
      fair.map((each) => each.toFixed(3)),
      ['0.373', '0.627'],
    );
  });

  it('of three results are shares of all three, and absent where one has no offer', () => {
    const { fair } = present(fairPrices([d('0.45'), d('0.30'), d('0.30')]));
    assert.deepEqual(
      fair.map((each) => each.toFixed(4)),
      ['0.4286', '0.2857', '0.2857'],
    );
    assert.equal(fairPrices([d('0.45'), undefined, d('0.30')]), undefined);
    assert.equal(fairPrices([d('0.45')]), undefined);
  });

  it('add up to exactly 1', () => {
    const cents = fc.integer({ min: 1, max: 999 }).map((thousandths) => d(thousandths / 1000));
    fc.assert(
      fc.property(fc.array(cents, { minLength: 2, maxLength: 8 }), (costs) => {
        const { fair } = present(fairPrices(costs));
        const total = fair.reduce((sum, each) => sum.plus(each), d(0));
        assert.equal(total.toString(), '1');
      }),
    );
  });
});

describe('flagged lines', () => {
  it('are those dearer than an easier one; the less traded of the two goes', () => {
    const lines = [
      line({ ...TOTAL, value: 52.5 }, '0.48', '0.50', 17_000),
      line({ ...TOTAL, value: 54.5 }, '0.38', '0.40', 12_000),
      line({ ...TOTAL, value: 57.5 }, '0.43', '0.46', 1_100),
      line({ ...TOTAL, value: 60.5 }, '0.15', '0.18', 2_900),
    ];
    const flags = flaggedLines(lines);
    assert.deepEqual([...flags.keys()], ['total-above-57.5']);
    const flag = flags.get('total-above-57.5');
    assert.ok(flag?.kind === 'incoherent');
    assert.deepEqual([flag.harder.price.toString(), flag.easier.price.toString()], ['0.43', '0.4']);
    assert.equal(flag.easier.market.slug, 'total-above-54.5');
  });

  it('are found whichever team is the long side, the winner among them', () => {
    const margin = { group: '', measure: 'margin' } as const;
    const lines = [
      line({ ...margin, is: 'above', value: 0 }, '0.36', '0.38', 9_000),
      // The other team −1.5 at 66¢ to sell: the first +1.5 is offered at 34¢, below the bid for a win.
      line({ ...margin, is: 'below', value: -1.5 }, '0.66', '0.68', 100),
    ];
    const flag = flaggedLines(lines).get('margin-below--1.5');
    assert.ok(flag?.kind === 'incoherent');
    assert.deepEqual([flag.easier.long, flag.easier.price.toString()], [false, '0.34']);
  });

  it('are those whose sides cost less than one pays, and those whose words name another line', () => {
    const lines = [
      line({ ...TOTAL, value: 1.5 }, '0.52', '0.50'),
      line({ ...TOTAL, value: 2.5 }, '0.30', '0.32', 0, { line: d('2.5'), titleShort: 'Over 3.5' }),
      line({ ...TOTAL, value: 3.5 }, '0.20', '0.22', 0, {
        line: d('-3.5'),
        titleShort: 'JUN -3.5',
        sides: [aSide(true, { description: '-3.50' })],
      }),
    ];
    const kinds = [...flaggedLines(lines)].map(([slug, { kind }]) => `${slug} ${kind}`);
    assert.deepEqual(kinds, ['total-above-1.5 incoherent', 'total-above-2.5 mislabelled']);
  });

  it('leave a ladder behind in which nothing harder is bid above the offer of what is easier', () => {
    const rung = fc.tuple(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 0, max: 8 }), fc.nat(9));
    fc.assert(
      fc.property(fc.array(rung, { maxLength: 9 }), (rungs) => {
        const lines = rungs.map(([cents, spread, volume], value) =>
          line({ ...TOTAL, value }, (cents / 100).toFixed(2), ((cents + spread) / 100).toFixed(2), volume),
        );
        const flags = flaggedLines(lines);
        const left = lines.filter(({ market }) => !flags.has(market.slug));
        for (const [place, easier] of left.entries())
          for (const harder of left.slice(place + 1))
            assert.equal(present(harder.bid).greaterThan(present(easier.offer)), false);
      }),
    );
  });
});
