import assert from 'node:assert/strict';
import type { CursorListing } from '../../../../src/exchange/exchange.ts';
import { readCursorPages } from '../../../../src/store/reading/pages.ts';

function page(items: readonly string[], nextCursor: string | undefined): CursorListing<string> {
  return { items, nextCursor, lost: 0, problems: [], receivedAt: 0 };
}

const LIMITS = { keyOf: (item: string) => item, maxPages: 50 };

describe('pages by cursor', () => {
  it('end at a cursor that was seen before', async () => {
    const asked: (string | undefined)[] = [];
    const read = await readCursorPages(async (cursor) => {
      asked.push(cursor);
      return page([`item ${asked.length}`], cursor === 'A' ? 'B' : 'A');
    }, LIMITS);
    assert.deepEqual(asked, [undefined, 'A', 'B']);
    assert.deepEqual([read.items.length, read.nextCursor], [3, undefined]);
  });

  it('end at a page of things that were all there before, whatever its cursor', async () => {
    const read = await readCursorPages(
      async (cursor) => page(['a', 'b'], `${Number(cursor ?? 0) + 1}`),
      LIMITS,
    );
    assert.deepEqual([read.pages, read.nextCursor], [2, undefined]);
  });

  it('go on behind a page that overlaps, and behind one without items, as far as the limit', async () => {
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
