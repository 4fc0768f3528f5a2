import assert from 'node:assert/strict';
import { close } from '../../../src/features/cancel/close.ts';
import { OrdersStore } from '../../../src/store/account/orders.ts';
import { CancelService } from '../../../src/store/cancels/service.ts';
import { settle, VirtualClock } from '../../support/clock.ts';
import { cancelLog, MemoryLogFolder } from '../../support/memory-log.ts';
import { order, rig } from '../store/values.ts';

describe('a window that closes', () => {
  it('is waited for until the log has what was found out by then', async () => {
    const { session, exchange, clock } = rig();
    exchange.orders_.set('A1', order('A1'));
    const folder = new MemoryLogFolder(clock);
    const append = folder.append.bind(folder);
    folder.append = async (...how) => {
      await new Promise<void>((resolve) => clock.setTimeout(resolve, 100));
      return append(...how);
    };
    const orders = new OrdersStore(session);
    const log = cancelLog(clock, folder);
    const cancels = new CancelService(session, orders, log);
    exchange.hold('cancelOrder');
    void cancels.cancel([order('A1')]);
    await clock.advance(1_000);
    await clock.run(close(cancels, log, clock));
    assert.deepEqual(folder.stories, ['requested sent']);
    const ages = [...folder.files.values()].map(({ beatAt }) => clock.now() - beatAt);
    assert.ok(
      ages.every((age) => age > 60_000),
      'another window may take it over at once',
    );
  });

  it('closes all the same where the disk hangs, or something cannot be ended', async () => {
    const clock = new VirtualClock();
    const dispose = (): void => {
      throw new Error('not now');
    };
    let isClosed = false;
    const closing = close({ dispose }, { close: () => new Promise(() => {}) }, clock);
    void closing.then(() => {
      isClosed = true;
    });
    await clock.advance(2_900);
    assert.equal(isClosed, false);
    await clock.advance(200);
    await settle();
    assert.equal(isClosed, true);
    await close({ dispose }, { close: () => Promise.reject(new Error('no channel')) }, clock);
    assert.equal(clock.pending, 0);
  });
});
