import assert from 'node:assert/strict';
import { Decimal } from '../../../../src/core/decimal.ts';
import type { Execution } from '../../../../src/core/execution.ts';
import type { Order } from '../../../../src/core/order.ts';
import { OrdersStore } from '../../../../src/store/account/orders.ts';
import type { Change } from '../../../../src/store/reading/load-state.ts';
import { settle } from '../../../support/clock.ts';
import { at } from '../../../support/values.ts';
import { order, rig } from '../values.ts';

/** A time of the service; nanoseconds, because two events of one millisecond are two. */
const T = (nanos: number) => at(`2026-09-01T11:00:00.${String(nanos).padStart(9, '0')}Z`);

function executed(after: Order, own: Partial<Execution> = {}): Execution {
  return {
    id: undefined,
    type: undefined,
    order: after,
    lastShares: undefined,
    lastPx: undefined,
    tradeId: undefined,
    text: undefined,
    rejectReason: undefined,
    transactTime: undefined,
    ...own,
  };
}

/** A store with one order listed, as of T(10). */
async function desk(own: Partial<Order> = { lastTransactTime: T(10) }) {
  const base = rig();
  base.exchange.orders_.set('A1', order('A1', own));
  const orders = new OrdersStore(base.session);
  await orders.load();
  const due: number[] = [];
  orders.onNeedsReading(() => due.push(base.clock.now()));
  const tell = (id: string, what: Partial<Order>, more: Partial<Execution> = {}): void =>
    orders.applyExecution(executed(order(id, what), more), base.clock.now());
  const ids = (): string => orders.orders.map(({ id }) => id).join(' ');
  return { ...base, orders, due, tell, ids };
}

const filled = (contracts: number): Partial<Order> => ({
  state: 'PARTIALLY_FILLED',
  cumQuantity: Decimal.of(contracts),
});

