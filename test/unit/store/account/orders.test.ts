import assert from 'node:assert/strict';
import { Decimal } from '../../../../src/core/decimal.ts';
import type { Execution } from '../../../../src/core/execution.ts';
import type { Order } from '../../../../src/core/order.ts';
import { OrdersStore } from '../../../../src/store/account/orders.ts';
import type { Change } from '../../../../src/store/reading/load-state.ts';
import { ownerOf } from '../../../../src/store/session/owner.ts';
import { settle } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { anExecution } from '../../../support/frames.ts';
import { raw } from '../../../support/values.ts';
import { FakeKeys, order, PROFILE, rig, T } from '../values.ts';

/** A store with one order listed, as of T(10). */
async function desk(own: Partial<Order> = { lastTransactTime: T(10) }) {
  const base = rig();
  base.exchange.orders_.set('A1', order('A1', own));
  const orders = new OrdersStore(base.session);
  await orders.load();
  const due: number[] = [];
  orders.onNeedsReading(() => due.push(base.clock.now()));
  const frame = (id: string, what: Partial<Order>, more: Partial<Execution> = {}): void =>
    orders.applyExecution(anExecution({ order: order(id, what), ...more }), base.clock.now());
  const ids = (): string => orders.orders.map(({ id }) => id).join(' ');
  return { ...base, orders, due, frame, ids };
}

const filled = (contracts: number): Partial<Order> => ({
  state: 'PARTIALLY_FILLED',
  cumQuantity: Decimal.of(contracts),
});

const OTHER = { ...PROFILE, id: 'demo' as const, label: 'Other Book', privateUrl: 'https://other.example' };

