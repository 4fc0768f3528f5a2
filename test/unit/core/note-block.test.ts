import assert from 'node:assert/strict';
import { readNoteBlock } from '../../../src/core/note-block.ts';

const known = (slug: string) => (slug === 'lak-cel' ? ('event' as const) : undefined);
const read = (text: string) => readNoteBlock(text, known);

describe('the block of a note', () => {
  it('names a market or an event by its slug, a prefix or an address', () => {
    for (const [text, kind, key] of [
      ['aec-nba-lal-bos-2026-11-20', 'market', 'aec-nba-lal-bos-2026-11-20'],
      ['market:rain-on-monday', 'market', 'rain-on-monday'],
      ['event:nba-lal-bos-2026-11-20', 'event', 'nba-lal-bos-2026-11-20'],
      ['lak-cel', 'event', 'lak-cel'],
      ['some-new-slug-2026', 'market', 'some-new-slug-2026'],
      ['https://example.invalid/event/nba-lal-bos-2026-11-20?x=1', 'event', 'nba-lal-bos-2026-11-20'],
      ['https://example.invalid/market/aec-nba-lal-bos-2026-11-20', 'market', 'aec-nba-lal-bos-2026-11-20'],
    ] as const) {
      const block = read(`\n  ${text}  \n`);
      assert.deepEqual(block && [block.kind, 'key' in block && block.key], [kind, key], text);
    }
  });

  it('is a search where it names nothing, with its rows and order as they are asked for, within bounds', () => {
    const query = { kind: 'query', text: 'live', isByVolume: false, limit: 5 };
    assert.deepEqual(read('live'), query);
    assert.deepEqual(read('query: live'), query);
    assert.deepEqual(read('query: live\nsort: volume\nlimit: 4'), { ...query, isByVolume: true, limit: 4 });
    for (const [limit, rows] of [
      ['1000', 20],
      ['0', 5],
      ['-1', 5],
      ['many', 5],
    ] as const)
      assert.deepEqual(read(`live\nlimit: ${limit}`), { ...query, limit: rows }, limit);
    assert.equal(read('lakers at celtics')?.kind, 'query');
  });

  it('has the lines of an event that are asked for', () => {
    const block = read('event:a-b-c\nlines: Winner, 3.5, ,54.5');
    assert.deepEqual(block?.kind === 'event' && block.lines, ['winner', '3.5', '54.5']);
  });

  it('asks for nothing where there is nothing, or more than anybody types', () => {
    for (const text of ['', ' \n\t\n', 'x'.repeat(301)]) assert.equal(read(text), undefined);
  });
});
