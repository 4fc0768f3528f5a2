import assert from 'node:assert/strict';
import { OrdersStore } from '../../../../src/store/account/orders.ts';
import { CancelService } from '../../../../src/store/cancels/cancel.ts';
import { cancelEverything } from '../../../../src/store/cancels/cancel-everything.ts';
import { endOf, isForEverything } from '../../../../src/store/cancels/intent.ts';
import { readBook } from '../../../../src/store/cancels/intent-lines.ts';
import { ownerOf } from '../../../../src/store/session/owner.ts';
import { settle } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { intentLog, MemoryIntents } from '../../../support/memory-intents.ts';
import { order, PROFILE, rig } from '../values.ts';

async function desk(...ids: readonly string[]) {
  const base = rig();
  for (const id of ids) base.exchange.orders_.set(id, order(id));
  const orders = new OrdersStore(base.session);
  await orders.load();
  const file = new MemoryIntents();
  const cancels = new CancelService(base.session, orders, intentLog(base.clock, file));
  const everything = () =>
    base.clock.run(cancelEverything({ cancels, orders, clock: base.clock }, orders.orders));
  const another = async () => {
    const own = new OrdersStore(base.session);
    await own.load();
    return { orders: own, cancels: new CancelService(base.session, own, intentLog(base.clock, file)) };
  };
  return { ...base, orders, cancels, file, everything, another };
}

