import assert from 'node:assert/strict';
import { Decimal } from '../../../../src/core/decimal.ts';
import { instantOf } from '../../../../src/core/instant.ts';
import { compareValues, defaultDirection, type SortKey, sortValue } from '../../../../src/core/sort.ts';
import { Ranking } from '../../../../src/store/markets/ranking.ts';
import { market, overview, rig, usd } from '../values.ts';

interface Item {
  readonly name: string;
  readonly size: number;
}

function board(count: number) {
  const { clock } = rig();
  const items: Item[] = Array.from({ length: count }, (_, at) => ({
    name: `${at}`,
    size: (at * 7_919) % count,
  }));
  let done = 0;
  const ranking = new Ranking<Item>(
    clock,
    'desc',
    () => ({ items, passes: ({ name }) => name !== 'gone', value: ({ size }) => size }),
    () => (done += 1),
  );
  const best = (most: number) => items.toSorted((a, b) => b.size - a.size).slice(0, most);
  return { clock, items, ranking, best, done: () => done };
}

describe('Ranking', () => {
  it('has the best of all, then more, as sorting all of it would', () => {
    const { ranking, best } = board(2_201);
    assert.deepEqual(ranking.best(500), {
      items: best(500),
      total: 2_201,
      unranked: 0,
      unknown: 0,
      isPending: false,
    });
    assert.deepEqual(ranking.best(1_000).items, best(1_000));
    assert.equal(ranking.best(5_000).items.length, 2_201);
  });

  it('counts what has no value of its own, and what is left out for a figure that is not known', () => {
    const { clock } = rig();
    const ranking = new Ranking<string>(
      clock,
      'desc',
      () => ({
        items: ['own', 'borrowed', 'none', 'out', 'unknown'],
        passes: (name) => name !== 'out' && name !== 'unknown',
        isUnknown: (name) => name === 'unknown',
        value: (name) => (name === 'own' ? 1 : name === 'borrowed' ? { borrowed: 9 } : undefined),
      }),
      () => {},
    );
    const { items, total, unranked, unknown } = ranking.best(500);
    assert.deepEqual([items.join(' '), total, unranked, unknown], ['own borrowed none', 3, 2, 1]);
  });

  it('leaves out what does not pass, and follows what changes', () => {
    const { ranking, items } = board(3);
    ranking.best(500);
    items.push({ name: 'gone', size: 9 }, { name: 'new', size: 8 });
    assert.equal(ranking.best(500).total, 3, 'not before it is outdated');
    ranking.outdate();
    assert.deepEqual([ranking.best(500).total, ranking.best(500).items[0]?.name], [4, 'new']);
  });

  it('takes a great many in over several turns and says when it is done', async () => {
    const { ranking, clock, best, done } = board(200_000);
    clock.msPerLook = 0.01;
    const { items, total, isPending } = ranking.best(500);
    assert.deepEqual({ items, total, isPending }, { items: [], total: 0, isPending: true });
    await clock.advance(1_000);
    assert.equal(done(), 1);
    assert.deepEqual(ranking.best(500).items, best(500));
  });
});

describe('the orders of a screener', () => {
  const markets = [
    market('calm', {
      overview: overview({ oneDayPriceChange: Decimal.of('0.01') }),
      endDate: instantOf(3_000),
      createdAt: instantOf(1),
      bestBidQuote: usd('0.40'),
      bestAskQuote: usd('0.50'),
    }),
    market('wild', {
      overview: overview({ oneDayPriceChange: Decimal.of('-0.30') }),
      endDate: instantOf(1_000),
      createdAt: instantOf(2),
      bestBidQuote: usd('0.40'),
      bestAskQuote: usd('0.41'),
    }),
    market('blank', { overview: undefined, endDate: undefined, createdAt: undefined, startDate: undefined }),
  ];
  for (const key of ['move', 'spread', 'closing', 'new'] satisfies SortKey[])
    it(`${key}: what says nothing stands last`, () => {
      const values = markets.map((market) => sortValue(market, key, () => ({})));
      const [calm, wild, blank] = values;
      assert.deepEqual(values.sort(compareValues(defaultDirection(key))), [wild, calm, blank]);
    });
});