describe('orders told by the stream', () => {
  it('follow a frame, say which changed and where it came from', async () => {
    const { orders, tell, clock, due } = await desk();
    assert.deepEqual(orders.told('A1'), { source: 'rest', at: clock.now() });
    const changes: Change[] = [];
    orders.onDidChange((change) => changes.push(change));
    await clock.advance(500);
    tell('A1', { ...filled(3), lastTransactTime: T(11) });
    assert.equal(orders.get('A1')?.cumQuantity?.text, '3');
    assert.deepEqual(orders.told('A1'), { source: 'stream', at: clock.now() });
    tell('A1', { ...filled(3), lastTransactTime: T(11) });
    assert.deepEqual(changes, [new Set(['A1'])], 'the same frame again is silent');
    assert.deepEqual(due, []);
  });

  it('keep what a trimmed frame leaves out', async () => {
    const { orders, tell } = await desk();
    const bare = {
      side: undefined,
      price: undefined,
      quantity: undefined,
      tif: undefined,
      intent: undefined,
    };
    tell('A1', { ...bare, ...filled(3), lastTransactTime: T(11) });
    assert.equal(orders.get('A1')?.price?.value.text, '0.41');
    assert.equal(orders.get('A1')?.intent, 'BUY_LONG');
  });

  it('leave when they are filled, cancelled, rejected or expired, also where only the execution says so', async () => {
    for (const state of ['FILLED', 'CANCELED', 'REJECTED', 'EXPIRED'] as const) {
      const { ids, tell } = await desk();
      tell('A1', { state, lastTransactTime: T(11) });
      assert.equal(ids(), '');
    }
    const { ids, tell } = await desk();
    tell('A1', { state: undefined, lastTransactTime: T(11) }, { type: 'FILL' });
    assert.equal(ids(), '');
  });

  it('are not set back by a frame with an older time, nor by a list with one', async () => {
    const { orders, tell, exchange } = await desk();
    tell('A1', { ...filled(3), lastTransactTime: T(12) });
    tell('A1', { ...filled(2), lastTransactTime: T(11) });
    assert.equal(orders.get('A1')?.cumQuantity?.text, '3');
    await orders.refresh();
    assert.equal(orders.get('A1')?.cumQuantity?.text, '3', 'the list lags behind the stream');
    assert.equal(orders.told('A1')?.source, 'stream');
    exchange.orders_.set('A1', order('A1', { ...filled(3), lastTransactTime: T(12) }));
    await orders.refresh();
    assert.equal(orders.told('A1')?.source, 'rest');
  });

  it('take the time of the execution where the order has none', async () => {
    const { orders, tell } = await desk({});
    tell('A1', filled(3), { transactTime: T(12) });
    tell('A1', filled(5), { transactTime: T(11) });
    assert.equal(orders.get('A1')?.cumQuantity?.text, '3');
  });

  it('only fill up where there are no times', async () => {
    const { orders, tell } = await desk({});
    tell('A1', filled(3));
    tell('A1', filled(2));
    assert.equal(orders.get('A1')?.cumQuantity?.text, '3');
    tell('A1', filled(4));
    assert.equal(orders.get('A1')?.cumQuantity?.text, '4');
  });

  it('give a fill back when a later frame busts it', async () => {
    const { orders, tell } = await desk();
    tell('A1', { ...filled(3), lastTransactTime: T(11) });
    tell('A1', { ...filled(1), lastTransactTime: T(12) });
    assert.equal(orders.get('A1')?.cumQuantity?.text, '1');
  });

  it('come back from their end by a later time only, and not before a list has them', async () => {
    const { orders, tell, ids, due, exchange } = await desk();
    tell('A1', { state: 'FILLED', cumQuantity: Decimal.of(100), lastTransactTime: T(12) });
    await orders.refresh();
    assert.equal(ids(), '', 'a list that lags has it as it was');
    tell('A1', { ...filled(50), lastTransactTime: T(11) });
    tell('A1', { ...filled(50), lastTransactTime: T(12) });
    assert.deepEqual(due, []);
    tell('A1', { ...filled(90), lastTransactTime: T(13) });
    assert.equal(ids(), '', 'it may have filled again since');
    assert.equal(due.length, 1);
    exchange.orders_.set('A1', order('A1', { ...filled(90), lastTransactTime: T(13) }));
    await orders.refresh();
    assert.equal(ids(), 'A1');
    assert.equal(orders.needsReading, false);
  });

  it('come back by a list with a later time, without a frame', async () => {
    const { orders, tell, ids, exchange } = await desk();
    tell('A1', { state: 'FILLED', cumQuantity: Decimal.of(100), lastTransactTime: T(12) });
    exchange.orders_.set('A1', order('A1', { ...filled(90), lastTransactTime: T(13) }));
    await orders.refresh();
    assert.equal(ids(), 'A1');
  });

  it('stay ended where there are no times', async () => {
    const { orders, tell, ids, due } = await desk({});
    tell('A1', { state: 'CANCELED' });
    tell('A1', { ...filled(5) });
    await orders.refresh();
    assert.equal(ids(), '');
    assert.deepEqual(due, []);
  });

  it('are not raised by a frame alone: a list has to have them', async () => {
    const { orders, tell, ids, due, exchange } = await desk();
    tell('B2', { lastTransactTime: T(11) });
    assert.equal(ids(), 'A1');
    assert.equal(orders.needsReading, true);
    assert.equal(due.length, 1);
    exchange.orders_.set('B2', order('B2', { lastTransactTime: T(11) }));
    tell('B2', { ...filled(7), lastTransactTime: T(12) });
    await orders.refresh();
    assert.equal(ids(), 'A1 B2');
    assert.equal(orders.get('B2')?.cumQuantity?.text, '7', 'the frame told more than the list');
    assert.equal(orders.needsReading, false);
  });

  it('ask a second time for an order the list does not have yet, and leave it at that', async () => {
    const { orders, tell, ids, exchange } = await desk();
    tell('B2', { lastTransactTime: T(11) });
    await orders.refresh();
    assert.equal(orders.needsReading, true, 'the list may lag behind the stream');
    await orders.refresh();
    assert.equal(orders.needsReading, false);
    tell('B2', { lastTransactTime: T(11) });
    assert.equal(orders.needsReading, false, 'the same frame again says nothing new');
    exchange.orders_.set('B2', order('B2', { lastTransactTime: T(11) }));
    await orders.refresh();
    assert.equal(ids(), 'A1 B2');
  });

  it('keep a reading due that was asked for before the frame', async () => {
    const { orders, tell, ids, due, exchange } = await desk();
    const held = exchange.hold('openOrders');
    const refresh = orders.refresh();
    await settle();
    exchange.orders_.set('B2', order('B2', { lastTransactTime: T(11) }));
    tell('B2', { lastTransactTime: T(11) });
    held.release();
    await refresh;
    assert.equal(ids(), 'A1');
    assert.equal(orders.needsReading, true);
    assert.equal(due.length, 2, 'said again, as whoever heard it may have joined the reading that was out');
    await orders.refresh();
    assert.equal(ids(), 'A1 B2');
    assert.equal(orders.needsReading, false);
  });

  it('keep what a frame told while a list was out', async () => {
    const { orders, tell, exchange } = await desk({});
    const held = exchange.hold('openOrders');
    const refresh = orders.refresh();
    await settle();
    tell('A1', filled(3));
    held.release();
    await refresh;
    assert.equal(orders.get('A1')?.cumQuantity?.text, '3');
  });

  it('are gone when a list lacks them, though an old frame came while it was out', async () => {
    const { orders, tell, ids, exchange } = await desk();
    exchange.orders_.delete('A1');
    const held = exchange.hold('openOrders');
    const refresh = orders.refresh();
    await settle();
    tell('A1', { ...filled(3), lastTransactTime: T(11) });
    held.release();
    await refresh;
    assert.equal(ids(), '');
    assert.equal(orders.needsReading, true, 'and it is made sure of');
  });

  it('forget all with the account', async () => {
    const { orders, tell, session } = await desk();
    tell('B2', { lastTransactTime: T(11) });
    await session.signOut();
    assert.deepEqual(orders.orders, []);
    assert.equal(orders.told('A1'), undefined);
    assert.equal(orders.needsReading, false);
  });
});

