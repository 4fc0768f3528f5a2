import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event.ts';
import {
  dropIntoWatchlist,
  readWatchlist,
  type WatchEntry,
  writeWatchlist,
} from '../../../src/core/watchlist.ts';
import type { RowTarget, SettingName } from '../../../src/features/ids.ts';
import type { Services } from '../../../src/features/services.ts';
import * as editor from '../../support/editor/vscode.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { lakeGame } from '../../support/values.ts';
import { aContext } from '../../support/view.ts';

const { addToWatchlist, removeFromWatchlist } = await import('../../../src/features/watchlist/commands.ts');
const { createSettingList } = await import('../../../src/features/setting-list.ts');

interface Scene {
  readonly setting?: unknown;
  /** What is selected in the editor. */
  readonly selection?: string;
  /** The button pressed on messages. */
  readonly press?: string;
}

/** The commands over a setting, with two markets and an event the service knows. */
function scene({ setting = {}, selection, press }: Scene) {
  const changed = new Emitter<ReadonlySet<SettingName>>();
  const state = { setting };
  const said: string[] = [];
  const config = {
    get: () => state.setting as never,
    set: async (_name: string, value: unknown) => {
      state.setting = value;
      changed.fire(new Set<SettingName>(['watchlist']));
    },
    onDidChange: changed.event,
  };
  const watchlist = createSettingList(config, 'watchlist', readWatchlist, writeWatchlist);
  const say = async (text: string, ...buttons: readonly string[]) => {
    said.push(text);
    return buttons.find((button) => inEnglish(button) === press);
  };
  Object.assign(editor.window, {
    showInformationMessage: say,
    showWarningMessage: say,
    showErrorMessage: say,
    setStatusBarMessage: say,
    activeTextEditor: selection && { document: { getText: () => selection }, selection: {} },
  });
  const services = {
    watchlist,
    marketViews: { withEvent: (slug: string) => lakeGame({ slug, title: slug.toUpperCase() }) },
    view: () => aContext(),
    watched: {
      event: () => undefined,
      lookUp: async (key: string): Promise<WatchEntry | undefined> =>
        /known/.test(key) ? { kind: 'market', key } : /event/.test(key) ? { kind: 'event', key } : undefined,
    },
    session: { profile: { label: 'Corner Book' } },
  } as unknown as Services;
  return { services, said, written: () => state.setting };
}

const row = (slug: string, group?: string): RowTarget => ({
  view: 'watchlist',
  subject: { kind: 'market', slug },
  ...(group === undefined ? {} : { row: { watched: { group, entry: { kind: 'market', key: slug } } } }),
});

describe('Add to Watchlist', () => {
  it('adds the rows that are selected, those that are new', async () => {
    const { services, written, said } = scene({ setting: { Tonight: ['a'] } });
    await addToWatchlist(services, row('b'), [row('a'), row('b'), row('c')]);
    assert.deepEqual(written(), { '': ['b', 'c'], Tonight: ['a'] });
    assert.deepEqual(said, ['3 rows are on the watchlist']);
  });

  it('says what was added last, as the status bar cuts a long name', async () => {
    const { services, said } = scene({ setting: {} });
    await addToWatchlist(services, row('b'));
    assert.deepEqual(said, ['On the watchlist: Otters vs. Herons']);
  });

  it('adds what the selection of the editor names, markets and events, and says what is unknown', async () => {
    const selection =
      'see known-to-lists, https://x.example/market/known-to-service?a=b (an-event-slug) not-a-slug!';
    const { services, written, said } = scene({ selection });
    await addToWatchlist(services, { scheme: 'file' } as never);
    assert.deepEqual(written(), { '': ['known-to-lists', 'known-to-service', 'event:an-event-slug'] });
    assert.equal(said[0], 'Corner Book has no market or event not-a-slug.');
  });

  it('says that a selection names nothing', async () => {
    const { services, written, said } = scene({ selection: 'just some words' });
    await addToWatchlist(services, { scheme: 'file' } as never);
    assert.deepEqual(written(), {});
    assert.deepEqual(said, ['The selection has no slug and no link to a market.']);
  });

  it('leaves a setting alone it cannot read, and says what is wrong with it', async () => {
    const { services, written, said } = scene({ setting: { Tonight: 'a' } });
    await addToWatchlist(services, row('b'));
    assert.deepEqual(written(), { Tonight: 'a' });
    assert.match(said[0] ?? '', /predictionMarkets\.watchlist first\. Cannot be read: Tonight/);
  });
});

describe('Remove from Watchlist', () => {
  const setting = { '': ['a'], Tonight: ['a', 'b', 'c', 'd'] };

  it('removes each row from the group it stands in', async () => {
    const { services, written, said } = scene({ setting });
    await removeFromWatchlist(services, row('a', 'Tonight'), [row('a', 'Tonight'), row('c', 'Tonight')]);
    assert.deepEqual(written(), { '': ['a'], Tonight: ['b', 'd'] });
    assert.deepEqual(said, ['2 rows were removed from the watchlist.']);
  });

  it('puts them back where they were on Undo', async () => {
    const { services, written } = scene({ setting, press: 'Undo' });
    await removeFromWatchlist(services, row('b', 'Tonight'), [row('b', 'Tonight'), row('c', 'Tonight')]);
    await new Promise(setImmediate);
    assert.deepEqual(written(), setting);
  });

  it('removes by slug from every group, and says of a row of a workspace that it is not one’s own', async () => {
    const { services, written, said } = scene({ setting });
    await removeFromWatchlist(services, 'a');
    assert.deepEqual(written(), { Tonight: ['b', 'c', 'd'] });
    await removeFromWatchlist(services, row('z'));
    assert.equal(said.at(-1), 'This row is not on your own watchlist.');
  });
});

describe('what is dropped on the watchlist', () => {
  const market_ = (key: string) => ({ kind: 'market', key }) as const;
  const { items: groups } = readWatchlist({ '': ['a'], Tonight: ['b', 'c'], Rates: ['d'] });
  for (const [what, dragged, place, result] of [
    [
      'from another view on a row stands before it',
      [{ entry: market_('z') }],
      { group: 'Tonight', entry: market_('c') },
      { '': ['a'], Tonight: ['b', 'z', 'c'], Rates: ['d'] },
    ],
    [
      'from another view beside all rows stands in no group',
      [{ entry: market_('z') }],
      { group: '' },
      { '': ['a', 'z'], Tonight: ['b', 'c'], Rates: ['d'] },
    ],
    [
      'from one group on another leaves the first',
      [{ entry: market_('b'), group: 'Tonight' }],
      { group: 'Rates' },
      { '': ['a'], Tonight: ['c'], Rates: ['d', 'b'] },
    ],
    [
      'within its group moves',
      [{ entry: market_('c'), group: 'Tonight' }],
      { group: 'Tonight', entry: market_('b') },
      { '': ['a'], Tonight: ['c', 'b'], Rates: ['d'] },
    ],
    [
      'as a group on another stands before it',
      [{ group: 'Rates' }],
      { group: 'Tonight' },
      { '': ['a'], Rates: ['d'], Tonight: ['b', 'c'] },
    ],
  ] as const) {
    it(what, () => {
      const after = writeWatchlist(dropIntoWatchlist(groups, dragged, place));
      assert.deepEqual(Object.entries(after), Object.entries(result));
    });
  }
});
