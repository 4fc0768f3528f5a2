import assert from 'node:assert/strict';
import { inOrder } from '../../../src/core/in-order.ts';
import { orderOfPositions, type PositionSort, readPositionSort } from '../../../src/core/position-sort.ts';
import { aPosition } from '../../support/account-values.ts';
import { d, usd } from '../../support/values.ts';

const held = (marketSlug: string, cost: string, value?: string, currency = 'USD') => {
  const money = (amount: string) => ({ ...usd(amount), currency });
  const cashValue = value === undefined ? undefined : money(value);
  return { position: aPosition({ marketSlug, netPosition: d(10), cost: money(cost), cashValue }) };
};
/** Of one event each, but a1 and a2. */
const ALL = [
  held('a1', '5', '4'),
  held('b', '3', '9'),
  held('unknown', '2'),
  held('c', '9', '1'),
  held('a2', '1', '7'),
];
const groupOf = ({ position }: (typeof ALL)[number]) => position.marketSlug.slice(0, 1);
const order = (sort: PositionSort, all = ALL) => orderOfPositions(all, sort, groupOf).join(' ');

describe('the order of positions', () => {
  it('is that of the service, or by P&L or value, groups together by their sum, what is not known last', () => {
    assert.equal(order('listed'), 'a1 b unknown c a2');
    // a: −1 + 6 = 5, b: 6, c: −8.
    assert.equal(order('gains'), 'b a2 a1 c unknown');
    assert.equal(order('losses'), 'c a1 a2 b unknown');
    // a: 4 + 7 = 11.
    assert.equal(order('value'), 'a2 a1 b c unknown');
  });

  it('never compares two currencies', () => {
    const euros = [held('x', '1', '100', 'EUR'), ...ALL, held('y', '1', '2', 'EUR')];
    assert.equal(order('value', euros), 'x y a2 a1 b c unknown');
  });

  it('stays while figures change, with what came since at its end', () => {
    const made = orderOfPositions(ALL, 'gains', groupOf);
    const later = [held('new', '1', '99'), held('c', '9', '50'), held('b', '3', '1')];
    assert.deepEqual(
      inOrder(later, made, ({ position }) => position.marketSlug).map(({ position }) => position.marketSlug),
      ['b', 'c', 'new'],
    );
  });

  it('is that of the service where nothing else was chosen that this version knows', () => {
    assert.deepEqual(['gains', 'luck', undefined].map(readPositionSort), ['gains', 'listed', 'listed']);
  });
});
