import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Decimal } from '../../../../src/core/decimal.ts';
import { instantOf } from '../../../../src/core/instant.ts';
import { ActivityStore } from '../../../../src/store/account/activity.ts';
import { aTrade } from '../../../support/account-values.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { awayWindow as open } from '../news/away-rig.ts';
import { execution, fill, filled } from '../news/news-rig.ts';
import { order } from '../values.ts';

const MINUTE = 60_000;

type Window = Awaited<ReturnType<typeof open>>;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** A panel is open for some seconds, while an order changes. */
async function look({ clock, streams, session, scheduler }: Window, id: string): Promise<WeakRef<object>> {
  const panel = new ActivityStore(session, { query: { marketSlug: 'otters-herons' } });
  const watch = scheduler.watch([panel]);
  await clock.advance(1_000);
  const changed = order('one', { lastTransactTime: instantOf(clock.now()) });
  streams.send({ kind: 'order', execution: execution(id, changed) });
  await clock.advance(15_000);
  watch.dispose();
  panel.dispose();
  return new WeakRef(panel);
}

/** The line of the account is lost for ten minutes, three times over. */
async function loseThrice({ clock, streams }: Window): Promise<void> {
  for (let time = 0; time < 3; time++) {
    streams.lose('account');
    await clock.advance(10 * MINUTE);
    streams.resume('account');
    await clock.advance(5 * MINUTE);
  }
}

describe('an absence where not everything can be read', () => {
  it('has a digest though a panel was closed whose activity could not be read', async () => {
    const window = await open();
    const { clock, exchange, streams, session, scheduler, gaps, close } = window;
    const panel = new ActivityStore(session, { query: { marketSlug: 'otters-herons' } });
    const watch = scheduler.watch([panel]);
    await clock.advance(20_000);
    exchange.always('activities', failure('server', { status: 503 }));
    streams.lose('account');
    streams.resume('account');
    await clock.advance(5_000);
    assert.equal(panel.state.kind, 'failed');
    watch.dispose();
    panel.dispose();
    exchange.always('activities', undefined);
    await clock.advance(10 * MINUTE);
    await loseThrice(window);
    assert.equal(gaps.length, 3);
    assert.ok(gaps.every(({ complete }) => complete));
    close();
  });

  for (const status of [200, 503])
    it(`keeps nothing of closed panels whose activity was answered with ${status}`, async () => {
      const window = await open();
      const { clock, exchange, close } = window;
      if (status !== 200) exchange.always('activities', failure('server', { status }));
      await clock.advance(MINUTE);
      const before = clock.pending;
      const panels: WeakRef<object>[] = [];
      for (let each = 0; each < 10; each++) panels.push(await look(window, `E${each}`));
      assert.ok(clock.pending <= before + 1, `${clock.pending} timers, before ${before}`);
      exchange.always('activities', undefined);
      await clock.advance(2 * MINUTE);
      const alive = (): number => panels.filter((panel) => panel.deref() !== undefined).length;
      // What a frame of the engine still holds is let go of by and by.
      for (let round = 0; round < 20 && alive() > 0; round++) {
        await new Promise((resolve) => setImmediate(resolve));
        collect();
      }
      assert.equal(alive(), 0);
      close();
    });

  for (const method of ['balances', 'positions', 'activities'] as const)
    it(`is incomplete where ${method} cannot be read any more`, async () => {
      const window = await open();
      const { clock, exchange, gaps, away, close } = window;
      exchange.always(method, failure('server', { status: 500 }));
      await loseThrice(window);
      // The digest reads the activity itself.
      const isRead = method === 'activities';
      assert.deepEqual(
        gaps.map(({ complete }) => complete),
        [isRead, isRead, isRead],
      );
      if (method !== 'activities')
        exchange.activities_ = [aTrade({ id: 't1', createTime: instantOf(clock.now() + MINUTE) })];
      await loseThrice(window);
      assert.equal(away.digest?.complete, false);
      assert.equal(away.digest.activities.length, method === 'activities' ? 0 : 1);
      close();
    });

  it('waits for the orders, whatever else was read', async () => {
    const { clock, exchange, streams, gaps, close } = await open();
    streams.lose('account');
    await clock.advance(10 * MINUTE);
    exchange.always('openOrders', failure('server', { status: 500 }));
    streams.resume('account');
    await clock.advance(10 * MINUTE);
    assert.deepEqual(gaps, []);
    exchange.always('openOrders', undefined);
    await clock.advance(2 * MINUTE);
    assert.deepEqual(
      gaps.map(({ complete }) => complete),
      [true],
    );
    close();
  });

  it('waits for a part that failed before the service was there again', async () => {
    const { clock, exchange, streams, gaps, close } = await open();
    exchange.always('balances', failure('network'));
    streams.lose('account');
    await clock.advance(10 * MINUTE);
    const held = exchange.hold('balances');
    exchange.always('balances', undefined);
    streams.resume('account');
    await clock.advance(3_000);
    assert.deepEqual(gaps, [], 'the balances are not read yet');
    held.release();
    await clock.advance(1_000);
    assert.deepEqual(
      gaps.map(({ complete }) => complete),
      [true],
    );
    close();
  });
});

describe('an absence where the clock of this machine is not the one of the service', () => {
  for (const ahead of [20_000, -20_000])
    it(`loses nothing and reports nothing twice when it is ${ahead} ms ahead`, async () => {
      const { clock, exchange, streams, reported, away, gone, close } = await open();
      const service = () => instantOf(clock.now() - ahead);
      const part = order('one', { ...filled(40), lastTransactTime: service() });
      exchange.orders_.set('one', part);
      streams.send({ kind: 'order', execution: fill('E1', part, 40) });
      exchange.activities_ = [aTrade({ id: 'TE1', qty: Decimal.of(40), createTime: service() })];
      await clock.advance(5_000);
      await gone(2 * MINUTE, 10_000, () => {
        exchange.orders_.set('one', { ...part, ...filled(100), lastTransactTime: service() });
        exchange.orders_.set('two', order('two', { state: 'CANCELED', lastTransactTime: service() }));
        exchange.activities_ = [
          aTrade({ id: 't1', qty: Decimal.of(60), createTime: service() }),
          ...exchange.activities_,
        ];
      });
      assert.deepEqual(
        reported.map(({ key }) => key),
        ['fill E1'],
      );
      assert.deepEqual(
        away.digest?.activities.map(({ key }) => key),
        ['TRADE:t1'],
      );
      assert.deepEqual(
        away.digest?.ended.map(({ id }) => id),
        ['two'],
      );
      close();
    });
});
