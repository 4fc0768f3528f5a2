import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { Decimal } from '../../../src/core/decimal.ts';
import type { Order } from '../../../src/core/order.ts';
import type { OwnDecimal } from '../../../src/core/own.ts';
import { createWorld, type World } from '../../../src/demo/world.ts';
import { applyDeed } from '../../../tools/exchange/deeds.ts';
import { accountOf, catalogueOf } from '../../support/read-world.ts';
import { rounds } from '../../support/rounds.ts';
import { raw } from '../../support/values.ts';
import { ALL, DAY, HOUR, NOON, placeOrder, worldAt } from './support.ts';

const MINUTE = 60_000;
const number = (value: OwnDecimal | undefined) => raw(value)?.toNumber() ?? Number.NaN;

/** Own trades after `from` until `to`, newest first. */
function fills(world: World, from: number, to: number) {
  return accountOf(world)
    .activities({ types: ['TRADE'] }, { limit: 400, offset: 0 }, to)
    .flatMap((activity) => (activity.kind === 'trade' ? activity.trade : []))
    .filter(({ createTime }) => (createTime?.ms ?? 0) > from);
}

function position(world: World, slug: string, now: number): number {
  const held = accountOf(world)
    .positions(now)
    .find(({ marketSlug }) => marketSlug === slug);
  return number(held?.netPosition ?? Decimal.zero);
}

/** An order resting in an open market where nothing happens to it within the minute after noon. */
function quiet(world: World): Order {
  const found = accountOf(world)
    .openOrders(NOON)
    .find(({ id, price, marketSlug, cumQuantity }) => {
      const later = accountOf(world).order(id, NOON + MINUTE);
      const far =
        Math.abs(
          number(price?.value) - number(catalogueOf(world).bbo(marketSlug, NOON)?.lastTradePx?.value),
        ) > 0.05;
      return (
        far &&
        cumQuantity?.isZero === true &&
        later?.state === 'NEW' &&
        position(world, marketSlug, NOON) === 0
      );
    });
  return found ?? assert.fail('a quiet order');
}

