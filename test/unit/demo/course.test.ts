import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import type { World } from '../../../src/demo/api.ts';
import { AccountFeed } from '../../../src/demo/stream/account-feed.ts';
import { createWorld } from '../../../src/demo/world.ts';
import { rounds } from '../../support/rounds.ts';
import { DAY, HOUR, NOON, worldAt } from './support.ts';

const PAGE = { limit: 40, offset: 0 };
const LOOK_MS = 250;

/** All that can be asked of the account at a moment. */
function readAll(world: World, now: number) {
  return {
    orders: world.openOrders(now),
    positions: world.positions(now),
    balances: world.balances(now),
    activities: world.activities({}, PAGE, now),
  };
}

/** The same without what moves with the market. */
function held(world: World, now: number): string {
  const { orders, balances } = readAll(world, now);
  const positions = world.positions(now).map(({ cashValue: _, ...position }) => position);
  return JSON.stringify([orders, positions, balances]);
}

/** Something done to one of the open orders, if there are any. */
function act(world: World, kind: 'cancel' | 'fillOrder' | 'bustFill', pick: number, now: number): void {
  const orders = world.openOrders(now);
  const order = orders[pick % orders.length];
  if (order === undefined || (kind === 'bustFill' && order.cumQuantity?.isZero !== false)) return;
  world.apply(
    kind === 'fillOrder' ? { kind, orderId: order.id, quantity: '1' } : { kind, orderId: order.id },
    now,
  );
}

/** When a market ends, and when it is settled. */
function endOf(world: World, slug: string) {
  const endMs = world.marketBySlug(slug, NOON)?.endDate?.ms ?? Number.POSITIVE_INFINITY;
  let [before, resolvedMs] = [endMs - 1, endMs + 3 * DAY];
  while (resolvedMs - before > 1) {
    const middle = Math.floor((before + resolvedMs) / 2);
    if (world.settlement(slug, middle) === undefined) before = middle;
    else resolvedMs = middle;
  }
  return { endMs, resolvedMs };
}

describe('the account of the demo from one look to the next', () => {
  it('equals a freshly computed one, whatever was asked and done before', () => {
    const step = fc.record({
      ms: fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 0, max: 4 * 60_000 }) },
        { weight: 2, arbitrary: fc.integer({ min: 0, max: 2 * DAY }) },
        { weight: 1, arbitrary: fc.integer({ min: -3 * HOUR, max: 0 }) },
      ),
      deed: fc.constantFrom(undefined, undefined, 'cancel', 'fillOrder', 'bustFill'),
      pick: fc.nat(),
    });
    fc.assert(
      fc.property(fc.nat(1_000), fc.array(step, { minLength: 4, maxLength: 9 }), (seed, steps) => {
        const world = worldAt({ seed });
        let now = NOON;
        for (const { ms, deed, pick } of steps) {
          now += ms;
          if (deed !== undefined) act(world, deed, pick, now);
          assert.deepEqual(readAll(world, now), readAll(createWorld(world.state), now));
        }
      }),
      { numRuns: rounds(2, 40), endOnFailure: true },
    );
  });

  it('turns at the very millisecond: a trade taken back, a day, the end of a market, its settlement', () => {
    for (const seed of [1, 2].slice(0, rounds(1, 2))) {
      const world = worldAt({ seed });
      const ended = world
        .positions(NOON)
        .filter(({ netPosition }) => netPosition?.isZero === false)
        .map(({ marketSlug }) => endOf(world, marketSlug))
        .filter(({ endMs }) => endMs < NOON + DAY)
        .sort((a, b) => b.endMs - a.endMs)
        .slice(0, 2);
      assert.ok(ended.length > 0);
      const ends = ended.flatMap(({ endMs, resolvedMs }) => [endMs, resolvedMs, resolvedMs + 2 * DAY]);
      const midnight = Math.ceil(NOON / DAY) * DAY;
      const moments = [NOON + 40 * 60_000, midnight, ...ends].filter((ms) => ms > NOON);
      for (const ms of moments.sort((a, b) => a - b)) {
        const before = [world.accountVersion(ms - 1), held(world, ms - 1)];
        const [version, standing] = [world.accountVersion(ms), held(world, ms)];
        if (standing !== before[1]) assert.notEqual(version, before[0]);
        assert.deepEqual(readAll(world, ms), readAll(createWorld(world.state), ms));
      }
    }
  });

  it('has another version whenever anything but the worth of positions is another', () => {
    const world = worldAt({ seed: 4 });
    const moments = [NOON, NOON + 40 * 60_000 - 7_000, NOON + 11 * HOUR + 40 * 60_000, NOON + 3 * DAY];
    for (const from of moments) {
      let [version, standing] = [world.accountVersion(from), held(world, from)];
      for (let now = from; now < from + 4 * 60_000; now += rounds(20_000, 6_000)) {
        const [laterVersion, later] = [world.accountVersion(now), held(world, now)];
        if (laterVersion === version) assert.equal(later, standing);
        [version, standing] = [laterVersion, later];
      }
    }
  });

  it('is recomputed a few times a minute, not at each look', () => {
    for (const account of ['normal', 'large'] as const) {
      const world = worldAt({ account });
      const versions = new Set<number>();
      for (let now = NOON; now < NOON + 60_000; now += LOOK_MS) versions.add(world.accountVersion(now));
      assert.ok(versions.size > 1 && versions.size < 40, `${versions.size} of 240`);
    }
  });

  it('is not even asked for by who listens while its version is the same', () => {
    const world = worldAt();
    let asked = 0;
    const counted = new Proxy(world, {
      get: (target, name) => {
        if (name === 'positions') asked += 1;
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    const feed = new AccountFeed();
    const versions = new Set<number>();
    let executions = 0;
    for (let now = NOON; now < NOON + 90_000; now += LOOK_MS) {
      versions.add(world.accountVersion(now));
      executions += feed.look(counted, now).executions.length;
    }
    assert.equal(asked, versions.size);
    assert.ok(executions > 0);
  });
});
