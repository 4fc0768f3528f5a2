import assert from 'node:assert/strict';
import type { Order } from '../../../../src/core/order.ts';
import { decodeOpenOrders } from '../../../../src/exchange/wire/order.ts';
import { OrdersStore, readOpenOrders } from '../../../../src/store/account/orders.ts';
import { Follower } from '../../../../src/store/cancels/attempt-follower.ts';
import { VirtualClock } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { anExecution } from '../../../support/frames.ts';
import { d } from '../../../support/values.ts';
import { order, rig, T } from '../values.ts';

const replaced = (more: Partial<Order> = {}): Order =>
  order('A', { state: 'REPLACED', leavesQuantity: d(40), lastTransactTime: T(10), ...more });

async function desk(open: readonly Order[], perPage = Number.POSITIVE_INFINITY) {
  const base = rig();
  for (const each of open) base.exchange.orders_.set(each.id, each);
  base.exchange.openOrdersPage = perPage;
  const orders = new OrdersStore(base.session);
  await orders.load();
  return { ...base, orders, ids: () => orders.orders.map(({ id }) => id).join(' ') };
}

describe('OrdersStore: an order that was replaced', () => {
  it('is shown where the open list has it with contracts left', async () => {
    const { ids } = await desk([replaced()]);
    assert.equal(ids(), 'A');
  });

  it('is not shown without contracts left', async () => {
    const { exchange, orders, ids } = await desk([replaced()]);
    exchange.openOrders = async () => ({
      items: [replaced({ leavesQuantity: d(0), lastTransactTime: T(11) })],
      lost: 0,
      problems: [],
      receivedAt: 0,
      nextCursor: undefined,
    });
    await orders.refresh();
    assert.equal(ids(), '');
  });

  it('leaves when a frame says so, and comes back with a list that was asked for later', async () => {
    const { orders, clock, ids } = await desk([replaced({ state: 'NEW' })]);
    orders.applyExecution(anExecution({ order: replaced({ lastTransactTime: T(11) }) }), clock.now());
    assert.equal(ids(), '');
    const again = await desk([replaced()]);
    again.orders.applyExecution(anExecution({ order: replaced({ lastTransactTime: T(11) }) }), clock.now());
    assert.equal(again.ids(), '');
    await again.orders.refresh();
    assert.equal(again.ids(), 'A', 'the service still lists it');
  });
});

describe('open orders over pages', () => {
  const three = ['A', 'B', 'C'].map((id) => order(id));

  it('are read to the end, by cursor', async () => {
    const { exchange, orders, ids } = await desk(three, 1);
    assert.equal(ids(), 'A B C');
    assert.equal(orders.complete, true);
    assert.deepEqual(
      exchange.calls.filter(({ method }) => method === 'openOrders').map(({ args }) => args),
      [[], ['1'], ['2']],
    );
  });

  it('prove nothing gone where there are more than are read', async () => {
    const { exchange, orders, ids } = await desk(three);
    const page = {
      items: [order('A')],
      lost: 0,
      problems: [],
      receivedAt: 0,
    };
    let cursor = 0;
    exchange.openOrders = async () => ({
      ...page,
      items: [order(`N${cursor}`)],
      nextCursor: String(++cursor),
    });
    await orders.refresh();
    assert.equal(cursor, 100, 'a cap');
    assert.deepEqual([orders.complete, ids().startsWith('N0 ')], [false, true]);
    assert.match(ids(), /A B C$/, 'they may stand further on');
    assert.equal((await orders.latest()).isCut, true);
  });

  it('stop at a cursor that was there before', async () => {
    const { exchange } = await desk([]);
    let asked = 0;
    exchange.openOrders = async () => ({
      items: [order(`N${asked++}`)],
      lost: 0,
      problems: [],
      receivedAt: 0,
      nextCursor: 'x',
    });
    const read = await readOpenOrders(exchange, new AbortController().signal);
    assert.deepEqual([asked, read.nextCursor], [2, undefined]);
  });

  it('come with a cursor that ends at eof', () => {
    const body = { orders: [], nextCursor: 'p2' };
    assert.equal(decodeOpenOrders(body).nextCursor, 'p2');
    assert.equal(decodeOpenOrders({ ...body, eof: true }).nextCursor, undefined);
    assert.equal(decodeOpenOrders({ orders: [] }).nextCursor, undefined);
  });
});

describe('Follower of an order that was replaced', () => {
  it('does not call it gone while the service lists it with contracts left', async () => {
    const clock = new VirtualClock();
    let listed = true;
    const ms = clock.now();
    const outcome = new Follower(clock).follow({
      answer: { kind: 'unanswered', error: failure('server', { status: 503 }) },
      read: () => Promise.resolve(replaced()),
      isUnlisted: () => Promise.resolve(!listed),
      onUnknown: () => {
        listed = false;
      },
      signal: new AbortController().signal,
    });
    assert.equal((await clock.run(outcome)).kind, 'gone');
    assert.ok(clock.now() - ms >= 31_000);
  });
});
