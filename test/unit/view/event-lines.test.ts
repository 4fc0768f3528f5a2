import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Market } from '../../../src/core/market.ts';
import type { EventLine } from '../../../src/view/event-lines.ts';
import { aMarket, aSide, d, usd } from '../../support/values.ts';
import { groupOf, linesOf, prop, spread, total, winner } from '../panels/event-scene.ts';

const quote = fc.tuple(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 0, max: 9 }));

function answer(index: number, bid: number, offer: number): Market {
  return aMarket({
    slug: `rdc-${index}`,
    title: `Answer ${index}`,
    status: 'OPEN',
    sportsMarketTypeV2: 'FUTURE',
    sides: [aSide(true, { description: 'Yes' }), aSide(false, { description: 'No' })],
    bestBidQuote: usd(bid / 100),
    bestAskQuote: usd(offer / 100),
  });
}

const sumOf = (shares: readonly EventLine[], side?: 0): string =>
  shares
    .flatMap(({ fair }) => (side === undefined ? (fair()?.fair ?? []) : (fair()?.fair[side] ?? [])))
    .reduce((sum, each) => sum.plus(each), d(0))
    .toString();

describe('the lines of an event', () => {
  it('have fair probabilities that sum to 1 on each line that is not flagged, and none on one that is', () => {
    fc.assert(
      fc.property(fc.array(quote, { minLength: 6, maxLength: 6 }), (quotes) => {
        const at = (place: number): [number, number] => {
          const [bid = 0, more = 0] = quotes[place] ?? [];
          return [bid, bid + more];
        };
        const markets = [
          winner(...at(0)),
          spread('3.5', ...at(1)),
          spread('6.5', ...at(2)),
          total('50.5', ...at(3)),
          total('54.5', ...at(4)),
          prop('Overtime', ...at(5)),
        ];
        for (const line of linesOf(groupOf(markets)).lines)
          assert.equal(sumOf([line]), line.flag === undefined ? '1' : '0');
      }),
    );
  });

  it('share one probability among all answers of a question, which sums to 1', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 9 }), (offers) => {
        fc.pre(offers.reduce((sum, each) => sum + each, 0) >= 100);
        const markets = offers.map((cents, index) => answer(index, 0, cents));
        const { lines } = linesOf(groupOf(markets, { teams: [] }));
        assert.equal(sumOf(lines, 0), '1');
      }),
      // Exactly one, which floats make less.
      { examples: [[[58, 8, 25, 9]]] },
    );
  });

  it('share nothing where more than one answer pays', () => {
    const final = [60, 55, 50, 30].map((bid, index) => answer(index, bid, bid + 2));
    const { lines } = linesOf(groupOf(final, { teams: [] }));
    for (const line of lines) assert.equal(sumOf([line]), '1');
    assert.notEqual(sumOf(lines, 0), '1');
  });
});
