import assert from 'node:assert/strict';
import { Decimal } from '../../../../src/core/decimal.ts';
import { ActivityStore } from '../../../../src/store/account/activity.ts';
import { BalancesStore } from '../../../../src/store/account/balances.ts';
import { PositionsStore } from '../../../../src/store/account/positions.ts';
import { CancelService } from '../../../../src/store/cancels/service.ts';
import { settle } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { cancelLog } from '../../../support/memory-log.ts';
import { order } from '../values.ts';
import { cancelRig } from './cancel-rig.ts';

describe('cancel', () => {
  it('cancels one order with one request and proves it by reading it', async () => {
    const { cancels, exchange, orders, clock, list, kinds } = await cancelRig('A1', 'A2');
    const reports = await clock.run(cancels.cancel(list('A1')));
    assert.deepEqual(kinds(reports), ['cancelled']);
    assert.deepEqual(exchange.calls.find(({ method }) => method === 'cancelOrder')?.args, [
      { id: 'A1', marketSlug: 'otters-herons' },
    ]);
    assert.equal(exchange.count('cancelOrder'), 1);
    assert.equal(exchange.count('cancelOrders'), 0);
    assert.equal(exchange.count('order'), 1);
    await settle();
    assert.deepEqual(
      orders.orders.map(({ id }) => id),
      ['A2'],
    );
    assert.equal(orders.cancelling.size, 0);
  });

  it('shows an order as being cancelled until its state is known', async () => {
    const { cancels, exchange, orders, clock, list } = await cancelRig('A1');
    exchange.next('cancelOrder', () => undefined);
    const cancelling = cancels.cancel(list('A1'));
    assert.deepEqual([...orders.cancelling.keys()], ['A1']);
    await clock.advance(2_000);
    assert.deepEqual([...orders.cancelling.keys()], ['A1'], 'accepted is not cancelled');
    exchange.orders_.set('A1', order('A1', { state: 'CANCELED', cumQuantity: Decimal.of('7.5') }));
    const [report] = await clock.run(cancelling);
    assert.equal(report?.outcome.kind === 'cancelled' && report.outcome.order.cumQuantity?.toString(), '7.5');
    assert.equal(orders.cancelling.size, 0);
    assert.equal(orders.get('A1'), undefined);
  });

  it('is not cancelled while the order only reads as pending, which may yet fill', async () => {
    for (const [state, kind] of [
      ['CANCELED', 'cancelled'],
      ['FILLED', 'filled'],
    ] as const) {
      const { cancels, exchange, clock, list, kinds, become, folder } = await cancelRig('A1');
      exchange.next('cancelOrder', () => become('A1', { state: 'PENDING_CANCEL' }));
      const cancelling = cancels.cancel(list('A1'));
      await clock.advance(10_000);
      assert.deepEqual(folder.states, ['accepted']);
      become('A1', { state });
      assert.deepEqual(kinds(await clock.run(cancelling)), [kind]);
    }
  });

  it('gives every permit back, whether the request is answered, fails or is not sent', async () => {
    const { cancels, exchange, clock, list, folder } = await cancelRig('A1', 'A2', 'A3');
    let out = 0;
    exchange.permit = async () => {
      out += 1;
      const release = (): void => {
        out -= 1;
      };
      return { leave: () => true, release };
    };
    await clock.run(cancels.cancel(list('A1')));
    exchange.next('cancelOrder', failure('timeout'));
    await clock.run(cancels.cancel(list('A2')));
    const append = folder.append.bind(folder);
    folder.append = async (name, text, how) => {
      if (text.includes('"state":"sent"')) throw new Error('ENOSPC');
      return append(name, text, how);
    };
    await clock.run(cancels.cancel(list('A3')));
    await clock.run(cancels.killSwitch(list('A3')));
    assert.deepEqual([out, exchange.count('cancelOrder'), exchange.count('killSwitch')], [0, 2, 0]);
  });

  it('sends nothing a quarter of an hour after it was confirmed, as when the machine slept', async () => {
    const { cancels, exchange, clock, list } = await cancelRig('A1');
    exchange.permit = async () => {
      clock.shift(16 * 60_000);
      return { leave: () => true, release: () => {} };
    };
    const [report] = await clock.run(cancels.cancel(list('A1')));
    assert.ok(report?.outcome.kind === 'rejected' && report.outcome.error.details.reason === 'late');
    await clock.run(cancels.killSwitch(list('A1')));
    assert.deepEqual([exchange.count('cancelOrder'), exchange.count('killSwitch')], [0, 0]);
  });

  it('can be stopped while the disk hangs: nothing is sent, also once it is well', async () => {
    const { cancels, exchange, list, folder } = await cancelRig('A1');
    const gate = Promise.withResolvers<void>();
    const append = folder.append.bind(folder);
    folder.append = async (...args) => {
      await gate.promise;
      return append(...args);
    };
    const stop = new AbortController();
    const reports = cancels.cancel(list('A1'), { signal: stop.signal });
    await settle();
    stop.abort();
    assert.deepEqual(
      (await reports).map(({ outcome }) => outcome.kind),
      ['rejected'],
    );
    gate.resolve();
    await settle();
    assert.equal(exchange.count('cancelOrder'), 0);
    assert.deepEqual(
      folder.attempts.map(({ state }) => state),
      ['rejected'],
    );
  });

  it('sends exactly the list in batches of twenty, and an order placed meanwhile lives', async () => {
    const ids = Array.from({ length: 45 }, (_, at) => `N${at}`);
    const { cancels, exchange, clock, list, kinds, become } = await cancelRig(...ids);
    const confirmed = list(...ids);
    become('PLACED-MEANWHILE', {});
    const reports = await clock.run(cancels.cancel(confirmed));
    assert.deepEqual(new Set(kinds(reports)), new Set(['cancelled']));
    assert.deepEqual(
      reports.map((report) => report.order.id),
      ids,
    );
    const sent = exchange.calls.filter(({ method }) => method === 'cancelOrders').map(({ args }) => args[0]);
    assert.deepEqual(
      sent.map((refs) => (Array.isArray(refs) ? refs.length : 0)),
      [20, 20, 5],
    );
    assert.equal(exchange.count('cancelOrder'), 0);
    assert.equal(exchange.orders_.get('PLACED-MEANWHILE')?.state, 'NEW');
  });

  it('joins a cancel that is under way instead of sending another', async () => {
    const { cancels, exchange, clock, list, kinds } = await cancelRig('A1', 'A2');
    const held = exchange.hold('cancelOrder');
    const first = cancels.cancel(list('A1'));
    const second = cancels.cancel(list('A1', 'A1', 'A2'));
    await settle();
    held.release();
    assert.deepEqual(kinds(await clock.run(first)), ['cancelled']);
    assert.deepEqual(kinds(await clock.run(second)), ['cancelled', 'cancelled']);
    const sent = exchange.calls
      .filter(({ method }) => method.startsWith('cancel'))
      .map(({ args }) => args[0]);
    assert.deepEqual(
      sent.map((ref) => (ref as { readonly id: string }).id),
      ['A1', 'A2'],
    );
  });

  it('tells a fill that came first, with what was filled', async () => {
    const { cancels, exchange, clock, list, become } = await cancelRig('A1');
    exchange.next('cancelOrder', () => {
      become('A1', { state: 'FILLED', cumQuantity: Decimal.of('100') });
      throw failure('refused', { status: 400 });
    });
    const [report] = await clock.run(cancels.cancel(list('A1')));
    assert.equal(report?.outcome.kind, 'filled');
    assert.equal(report?.outcome.kind === 'filled' && report.outcome.order.cumQuantity?.toString(), '100');
  });

  it('tells an order that ended otherwise, or that the service no longer knows, as gone', async () => {
    const { cancels, exchange, clock, list, kinds, become, orders } = await cancelRig('A1', 'A2', 'A3');
    exchange.lacks.add('batchedCancel');
    become('A1', { state: 'EXPIRED' });
    become('A2', { state: 'CANCELED' });
    exchange.orders_.delete('A3');
    const reports = await clock.run(cancels.cancel(list('A1', 'A2', 'A3')));
    assert.deepEqual(kinds(reports), ['gone', 'cancelled', 'gone']);
    await settle();
    assert.deepEqual(orders.orders, []);
  });

  it('reads again, once for all, what a fill before it changed and what was read before', async () => {
    const { session, exchange, orders, clock, list, cancels: other } = await cancelRig('A1', 'A2', 'A3');
    other.dispose();
    const positions = new PositionsStore(session);
    const balances = new BalancesStore(session);
    const activity = new ActivityStore(session);
    await positions.load();
    await activity.load();
    const cancels = new CancelService(session, orders, cancelLog(clock), [positions, balances, activity]);
    await clock.run(cancels.cancel(list('A1', 'A2', 'A3')));
    await settle();
    assert.deepEqual(
      (['openOrders', 'positions', 'activities', 'balances'] as const).map((method) =>
        exchange.count(method),
      ),
      [2, 2, 2, 0],
    );
  });

  it('tells a refusal of an order that is still working', async () => {
    const { cancels, exchange, clock, list, orders } = await cancelRig('A1');
    exchange.next('cancelOrder', failure('refused', { status: 400 }));
    const [report] = await clock.run(cancels.cancel(list('A1')));
    assert.equal(report?.outcome.kind === 'rejected' && report.outcome.error.code, 'refused');
    assert.equal(report?.outcome.kind === 'rejected' && report.outcome.order?.state, 'NEW');
    assert.equal(orders.get('A1')?.state, 'NEW');
    assert.equal(orders.cancelling.size, 0);
  });

  it('tells what was certainly not sent as refused, even where nothing can be read', async () => {
    const { cancels, exchange, clock, list } = await cancelRig('A1');
    exchange.next('cancelOrder', failure('network', { mayHaveArrived: false }));
    exchange.always('order', failure('network', { mayHaveArrived: false }));
    const from = clock.now();
    const [report] = await clock.run(cancels.cancel(list('A1')));
    assert.equal(report?.outcome.kind, 'rejected');
    assert.ok(report.outcome.kind === 'rejected' && report.outcome.order === undefined);
    assert.ok(clock.now() - from < 5_000);
  });

  it('calls a timeout unknown, reads on in the background, and tells the end', async () => {
    const { cancels, exchange, clock, list, resolved, kinds, orders, become } = await cancelRig('A1');
    exchange.next('cancelOrder', failure('timeout', { mayHaveArrived: true }));
    const from = clock.now();
    assert.deepEqual(kinds(await clock.run(cancels.cancel(list('A1')))), ['unknown']);
    assert.equal(clock.now() - from, 31_000);
    assert.ok(exchange.count('order') <= 11);
    assert.deepEqual([...orders.cancelling.keys()], ['A1']);
    await clock.advance(60_000);
    become('A1', { state: 'CANCELED' });
    await clock.advance(300_000);
    assert.deepEqual(kinds(resolved), ['unknown', 'cancelled']);
    assert.equal(exchange.count('cancelOrder'), 1);
    assert.equal(orders.cancelling.size, 0);
    const reads = exchange.count('order');
    await clock.advance(3_600_000);
    assert.equal(exchange.count('order'), reads, 'nothing is read once the end is known');
  });

  it('follows an unknown cancel to its end once a stalled service is back, and says when the order is open', async () => {
    for (const comesBy of ['reading', 'link'] as const) {
      const rig = await cancelRig('A1');
      const { cancels, exchange, clock, list, resolved, kinds, orders, session } = rig;
      const stalled = failure('timeout', { mayHaveArrived: true });
      exchange.next('cancelOrder', stalled);
      exchange.always('order', stalled);
      exchange.always('openOrders', stalled);
      await clock.run(cancels.cancel(list('A1')));
      await clock.run(orders.refresh());
      await clock.advance(1_200_000);
      assert.deepEqual([kinds(resolved), [...orders.cancelling]], [['unknown'], [['A1', 'unknown']]]);
      exchange.always('order', (answer) => answer());
      exchange.always('openOrders', (answer) => answer());
      if (comesBy === 'reading') await clock.run(orders.refresh('poll'));
      else await clock.run(session.checkLink());
      await clock.advance(1);
      assert.deepEqual(kinds(resolved), ['unknown', 'unknown'], comesBy);
      const [, said] = resolved;
      assert.equal(said?.outcome.kind === 'unknown' && said.outcome.order?.id, 'A1');
      assert.deepEqual([...orders.cancelling], [['A1', 'stillOpen']]);
      await clock.advance(1_800_000);
      assert.deepEqual(kinds(resolved), ['unknown', 'unknown', 'rejected'], 'said once each');
      assert.deepEqual([[...orders.cancelling], exchange.count('cancelOrder')], [[], 1]);
    }
  });

  it('says of an order that reads open after two cancels that it is, once', async () => {
    const { cancels, exchange, clock, list, resolved, kinds } = await cancelRig('A1');
    const stalled = failure('timeout', { mayHaveArrived: true });
    exchange.always('cancelOrder', () => Promise.reject(stalled));
    exchange.always('order', stalled);
    await clock.run(cancels.cancel(list('A1')));
    await clock.run(cancels.cancel(list('A1'), { again: new Set(['A1']) }));
    exchange.always('order', (answer) => answer());
    await clock.advance(600_000);
    assert.deepEqual(kinds(resolved), ['unknown', 'unknown', 'unknown']);
  });

  it('sends a second request for what is unknown only when it is asked for by name, and follows once', async () => {
    const { cancels, exchange, clock, list, resolved, kinds } = await cancelRig('A1');
    exchange.next('cancelOrder', failure('timeout'));
    await clock.run(cancels.cancel(list('A1')));
    assert.ok(cancels.mayRepeat('A1'));
    assert.deepEqual(kinds(await clock.run(cancels.cancel(list('A1')))), ['unknown']);
    assert.equal(exchange.count('cancelOrder'), 1, 'a second click is the same intent');
    assert.deepEqual(kinds(await clock.run(cancels.cancel(list('A1'), { again: new Set(['A1']) }))), [
      'cancelled',
    ]);
    assert.equal(exchange.count('cancelOrder'), 2);
    assert.equal(clock.pending, 0, 'the older following has ended');
    assert.deepEqual(kinds(resolved), ['unknown', 'cancelled']);
  });

  it('asks for a new sign-in when the key is refused, without trying on', async () => {
    const { cancels, exchange, session, clock, list, kinds } = await cancelRig('A1', 'A2');
    exchange.next('cancelOrders', failure('auth', { auth: 'badKey' }));
    assert.deepEqual(kinds(await clock.run(cancels.cancel(list('A1', 'A2')))), ['rejected', 'rejected']);
    assert.equal(session.account.kind, 'needsSignIn');
    assert.equal(exchange.count('order'), 0);
  });

  it('follows an order whose cancel is not allowed, and keeps the account', async () => {
    const { cancels, exchange, session, clock, list } = await cancelRig('A1');
    exchange.next('cancelOrder', failure('auth', { auth: 'refused', status: 403 }));
    const [report] = await clock.run(cancels.cancel(list('A1')));
    assert.equal(report?.outcome.kind === 'rejected' && report.outcome.order?.state, 'NEW');
    assert.equal(session.account.kind, 'signedIn');
  });

  it('stops reading when it is disposed', async () => {
    const { cancels, exchange, clock, list } = await cancelRig('A1');
    exchange.next('cancelOrder', failure('timeout'));
    await clock.run(cancels.cancel(list('A1')));
    cancels.dispose();
    assert.equal(clock.pending, 0);
  });
});