describe('OrdersStore and frames', () => {
  it('follows a frame, says which changed and where it came from', async () => {
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

  it('keeps what a trimmed frame leaves out', async () => {
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

  it('drops orders that are filled, cancelled, rejected or expired, also where only the execution says so', async () => {
    for (const state of ['FILLED', 'CANCELED', 'REJECTED', 'EXPIRED'] as const) {
      const { ids, frame } = await desk();
      frame('A1', { state, lastTransactTime: T(11) });
      assert.equal(ids(), '');
    }
    const { ids, frame } = await desk();
    frame('A1', { state: undefined, lastTransactTime: T(11) }, { type: 'FILL' });
    assert.equal(ids(), '');
  });

  it('is not set back by a frame with an older time, nor by a list with one', async () => {
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

  it('takes the time of the execution where the order has none', async () => {
    const { orders, frame } = await desk({});
    frame('A1', filled(3), { transactTime: T(12) });
    frame('A1', filled(5), { transactTime: T(11) });
    assert.equal(raw(orders.get('A1')?.cumQuantity)?.text, '3');
  });

  it('only takes more as filled where there are no times', async () => {
    const { orders, frame } = await desk({});
    frame('A1', filled(3));
    frame('A1', filled(2));
    assert.equal(raw(orders.get('A1')?.cumQuantity)?.text, '3');
    frame('A1', filled(4));
    assert.equal(raw(orders.get('A1')?.cumQuantity)?.text, '4');
  });

  it('gives a fill back when a later frame busts it', async () => {
    const { orders, frame } = await desk();
    frame('A1', { ...filled(3), lastTransactTime: T(11) });
    frame('A1', { ...filled(1), lastTransactTime: T(12) });
    assert.equal(raw(orders.get('A1')?.cumQuantity)?.text, '1');
  });

  it('takes an ended order back by a later time only, and not before a list has it', async () => {
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

  it('takes an ended order back by a list with a later time, without a frame', async () => {
    const { orders, frame, ids, exchange } = await desk();
    frame('A1', { state: 'FILLED', cumQuantity: Decimal.of(100), lastTransactTime: T(12) });
    exchange.orders_.set('A1', order('A1', { ...filled(90), lastTransactTime: T(13) }));
    await orders.refresh();
    assert.equal(ids(), 'A1');
  });

  it('leaves ended orders out where there are no times', async () => {
    const { orders, frame, ids, due } = await desk({});
    frame('A1', { state: 'CANCELED' });
    frame('A1', { ...filled(5) });
    await orders.refresh();
    assert.equal(ids(), '');
    assert.deepEqual(due, []);
  });

  it('shows no order a frame alone describes: a list has to have it', async () => {
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

  it('asks a second time for an order the list does not have yet, and leaves it at that', async () => {
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

  it('keeps a reading due that was asked for before the frame', async () => {
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

  it('drops what a list lacks, though an old frame came while it was out', async () => {
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

  it('forgets all with the account', async () => {
    const { orders, frame, session } = await desk();
    frame('B2', { lastTransactTime: T(11) });
    await session.signOut();
    assert.deepEqual(orders.orders, []);
    assert.equal(orders.provenance('A1'), undefined);
    assert.equal(orders.needsReading, false);
  });
});

describe('OrdersStore and snapshots', () => {
  it('has a list confirm what only the snapshot has, and what it lacks: it may be an old one', async () => {
    const { orders, ids, clock, due, exchange } = await desk();
    exchange.orders_.set('B2', order('B2', { lastTransactTime: T(20) }));
    orders.applySnapshot([order('B2', { lastTransactTime: T(20) })], clock.now());
    assert.equal(ids(), 'A1', 'neither is one shown nor the other taken away');
    assert.equal(due.length, 1);
    exchange.orders_.delete('A1');
    await orders.refresh();
    assert.equal(ids(), 'B2');
  });

  it('is not set back by an old one', async () => {
    const { orders, frame, clock } = await desk();
    frame('A1', { ...filled(3), lastTransactTime: T(12) });
    orders.applySnapshot([order('A1', { lastTransactTime: T(10) })], clock.now());
    assert.equal(raw(orders.get('A1')?.cumQuantity)?.text, '3');
    frame('A1', { state: 'CANCELED', lastTransactTime: T(13) });
    orders.applySnapshot([order('A1', { lastTransactTime: T(10) })], clock.now() + 5);
    assert.deepEqual(orders.orders, []);
  });
});

describe('OrdersStore.latest', () => {
  const idsOf = async (orders: OrdersStore) => (await orders.latest()).orders.map(({ id }) => id);

  it('reads again, and does not take a read that is already running, nor its failure', async () => {
    for (const end of ['answered', 'failed'] as const) {
      const { orders, exchange } = await desk();
      const held = exchange.hold('openOrders');
      void orders.refresh();
      await settle();
      exchange.orders_.set('B2', order('B2'));
      const latest = idsOf(orders);
      await settle();
      if (end === 'answered') held.release();
      else held.fail(failure('timeout'));
      assert.deepEqual(await latest, ['A1', 'B2'], end);
    }
  });

  it('is one read for all callers, with the account it belongs to', async () => {
    const { orders, exchange, session } = await desk();
    const before = exchange.count('openOrders');
    const [first] = await Promise.all([orders.latest(), orders.latest(), orders.latest()]);
    assert.equal(exchange.count('openOrders'), before + 1);
    assert.deepEqual([first?.owner, first?.lost], [ownerOf(session), 0]);
  });

  it('rejects once another account is in use, and reads nothing of that one', async () => {
    for (const isBroken of [false, true]) {
      const { orders, exchange, exchanges, session } = await desk();
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
      assert.equal(exchanges.at(-1)?.count('openOrders'), asked);
    }
  });

  it('rejects where the list cannot be read, the key is refused or nobody is signed in', async () => {
    for (const error of [
      failure('server', { status: 500 }),
      failure('auth', { status: 401, auth: 'badKey' }),
    ]) {
      const { orders, exchange } = await desk();
      exchange.next('openOrders', error);
      await assert.rejects(orders.latest(), { code: error.code });
    }
    const { orders, session } = await desk();
    await session.signOut();
    await assert.rejects(orders.latest(), { code: 'auth' });
  });
});

describe('OrdersStore', () => {
  it('reads nothing while signed out, and forgets all when somebody signs out', async () => {
    const signedOut = rig({ keys: new FakeKeys() });
    const none = new OrdersStore(signedOut.session);
    await none.load();
    assert.equal(none.state.kind, 'idle');
    assert.equal(signedOut.exchange.count('openOrders'), 0);
    const { orders, session } = await desk();
    const changes: Change[] = [];
    orders.onDidChange((change) => changes.push(change));
    await session.signOut();
    assert.deepEqual(changes, ['all']);
    assert.deepEqual(orders.orders, []);
  });

  it('does not bring a removed or ended order back with a list asked for before', async () => {
    for (const isEnded of [true, false]) {
      const { orders, exchange, ids } = await desk({});
      const held = exchange.hold('openOrders');
      const refresh = orders.refresh();
      await settle();
      if (isEnded) orders.apply(order('A1', { state: 'CANCELED' }));
      else orders.remove('A1');
      assert.equal(ids(), '');
      held.release();
      await refresh;
      assert.equal(ids(), '');
      await orders.refresh();
      assert.equal(ids(), isEnded ? '' : 'A1', 'a later list may have a removed one after all');
    }
  });

  it('prefers a single reading to a list asked for before it, and a later list to the reading', async () => {
    const { orders, exchange } = await desk({});
    const held = exchange.hold('openOrders');
    const refresh = orders.refresh();
    await settle();
    orders.apply(order('A1', { state: 'PARTIALLY_FILLED' }));
    held.release();
    await refresh;
    assert.equal(orders.get('A1')?.state, 'PARTIALLY_FILLED');
    await orders.refresh();
    assert.equal(orders.get('A1')?.state, 'NEW');
  });

  it('says which order changed', async () => {
    const { orders, exchange } = await desk({});
    exchange.orders_.set('A2', order('A2', { marketSlug: 'rain' }));
    await orders.refresh();
    const changes: Change[] = [];
    orders.onDidChange((change) => changes.push(change));
    exchange.orders_.set('A2', order('A2', { marketSlug: 'rain', cumQuantity: Decimal.of('3') }));
    await orders.refresh();
    orders.setCancelling('A1', 'underWay');
    assert.deepEqual(
      changes.map((change) => [...change]),
      [[], ['A2'], ['A1']],
    );
    assert.deepEqual(
      orders.inMarket('rain').map(({ id }) => id),
      ['A2'],
    );
  });
});
