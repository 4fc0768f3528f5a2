import assert from 'node:assert/strict';
import { settle, stillClock } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { GatedFolder } from '../../../support/memory-log.ts';
import { cancelRig } from './cancel-rig.ts';

const MONTH = 31 * 86_400_000;

describe('a cancel whose window crashed', () => {
  it('is unknown in the window that is left, until its outcome is found and reported', async () => {
    const { crash, orders, poll, posts, become, resolved, folder } = await cancelRig('A1');
    await crash('A1');
    await poll({ orders }, 3);
    assert.deepEqual([...orders.cancelling], [['A1', 'stillOpen']]);
    become('A1', { state: 'CANCELED' });
    await poll({ orders }, 3);
    assert.deepEqual(folder.stories, ['requested sent unknown cancelled']);
    assert.deepEqual(
      resolved.filter(({ outcome }) => outcome.kind !== 'unknown').map(({ recovered }) => recovered),
      [true],
    );
    assert.deepEqual([posts(), orders.cancelling.size], [['A1'], 0]);
  });

  it('is left alone while its window may only be busy', async () => {
    const { another, cancels, orders, exchange, list, clock } = await cancelRig('A1');
    const { orders: beside } = await another();
    const held = exchange.hold('cancelOrder');
    const cancelling = cancels.cancel(list('A1'));
    for (let at = 0; at < 6; at += 1) {
      await clock.advance(20_000);
      await clock.run(beside.refresh('poll'));
    }
    assert.deepEqual([[...orders.cancelling.keys()], [...beside.cancelling.keys()]], [['A1'], []]);
    held.release();
    await clock.run(cancelling);
  });

  it('is taken up by one of two windows', async () => {
    const { crash, another, become, clock, folder } = await cancelRig('A1');
    await crash('A1');
    await clock.advance(61_000);
    const windows = [await another(), await another()];
    await Promise.all(windows.map(({ cancels }) => cancels.recover()));
    become('A1', { state: 'CANCELED' });
    await clock.advance(300_000);
    assert.equal(windows.flatMap(({ resolved }) => resolved).length, 1);
    assert.deepEqual(folder.states, ['cancelled']);
  });

  it('is taken up at once where the window was closed, not crashed', async () => {
    const { cancels, log, another, exchange, clock, list, folder } = await cancelRig('A1');
    exchange.next('cancelOrder', failure('timeout'));
    await clock.run(cancels.cancel(list('A1')));
    cancels.dispose();
    await log.close();
    const next = await another();
    await next.cancels.recover();
    assert.deepEqual([next.orders.cancelling.get('A1'), next.cancels.mayRepeat('A1')], ['unknown', true]);
    assert.deepEqual(folder.states, ['unknown']);
  });

  it('is taken up later where the log could not be read at the start', async () => {
    const { crash, another, folder, poll } = await cancelRig('A1');
    await crash('A1', true);
    const list = folder.list.bind(folder);
    folder.list = () => Promise.reject(new Error('EMFILE'));
    const next = await another();
    await next.cancels.recover();
    folder.list = list;
    await poll(next, 3);
    assert.deepEqual(folder.states, ['cancelled']);
  });

  it('never goes out where it had not, and is reported so', async () => {
    const { folder, another, exchange, list, clock, resolved, cancels } = await cancelRig('A1');
    const own = new GatedFolder(folder);
    const crashed = await another(own);
    const plainPermit = exchange.permit.bind(exchange);
    const permit = Promise.withResolvers<void>();
    exchange.permit = () => permit.promise.then(() => plainPermit());
    const asking = crashed.cancels.cancel(list('A1'));
    await clock.advance(1_000);
    own.kill();
    await clock.advance(61_000);
    await cancels.recover();
    const [report] = resolved;
    assert.equal(report?.outcome.kind === 'rejected' && report.outcome.error.details.reason, 'late');
    own.gate = Promise.resolve();
    permit.resolve();
    const [late] = await clock.run(asking);
    assert.equal(late?.outcome.kind, 'rejected', 'nor when its window wakes');
    assert.deepEqual([folder.states, exchange.count('cancelOrder')], [['rejected'], 0]);
  });

  it('asks nothing of the service where nothing is open', async () => {
    const { cancels, exchange, clock, list } = await cancelRig('A1');
    await clock.run(cancels.cancel(list('A1')));
    await settle();
    const calls = exchange.calls.length;
    await cancels.recover();
    assert.equal(exchange.calls.length, calls);
  });

  it('is looked for before it is given up after a month', async () => {
    for (const isCancelled of [true, false]) {
      const { crash, another, become, clock, folder, poll } = await cancelRig('A1');
      await crash('A1');
      clock.shift(MONTH);
      if (isCancelled) become('A1', { state: 'CANCELED' });
      const next = await another();
      await poll(next, 2);
      assert.deepEqual(
        [folder.states, next.orders.cancelling.size],
        [[isCancelled ? 'cancelled' : 'notFollowed'], 0],
      );
    }
  });
});

describe('a window that stood still', () => {
  /** A window that freezes between its permit and saying that it sends; another one takes its file over. */
  async function frozen() {
    const base = await cancelRig('A1');
    const { folder, another, clock, exchange, cancels, list } = base;
    const own = new GatedFolder(folder);
    const woken = Promise.withResolvers<void>();
    const still = await another(
      own,
      Object.assign(
        Object.create(clock),
        stillClock(clock, () => own.gate),
      ),
    );
    const append = own.append.bind(own);
    own.append = (name, text, how) => {
      if (text.includes('"state":"sent"')) own.gate = woken.promise;
      return append(name, text, how);
    };
    const asking = still.cancels.cancel(list('A1'));
    await settle();
    await clock.advance(61_000);
    await cancels.recover();
    return { ...base, still, asking, wake: woken.resolve, posts: () => exchange.count('cancelOrder') };
  }

  it('sends nothing any more once another one took its file over', async () => {
    const { asking, wake, posts, clock, folder, resolved } = await frozen();
    assert.equal(resolved.at(-1)?.outcome.kind, 'rejected');
    wake();
    const [report] = await clock.run(asking);
    assert.equal(report?.outcome.kind, 'rejected');
    assert.deepEqual([posts(), folder.states], [0, ['rejected']]);
  });
});
