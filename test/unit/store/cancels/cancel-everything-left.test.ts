import assert from 'node:assert/strict';
import { cancelEverything } from '../../../../src/store/cancels/cancel-everything.ts';
import type { EverythingEnd } from '../../../../src/store/cancels/cancel-everything-recover.ts';
import { isForEverything } from '../../../../src/store/cancels/intent.ts';
import { readBook } from '../../../../src/store/cancels/intent-lines.ts';
import { settle } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { mortal, story, windows } from './cancel-windows.ts';

async function left(...ids: readonly string[]) {
  const base = await windows(...ids);
  const { file, exchange, clock } = base;
  const told: EverythingEnd[] = [];
  return {
    ...base,
    told,
    open: async () => {
      const next = await base.another();
      next.cancels.onDidResolveEverything((end) => told.push(end));
      return next;
    },
    /** Asks for it in a window that crashes: with the request out, which `acts` or not, or right before its claim. */
    crash: async (when: 'acted' | 'lost' | 'unclaimed') => {
      const own = mortal(file);
      if (when === 'unclaimed') own.claim = () => new Promise(() => {});
      const { cancels, orders } = await base.another(own);
      exchange.next('cancelAllOpen', (answer) => {
        if (when === 'acted') answer();
        return new Promise(() => {});
      });
      void cancelEverything({ cancels, orders, clock }, []);
      await settle();
      own.kill();
    },
    story: () => readBook(file.text).records.filter(isForEverything).map(story),
  };
}

describe('a cancel of whatever is open that a crashed window left', () => {
  it('is looked after by the next one, which says what it came to, once for all windows', async () => {
    const { crash, open, story, told, clock, exchange, poll } = await left('A1');
    await crash('acted');
    const next = await open();
    const beside = await open();
    await Promise.all([next.cancels.recover(), beside.cancels.recover()]);
    assert.deepEqual(story(), ['asked sent'], 'its window may only be busy');
    await clock.advance(100_000);
    await poll(next, 2);
    assert.match(story()[0] ?? '', /^asked sent takenUp .*confirmed/);
    assert.deepEqual(
      told.map(({ left: open, lost, request }) => [open?.length, lost, request.kind]),
      [[0, 0, 'perhaps']],
    );
    assert.equal(exchange.count('cancelAllOpen'), 1);
  });

  it('is said to have left what is still open', async () => {
    const { crash, open, story, told, clock } = await left('A1');
    await crash('lost');
    await clock.advance(100_000);
    const next = await open();
    await clock.run(next.cancels.recover());
    assert.deepEqual(
      told.map(({ left: open }) => open?.map(({ id }) => id)),
      [['A1']],
    );
    await settle();
    assert.deepEqual(story(), ['asked sent takenUp unfollowed']);
  });

  it('never goes out any more where it had not', async () => {
    const { crash, open, story, told, clock, exchange } = await left('A1');
    await crash('unclaimed');
    await clock.advance(100_000);
    const next = await open();
    await clock.run(next.cancels.recover());
    await settle();
    assert.deepEqual(story(), ['asked sent takenUp refused']);
    assert.equal(told[0]?.request.kind, 'noEffect');
    assert.equal(exchange.count('cancelAllOpen'), 0);
  });

  it('stays open while what is open cannot be read', async () => {
    const { crash, open, story, told, clock, exchange, poll } = await left('A1');
    await crash('acted');
    await clock.advance(100_000);
    const next = await open();
    exchange.always('openOrders', () => Promise.reject(failure('network')));
    await clock.run(next.cancels.recover());
    await settle();
    assert.match(story()[0] ?? '', /^asked sent( takenUp)+$/);
    assert.equal(told.length, 0);
    exchange.always('openOrders', (answer) => answer());
    await poll(next, 2);
    assert.match(story()[0] ?? '', /takenUp confirmed/);
    assert.equal(told.length, 1);
  });

  it('is left to a window that is still at it', async () => {
    const { cancels, orders, open, story, told, clock, exchange } = await left('A1');
    const held = exchange.hold('cancelAllOpen');
    const asking = cancelEverything({ cancels, orders, clock }, orders.orders);
    const beside = await open();
    for (let at = 0; at < 10; at += 1) {
      await clock.advance(20_000);
      await clock.run(beside.orders.refresh('poll'));
    }
    held.release();
    await clock.run(asking);
    await clock.advance(100_000);
    assert.deepEqual([story(), told], [['asked sent accepted confirmed'], []]);
  });
});
