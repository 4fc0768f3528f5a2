import assert from 'node:assert/strict';
import { Arrangement, DEFAULT_LAYOUT } from '../../../src/features/market-layout.ts';
import { DEFAULT_MARKET_QUERY, initialMarketQuery, ordered } from '../../../src/features/queries.ts';

function memory(kept: unknown) {
  const values = new Map<string, unknown>([['markets.layout', kept]]);
  return {
    values,
    get: (key: string) => values.get(key),
    update: async (key: string, value: unknown) => void values.set(key, value),
  };
}

describe('the layout of the markets', () => {
  it('is remembered', async () => {
    const kept = memory(undefined);
    const arrangement = new Arrangement(kept);
    assert.equal(arrangement.layout, DEFAULT_LAYOUT);
    const layout = { grouping: 'flat', sort: { key: 'volume', direction: 'desc' } } as const;
    let told = 0;
    arrangement.onDidChange(() => told++);
    await arrangement.setLayout(layout);
    assert.equal(told, 1);
    assert.deepEqual(new Arrangement(kept).layout, layout);
  });

  it('is the default where something else was kept', () => {
    for (const kept of [null, 7, 'flat', {}, { grouping: 'tower' }])
      assert.equal(new Arrangement(memory(kept)).layout, DEFAULT_LAYOUT);
    const sortless = { grouping: 'flat', sort: undefined } as const;
    assert.deepEqual(new Arrangement(memory({ grouping: 'flat', sort: { key: 'luck' } })).layout, sortless);
  });

  it('asks the service for an order only where a person chose one', () => {
    assert.equal(initialMarketQuery({ layout: DEFAULT_LAYOUT }), DEFAULT_MARKET_QUERY);
    const layout = { grouping: 'event', sort: { key: 'volume', direction: 'desc' } } as const;
    assert.deepEqual(initialMarketQuery({ layout }), {
      ...DEFAULT_MARKET_QUERY,
      orderBy: ['volumeNum'],
      orderDirection: 'desc',
    });
    const query = ordered({ categories: ['nba'], orderBy: ['startDate'], orderDirection: 'asc' }, undefined);
    assert.deepEqual(query, { categories: ['nba'] });
  });
});
