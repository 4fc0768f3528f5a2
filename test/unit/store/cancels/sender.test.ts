import assert from 'node:assert/strict';
import { cancelRig } from './cancel-rig.ts';

describe('CancelSender', () => {
  it('gives every rate permit back: after sending, after a refusal and where nothing was sent', async () => {
    const { exchange, clock, cancels, orders, folder } = await cancelRig('A', 'B', 'C', 'D');
    const permits = { taken: 0, released: 0 };
    exchange.permit = async () => {
      permits.taken += 1;
      const release = (): void => {
        permits.released += 1;
      };
      return { leave: () => true, release };
    };
    await clock.run(cancels.cancel(orders.orders.slice(0, 1)));
    await clock.run(cancels.cancel(orders.orders.slice(1)));
    folder.isBroken = true;
    await clock.run(cancels.cancel(orders.orders.slice(1, 2)));
    assert.ok(permits.taken >= 2);
    assert.equal(permits.released, permits.taken);
  });

  it('takes an order a batch did not name for one without an answer, though the batch was answered with 2xx', async () => {
    const { exchange, clock, cancels, orders, folder } = await cancelRig('A', 'B', 'C');
    exchange.cancelOrders = async ([first]) => (first === undefined ? [] : [first.id]);
    await clock.run(cancels.cancel(orders.orders));
    const stories = folder.stories.map((story) => story.split(' ').slice(0, 3).join(' '));
    assert.deepEqual(stories.sort(), [
      'requested sent accepted',
      'requested sent unknown',
      'requested sent unknown',
    ]);
  });
});
