import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event.ts';
import { putIntoWatchlist, readWatchEntry, type WatchEntry } from '../../../src/core/watchlist.ts';
import type { SettingName } from '../../../src/features/ids.ts';
import { Watchlist } from '../../../src/features/watchlist.ts';

function scene(setting: unknown) {
  const changed = new Emitter<ReadonlySet<SettingName>>();
  const state = { setting, writes: 0 };
  const write = (value: unknown): void => {
    state.setting = value;
    changed.fire(new Set<SettingName>(['watchlist']));
  };
  const list = new Watchlist({
    get: () => state.setting as never,
    set: async (_name, value) => {
      await Promise.resolve();
      state.writes += 1;
      write(value);
    },
    onDidChange: changed.event,
  });
  const add = (text: string) =>
    list.edit((groups) => putIntoWatchlist(groups, [readWatchEntry(text) as WatchEntry], ''));
  return { state, write, list, add };
}

describe('Watchlist', () => {
  it('knows what is watched, and follows the setting', () => {
    const { list, write } = scene({ Tonight: ['a', 'event:x'] });
    let changes = 0;
    list.onDidChange(() => (changes += 1));
    assert.deepEqual(
      ['a', 'x', 'b'].map((key) => list.isWatched(key)),
      [true, true, false],
    );
    write({ '': ['b'] });
    assert.equal(changes, 1);
    assert.deepEqual(
      ['a', 'x', 'b'].map((key) => list.isWatched(key)),
      [false, false, true],
    );
  });

  it('lists what the workspace names after its own, and does not count it as watched', () => {
    const { list } = scene({ '': ['a'] });
    list.setOthers([
      { kind: 'market', key: 'a' },
      { kind: 'market', key: 'b' },
    ]);
    assert.deepEqual(
      list.entries.map(({ key }) => key),
      ['a', 'b'],
    );
    assert.equal(list.isWatched('b'), false);
  });

  it('makes changes one after the other, so that none is lost', async () => {
    const { state, add } = scene({});
    assert.deepEqual(await Promise.all([add('a'), add('b'), add('c')]), [true, true, true]);
    assert.deepEqual(state.setting, { '': ['a', 'b', 'c'] });
  });

  it('never writes over a setting it cannot read', async () => {
    for (const wrong of ['a', ['a'], { Tonight: 'a' }, { Tonight: ['a', 7] }]) {
      const { state, add } = scene(wrong);
      assert.equal(await add('b'), false);
      assert.deepEqual(state, { setting: wrong, writes: 0 });
    }
  });

  it('goes on after a write that failed', async () => {
    const { list, add, state } = scene({});
    await assert.rejects(
      list.edit(() => {
        throw new Error('no');
      }),
    );
    assert.equal(await add('a'), true);
    assert.deepEqual(state.setting, { '': ['a'] });
  });
});
