import assert from 'node:assert/strict';
import '../../support/editor/install.ts';

const { Arrangement, DEFAULT_LAYOUT, initialMarketQuery, withOrder } = await import(
  '../../../src/features/market-layout.ts'
);
const { DEFAULT_MARKET_QUERY } = await import('../../../src/features/market-filters.ts');

function memory(stored: unknown) {
  const values = new Map<string, unknown>([['markets.layout', stored]]);
  return {
    values,
    get: (key: string) => values.get(key),
    update: async (key: string, value: unknown) => void values.set(key, value),
  };
}

describe('Arrangement', () => {
  it('remembers the chosen layout', async () => {
    const saved = memory(undefined);
    const arrangement = new Arrangement(saved);
    assert.equal(arrangement.layout, DEFAULT_LAYOUT);
    const layout = { grouping: 'flat', sort: { key: 'volume', direction: 'desc' } } as const;
    let changes = 0;
    arrangement.onDidChange(() => changes++);
    await arrangement.setLayout(layout);
    assert.equal(changes, 1);
    assert.deepEqual(new Arrangement(saved).layout, layout);
  });

  it('falls back to the default where something else was stored', () => {
    for (const stored of [null, 7, 'flat', {}, { grouping: 'tower' }])
      assert.equal(new Arrangement(memory(stored)).layout, DEFAULT_LAYOUT);
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
    const query = withOrder(
      { categories: ['nba'], orderBy: ['startDate'], orderDirection: 'asc' },
      undefined,
    );
    assert.deepEqual(query, { categories: ['nba'] });
  });
});
