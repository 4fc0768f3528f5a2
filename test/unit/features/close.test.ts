import assert from 'node:assert/strict';
import { close } from '../../../src/features/close.ts';
import { OrdersStore } from '../../../src/store/account/orders.ts';
import { CancelService } from '../../../src/store/cancels/cancel.ts';
import { readBook } from '../../../src/store/cancels/intent-lines.ts';
import { settle, VirtualClock } from '../../support/clock.ts';
import { intentLog, MemoryIntents } from '../../support/memory-intents.ts';
import { order, rig } from '../store/values.ts';

describe('a window that closes', () => {
  it('is waited for until the record has what became of its cancels by then', async () => {
    const { session, exchange, clock } = rig();
    exchange.orders_.set('A1', order('A1'));
    const file = new MemoryIntents();
    const plain = file.append.bind(file);
    file.append = async (...how) => {
      await new Promise<void>((resolve) => clock.setTimeout(resolve, 100));
      await plain(...how);
    };
    const orders = new OrdersStore(session);
    const log = intentLog(clock, file);
    const cancels = new CancelService(session, orders, log);
    exchange.hold('cancelOrder');
    void cancels.cancel([order('A1')]);
    await clock.advance(1_000);
    await clock.run(close(cancels, log, clock));
    const [record] = readBook(file.text).records;
    assert.deepEqual(
      record?.steps.map(({ step }) => step),
      ['asked', 'sent', 'unknown'],
    );
  });

  it('closes all the same where the disk hangs, or something cannot be ended', async () => {
    const clock = new VirtualClock();
    const dispose = (): void => {
      throw new Error('not now');
    };
    let isClosed = false;
    const closing = close({ dispose }, { flushed: () => new Promise(() => {}) }, clock);
    void closing.then(() => {
      isClosed = true;
    });
    await clock.advance(2_900);
    assert.equal(isClosed, false);
    await clock.advance(200);
    await settle();
    assert.equal(isClosed, true);
    await close({ dispose }, { flushed: () => Promise.reject(new Error('no channel')) }, clock);
    assert.equal(clock.pending, 0);
  });
});
