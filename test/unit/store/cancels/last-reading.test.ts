import assert from 'node:assert/strict';
import { failure } from '../../../support/fake-exchange.ts';
import { order } from '../values.ts';
import { cancelRig } from './cancel-rig.ts';

describe('the outcome of a cancel', () => {
  it('takes no single 404 for an end, nor any while the order is listed or the list cannot be read whole', async () => {
    const { cancels, exchange, clock, list, kinds, become } = await cancelRig('A1', 'A2', 'A3');
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
    const { cancels, exchange, clock, list, kinds } = await cancelRig('A1');
    exchange.orders_.delete('A1');
    exchange.always('order', failure('notFound', { status: 404, saidBy: 'other' }));
    exchange.next('cancelOrder', failure('server', { status: 502 }));
    assert.deepEqual(kinds(await clock.run(cancels.cancel(list('A1')))), ['unknown']);
  });

  it('does not call refused and open what one lagging reading shows', async () => {
    const { cancels, exchange, clock, list, kinds, become } = await cancelRig('A1');
    exchange.next('cancelOrder', failure('refused', { status: 400, mayHaveArrived: false }));
    become('A1', { state: 'FILLED' });
    for (let lag = 0; lag < 2; lag += 1) exchange.next('order', () => order('A1'));
    assert.deepEqual(kinds(await clock.run(cancels.cancel(list('A1')))), ['filled']);
  });
});