describe('demo fills', () => {
  it('come every few minutes, the first within two, wherever and whenever the world begins', () => {
    for (const seed of [1, 2, 3, 4, 5, 6].slice(0, rounds(2, 6))) {
      const epochMs = NOON + seed * 35 * HOUR;
      const world = createWorld({ seed, epochMs });
      const count = (from: number, to: number) => fills(world, epochMs + from, epochMs + to).length;
      const first = count(0, 2 * MINUTE);
      assert.ok(first >= 1 && first <= 6, `seed ${seed}: ${first} in the first minutes`);
      const hour = count(0, HOUR);
      assert.ok(hour >= 6 && hour <= 24, `seed ${seed}: ${hour} in the first hour`);
      assert.ok(count(0, 20 * MINUTE) <= 12, `seed ${seed}: as many as a person can follow`);
      const states = new Set(
        fills(world, epochMs, epochMs + 4 * HOUR).map(({ ownOrder }) => ownOrder?.state as string),
      );
      assert.ok(states.has('PARTIALLY_FILLED') && states.has('FILLED'));
      assert.ok(fills(world, epochMs, epochMs + HOUR).some(({ state }) => state === 'BUSTED'));
    }
  });

  it('are on the tape, in the order, the position and the cash at once', () => {
    const world = worldAt();
    const some = fills(world, NOON, NOON + 3 * HOUR).filter(({ state }) => state !== 'BUSTED');
    assert.ok(some.length > 10);
    for (const { id, marketSlug, createTime, price, qty, ownOrder, isAggressor } of some) {
      const at = createTime?.ms ?? 0;
      const printed = catalogueOf(world)
        .trades(marketSlug, at - 1, at)
        .find((trade) => trade.id === id);
      assert.ok(printed !== undefined, id);
      assert.equal(printed.quantity?.toString(), qty?.toString());
      assert.equal(printed.price?.value.toString(), price?.value.toString());
      assert.notEqual(world.bookVersion(marketSlug, at - 1), world.bookVersion(marketSlug, at));
      const { stats, transactTime } = catalogueOf(world).book(marketSlug, at) ?? assert.fail(marketSlug);
      assert.equal(transactTime?.ms, at);
      const last = catalogueOf(world)
        .trades(marketSlug, at - 1, at)
        .at(-1);
      assert.equal(stats?.lastTradePx?.value.toString(), last?.price?.value.toString());
      const own = isAggressor === true ? printed.taker : printed.maker;
      assert.equal(own.intent, ownOrder?.intent);
      const [before, after] = [
        accountOf(world).order(ownOrder?.id ?? '', at - 1),
        accountOf(world).order(ownOrder?.id ?? '', at),
      ];
      const sameMoment = some.filter(
        (other) => other.createTime?.ms === at && other.marketSlug === marketSlug,
      );
      const added = sameMoment
        .filter((other) => other.ownOrder?.id === ownOrder?.id)
        .reduce((sum, other) => sum + number(other.qty), 0);
      assert.ok(Math.abs(number(after?.cumQuantity) - number(before?.cumQuantity) - added) < 1e-9, id);
      assert.equal(after?.lastTransactTime?.ms, at);
      const moved = sameMoment.reduce(
        (sum, other) => sum + number(other.qty) * (other.ownOrder?.side === 'BUY' ? 1 : -1),
        0,
      );
      assert.ok(
        Math.abs(position(world, marketSlug, at) - position(world, marketSlug, at - 1) - moved) < 1e-9,
        id,
      );
      assert.notEqual(
        raw(accountOf(world).balances(at)[0]?.currentBalance)?.text,
        raw(accountOf(world).balances(at - 1)[0]?.currentBalance)?.text,
      );
    }
  });

  it('depend on the order alone, not on when somebody looked', () => {
    const once = worldAt();
    const end = NOON + 5 * HOUR;
    const ids = accountOf(once)
      .openOrders(NOON)
      .map(({ id }) => id);
    const final = ids.map((id) => accountOf(once).order(id, end));
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 6 * HOUR }), { maxLength: 12 }), (looks) => {
        const often = worldAt();
        for (const look of looks) accountOf(often).openOrders(NOON + look);
        assert.deepEqual(
          ids.map((id) => accountOf(often).order(id, end)),
          final,
        );
      }),
      { numRuns: rounds(3, 30) },
    );
  });

  it('reach an order a user placed at the front of the book within minutes', () => {
    let filled = 0;
    const world = worldAt();
    const own = new Set(
      accountOf(world)
        .openOrders(NOON)
        .map(({ marketSlug }) => marketSlug),
    );
    const open = catalogueOf(world)
      .markets({}, ALL, NOON)
      .filter(({ ep3Status, slug, bestBidQuote }) => ep3Status === 'OPEN' && !own.has(slug) && bestBidQuote)
      .slice(0, 40);
    for (const { slug, bestBidQuote } of open) {
      const price = String(bestBidQuote?.value);
      const id = placeOrder(world, slug, { price, quantity: '3' });
      assert.equal(world.account.life(id, NOON)?.state, 'NEW', 'it waits at first');
      if (accountOf(world).order(id, NOON + 2 * MINUTE)?.cumQuantity?.isZero === false) filled += 1;
    }
    assert.ok(filled > open.length / 2, `${filled} of ${open.length}`);
  });

  it('end when the game does: what is left expires, and some orders are cancelled by a halt', () => {
    const states = new Map<string, number>();
    for (const seed of [1, 2, 3, 4]) {
      const world = createWorld({ seed, epochMs: NOON });
      for (const { id } of accountOf(world).openOrders(NOON)) {
        const after = accountOf(world).order(id, NOON + 2 * DAY);
        const state = String(after?.state);
        states.set(state, (states.get(state) ?? 0) + 1);
        if (state !== 'CANCELED' && state !== 'EXPIRED') continue;
        const at = after?.lastTransactTime?.ms ?? 0;
        const status = catalogueOf(world).marketBySlug(after?.marketSlug ?? '', at)?.status;
        assert.equal(status, state === 'CANCELED' ? 'HALTED' : 'RESOLVING', id);
      }
    }
    assert.ok((states.get('EXPIRED') ?? 0) > 10 && (states.get('CANCELED') ?? 0) > 0, [...states].join(' '));
  });

  it('resolve positions in the activity at the time their game is settled', () => {
    const world = worldAt();
    const until = NOON + DAY;
    const resolved = accountOf(world)
      .activities({ types: ['POSITION_RESOLUTION'] }, ALL, until)
      .flatMap((activity) => (activity.kind === 'resolution' ? activity.resolution : []))
      .filter(({ updateTime }) => (updateTime?.ms ?? 0) > NOON);
    assert.ok(resolved.length > 3);
    for (const { marketSlug, updateTime } of resolved) {
      const at = updateTime?.ms ?? 0;
      assert.notEqual(position(world, marketSlug, at - 1), 0);
      assert.equal(position(world, marketSlug, at), 0);
      assert.equal(catalogueOf(world).marketBySlug(marketSlug, at - 1)?.status, 'RESOLVING');
      assert.equal(catalogueOf(world).marketBySlug(marketSlug, at)?.status, 'RESOLVED');
    }
  });
});

