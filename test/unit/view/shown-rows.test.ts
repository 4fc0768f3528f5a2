import assert from 'node:assert/strict';
import { appliedHere, CONDITION_KEYS, type Conditions, conditionSpec } from '../../../src/core/conditions.ts';
import { conditionName, conditionsText, conditionText } from '../../../src/view/condition-text.ts';
import { lineTypeRows, matchRows } from '../../../src/view/markets-tree.ts';
import { contextOfList } from '../../../src/view/row.ts';
import { savedQueryRow, shownRow, unknownNotes } from '../../../src/view/shown-rows.ts';
import { lakeGame } from '../../support/values.ts';
import { aContext, everyRow, read } from '../../support/view.ts';

const context = aContext();
const CONDITIONS: Conditions = { spreadMax: 2, volumeMin: 10_000, leagues: ['nfl', 'climate'], live: true };

describe('what is shown', () => {
  it('is said in full, what is applied here last', () => {
    const here = appliedHere(CONDITIONS, {});
    assert.equal(
      conditionsText(CONDITIONS, here, context),
      'Live · NFL, Climate · volume ≥ 10k · spread ≤ 2¢, applied here',
    );
    assert.equal(
      conditionsText({ lines: ['future', 'total'], starts: 'thisWeekend' }, [], context),
      'This weekend · Futures, Total',
    );
  });

  it('is a row a condition, and a click drops it', () => {
    const facts = {
      conditions: CONDITIONS,
      here: ['spreadMax'] as const,
      shown: 4,
      read: 412,
      isWhole: false,
    };
    const row = shownRow({ view: 'events', ...facts }, context);
    assert.equal(read(row), 'Shown | 4 of 412 so far');
    const below = row.children?.() ?? [];
    assert.deepEqual(below.map(read), ['Live', 'NFL, Climate', 'Volume ≥ 10k', 'Spread ≤ 2¢ | applied here']);
    assert.deepEqual(below[3]?.command, { id: 'clearFilter', args: ['events/spreadMax'] });
  });

  it('does not give away how much is your own while amounts are hidden', () => {
    const hidden = aContext({ hideAmounts: true });
    const facts = { here: [], shown: 5, read: 577, isWhole: true };
    const shown = (conditions: Conditions) =>
      read(shownRow({ view: 'markets', conditions, ...facts }, hidden));
    assert.equal(shown({ mine: true, live: true }), 'Shown | ••• of 577');
    assert.equal(shown({ live: true }), 'Shown | 5 of 577');
    const own = contextOfList({ mine: true }, hidden);
    assert.equal(contextOfList({ mine: true }, hidden), own, 'rows of the same context are not made again');
    const saved = savedQueryRow(
      { name: 'Mine', text: 'Mine' },
      { count: 7, most: 2, isWhole: false },
      () => [],
      own,
    );
    assert.equal(read(saved), 'Mine | saved · ••• so far');
    assert.equal(saved.children?.()[0]?.label, '••• more: show this query as the filter');
    assert.doesNotMatch(saved.accessibilityLabel, /\d/);
    const markets = ['a', 'b'].map((slug) => lakeGame({ slug }));
    for (const row of lineTypeRows(markets, {}, own)) assert.match(read(row), /^[^|]+ \| •••$/);
    assert.equal(contextOfList({ mine: true }, context), context);
  });

  it('has words for every condition, and none of them is a name of the code', () => {
    const values = { choice: true, number: 5, day: 'tomorrow', text: 'g1', list: ['prop'] } as const;
    const texts = CONDITION_KEYS.map((key) => conditionText(key, values[conditionSpec(key).kind], context));
    assert.equal(new Set(texts).size, texts.length);
    for (const text of [...texts, ...CONDITION_KEYS.map((key) => conditionName(key, context))])
      assert.doesNotMatch(text, /[a-z][A-Z]|cyom|CYOM|UNSPECIFIED|undefined/, text);
  });
});

describe('what a list cannot say of itself', () => {
  const said = (own: Partial<Parameters<typeof unknownNotes>[0]>, shown = context) =>
    unknownNotes(
      { view: 'markets', sort: 'volume', total: 300, unranked: 212, unknown: 0, ...own },
      shown,
    ).join(' ');

  it('is for how many a figure is not known that it is sorted or filtered by', () => {
    assert.equal(
      said({}),
      'Volume not known for 212 of 300 markets: they come last, by the volume of their event.',
    );
    assert.equal(said({ sort: 'move' }), "Today's change not known for 212 of 300 markets: they come last.");
    assert.equal(said({ sort: 'name' }), '');
    assert.equal(said({ unranked: 0 }), '');
    assert.equal(
      said({ unranked: 0, unknown: 40 }),
      'Volume not known for 40 more markets, which are left out.',
    );
    const one = { unranked: 0, unknown: 1 };
    assert.equal(said(one), 'Volume not known for 1 more market, which is left out.');
    assert.equal(said({ ...one, view: 'events' }), 'Volume not known for 1 more event, which is left out.');
    assert.equal(
      said({ view: 'events' }),
      'Volume not known for 212 of 300 events: they come last, by the volume of their markets.',
    );
    assert.equal(said({ view: 'events', unranked: 300 }), '', 'all are compared by the same figure');
  });

  it('gives no count of your own away while amounts are hidden', () => {
    const hidden = contextOfList({ mine: true }, aContext({ hideAmounts: true }));
    for (const unknown of [1, 3]) assert.doesNotMatch(said({ unknown }, hidden), /\d/);
  });
});

describe('a saved query', () => {
  it('is a folder whose rows are other rows than those of the list', () => {
    const markets = [lakeGame({ slug: 'a' }), lakeGame({ slug: 'b', question: 'Another?' })];
    const rows = matchRows(markets, () => undefined, {}, context);
    const folder = savedQueryRow(
      { name: 'Busy', text: 'Live' },
      { count: 9, most: 2, isWhole: true },
      () => rows,
      context,
    );
    assert.equal(read(folder), 'Busy | saved · 9');
    assert.equal(folder.children?.().at(-1)?.label, '7 more: show this query as the filter');
    assert.deepEqual(folder.subject, { kind: 'savedQuery', name: 'Busy' });
    const ids = everyRow([folder, ...rows]).map(({ id }) => id);
    assert.ok(ids.length > 4);
    assert.equal(new Set(ids).size, ids.length);
  });
});

describe('what matches', () => {
  it('comes by the first market of each event, in the order given', () => {
    const ends = ['c', 'a', 'b'].map((slug) => lakeGame({ slug, category: slug === 'a' ? 'nba' : 'nfl' }));
    const rows = matchRows(ends, () => undefined, {}, context);
    assert.deepEqual(
      rows.map(({ id }) => id.split('/').at(-1)),
      ['c', 'a', 'b'],
    );
  });
});