describe('cancelling whatever is open', () => {
  it('is one request, proved order by order, and looked for afterwards', async () => {
    const { everything, exchange, file, orders } = await desk('A1', 'A2');
    exchange.orders_.set('MEANWHILE', order('MEANWHILE'));
    const { reports, left, error } = await everything();
    assert.deepEqual(
      reports.map(({ outcome }) => outcome.kind),
      ['cancelled', 'cancelled'],
    );
    assert.deepEqual([left, error], [[], undefined]);
    assert.equal(exchange.count('cancelAllOpen'), 1);
    assert.equal(exchange.count('cancelOrder') + exchange.count('cancelOrders'), 0);
    assert.equal(exchange.orders_.get('MEANWHILE')?.state, 'CANCELED');
    await settle();
    const { records } = readBook(file.text);
    assert.ok(records.every((record) => endOf(record)?.step === 'confirmed'));
    assert.ok(records.every(({ steps }) => steps.some(({ by }) => by === 'openEnded')));
    const requests = records.flatMap(({ steps }) => steps.flatMap(({ request }) => request ?? []));
    assert.deepEqual([requests.length, new Set(requests).size], [3, 1], 'one request has one id');
    assert.equal(orders.orders.length, 0);
  });

  it('says what is still open', async () => {
    const { everything, exchange } = await desk('A1');
    exchange.next('cancelAllOpen', (answer) => {
      const ids = answer();
      exchange.orders_.set('LATER', order('LATER'));
      return ids;
    });
    const { left } = await everything();
    assert.deepEqual(
      left?.map(({ id }) => id),
      ['LATER'],
    );
  });

  it('cancels nothing, and nothing one by one either, where the service has no such thing', async () => {
    const { everything, exchange } = await desk('A1', 'A2');
    exchange.lacks.add('openEndedCancel');
    const { reports, left } = await everything();
    assert.deepEqual(
      reports.map(({ outcome }) => outcome.kind === 'refused' && outcome.error.code),
      ['unsupported', 'unsupported'],
    );
    assert.equal(left?.length, 2);
    assert.equal(exchange.count('cancelOrder') + exchange.count('cancelOrders'), 0);
  });

  it('goes out though all that is known was sent before and is not known, and cancels that too', async () => {
    const { everything, exchange, cancels, clock, file } = await desk('A1');
    exchange.next('cancelOrder', failure('timeout'));
    await clock.run(cancels.cancel([order('A1')]));
    assert.ok(cancels.isUnknown('A1'));
    const { reports, request, left } = await everything();
    assert.equal(exchange.count('cancelAllOpen'), 1);
    assert.deepEqual([request.kind, reports[0]?.outcome.kind, left], ['accepted', 'cancelled', []]);
    await settle();
    assert.ok(readBook(file.text).records.every((record) => endOf(record) !== undefined));
  });

  it('goes out while a cancel of all that is known is under way, here or in another window', async () => {
    const { orders, exchange, cancels, clock, another } = await desk('A1');
    const held = exchange.hold('cancelOrder');
    const first = cancels.cancel([order('A1')]);
    await settle();
    const windows = [{ cancels, orders }, await another()];
    const both = windows.map((each) => cancelEverything({ ...each, clock }, [order('A1')]));
    await clock.advance(100_000);
    assert.equal(exchange.count('cancelAllOpen'), 2);
    held.fail(failure('timeout'));
    await clock.run(Promise.all([first, ...both]));
    assert.equal(exchange.count('cancelAllOpen'), 2, 'each was confirmed by a person');
  });

  it('is written down and claimed as an intent of its own, which no window takes for an order', async () => {
    const { everything, exchange, file, another } = await desk('A1');
    let before = '';
    exchange.next('cancelAllOpen', (answer) => {
      before = file.text;
      return answer();
    });
    await everything();
    await settle();
    const own = (text: string) => readBook(text).records.find(isForEverything);
    const steps = (text: string) => own(text)?.steps.map(({ step }) => step);
    assert.deepEqual(steps(before), ['asked', 'sent']);
    assert.deepEqual(steps(file.text), ['asked', 'sent', 'accepted', 'confirmed']);
    assert.ok(file.claims.has(own(file.text)?.slot ?? ''));
    file.text = before;
    const next = await another();
    await next.cancels.recover();
    assert.deepEqual([...next.orders.pending], ['A1']);
  });

  it('says that nothing went out where it could not be written down', async () => {
    const { everything, exchange, file } = await desk('A1');
    file.broken = true;
    const { request } = await everything();
    assert.equal(request.kind === 'noEffect' && request.error.code, 'notRecorded');
    assert.equal(exchange.count('cancelAllOpen'), 0);
  });

  it('does not call it nothing when some of what is open could not be read', async () => {
    const { everything, exchange, file } = await desk('A1');
    exchange.always('openOrders', () => ({ items: [], lost: 3, problems: [], receivedAt: 0 }));
    const { left, lost } = await everything();
    assert.deepEqual([left, lost], [[], 3]);
    await settle();
    const own = readBook(file.text).records.find(isForEverything);
    assert.equal(own && endOf(own)?.step, 'unfollowed');
  });

  it('does not take the orders of another account for what is left', async () => {
    const { orders, exchange, cancels, clock, session, keys, file } = await desk('A1');
    exchange.next('cancelAllOpen', failure('timeout'));
    const cancelling = cancelEverything({ cancels, orders, clock }, orders.orders);
    await settle();
    keys.kept = { keyId: 'second', secret: 'quince' };
    session.connect(PROFILE);
    await session.ensure();
    await orders.load();
    const { left, error, request } = await clock.run(cancelling);
    await settle();
    assert.deepEqual([left, error?.code, request.kind], [undefined, 'cancelled', 'perhaps']);
    const own = readBook(file.text).records.find(isForEverything);
    assert.equal(own && endOf(own)?.step, 'unfollowed');
  });

  it('is not proved by a reading that was out before', async () => {
    const { orders, exchange, cancels, clock } = await desk();
    const held = exchange.hold('openOrders');
    void orders.refresh('asked');
    await settle();
    const cancelling = cancelEverything({ cancels, orders, clock }, []);
    await settle();
    exchange.orders_.set('LATER', order('LATER'));
    await clock.advance(100);
    held.release();
    const { left } = await clock.run(cancelling);
    assert.equal(left?.length, 1);
  });

  it('is not looked for any more once another connection is in use, and never sent there', async () => {
    for (const when of ['before', 'after'] as const) {
      const { orders, exchange, exchanges, cancels, clock, session, file } = await desk('A1');
      const owner = ownerOf(session);
      exchange.next('cancelAllOpen', () => []);
      const ask = () => cancelEverything({ cancels, orders, clock }, [order('A1')], { owner });
      const switched = async () => {
        session.connect({ ...PROFILE, id: 'demo', privateUrl: 'https://other.example' });
        const next = await session.ensure();
        Object.assign(next, { orders_: new Map() });
        await orders.load();
      };
      let asking: ReturnType<typeof ask>;
      if (when === 'before') {
        await switched();
        asking = ask();
      } else {
        asking = ask();
        await settle();
        await switched();
      }
      const { left, error, request, reports } = await clock.run(asking);
      await settle();
      assert.deepEqual([left, error?.details.reason], [undefined, 'changed'], when);
      assert.equal(request.kind, when === 'before' ? 'noEffect' : 'accepted');
      assert.deepEqual([reports.length, reports[0]?.owner], [1, owner]);
      assert.equal(exchanges.at(-1)?.count('cancelAllOpen'), 0);
      assert.ok((exchanges.at(-1)?.count('openOrders') ?? 2) <= 1, 'only what this test loaded');
      const own = readBook(file.text).records.find(isForEverything);
      assert.equal(own && endOf(own)?.step, when === 'before' ? undefined : 'unfollowed');
    }
  });

  it('does not call an old reading what is open', async () => {
    const { everything, exchange } = await desk('A1');
    exchange.always('openOrders', failure('server', { status: 500 }));
    const { left, error } = await everything();
    assert.equal(left, undefined);
    assert.equal(error?.code, 'server');
  });

  it('is told from an order by its kind, not by a name an order may have', async () => {
    for (const name of ['*', '']) {
      const { cancels, orders, clock, exchange, another, file } = await desk(name);
      exchange.next('cancelAllOpen', () => new Promise(() => {}));
      void cancelEverything({ cancels, orders, clock }, []);
      await settle();
      const beside = await another();
      const [report] = await clock.run(beside.cancels.cancel([order(name)]));
      assert.equal(report?.outcome.kind, 'cancelled');
      assert.equal(exchange.count('cancelOrder'), 1);
      assert.equal(readBook(file.text).records.filter(isForEverything).length, 1);
    }
  });
});
