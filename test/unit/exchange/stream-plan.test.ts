import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Planned, planSubscriptions } from '../../../src/exchange/stream/market-subscriptions.ts';

const of = (
  slugs: readonly string[],
  live: readonly string[] = slugs,
  standing = true,
): Planned & { readonly slugs: ReadonlySet<string> } => ({
  slugs: new Set(slugs),
  live: new Set(live),
  standing,
});
const range = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => `s${from + index}`);

describe('planning of subscriptions', () => {
  it('begins with chunks of a hundred', () => {
    const { add } = planSubscriptions([], new Set(range(0, 250)));
    assert.deepEqual(
      add.map(({ length }) => length),
      [100, 100, 50],
    );
  });

  it('nothing new, nothing done', () => {
    const held = [of(range(0, 100)), of(range(100, 150))];
    assert.deepEqual(planSubscriptions(held, new Set(range(0, 150))), { keep: held, drop: [], add: [] });
  });

  it('a subscription stays until half of it is not wanted', () => {
    const held = [of(range(0, 100))];
    assert.deepEqual(planSubscriptions(held, new Set(range(0, 51))).drop, []);
    const { drop, add } = planSubscriptions(held, new Set(range(0, 50)));
    assert.deepEqual([drop, add], [held, [range(0, 50)]]);
    assert.deepEqual(planSubscriptions(held, new Set()), { keep: [], drop: held, add: [] });
  });

  it('a slug that was let go meanwhile is asked for again, with its neighbours', () => {
    const held = [of(['a', 'b', 'c'], ['a', 'b'])];
    const { keep, drop, add } = planSubscriptions(held, new Set(['a', 'b', 'c']));
    assert.deepEqual([keep, drop, add.map((slugs) => slugs.toSorted())], [[], held, [['a', 'b', 'c']]]);
  });

  it('one that waits is left alone, however little of it is wanted', () => {
    const held = [of(range(0, 10), range(0, 1), false)];
    assert.deepEqual(planSubscriptions(held, new Set(range(0, 1))).keep, held);
  });

  it('after any changes each slug is in one subscription, there are few, and little was sent', () => {
    const change = fc.record({
      from: fc.integer({ min: 0, max: 399 }),
      count: fc.integer({ min: 0, max: 60 }),
    });
    fc.assert(
      fc.property(fc.array(fc.record({ add: fc.boolean(), change }), { maxLength: 60 }), (changes) => {
        const wanted = new Set<string>();
        let held: { slugs: Set<string>; live: Set<string>; standing: boolean }[] = [];
        for (const {
          add,
          change: { from, count },
        } of changes) {
          for (const slug of range(from, from + count)) {
            if (add) wanted.add(slug);
            else wanted.delete(slug);
          }
          const plan = planSubscriptions(held, wanted);
          assert.equal(plan.keep.length + plan.drop.length, held.length);
          for (const { live } of plan.keep) for (const slug of live) if (!wanted.has(slug)) live.delete(slug);
          held = [
            ...plan.keep,
            ...plan.add.map((slugs) => ({ slugs: new Set(slugs), live: new Set(slugs), standing: true })),
          ];
          const all = held.flatMap(({ live }) => [...live]);
          assert.deepEqual(all.toSorted(), [...wanted].toSorted());
          // A slug that is sent although not wanted is sent only once, and never one that is wanted.
          for (const { slugs, live } of held) {
            assert.ok(slugs.size <= 100 && live.size * 2 > slugs.size);
            for (const slug of slugs) assert.equal(live.has(slug), wanted.has(slug));
          }
          assert.ok(held.length <= 2 * Math.ceil(wanted.size / 50) + 8, `${held.length} of ${wanted.size}`);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('one slug after the other: seven times at most each, and few subscriptions', () => {
    const asked = new Map<string, number>();
    let held: Planned[] = [];
    for (let count = 1; count <= 300; count += 1) {
      const { keep, add } = planSubscriptions(held, new Set(range(0, count)));
      for (const slug of add.flat()) asked.set(slug, (asked.get(slug) ?? 0) + 1);
      held = [...keep, ...add.map((slugs) => of(slugs))];
      assert.ok(held.length <= 2 * Math.ceil(count / 100) + 7, `${held.length} of ${count}`);
    }
    assert.ok(Math.max(...asked.values()) <= 8, `${Math.max(...asked.values())}`);
  });
});