describe('demo trades taken back', () => {
  it('give back what was filled: order, position and cash follow, the activity says so', () => {
    const world = worldAt();
    const { id, marketSlug, quantity } = quiet(world);
    const cash = (now: number) => accountOf(world).balances(now)[0]?.currentBalance.toString();
    const [start, before] = [cash(NOON), accountOf(world).balances(NOON)[0]];
    assert.ok(before !== undefined);
    assert.throws(() => applyDeed(world, { kind: 'bustFill', orderId: id }, NOON), RangeError);
    applyDeed(world, { kind: 'fillOrder', orderId: id, quantity: '2' }, NOON);
    applyDeed(world, { kind: 'fillOrder', orderId: id, quantity: '1' }, NOON + 1);
    const [filled, cashThen] = [accountOf(world).order(id, NOON + 1), cash(NOON + 1)];
    assert.equal(raw(filled?.cumQuantity)?.text, '3');
    assert.notEqual(cashThen, start);
    applyDeed(world, { kind: 'bustFill', orderId: id }, NOON + 2);
    const after = accountOf(world).order(id, NOON + 2);
    assert.deepEqual([raw(after?.cumQuantity)?.text, after?.state], ['2', 'PARTIALLY_FILLED']);
    assert.equal(number(after?.leavesQuantity), number(quantity) - 2);
    assert.equal(after?.lastTransactTime?.ms, NOON + 2);
    assert.equal(Math.abs(position(world, marketSlug, NOON + 2)), 2);
    assert.equal(Math.abs(position(world, marketSlug, NOON + 1)), 3, 'the past is as it was');
    const held = accountOf(world)
      .positions(NOON + 2)
      .find((one) => one.marketSlug === marketSlug);
    assert.equal(held?.updateTime?.ms, NOON + 2);
    applyDeed(world, { kind: 'bustFill', orderId: id }, NOON + 3);
    assert.equal(world.account.life(id, NOON + 3)?.state, 'NEW');
    const others = fills(world, NOON, NOON + 3).filter(({ ownOrder }) => ownOrder?.id !== id);
    if (others.length === 0) assert.equal(cash(NOON + 3), start);
    const states = fills(world, NOON - 1, NOON + 3)
      .filter(({ ownOrder }) => ownOrder?.id === id)
      .map(({ state, createTime, updateTime }) => [state, createTime?.ms, updateTime?.ms]);
    assert.deepEqual(states, [
      ['BUSTED', NOON + 1, NOON + 2],
      ['BUSTED', NOON, NOON + 3],
    ]);
    assert.equal(
      catalogueOf(world)
        .trades(marketSlug, NOON - 1, NOON + 3)
        .filter(({ id: trade }) => trade?.startsWith(id)).length,
      2,
    );
  });
});
