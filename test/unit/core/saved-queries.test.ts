import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CONDITION_KEYS, conditionSpec } from '../../../src/core/conditions.ts';
import {
  deleteSavedQuery,
  moveSavedQuery,
  putSavedQuery,
  readSavedQueries,
  renameSavedQuery,
  type SavedQuery,
} from '../../../src/core/saved-queries.ts';
import { SORT_KEYS } from '../../../src/core/sort.ts';
import { savedQueryProblemText } from '../../../src/view/condition-text.ts';
import { aContext } from '../../support/view.ts';

const LIVE: SavedQuery = {
  name: 'Live, by volume',
  show: { live: true, leagues: ['cfb'], volumeMin: 10_000 },
  sort: { key: 'volume', direction: 'desc' },
};

describe('saved queries', () => {
  it('are written as JSON that reads back as what was saved', () => {
    const upwards: SavedQuery = { name: 'Cheap', show: {}, sort: { key: 'price', direction: 'asc' } };
    const setting = JSON.parse(JSON.stringify(putSavedQuery(putSavedQuery([], LIVE), upwards)));
    assert.deepEqual(setting, [
      { name: 'Live, by volume', show: { live: true, leagues: ['cfb'], volumeMin: 10_000 }, sort: 'volume' },
      { name: 'Cheap', show: {}, sort: 'price', order: 'asc' },
    ]);
    assert.deepEqual(readSavedQueries(setting), {
      queries: [
        { ...LIVE, place: 0 },
        { ...upwards, place: 1 },
      ],
      problems: [],
    });
  });

  it('that are wrong are named with what is wrong, and the others still read', () => {
    const problemOf = (entry: unknown): string => {
      const { queries, problems } = readSavedQueries([{ name: 'Good', show: { live: true } }, entry]);
      assert.equal(queries.length, 1);
      const [problem] = problems;
      return problem === undefined ? '' : savedQueryProblemText(problem, aContext());
    };
    const cases: readonly (readonly [entry: unknown, text: string])[] = [
      ['live', 'Saved query 2 is no object.'],
      [{ show: {} }, 'Saved query 2 has no name of 1 to 60 characters.'],
      [{ name: ' ', show: {} }, 'Saved query 2 has no name of 1 to 60 characters.'],
      [{ name: 'good', show: {} }, 'Saved query 2 has the name of one before it.'],
      [{ name: 'a' }, 'Saved query 2 has no “show” with conditions.'],
      [{ name: 'a', show: { volume: 5 } }, 'Saved query 2: “volume” does not exist.'],
      [{ name: 'a', filter: {}, show: {} }, 'Saved query 2: “filter” does not exist.'],
      [{ name: 'a', show: { constructor: 1 } }, 'Saved query 2: “constructor” does not exist.'],
      [
        { name: 'a', show: { volumeMin: '10k' } },
        'Saved query 2, “volumeMin”: Type a number of 0 or more, such as 2500 or 10k.',
      ],
      [
        { name: 'a', show: { volumeMin: 9, volumeMax: 5 } },
        'Saved query 2, “volumeMin”: The minimum must not be above the maximum, 5.',
      ],
      [{ name: 'a', show: {}, sort: 'luck' }, 'Saved query 2 has a sort or order that does not exist.'],
      [{ name: 'a', show: {}, order: 'up' }, 'Saved query 2 has a sort or order that does not exist.'],
    ];
    for (const [entry, text] of cases) assert.equal(problemOf(entry), text);
    assert.deepEqual(readSavedQueries({}).problems, [{ kind: 'list' }]);
  });

  it('are replaced, renamed, moved and deleted around entries that cannot be read', () => {
    const bad = { name: 'bad', show: 7 };
    const setting = [{ name: 'a', show: {} }, bad, { name: 'b', show: {} }];
    const names = (changed: readonly unknown[]) =>
      changed.map((entry) => (entry as SavedQuery).name).join(' ');
    assert.equal(names(moveSavedQuery(setting, 2, -1)), 'b bad a');
    assert.equal(names(moveSavedQuery(setting, 0, -1)), 'a bad b');
    assert.equal(names(renameSavedQuery(setting, 2, ' c ')), 'a bad c');
    assert.equal(names(deleteSavedQuery(setting, 0)), 'bad b');
    const replaced = putSavedQuery(setting, { name: 'B', show: { live: true }, sort: undefined });
    assert.deepEqual(replaced, [{ name: 'a', show: {} }, bad, { name: 'B', show: { live: true } }]);
  });
});

describe('the schema of saved queries', () => {
  const manifest = JSON.parse(
    readFileSync(path.resolve(import.meta.dirname, '../../../package.json'), 'utf8'),
  );
  const sections: readonly { readonly properties: Readonly<Record<string, { items: Schema }>> }[] =
    manifest.contributes.configuration;
  const schema = sections.flatMap(({ properties }) => properties['predictionMarkets.savedQueries'] ?? [])[0];

  interface Schema {
    readonly properties: {
      readonly show: { readonly properties: Readonly<Record<string, { type?: string; enum?: unknown[] }>> };
      readonly sort: { readonly enum: readonly string[] };
    };
  }

  it('has every condition, of its kind, and every sort', () => {
    const { show, sort } = schema?.items.properties ?? assert.fail('There is no schema');
    assert.deepEqual(Object.keys(show.properties).sort(), [...CONDITION_KEYS].sort());
    assert.deepEqual([...sort.enum].sort(), [...SORT_KEYS].sort());
    const types = { amount: 'number', cents: 'number', day: 'string', text: 'string', flag: 'boolean' };
    const lists = { names: 'array', ids: 'array', lines: 'array', only: undefined, choice: undefined };
    for (const key of CONDITION_KEYS)
      assert.equal(show.properties[key]?.type, { ...types, ...lists }[conditionSpec(key).kind], key);
  });
});
