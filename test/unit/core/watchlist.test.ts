import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  putIntoWatchlist,
  readWatchlist,
  readWatchlistFile,
  takeOutOfWatchlist,
  type WatchEntry,
  watchEntryText,
  writeWatchlist,
} from '../../../src/core/watchlist.ts';

const market = (key: string): WatchEntry => ({ kind: 'market', key });
const event = (key: string): WatchEntry => ({ kind: 'event', key });
const groups = (written: object) => readWatchlist(written).items;

const anEntry = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'd').map(market),
  fc.constantFrom('x', '17').map(event),
);
const aList = fc
  .dictionary(
    fc.constantFrom('', 'Tonight', 'Rates', '2026', '__proto__'),
    fc.array(anEntry, { maxLength: 6 }),
  )
  .map((named) =>
    Object.entries(named).map(([name, entries]) => [name, entries.map(watchEntryText)] as const),
  )
  .map((pairs) => groups(Object.fromEntries(pairs)));

describe('readWatchlist', () => {
  it('reads markets, and events by their prefix, once each, those in no group first', () => {
    assert.deepEqual(readWatchlist({ Tonight: ['a', 'event:x', 'a'], '': ['b'] }), {
      items: [
        { name: '', entries: [market('b')] },
        { name: 'Tonight', entries: [market('a'), event('x')] },
      ],
      problem: undefined,
    });
  });

  for (const [what, value, problem, read] of [
    ['a text', 'a', '', []],
    ['a list', ['a'], '', []],
    ['a group that is no list', { Bad: 'a', Good: ['b'] }, 'Bad', ['b']],
    ['a number', { Bad: ['a', 7] }, 'Bad #2', ['a']],
    ['a text with blanks', { Bad: ['a b', 'a'] }, 'Bad #1', ['a']],
    ['an event without a slug', { Bad: ['event:'] }, 'Bad #1', []],
    ['a text too long', { Bad: ['a'.repeat(129)] }, 'Bad #1', []],
  ] as const) {
    it(`names ${what} as the problem and reads the rest`, () => {
      const reading = readWatchlist(value);
      assert.deepEqual(reading.problem, problem);
      assert.deepEqual(
        reading.items.flatMap(({ entries }) => entries.map(watchEntryText)),
        read,
      );
    });
  }

  it('names a file that is no JSON', () => {
    assert.deepEqual(readWatchlistFile('{ "a": ['), { items: [], problem: '' });
    assert.equal(readWatchlistFile('{ "a": ["b"] }').problem, undefined);
  });

  it('reads what was written, whatever the groups are called', () => {
    fc.assert(
      fc.property(aList, (list) => {
        const again = readWatchlist(JSON.parse(JSON.stringify(writeWatchlist(list))));
        assert.equal(again.problem, undefined);
        const filled = list.filter(({ name, entries }) => name !== '' || entries.length > 0);
        assert.deepEqual(new Set(again.items), new Set(filled));
      }),
    );
  });
});

describe('watchlist', () => {
  const list = groups({ Tonight: ['a', 'b', 'c'], Rates: ['d'] });
  const texts = (of: typeof list) => writeWatchlist(of);

  it('puts what is new at the end of its group, which is made where it is not there', () => {
    assert.deepEqual(texts(putIntoWatchlist(list, [market('z')], 'Rates')), {
      Tonight: ['a', 'b', 'c'],
      Rates: ['d', 'z'],
    });
    assert.deepEqual(Object.keys(texts(putIntoWatchlist(list, [market('z')], ''))), ['', 'Tonight', 'Rates']);
  });

  it('moves what is there already, before the entry it was dropped on', () => {
    assert.deepEqual(texts(putIntoWatchlist(list, [market('c')], 'Tonight', market('a')))['Tonight'], [
      'c',
      'a',
      'b',
    ]);
    const onItself = putIntoWatchlist(list, [market('c'), market('b')], 'Tonight', market('b'));
    assert.deepEqual(texts(onItself)['Tonight'], ['a', 'b', 'c']);
  });

  it('takes out what is in the group named, and leaves the group', () => {
    const removed = takeOutOfWatchlist(list, [
      { group: 'Rates', entry: market('d') },
      { group: 'Rates', entry: market('a') },
    ]);
    assert.deepEqual(texts(removed), { Tonight: ['a', 'b', 'c'], Rates: [] });
  });

  it('loses and doubles nothing, whatever is put where', () => {
    fc.assert(
      fc.property(
        aList,
        fc.array(anEntry, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('', 'Tonight', 'New'),
        fc.option(anEntry, { nil: undefined }),
        (before, added, group, at) => {
          const after = putIntoWatchlist(before, added, group, at);
          const keys = (of: typeof before, name: string) =>
            (of.find((each) => each.name === name)?.entries ?? []).map(watchEntryText);
          const expected = new Set([...keys(before, group), ...added.map(watchEntryText)]);
          assert.deepEqual([...keys(after, group)].sort(), [...expected].sort());
          for (const { name } of before)
            if (name !== group) assert.deepEqual(keys(after, name), keys(before, name));
        },
      ),
    );
  });
});
