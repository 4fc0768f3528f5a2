import assert from 'node:assert/strict';
import type { CursorListing } from '../../../../src/exchange/exchange.ts';
import { Pages, readCursorPages } from '../../../../src/store/reading/pages.ts';

interface Item {
  readonly key: string;
  readonly value: number;
}

const NOW = 1_000_000;

async function readList(first: readonly Item[], readAt: number) {
  const pages = new Pages<Item>({ clock: { now: () => NOW }, keyOf: ({ key }) => key });
  const read = async (items: readonly Item[], receivedAt: number) => {
    const commit = await pages.read('asked', async () => ({ items, lost: 0, problems: [], receivedAt }));
    return commit();
  };
  await read(first, readAt);
  return { pages, read };
}

describe('Pages', () => {
  const [a, b] = [
    { key: 'a', value: 1 },
    { key: 'b', value: 1 },
  ];

  it('are another list only where a listed item changed', async () => {
    const { pages, read } = await readList([a, b], 1);
    const first = pages.items;
    pages.put({ key: 'elsewhere', value: 1 }, 2);
    assert.deepEqual(await read([{ ...a }, b], 2), new Set());
    assert.equal(pages.items, first);
    assert.deepEqual(await read([a, { key: 'b', value: 2 }], 3), new Set(['b']));
    assert.notEqual(pages.items, first);
    assert.deepEqual(first[1], b, 'a list handed out does not change');
    assert.equal(pages.items[0], a);
    assert.equal(await read([b, a], 4), 'all');
    assert.equal(await read([b], 5), 'all');
    assert.equal(pages.get('a'), undefined);
  });

  it('count what is set aside only once it is put or listed', async () => {
    const { pages, read } = await readList([a], 1);
    const keys = () => [...pages.known()].map(({ key }) => key).join('');
    assert.equal(pages.put(b, 2, true), true);
    assert.equal(pages.put({ key: 'c', value: 1 }, 2, true), true);
    assert.deepEqual([keys(), pages.knownCount, pages.isAside('b'), pages.get('b')], ['a', 1, true, b]);
    assert.deepEqual([...pages.aside()].map(({ key }) => key).join(''), 'bc');
    assert.equal(pages.put(b, 3), true, 'it counts from now on');
    assert.equal(pages.put(b, 4, true), false, 'what counts stays');
    assert.deepEqual([keys(), pages.knownCount], ['ab', 2]);
    await read([a, { key: 'c', value: 1 }], 5);
    assert.deepEqual([keys(), pages.knownCount, [...pages.aside()]], ['acb', 3, []]);
  });

  it('know each item once, whether a list has it, had it or never did', async () => {
    const { pages, read } = await readList([a, b], 1);
    const keys = () => [...pages.known()].map(({ key }) => key).join('');
    pages.put({ key: 'c', value: 1 }, 2);
    pages.put({ key: 'aside', value: 1 }, 2, true);
    pages.unlist();
    assert.deepEqual([[...keys()].sort().join(''), pages.knownCount, pages.items], ['abc', 3, []]);
    await read([b], 3);
    assert.deepEqual([keys()[0], [...keys()].sort().join('')], ['b', 'abc']);
    pages.unlist();
    await read([b, a, { key: 'c', value: 1 }], 4);
    assert.deepEqual([keys(), pages.knownCount], ['bac', 3]);
    await read([a], 5);
    assert.deepEqual([keys(), pages.knownCount], ['a', 1], 'what left its list is gone');
  });

  it('are read again as far as was asked for, though a reply had each item twice', async () => {
    const asked: number[] = [];
    const pages = new Pages<Item>({ clock: { now: () => NOW }, keyOf: ({ key }) => key, pageSize: 2 });
    const read = async (kind: 'load' | 'asked', items: readonly Item[]) => {
      const commit = await pages.read(kind, async ({ offset }) => {
        asked.push(offset);
        return {
          items: offset === 0 ? items : [{ key: 'next', value: 1 }],
          lost: 0,
          problems: [],
          receivedAt: 1,
        };
      });
      commit();
    };
    await read('load', [a, b, a, b]);
    await read('asked', [a, b]);
    assert.deepEqual(asked, [0, 0]);
    assert.deepEqual(
      pages.items.map(({ key }) => key),
      ['a', 'b'],
    );
  });

  it('refuse an older reading, but not after one from before the clock was set back', async () => {
    const { pages, read } = await readList([a, b], NOW + 3_600_000);
    pages.put({ key: 'a', value: 2 }, NOW - 5);
    assert.equal(pages.get('a')?.value, 2);
    pages.put({ key: 'a', value: 1 }, NOW - 6);
    assert.equal(pages.get('a')?.value, 2);
    await read([{ key: 'a', value: 3 }], NOW);
    assert.deepEqual(pages.items, [{ key: 'a', value: 3 }]);
  });
});

function page(items: readonly string[], nextCursor: string | undefined): CursorListing<string> {
  return { items, nextCursor, lost: 0, problems: [], receivedAt: 0 };
}

const LIMITS = { keyOf: (item: string) => item, maxPages: 50 };

describe('readCursorPages', () => {
  it('ends at a cursor that was seen before', async () => {
    const asked: (string | undefined)[] = [];
    const read = await readCursorPages(async (cursor) => {
      asked.push(cursor);
      return page([`item ${asked.length}`], cursor === 'A' ? 'B' : 'A');
    }, LIMITS);
    assert.deepEqual(asked, [undefined, 'A', 'B']);
    assert.deepEqual([read.items.length, read.nextCursor], [3, undefined]);
  });

  it('ends at a page of things that were all there before, whatever its cursor', async () => {
    const read = await readCursorPages(
      async (cursor) => page(['a', 'b'], `${Number(cursor ?? 0) + 1}`),
      LIMITS,
    );
    assert.deepEqual([read.pages, read.nextCursor], [2, undefined]);
  });

  it('goes on behind a page that overlaps, and behind one without items, as far as the limit', async () => {
    const pages = [page(['a', 'b'], '1'), page([], '2'), page(['b', 'c'], '3'), page(['d'], undefined)];
    const read = await readCursorPages(
      async (cursor) => pages[Number(cursor ?? 0)] ?? page([], undefined),
      LIMITS,
    );
    assert.deepEqual(read.items, ['a', 'b', 'b', 'c', 'd']);
    const endless = await readCursorPages(async (cursor) => page([], `${cursor}+`), LIMITS);
    assert.equal(endless.pages, 50);
  });
});
