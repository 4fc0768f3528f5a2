import assert from 'node:assert/strict';
import type { Activity, ActivityType } from '../../src/core/activity.ts';
import { compareInstants } from '../../src/core/instant.ts';
import type { Order } from '../../src/core/order.ts';
import type { Position } from '../../src/core/position.ts';
import { accountOf } from '../support/read-world.ts';
import { allPages, failsWith, fields, plain, type Subject } from './subject.ts';

const ORDER_FIELDS = [
  'id',
  'marketSlug',
  'side',
  'type',
  'price',
  'tif',
  'intent',
  'state',
  'avgPx',
] as const satisfies readonly (keyof Order)[];

const POSITION_FIELDS = [
  'marketSlug',
  'cost',
  'realized',
  'cashValue',
  'expired',
] as const satisfies readonly (keyof Position)[];

export function accountContract(open: () => Promise<Subject>): void {
  it('open orders are the world’s', async () => {
    const { exchange, world, now } = await open();
    const { items, lost, problems } = await exchange.openOrders();
    assert.deepEqual({ lost, problems }, { lost: 0, problems: [] });
    const known = accountOf(world).openOrders(now);
    assert.ok(known.length >= 12);
    const byId = (orders: readonly Order[]) =>
      new Map(orders.map((order) => [order.id, fields(order, ORDER_FIELDS)]));
    assert.deepEqual(byId(items), byId(known));
    for (const { quantity, cumQuantity, leavesQuantity } of items) {
      assert.ok(quantity !== undefined && cumQuantity !== undefined && leavesQuantity !== undefined);
      assert.ok(quantity.equals(cumQuantity.plus(leavesQuantity)));
    }
  });

  it('one order is the one of the list; an unknown one is `notFound`', async () => {
    const { exchange } = await open();
    const [order] = (await exchange.openOrders()).items;
    assert.ok(order !== undefined);
    assert.deepEqual(plain(await exchange.order(order.id)), plain(order));
    await failsWith(exchange.order('NOSUCHORDER1'), 'notFound');
  });

  it('a raw reply is what the service sent about the thing, and its own list is named', async () => {
    const { exchange, world, now } = await open();
    const [order] = accountOf(world).openOrders(now);
    const [position] = world.account.positions(now);
    assert.ok(order && position);
    const raw = await exchange.raw({ kind: 'order', id: order.id });
    assert.equal(raw.request, `GET /v1/order/${order.id}`);
    assert.deepEqual(raw.value, await exchange.order(order.id));
    const held = await exchange.raw({ kind: 'position', slug: position.slug });
    assert.equal(held.part, `positions.${position.slug}`);
  });

  it('positions are the world’s, through all pages', async () => {
    const { exchange, world, now } = await open();
    const items = await allPages((cursor) => exchange.positions(cursor));
    const known = accountOf(world).positions(now);
    assert.ok(known.length >= 12);
    const bySlug = (positions: readonly Position[]) =>
      new Map(positions.map((position) => [position.marketSlug, fields(position, POSITION_FIELDS)]));
    assert.deepEqual(bySlug(items), bySlug(known));
    for (const { marketSlug, netPosition, rounded } of items) {
      const exact = known.find((position) => position.marketSlug === marketSlug)?.netPosition;
      assert.ok(netPosition !== undefined && exact !== undefined);
      // Whole contracts only where a service sends no decimals.
      if (rounded) assert.ok(netPosition.minus(exact).abs().compare(exact.abs().plus(exact.abs())) <= 0);
      else assert.ok(netPosition.equals(exact), marketSlug);
    }
  });

  it('activities are the world’s, through all pages and in both orders', async () => {
    const { exchange, world, now } = await open();
    // A type this version does not know has no known id; its key follows from what was sent.
    const keys = (items: readonly Activity[]) =>
      items.map(({ kind, type, key }) => (kind === 'unknown' ? type : key));
    const read = (sortOrder: 'ASCENDING' | 'DESCENDING') =>
      allPages((cursor) => exchange.activities({ sortOrder }, cursor));
    const newestFirst = await read('DESCENDING');
    assert.ok(newestFirst.length >= 150);
    assert.deepEqual(
      keys(newestFirst),
      keys(accountOf(world).activities({}, { limit: 100_000, offset: 0 }, now)),
    );
    const oldestFirst = await read('ASCENDING');
    assert.deepEqual(new Set(keys(oldestFirst)), new Set(keys(newestFirst)));
    const times = oldestFirst.flatMap(({ time }) => time ?? []);
    assert.ok(times.length >= oldestFirst.length - 1);
    for (const [index, time] of times.entries()) {
      const before = times[index - 1];
      assert.ok(before === undefined || compareInstants(before, time) <= 0);
    }
  });

  it('activities are filtered by type and by market', async () => {
    const { exchange, world, now } = await open();
    const all = accountOf(world).activities({}, { limit: 100_000, offset: 0 }, now);
    const types: readonly ActivityType[] = ['POSITION_RESOLUTION', 'ACCOUNT_DEPOSIT'];
    const some = await allPages((cursor) => exchange.activities({ types }, cursor));
    assert.deepEqual(
      some.map(({ key }) => key),
      all.filter(({ type }) => types.some((one) => one === type)).map(({ key }) => key),
    );
    assert.ok(some.length > 0);
    const trade = all.find((activity) => activity.kind === 'trade');
    assert.ok(trade?.kind === 'trade');
    const { marketSlug } = trade.trade;
    const ofMarket = await allPages((cursor) => exchange.activities({ marketSlug }, cursor));
    assert.ok(ofMarket.some(({ key }) => key === trade.key));
    for (const activity of ofMarket) {
      const slug = activity.kind === 'trade' ? activity.trade.marketSlug : undefined;
      assert.equal(activity.kind === 'resolution' ? activity.resolution.marketSlug : slug, marketSlug);
    }
  });

  it('balances are the world’s, where they are served', async () => {
    const { exchange, world, now, onlySeed } = await open();
    if (onlySeed) {
      await failsWith(exchange.balances(), 'unsupported');
      return;
    }
    const balance = ['currency', 'currentBalance', 'buyingPower'] as const;
    const { items } = await exchange.balances();
    assert.deepEqual(
      items.map((item) => fields(item, balance)),
      accountOf(world)
        .balances(now)
        .map((item) => fields(item, balance)),
    );
  });
}
