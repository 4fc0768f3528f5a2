import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event.ts';
import {
  isWatched,
  putIntoWatchlist,
  readWatchEntry,
  readWatchlist,
  type WatchEntry,
  writeWatchlist,
} from '../../../src/core/watchlist.ts';
import type { SettingName } from '../../../src/features/ids.ts';
import * as editor from '../../support/editor/vscode.ts';

const { createSettingList } = await import('../../../src/features/setting-list.ts');

function scene(setting: unknown) {
  const changed = new Emitter<ReadonlySet<SettingName>>();
  const state = { setting, writes: 0 };
  const write = (value: unknown): void => {
    state.setting = value;
    changed.fire(new Set<SettingName>(['watchlist']));
  };
  const config = {
    get: () => state.setting as never,
    set: async (_name: string, value: unknown) => {
      await Promise.resolve();
      state.writes += 1;
      write(value);
    },
    onDidChange: changed.event,
  };
  const said: string[] = [];
  Object.assign(editor.window, { showErrorMessage: async (text: string) => void said.push(text) });
  const list = createSettingList(config, 'watchlist', readWatchlist, writeWatchlist);
  const add = (text: string) =>
    list.edit((groups) => putIntoWatchlist(groups, [readWatchEntry(text) as WatchEntry], ''));
  return { state, write, list, add, said };
}

describe('a list in a setting', () => {
  it('is what the setting holds, and follows it', () => {
    const { list, write } = scene({ Tonight: ['a', 'event:x'] });
    let changes = 0;
    list.onDidChange(() => (changes += 1));
    assert.deepEqual(
      ['a', 'x', 'b'].map((key) => isWatched(list.items, key)),
      [true, true, false],
    );
    write({ '': ['b'] });
    assert.equal(changes, 1);
    assert.deepEqual(
      ['a', 'x', 'b'].map((key) => isWatched(list.items, key)),
      [false, false, true],
    );
  });

  it('makes changes one after the other, so that none is lost', async () => {
    const { state, add } = scene({});
    assert.deepEqual(await Promise.all([add('a'), add('b'), add('c')]), [true, true, true]);
    assert.deepEqual(state.setting, { '': ['a', 'b', 'c'] });
  });

  it('never writes over a setting it cannot read, and says what to correct', async () => {
    for (const wrong of ['a', ['a'], { Tonight: 'a' }, { Tonight: ['a', 7] }]) {
      const { state, add, said } = scene(wrong);
      assert.equal(await add('b'), false);
      assert.deepEqual(state, { setting: wrong, writes: 0 });
      assert.match(said[0] ?? '', /^Correct the setting predictionMarkets\.watchlist first\. Cannot be read/);
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
