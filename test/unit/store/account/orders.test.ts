import assert from 'node:assert/strict';
import { Decimal } from '../../../../src/core/decimal.ts';
import type { Change } from '../../../../src/store/reading/load-state.ts';
import { settle } from '../../../support/clock.ts';
import { raw } from '../../../support/values.ts';
import { order } from '../values.ts';
import { desk, filled, T } from './orders-desk.ts';

describe('OrdersStore and frames', () => {
  it('follow a frame, say which changed and where it came from', async () => {
    const { orders, frame, clock, due } = await desk();
    assert.deepEqual(orders.provenance('A1'), { source: 'rest', at: clock.now() });
    const changes: Change[] = [];
    orders.onDidChange((change) => changes.push(change));
    await clock.advance(500);
    frame('A1', { ...filled(3), lastTransactTime: T(11) });
    assert.equal(raw(orders.get('A1')?.cumQuantity)?.text, '3');
    assert.deepEqual(orders.provenance('A1'), { source: 'stream', at: clock.now() });
    frame('A1', { ...filled(3), lastTransactTime: T(11) });
    assert.deepEqual(changes, [new Set(['A1'])], 'the same frame again is silent');
    assert.deepEqual(due, []);
  });

  it('keep what a trimmed frame leaves out', async () => {
    const { orders, frame } = await desk();
    const bare = {
      side: undefined,
      price: undefined,
      quantity: undefined,
      tif: undefined,
      intent: undefined,
    };
    frame('A1', { ...bare, ...filled(3), lastTransactTime: T(11) });
    assert.equal(orders.get('A1')?.price?.value.text, '0.41');
    assert.equal(orders.get('A1')?.intent, 'BUY_LONG');
  });

  it('leave when they are filled, cancelled, rejected or expired, also where only the execution says so', async () => {
    for (const state of ['FILLED', 'CANCELED', 'REJECTED', 'EXPIRED'] as const) {
      const { ids, frame } = await desk();
      frame('A1', { state, lastTransactTime: T(11) });
      assert.equal(ids(), '');
    }
    const { ids, frame } = await desk();
    frame('A1', { state: undefined, lastTransactTime: T(11) }, { type: 'FILL' });
    assert.equal(ids(), '');
  });

  it('are not set back by a frame with an older time, nor by a list with one', async () => {
    const { orders, frame, exchange } = await desk();
    frame('A1', { ...filled(3), lastTransactTime: T(12) });
    frame('A1', { ...filled(2), lastTransactTime: T(11) });
    assert.equal(raw(orders.get('A1')?.cumQuantity)?.text, '3');
    await orders.refresh();
    assert.equal(raw(orders.get('A1')?.cumQuantity)?.text, '3', 'the list lags behind the stream');
    assert.equal(orders.provenance('A1')?.source, 'stream');
    exchange.orders_.set('A1', order('A1', { ...filled(3), lastTransactTime: T(12) }));
    await orders.refresh();
    assert.equal(orders.provenance('A1')?.source, 'rest');
  });

  it('take the time of the execution where the order has none', async () => {
    const { orders, frame } = await desk({});
    frame('A1', filled(3), { transactTime: T(12) });
    frame('A1', filled(5), { transactTime: T(11) });
    assert.equal(raw(orders.get('A1')?.cumQuantity)?.text, '3');
  });

  it('only fill up where there are no times', async () => {
    const { orders, frame } = await desk({});
    frame('A1', filled(3));
    frame('A1', filled(2));
    assert.equal(raw(orders.get('A1')?.cumQuantity)?.text, '3');
    frame('A1', filled(4));
    assert.equal(raw(orders.get('A1')?.cumQuantity)?.text, '4');
  });

  it('give a fill back when a later frame busts it', async () => {
    const { orders, frame } = await desk();
    frame('A1', { ...filled(3), lastTransactTime: T(11) });
    frame('A1', { ...filled(1), lastTransactTime: T(12) });
    assert.equal(raw(orders.get('A1')?.cumQuantity)?.text, '1');
  });

  it('come back from their end by a later time only, and not before a list has them', async () => {
    const { orders, frame, ids, due, exchange } = await desk();
    frame('A1', { state: 'FILLED', cumQuantity: Decimal.of(100), lastTransactTime: T(12) });
    await orders.refresh();
    assert.equal(ids(), '', 'a list that lags has it as it was');
    frame('A1', { ...filled(50), lastTransactTime: T(11) });
    frame('A1', { ...filled(50), lastTransactTime: T(12) });
    assert.deepEqual(due, []);
    frame('A1', { ...filled(90), lastTransactTime: T(13) });
    assert.equal(ids(), '', 'it may have filled again since');
    assert.equal(due.length, 1);
    exchange.orders_.set('A1', order('A1', { ...filled(90), lastTransactTime: T(13) }));
    await orders.refresh();
    assert.equal(ids(), 'A1');
    assert.equal(orders.needsReading, false);
  });

  it('come back by a list with a later time, without a frame', async () => {
    const { orders, frame, ids, exchange } = await desk();
    frame('A1', { state: 'FILLED', cumQuantity: Decimal.of(100), lastTransactTime: T(12) });
    exchange.orders_.set('A1', order('A1', { ...filled(90), lastTransactTime: T(13) }));
    await orders.refresh();
    assert.equal(ids(), 'A1');
  });

  it('stay ended where there are no times', async () => {
    const { orders, frame, ids, due } = await desk({});
    frame('A1', { state: 'CANCELED' });
    frame('A1', { ...filled(5) });
    await orders.refresh();
    assert.equal(ids(), '');
    assert.deepEqual(due, []);
  });

  it('are not raised by a frame alone: a list has to have them', async () => {
    const { orders, frame, ids, due, exchange } = await desk();
    frame('B2', { lastTransactTime: T(11) });
    assert.equal(ids(), 'A1');
    assert.equal(orders.needsReading, true);
    assert.equal(due.length, 1);
    exchange.orders_.set('B2', order('B2', { lastTransactTime: T(11) }));
    frame('B2', { ...filled(7), lastTransactTime: T(12) });
    await orders.refresh();
    assert.equal(ids(), 'A1 B2');
    assert.equal(raw(orders.get('B2')?.cumQuantity)?.text, '7', 'the frame had more than the list');
    assert.equal(orders.needsReading, false);
  });

  it('ask a second time for an order the list does not have yet, and leave it at that', async () => {
    const { orders, frame, ids, exchange } = await desk();
    frame('B2', { lastTransactTime: T(11) });
    await orders.refresh();
    assert.equal(orders.needsReading, true, 'the list may lag behind the stream');
    await orders.refresh();
    assert.equal(orders.needsReading, false);
    frame('B2', { lastTransactTime: T(11) });
    assert.equal(orders.needsReading, false, 'the same frame again says nothing new');
    exchange.orders_.set('B2', order('B2', { lastTransactTime: T(11) }));
    await orders.refresh();
    assert.equal(ids(), 'A1 B2');
  });

  it('keep a reading due that was asked for before the frame', async () => {
    const { orders, frame, ids, due, exchange } = await desk();
    const held = exchange.hold('openOrders');
    const refresh = orders.refresh();
    await settle();
    exchange.orders_.set('B2', order('B2', { lastTransactTime: T(11) }));
    frame('B2', { lastTransactTime: T(11) });
    held.release();
    await refresh;
    assert.equal(ids(), 'A1');
    assert.equal(orders.needsReading, true);
    assert.equal(due.length, 2, 'announced again, as a listener may have joined the read under way');
    await orders.refresh();
    assert.equal(ids(), 'A1 B2');
    assert.equal(orders.needsReading, false);
  });

  it('keeps a frame that came while a list was loading', async () => {
    const { orders, frame, exchange } = await desk({});
    const held = exchange.hold('openOrders');
    const refresh = orders.refresh();
    await settle();
    frame('A1', filled(3));
    held.release();
    await refresh;
    assert.equal(raw(orders.get('A1')?.cumQuantity)?.text, '3');
  });

  it('are gone when a list lacks them, though an old frame came while it was out', async () => {
    const { orders, frame, ids, exchange } = await desk();
    exchange.orders_.delete('A1');
    const held = exchange.hold('openOrders');
    const refresh = orders.refresh();
    await settle();
    frame('A1', { ...filled(3), lastTransactTime: T(11) });
    held.release();
    await refresh;
    assert.equal(ids(), '');
    assert.equal(orders.needsReading, true, 'and it is made sure of');
  });

  it('forget all with the account', async () => {
    const { orders, frame, session } = await desk();
    frame('B2', { lastTransactTime: T(11) });
    await session.signOut();
    assert.deepEqual(orders.orders, []);
    assert.equal(orders.provenance('A1'), undefined);
    assert.equal(orders.needsReading, false);
  });
});
