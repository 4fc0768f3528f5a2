import assert from 'node:assert/strict';
import type { ConnectionProfile } from '../../../src/exchange/profile.ts';
import { DEFAULT_SHOWN, ShownState } from '../../../src/features/shown-state.ts';
import { PROFILE } from '../store/values.ts';

function states(stored?: unknown) {
  const values = new Map<string, unknown>([['shown', stored]]);
  const memory = {
    get: (key: string) => values.get(key),
    // As the editor does, which writes JSON.
    update: async (key: string, value: unknown) => void values.set(key, JSON.parse(JSON.stringify(value))),
  };
  let profile = PROFILE;
  const now = () => Date.parse('2026-11-22T15:00:00Z');
  const make = () => new ShownState({ memory, profile: () => profile, timeZone: () => 'utc', now });
  return { make, values, connect: (next: Partial<ConnectionProfile>) => (profile = { ...PROFILE, ...next }) };
}

describe('ShownState', () => {
  it('shows the same after a restart: conditions and sort, by view and by connection', async () => {
    const { make, connect } = states();
    const before = make();
    const conditions = { live: true, leagues: ['cfb'], volumeMin: 10_000, starts: 'thisWeek' };
    const sort = { key: 'volume', direction: 'desc' } as const;
    await before.change('markets', { conditions, sort, grouping: 'flat' });
    await before.change('events', { conditions: { mine: true } });
    const after = make();
    assert.deepEqual(after.of('markets'), { conditions, sort, grouping: 'flat' });
    assert.deepEqual(after.of('events'), { ...DEFAULT_SHOWN, conditions: { mine: true } });
    connect({ publicUrl: 'https://other.example' });
    assert.deepEqual(after.of('markets'), DEFAULT_SHOWN);
    connect({ id: 'demo' });
    assert.deepEqual(after.of('markets'), DEFAULT_SHOWN);
  });

  it('leaves out what it cannot read of another version', () => {
    const shown = {
      conditions: { live: true, volumeMin: 'much', luck: 7 },
      sort: { key: 'luck' },
      grouping: 'tower',
    };
    const { make } = states({ 'https://odds.example markets': shown, 'https://odds.example events': null });
    assert.deepEqual(make().of('markets'), {
      conditions: { live: true },
      sort: DEFAULT_SHOWN.sort,
      grouping: 'event',
    });
    assert.deepEqual(make().of('events'), DEFAULT_SHOWN);
    for (const stored of [null, 7, 'flat', []])
      assert.deepEqual(states(stored).make().of('markets'), DEFAULT_SHOWN);
  });

  it('drops one condition, or all', async () => {
    const state = states().make();
    const changes: string[] = [];
    state.onDidChange((view) => changes.push(view));
    await state.change('markets', { conditions: { live: true, volumeMin: 5 } });
    await state.drop('markets', 'live');
    assert.deepEqual(state.of('markets').conditions, { volumeMin: 5 });
    await state.drop('markets');
    assert.equal(state.isFiltered('markets'), false);
    assert.deepEqual(changes, ['markets', 'markets', 'markets']);
  });

  it('asks the service for an order only where a person chose one', async () => {
    const state = states().make();
    assert.deepEqual(state.marketQuery, { active: true, closed: false });
    await state.change('markets', { sort: { key: 'volume', direction: 'desc' } });
    const order = { orderBy: ['volumeNum'], orderDirection: 'desc' };
    assert.deepEqual(state.marketQuery, { active: true, closed: false, ...order });
  });
});
