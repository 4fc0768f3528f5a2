import assert from 'node:assert/strict';
import { spokenSide } from '../../../src/view/price-text.ts';
import { aSide, d, lakeGame } from '../../support/values.ts';
import { aContext } from '../../support/view.ts';

const context = aContext();

describe('price of a side', () => {
  const settled = { slug: 's', price: d(1) };
  const cases = [
    ['a market that trades', {}, {}, '44¢ to buy', '57¢ to buy'],
    ['the long side won', {}, { settlement: settled }, 'won', 'lost'],
    ['the short side won', {}, { settlement: { slug: 's', price: d(0) } }, 'lost', 'won'],
    ['a void', {}, { settlement: { slug: 's', price: d('0.58') } }, 'settled at 58¢', 'settled at 42¢'],
    ['a resolved market by its sides', resolvedAt('0', '1', 'RESOLVED'), {}, 'lost', 'won'],
    ['a market still resolving', resolvedAt('0', '1', 'RESOLVING'), {}, '', ''],
    ['a closed market', resolvedAt('1', '0', 'CLOSED'), {}, '', ''],
  ] as const;
  for (const [what, overrides, facts, long, short] of cases) {
    it(what, () => {
      const market = lakeGame(overrides);
      const texts = [true, false].map((side) => spokenSide('Otters', { market, ...facts }, side, context));
      assert.deepEqual(
        texts,
        [long, short].map((words) => (words === '' ? 'Otters' : `Otters, ${words}`)),
      );
    });
  }
});

function resolvedAt(long: string, short: string, status: 'RESOLVED' | 'RESOLVING' | 'CLOSED') {
  return { status, sides: [aSide(true, { price: d(long) }), aSide(false, { price: d(short) })] };
}
