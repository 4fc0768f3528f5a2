import assert from 'node:assert/strict';
import { ownerOf } from '../../../../src/store/session/owner.ts';
import { settle } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { order, PROFILE } from '../values.ts';
import { cancelRig } from './cancel-rig.ts';

const OTHER = { ...PROFILE, id: 'demo' as const, label: 'Other Book', privateUrl: 'https://other.example' };

async function desk(...ids: readonly string[]) {
  const base = await cancelRig(...ids);
  const posts = () =>
    base.exchanges.map((each) => each.count('cancelOrder') + each.count('cancelOrders')).join(' ');
  return { ...base, posts, owner: ownerOf(base.session) };
}

describe('a list of orders of one account', () => {
  it('is not sent to another one, and nothing is written down', async () => {
    const { cancels, orders, session, clock, folder, posts, owner } = await desk('A1', 'A2');
    session.connect(OTHER);
    await session.ensure();
    let reported = 0;
    const onProgress = () => {
      reported += 1;
    };
    const list = [order('A1'), order('A2'), order('A1')];
    const reports = await clock.run(cancels.cancel(list, { owner, onProgress }));
    assert.equal(posts(), '0 0');
    assert.deepEqual(folder.attempts, []);
    assert.equal(orders.cancelling.size, 0);
    assert.deepEqual(
      reports.map((each) => [each.order.id, each.outcome.kind, each.owner.profile.label]),
      [
        ['A1', 'rejected', 'Corner Book'],
        ['A2', 'rejected', 'Corner Book'],
      ],
    );
    for (const { outcome } of reports)
      assert.equal(outcome.kind === 'rejected' && outcome.error.details.reason, 'changed');
    assert.equal(reported, 2);
  });

  it('is of the same one on the other side of a switch there and back: that may be another key', async () => {
    const { cancels, session, clock, posts, owner } = await desk('A1');
    session.connect(OTHER);
    session.connect(PROFILE);
    await session.ensure();
    const [report] = await clock.run(cancels.cancel([order('A1')], { owner }));
    assert.equal(report?.outcome.kind, 'rejected');
    assert.equal(posts(), '0 0');
  });

  it('is not called stopped where its client was closed before the request left', async () => {
    const { cancels, exchange, session, clock, owner } = await desk('A1');
    exchange.next('killSwitch', () => {
      session.connect(OTHER);
      throw failure('cancelled', { mayHaveArrived: false });
    });
    const { request } = await clock.run(cancels.killSwitch([order('A1')], { owner }));
    assert.equal(request.kind === 'unanswered' && request.error.details.reason, 'changed');
  });

  it('is reported as that one’s, whether it was sent before the switch or not', async () => {
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
      assert.equal(outcome.kind, wasSent ? 'unknown' : 'rejected');
      assert.equal('error' in outcome && outcome.error?.details.reason, 'changed');
      assert.equal(posts(), wasSent ? '1 0' : '0 0');
    }
  });

  it('stays open in the log when its account goes, and is followed again once that is back', async () => {
    const { cancels, exchange, session, clock, folder, keys, posts, resolved, orders } = await desk('A1');
    exchange.next('cancelOrder', failure('timeout'));
    await clock.run(cancels.cancel([order('A1')]));
    const key = keys.stored;
    keys.stored = { keyId: 'second', secret: 'quince' };
    session.connect(PROFILE);
    await session.ensure();
    await clock.advance(600_000);
    const reads = exchange.count('order');
    assert.deepEqual([folder.states, orders.cancelling.size], [['unknown'], 0]);
    keys.stored = key;
    session.connect(PROFILE);
    await session.ensure();
    await clock.advance(1_000);
    exchange.orders_.set('A1', order('A1', { state: 'CANCELED' }));
    await clock.advance(600_000);
    assert.equal(exchange.count('order'), reads, 'its client is gone');
    assert.deepEqual([folder.states, posts()], [['cancelled'], '1 0 0']);
    assert.equal(resolved.at(-1)?.outcome.kind, 'cancelled');
  });

  it('is of the account of its mark where a key has no id, and the log holds nothing of the secret', async () => {
    const { cancels, exchanges, exchange, clock, folder, keys } = await desk('A1');
    keys.set({ keyId: '', secret: 'medlar-medlar', mark: 'first-mark' });
    await clock.advance(1_000);
    const first = exchanges.at(-1) ?? exchange;
    first.next('cancelOrder', failure('timeout'));
    const cancelling = cancels.cancel([order('A1')]);
    await clock.advance(500);
    keys.set({ keyId: '', secret: 'loquat-loquat', mark: 'second-mark' });
    await clock.advance(60_000);
    await cancelling;
    assert.notEqual(exchanges.at(-1), first);
    assert.equal(exchanges.at(-1)?.count('order'), 0, 'another account is not asked for it');
    assert.ok(!folder.text.includes('medlar'));
    assert.match(folder.text, /first-mark/, 'the digest of these tests is the text itself');
  });
});
