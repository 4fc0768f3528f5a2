import assert from 'node:assert/strict';
import { OrdersStore } from '../../../../src/store/account/orders.ts';
import { settle } from '../../../support/clock.ts';
import { raw } from '../../../support/values.ts';
import { order, rig } from '../values.ts';
import { desk, filled, T } from './orders-desk.ts';

describe('OrdersStore and snapshots', () => {
  it('are all there are, where it was asked for after they were listed', async () => {
    const { orders, ids, clock, due } = await desk();
    await clock.advance(100);
    const askedAt = clock.now();
    await clock.advance(100);
    orders.applySnapshot([order('B2', { lastTransactTime: T(20) })], clock.now(), askedAt);
    assert.equal(ids(), 'B2');
    assert.deepEqual(due, []);
    assert.equal(orders.provenance('B2')?.source, 'stream');
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
    const { orders, frame, clock } = await desk();
    frame('A1', { ...filled(3), lastTransactTime: T(12) });
    orders.applySnapshot([order('A1', { lastTransactTime: T(10) })], clock.now(), clock.now());
    assert.equal(raw(orders.get('A1')?.cumQuantity)?.text, '3');
    frame('A1', { state: 'CANCELED', lastTransactTime: T(13) });
    orders.applySnapshot([order('A1', { lastTransactTime: T(10) })], clock.now() + 5, clock.now() + 5);
    assert.deepEqual(orders.orders, []);
  });
});
