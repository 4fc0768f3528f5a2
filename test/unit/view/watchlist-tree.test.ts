import assert from 'node:assert/strict';
import type { Market, MarketEvent } from '../../../src/core/market.ts';
import { readWatchlist, type WatchEntry, watchEntryText } from '../../../src/core/watchlist.ts';
import { type WatchlistTree, watchlistTree } from '../../../src/view/watchlist-tree.ts';
import { anEvent, aSide, aTeam, lakeGame } from '../../support/values.ts';
import { aContext, descriptionOf, everyRow, outline, tooltipText } from '../../support/view.ts';

const context = aContext();
const game = lakeGame({ slug: 'a' });
const event = anEvent({ slug: 'x', live: true, period: 'Q3', gameId: '9', markets: [game] });

interface Scene {
  readonly setting?: unknown;
  readonly workspace?: WatchlistTree['workspace'];
  readonly markets?: readonly Market[];
  readonly events?: readonly MarketEvent[];
  readonly gone?: readonly string[];
}

function tree({ setting = {}, workspace = [], markets = [game], events = [event], gone = [] }: Scene) {
  return watchlistTree(
    {
      own: { name: 'predictionMarkets.watchlist', ...readWatchlist(setting) },
      workspace,
      market: (slug) => markets.find((each) => each.slug === slug),
      event: (key) => events.find((each) => each.slug === key),
      isGone: (entry: WatchEntry) => gone.includes(watchEntryText(entry)),
      view: (market) => ({ market, event }),
    },
    context,
  );
}

describe('watchlistTree', () => {
  it('shows what is in no group first, then the groups with their count', () => {
    const rows = tree({ setting: { Tonight: ['a', 'event:x'], Empty: [], '': ['a'] } });
    const [first, tonight, empty] = rows;
    assert.match(first?.label ?? '', /Otters/);
    assert.deepEqual([tonight?.label, descriptionOf(tonight)], ['Tonight', '2']);
    assert.deepEqual([empty?.label, descriptionOf(empty)], ['Empty', '0']);
    assert.equal(tonight?.children?.().length, 2);
  });

  it('uses a nickname that two teams have for neither', () => {
    const markets = ['Stony Ford', 'Elm Bay'].map((place) => {
      const club = aTeam({ id: place, name: `${place} Wardens`, alias: 'Wardens' });
      const other = aTeam({ id: `${place} 2`, name: 'Herons' });
      return lakeGame({
        slug: place.toLowerCase().replace(' ', '-'),
        sides: [aSide(true, { team: club }), aSide(false, { team: other })],
      });
    });
    const labels = tree({ setting: { '': ['stony-ford', 'elm-bay'] }, markets }).map(({ label }) => label);
    assert.match(labels.join(), /Stony Ford.*,.*Elm Bay/);
    assert.doesNotMatch(labels.join(), /¢ Wardens/);
  });

  it('gives every row an id of its own, also what stands in two groups and below its event', () => {
    const written = { '': ['a', 'event:x'], problem: ['a', 'event:x'] };
    const rows = everyRow(
      tree({
        setting: { ...written, bad: 7 },
        workspace: [
          { name: 'problem', ...readWatchlist(written), problem: '' },
          { name: 'problem', ...readWatchlist(written) },
        ],
      }),
    );
    assert.ok(rows.length > 15);
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
  });

  it('says that something is gone, by its name where that is known, and what is not read yet', () => {
    const rows = tree({
      setting: { '': ['a', 'lost', 'event:x', 'later'] },
      gone: ['a', 'lost', 'event:x'],
    });
    assert.deepEqual(outline(rows), [
      'Otters at Herons | not listed any more',
      'lost | not listed any more',
      'Otters at Herons | not listed any more',
      'later | not read yet',
    ]);
    assert.deepEqual(new Set(rows.map(({ contextValue }) => contextValue)), new Set(['watch.gone']));
  });

  it('says where a row stands on one’s own list, and not of what is below an event or in a file', () => {
    const rows = tree({
      setting: { Tonight: ['event:x'] },
      workspace: [{ name: 'project', ...readWatchlist({ '': ['a'] }) }],
    });
    const places = everyRow(rows).flatMap(({ watched }) => watched ?? []);
    assert.deepEqual(places, [{ group: 'Tonight', entry: { kind: 'event', key: 'x' } }]);
  });

  it('shows the list of a folder under its name, and where it comes from', () => {
    const [group] = tree({
      workspace: [{ name: 'project', ...readWatchlist({ '': ['a'], More: ['event:x'] }) }],
    });
    assert.deepEqual([group?.label, descriptionOf(group)], ['project', '2 · workspace']);
    assert.equal(group?.contextValue, 'watchGroup.workspace');
    assert.match(tooltipText(group?.tooltip() ?? []), /\.prediction-markets\/watchlist\.json/);
    assert.equal(group?.children?.().length, 2);
  });

  for (const [setting, text] of [
    ['a', 'Cannot be read'],
    [{ Tonight: 'a' }, 'Cannot be read: Tonight'],
    [{ Tonight: ['a', ' '] }, 'Cannot be read: Tonight #2'],
  ] as const) {
    it(`names what is wrong, where, and what follows: ${text}`, () => {
      const [row] = tree({ setting });
      assert.deepEqual([row?.label, descriptionOf(row)], [text, 'predictionMarkets.watchlist']);
      assert.match(row?.accessibilityLabel ?? '', /Nothing is written until it is corrected/);
      assert.equal(row?.command?.id, 'editWatchlist');
    });
  }
});
