import assert from 'node:assert/strict';
import { OrdersStore } from '../../../../src/store/account/orders.ts';
import { ownerOf } from '../../../../src/store/session/owner.ts';
import { settle } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { order, PROFILE, rig } from '../values.ts';

const OTHER = { ...PROFILE, id: 'demo' as const, label: 'Other Book', privateUrl: 'https://other.example' };

async function desk(...ids: readonly string[]) {
  const base = rig();
  for (const id of ids) base.exchange.orders_.set(id, order(id));
  const orders = new OrdersStore(base.session);
  await orders.load();
  const ids_ = async () => (await orders.latest()).orders.map(({ id }) => id);
  return { ...base, orders, ids: ids_ };
}

describe('OrdersStore.latest', () => {
  it('are those of a reading asked for from now on, not of one that is out already', async () => {
    for (const reason of ['asked', 'poll'] as const) {
      const { orders, exchange, ids } = await desk('A1');
      const held = exchange.hold('openOrders');
      void orders.refresh(reason);
      await settle();
      exchange.orders_.set('B2', order('B2'));
      const latest = ids();
      await settle();
      held.release();
      assert.deepEqual(await latest, ['A1', 'B2'], reason);
    }
  });

  it('nor is the failure of one that was out theirs', async () => {
    const { orders, exchange, ids } = await desk('A1');
    const held = exchange.hold('openOrders');
    void orders.refresh();
    await settle();
    const latest = ids();
    held.fail(failure('timeout'));
    assert.deepEqual(await latest, ['A1']);
  });

  it('are one reading for all who ask meanwhile', async () => {
    const { exchange, ids } = await desk('A1');
    const before = exchange.count('openOrders');
    await Promise.all([ids(), ids(), ids()]);
    assert.equal(exchange.count('openOrders'), before + 1);
  });

  it('go with whose they are', async () => {
    const { orders, session } = await desk('A1');
    const { owner, lost } = await orders.latest();
    assert.deepEqual([owner, lost], [ownerOf(session), 0]);
    assert.equal(owner.profile, PROFILE);
  });

  it('are not those of the account that is in use by then, nor its failure', async () => {
    for (const isBroken of [false, true]) {
      const { orders, exchange, exchanges, session } = await desk('A1');
      const owner = ownerOf(session);
      const held = exchange.hold('openOrders');
      const latest = orders.latest(owner);
      await settle();
      session.connect(OTHER);
      await session.ensure();
      if (isBroken) exchanges.at(-1)?.always('openOrders', failure('server', { status: 500 }));
      held.release();
      await assert.rejects(latest, {
        code: 'cancelled',
        details: { reason: 'changed', mayHaveArrived: false },
      });
      const asked = exchanges.at(-1)?.count('openOrders');
      await assert.rejects(orders.latest(owner), { code: 'cancelled' });
      assert.equal(exchanges.at(-1)?.count('openOrders'), asked, 'nothing is read of another one');
    }
  });

  it('cannot be read with a key that is refused: that is no other account', async () => {
    const { exchange, ids } = await desk('A1');
    exchange.next('openOrders', failure('auth', { status: 401, auth: 'badKey' }));
    await assert.rejects(ids(), { code: 'auth' });
  });
});
