import assert from 'node:assert/strict';
import type { Order } from '../../../../src/core/order.ts';
import { OrdersStore } from '../../../../src/store/account/orders.ts';
import { type CancelReport, CancelService } from '../../../../src/store/cancels/cancel.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { intentLog, MemoryIntents } from '../../../support/memory-intents.ts';
import { order, rig } from '../values.ts';

async function desk(...ids: readonly string[]) {
  const base = rig();
  for (const id of ids) base.exchange.orders_.set(id, order(id));
  const orders = new OrdersStore(base.session);
  await orders.load();
  const file = new MemoryIntents();
  const cancels = new CancelService(base.session, orders, intentLog(base.clock, file));
  const list = (...wanted: string[]) => wanted.map((id) => order(id));
  const kinds = (reports: readonly CancelReport[]) => reports.map(({ outcome }) => outcome.kind);
  const become = (id: string, over: Partial<Order>): void => {
    base.exchange.orders_.set(id, order(id, over));
  };
  return { ...base, file, cancels, list, kinds, become };
}

describe('the last word on an order', () => {
  it('takes no single 404 for an end, nor any while the order is listed or the list cannot be read whole', async () => {
    const { cancels, exchange, clock, list, kinds, become } = await desk('A1', 'A2', 'A3');
    const missing = failure('notFound', { status: 404 });
    exchange.next('cancelOrder', failure('server', { status: 502 }));
    exchange.next('order', missing);
    const first = cancels.cancel(list('A1'));
    await clock.advance(2_000);
    become('A1', { state: 'CANCELED' });
    assert.deepEqual(kinds(await clock.run(first)), ['cancelled']);
    exchange.always('order', missing);
    exchange.next('cancelOrder', failure('server', { status: 502 }));
    assert.deepEqual(kinds(await clock.run(cancels.cancel(list('A2')))), ['unknown'], 'it is listed');
    exchange.always('openOrders', () => ({ items: [], lost: 1, problems: [], receivedAt: 0 }));
    exchange.next('cancelOrder', failure('server', { status: 502 }));
    assert.deepEqual(
      kinds(await clock.run(cancels.cancel(list('A3')))),
      ['unknown'],
      'it may be the lost one',
    );
  });

  it('takes no page of something in front of the service for its word', async () => {
    const { cancels, exchange, clock, list, kinds } = await desk('A1');
    exchange.orders_.delete('A1');
    exchange.always('order', failure('notFound', { status: 404, saidBy: 'other' }));
    exchange.next('cancelOrder', failure('server', { status: 502 }));
    assert.deepEqual(kinds(await clock.run(cancels.cancel(list('A1')))), ['unknown']);
  });

  it('does not call refused and open what one lagging reading shows', async () => {
    const { cancels, exchange, clock, list, kinds, become } = await desk('A1');
    exchange.next('cancelOrder', failure('refused', { status: 400, mayHaveArrived: false }));
    become('A1', { state: 'FILLED' });
    for (let lag = 0; lag < 2; lag += 1) exchange.next('order', () => order('A1'));
    assert.deepEqual(kinds(await clock.run(cancels.cancel(list('A1')))), ['alreadyFilled']);
  });

  it('is awaited in a window beside too, once a person was told that it is not known', async () => {
    const { session, cancels, exchange, clock, list, file, become } = await desk('A1');
    const orders = new OrdersStore(session);
    await orders.load();
    const beside = new CancelService(session, orders, intentLog(clock, file));
    exchange.next('cancelOrder', failure('timeout'));
    const cancelling = cancels.cancel(list('A1'));
    await clock.advance(1_000);
    await clock.run(orders.refresh());
    await clock.advance(1);
    assert.equal(orders.unknown.size, 0, 'it is only being cancelled');
    await clock.run(cancelling);
    await clock.run(orders.refresh());
    await clock.advance(1);
    assert.deepEqual([...orders.unknown], ['A1']);
    become('A1', { state: 'CANCELED' });
    await clock.advance(600_000);
    assert.equal(orders.unknown.size, 0);
    beside.dispose();
  });
});
