import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CONDITION_KEYS, conditionSpec } from '../../../src/core/conditions.ts';
import { readSavedQueries, type SavedQuery, writeSavedQueries } from '../../../src/core/saved-queries.ts';
import { SORT_KEYS } from '../../../src/core/sort.ts';

const LIVE: SavedQuery = {
  name: 'Live, by volume',
  show: { live: true, leagues: ['cfb'], volumeMin: 10_000 },
  sort: { key: 'volume', direction: 'desc' },
};

describe('saved queries', () => {
  it('are written as JSON that reads back as what was saved', () => {
    const upwards: SavedQuery = { name: 'Cheap', show: {}, sort: { key: 'price', direction: 'asc' } };
    const flat: SavedQuery = { name: 'Flat', show: {}, sort: LIVE.sort, grouping: 'flat' };
    const setting = JSON.parse(JSON.stringify(writeSavedQueries([LIVE, upwards, flat])));
    assert.deepEqual(setting, [
      { name: 'Live, by volume', show: { live: true, leagues: ['cfb'], volumeMin: 10_000 }, sort: 'volume' },
      { name: 'Cheap', show: {}, sort: 'price', order: 'asc' },
      { name: 'Flat', show: {}, sort: 'volume', group: 'flat' },
    ]);
    assert.deepEqual(readSavedQueries(setting), { items: [LIVE, upwards, flat], problem: undefined });
  });

  it('that are wrong are named with what is wrong, and the others still read', () => {
    const cases: readonly (readonly [entry: unknown, part: string])[] = [
      ['live', 'name'],
      [null, 'name'],
      [{ show: {} }, 'name'],
      [{ name: ' ', show: {} }, 'name'],
      [{ name: 'good', show: {} }, 'name'],
      [{ name: 'a' }, 'show'],
      [{ name: 'a', show: { volume: 5 } }, 'volume'],
      [{ name: 'a', filter: {}, show: {} }, 'filter'],
      [{ name: 'a', show: { constructor: 1 } }, 'constructor'],
      [{ name: 'a', show: { volumeMin: '10k' } }, 'volumeMin'],
      [{ name: 'a', show: {}, sort: 'luck' }, 'sort'],
      [{ name: 'a', show: {}, order: 'up' }, 'sort'],
      [{ name: 'a', show: {}, group: 'team' }, 'group'],
    ];
    for (const [entry, part] of cases) {
      const { items, problem } = readSavedQueries([{ name: 'Good', show: { live: true } }, entry]);
      assert.equal(items.length, 1);
      assert.equal(problem, `#2 ${part}`);
    }
    assert.deepEqual(readSavedQueries({}), { items: [], problem: '' });
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
    const types = { number: 'number', day: 'string', text: 'string', list: 'array' };
    for (const key of CONDITION_KEYS) {
      const { kind, values } = conditionSpec(key);
      const isFlag = kind === 'choice' && values?.length === 2;
      const type = kind === 'choice' ? (isFlag ? 'boolean' : undefined) : types[kind];
      assert.equal(show.properties[key]?.type, type, key);
    }
  });
});
