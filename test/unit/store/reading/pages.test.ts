import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type PageReply, Pages } from '../../../../src/store/reading/pages.ts';

interface Item {
  readonly key: string;
  readonly value: number;
}

const NOW = 1_000_000;
const KEYS = [...'abcdefghij'];
const item: fc.Arbitrary<Item> = fc.record(
  { key: fc.constantFrom(...KEYS), value: fc.nat(3) },
  { noNullPrototype: true },
);
const page = fc.array(item, { minLength: 1, maxLength: 4 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('append' as const), items: page }),
  fc.record({
    kind: fc.constant('splice' as const),
    from: fc.nat(4),
    replies: fc.array(page, { minLength: 1, maxLength: 3 }),
    ends: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('put' as const), item }),
  fc.record({ kind: fc.constant('read' as const) }),
);

function reply(items: readonly Item[], receivedAt: number): PageReply<Item> {
  return { offset: 0, listing: { items, lost: 0, problems: [], receivedAt } };
}

/** The list worked out again from all pages: each item once, where it first appears, as it was read last. */
function model(pages: readonly (readonly Item[])[], latest: ReadonlyMap<string, Item>): readonly Item[] {
  const keys = new Set(pages.flat().map(({ key }) => key));
  return [...keys].flatMap((key) => latest.get(key) ?? []);
}

describe('pages of an offset list', () => {
  it('stay what working them out again would make them, whatever is read again', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const pages = new Pages<Item>({ now: () => NOW, keyOf: ({ key }) => key });
        const latest = new Map<string, Item>();
        const seen = (items: readonly Item[]): void => {
          for (const each of items) latest.set(each.key, each);
        };
        let read: (readonly Item[])[] = [];
        for (const [at, each] of steps.entries()) {
          if (each.kind === 'append') {
            pages.append(reply(each.items, at));
            read = [...read, each.items];
            seen(each.items);
          } else if (each.kind === 'splice' && each.from <= read.length) {
            const replies = each.ends ? [...each.replies, []] : each.replies;
            const before = model(read, latest).map(({ key }) => key);
            const change = pages.splice(
              each.from,
              replies.map((items) => reply(items, at)),
              Number.POSITIVE_INFINITY,
            );
            const behind = each.ends ? [] : read.slice(each.from + replies.length);
            read = [...read.slice(0, each.from), ...replies, ...behind];
            seen(each.replies.flat());
            const after = model(read, latest).map(({ key }) => key);
            assert.equal(change === 'all', before.join() !== after.join(), 'all: items came, went or moved');
          } else if (each.kind === 'put') {
            pages.put(each.item, at);
            latest.set(each.item.key, each.item);
          }
          if (each.kind === 'read') assert.equal(pages.items, pages.items);
        }
        assert.deepEqual(pages.items, model(read, latest));
      }),
      { numRuns: 500 },
    );
  });

  it('are another list only where a listed item changed', () => {
    const pages = new Pages<Item>({ now: () => NOW, keyOf: ({ key }) => key });
    pages.append(
      reply(
        [
          { key: 'a', value: 1 },
          { key: 'b', value: 1 },
        ],
        1,
      ),
    );
    const first = pages.items;
    pages.put({ key: 'elsewhere', value: 1 }, 2);
    assert.equal(pages.items, first);
    assert.deepEqual(
      pages.splice(
        0,
        [
          reply(
            [
              { key: 'a', value: 1 },
              { key: 'b', value: 2 },
            ],
            3,
          ),
        ],
        0,
      ),
      new Set(['b']),
    );
    assert.notEqual(pages.items, first);
    assert.deepEqual(first[1], { key: 'b', value: 1 }, 'a list handed out does not change');
    assert.equal(pages.items[0], first[0]);
  });

  it('read before the clock was set back yield to what is read after it, and do not count as read since', () => {
    const pages = new Pages<Item>({ now: () => NOW, keyOf: ({ key }) => key });
    const later = NOW + 3_600_000;
    pages.append(
      reply(
        [
          { key: 'a', value: 1 },
          { key: 'b', value: 1 },
        ],
        later,
      ),
    );
    pages.put({ key: 'a', value: 2 }, NOW - 5);
    assert.deepEqual(pages.items[0], { key: 'a', value: 2 });
    pages.put({ key: 'a', value: 1 }, NOW - 6);
    assert.deepEqual(pages.items[0], { key: 'a', value: 2 }, 'an older reading is still refused');
    pages.splice(0, [reply([{ key: 'a', value: 3 }], NOW)], NOW - 10);
    assert.deepEqual(pages.items, [{ key: 'a', value: 3 }]);
  });
});
