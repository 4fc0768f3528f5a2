import assert from 'node:assert/strict';
import { OrdersStore } from '../../../../src/store/account/orders.ts';
import { CancelService } from '../../../../src/store/cancels/cancel.ts';
import { cancelEverything } from '../../../../src/store/cancels/cancel-everything.ts';
import { endOf } from '../../../../src/store/cancels/intent.ts';
import { readBook } from '../../../../src/store/cancels/intent-lines.ts';
import { ownerOf } from '../../../../src/store/session/owner.ts';
import { settle } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { intentLog, MemoryIntents } from '../../../support/memory-intents.ts';
import { order, PROFILE, rig } from '../values.ts';

const OTHER = { ...PROFILE, id: 'demo' as const, label: 'Other Book', privateUrl: 'https://other.example' };

async function desk(...ids: readonly string[]) {
  const base = rig();
  for (const id of ids) base.exchange.orders_.set(id, order(id));
  const orders = new OrdersStore(base.session);
  await orders.load();
  const file = new MemoryIntents();
  const cancels = new CancelService(base.session, orders, intentLog(base.clock, file));
  const posts = () =>
    base.exchanges.map((each) => each.count('cancelOrder') + each.count('cancelOrders')).join(' ');
  return { ...base, orders, cancels, file, posts, owner: ownerOf(base.session) };
}

describe('a list of orders of one account', () => {
  it('is not sent to another one, and nothing is written down', async () => {
    const { cancels, orders, session, clock, file, posts, owner } = await desk('A1', 'A2');
    session.connect(OTHER);
    await session.ensure();
    const told: string[] = [];
    const onProgress = () => told.push('told');
    const list = [order('A1'), order('A2'), order('A1')];
    const reports = await clock.run(cancels.cancel(list, { owner, onProgress }));
    assert.equal(posts(), '0 0');
    assert.equal(file.text, '');
    assert.equal(orders.pending.size, 0);
    assert.deepEqual(
      reports.map((each) => [each.order.id, each.outcome.kind, each.owner.profile.label, each.intent]),
      [
        ['A1', 'refused', 'Corner Book', ''],
        ['A2', 'refused', 'Corner Book', ''],
      ],
    );
    for (const { outcome } of reports)
      assert.equal(outcome.kind === 'refused' && outcome.error.details.reason, 'changed');
    assert.equal(told.length, 2);
  });

  it('is of the same one on the other side of a switch there and back: that may be another key', async () => {
    const { cancels, session, clock, posts, owner } = await desk('A1');
    session.connect(OTHER);
    session.connect(PROFILE);
    await session.ensure();
    const [report] = await clock.run(cancels.cancel([order('A1')], { owner }));
    assert.equal(report?.outcome.kind, 'refused');
    assert.equal(posts(), '0 0');
  });

  it('is not called stopped where its client was closed before the request left', async () => {
    const { cancels, orders, exchange, session, clock, owner } = await desk('A1');
    exchange.next('cancelAllOpen', () => {
      session.connect(OTHER);
      throw failure('cancelled', { mayHaveArrived: false });
    });
    const { request } = await clock.run(
      cancelEverything({ cancels, orders, clock }, [order('A1')], { owner }),
    );
    assert.equal(request.kind === 'noEffect' && request.error.details.reason, 'changed');
  });

  it('is told of as of that one, whether it was sent before the switch or not', async () => {
    for (const wasSent of [true, false]) {
      const { cancels, exchange, session, clock, owner, posts } = await desk('A1');
      const held = exchange.hold('cancelOrder');
      const cancelling = cancels.cancel([order('A1')], { owner });
      if (wasSent) await settle();
      session.connect(OTHER);
      await session.ensure();
      held.release();
      const [report] = await clock.run(cancelling);
      assert.deepEqual(report?.owner, owner);
      const outcome = report?.outcome ?? assert.fail('no report');
      assert.equal(outcome.kind, wasSent ? 'unknown' : 'refused');
      assert.equal('error' in outcome && outcome.error?.details.reason, 'changed');
      assert.equal(posts(), wasSent ? '1 0' : '0 0');
    }
  });

  it('is sent once, though its account was in use no more and is again before the record could be looked up', async () => {
    const { cancels, orders, exchange, session, clock, file, posts } = await desk('A1');
    const held = exchange.hold('cancelOrder');
    void cancels.cancel([order('A1')]);
    await settle();
    const read = file.read;
    file.read = () => Promise.reject(new Error('busy'));
    session.connect(OTHER);
    session.connect(PROFILE);
    await settle();
    file.read = read;
    assert.equal(orders.pending.size, 0);
    const cancelling = cancels.cancel([order('A1')]);
    await clock.advance(60_000);
    held.release();
    const [report] = await clock.run(cancelling);
    assert.equal(posts(), '1 0');
    assert.equal(report?.outcome.kind, 'cancelled');
    assert.deepEqual(
      readBook(file.text).records.map((each) => endOf(each)?.step),
      ['confirmed'],
    );
  });
});