describe('orders told by a snapshot', () => {
  it('are all there are, where it was asked for after they were listed', async () => {
    const { orders, ids, clock, due } = await desk();
    await clock.advance(100);
    const askedAt = clock.now();
    await clock.advance(100);
    orders.applySnapshot([order('B2', { lastTransactTime: T(20) })], clock.now(), askedAt);
    assert.equal(ids(), 'B2');
    assert.deepEqual(due, []);
    assert.equal(orders.told('B2')?.source, 'stream');
  });

  it('are the first known where no list was read yet, until a list says otherwise', async () => {
    const { session, exchange, clock } = rig();
    const orders = new OrdersStore(session);
    const held = exchange.hold('openOrders');
    const load = orders.load();
    await settle();
    orders.applySnapshot([order('B2', { lastTransactTime: T(20) })], clock.now());
    assert.equal(orders.orders.length, 1);
    held.release();
    await load;
    assert.equal(orders.orders.length, 0, 'it may have ended before the list');
    assert.equal(orders.needsReading, true);
  });

  it('are made sure of where the snapshot may be an old one', async () => {
    const { orders, ids, clock, due, exchange } = await desk();
    exchange.orders_.set('B2', order('B2', { lastTransactTime: T(20) }));
    orders.applySnapshot([order('B2', { lastTransactTime: T(20) })], clock.now());
    assert.equal(ids(), 'A1', 'neither is one shown nor the other taken away');
    assert.equal(due.length, 1);
    exchange.orders_.delete('A1');
    await orders.refresh();
    assert.equal(ids(), 'B2');
  });

  it('do not come back by one that was asked for before the last list', async () => {
    const { orders, ids, clock } = await desk();
    const askedAt = clock.now() - 10;
    orders.applySnapshot([order('A1', { lastTransactTime: T(10) }), order('B2')], clock.now(), askedAt);
    assert.equal(ids(), 'A1');
    assert.equal(orders.needsReading, true);
  });

  it('do not come back by one that was asked for while the last list was under way', async () => {
    const { orders, ids, clock, exchange, due } = await desk();
    const held = exchange.hold('openOrders');
    const reading = orders.refresh();
    await clock.advance(100);
    const askedAt = clock.now();
    // What ended in between is on the snapshot and not on the list.
    await clock.advance(100);
    held.release();
    await reading;
    orders.applySnapshot([order('A1', { lastTransactTime: T(10) }), order('B2')], clock.now(), askedAt);
    assert.equal(ids(), 'A1');
    assert.equal(due.length, 1);
  });

  it('are not set back by an old one', async () => {
    const { orders, tell, clock } = await desk();
    tell('A1', { ...filled(3), lastTransactTime: T(12) });
    orders.applySnapshot([order('A1', { lastTransactTime: T(10) })], clock.now(), clock.now());
    assert.equal(orders.get('A1')?.cumQuantity?.text, '3');
    tell('A1', { state: 'CANCELED', lastTransactTime: T(13) });
    orders.applySnapshot([order('A1', { lastTransactTime: T(10) })], clock.now() + 5, clock.now() + 5);
    assert.deepEqual(orders.orders, []);
  });
});
