import assert from 'node:assert/strict';
import { OrdersStore } from '../../../../src/store/account/orders.ts';
import { CHECK_MS, type RefreshPolicy, RefreshScheduler } from '../../../../src/store/live/scheduler.ts';
import { MarketsStore } from '../../../../src/store/markets/markets.ts';
import type { LoadState } from '../../../../src/store/reading/load-state.ts';
import { settle } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { market, rig } from '../values.ts';

const HALF = 30_000;

/** Of stores that no stream keeps up to date. */
const POLLED: RefreshPolicy = {
  checkMs: () => undefined,
  costOf: () => 1,
  outlivesWatchers: () => false,
  isReadUnwatched: () => false,
};

const STREAMED: RefreshPolicy = { ...POLLED, checkMs: () => CHECK_MS, outlivesWatchers: () => true };

function watchtower(policy = POLLED) {
  const base = rig();
  base.exchange.markets_ = [market('a')];
  const markets = new MarketsStore(base.session);
  const orders = new OrdersStore(base.session);
  const scheduler = new RefreshScheduler(base.clock, policy);
  return { ...base, markets, orders, scheduler };
}

describe('RefreshScheduler', () => {
  it('asks for nothing while nothing is watched', async () => {
    const { clock, exchange, made } = watchtower();
    await clock.advance(3_600_000);
    assert.equal(exchange.calls.length, 0);
    assert.equal(made.length, 0);
    assert.equal(clock.pending, 0);
  });

  it('reads what is watched at once and then every half minute, and nothing else', async () => {
    const { scheduler, markets, exchange, clock } = watchtower();
    const watch = scheduler.watch([markets]);
    await settle();
    assert.equal(exchange.count('markets'), 1);
    await clock.advance(HALF * 3);
    assert.equal(exchange.count('markets'), 4);
    assert.equal(exchange.count('openOrders'), 0);
    watch.dispose();
    await clock.advance(HALF * 9);
    assert.equal(exchange.count('markets'), 4);
    assert.equal(clock.pending, 0);
  });

  it('watches once for two views, and reads at once only what is old when a view comes back', async () => {
    const { scheduler, markets, exchange, clock } = watchtower();
    const one = scheduler.watch([markets]);
    const two = scheduler.watch([markets]);
    await settle();
    one.dispose();
    await clock.advance(HALF);
    assert.equal(exchange.count('markets'), 2);
    two.dispose();
    await clock.advance(10_000);
    const three = scheduler.watch([markets]);
    await settle();
    assert.equal(exchange.count('markets'), 2, 'ten seconds are not old');
    three.dispose();
    await clock.advance(HALF);
    scheduler.watch([markets]);
    await clock.advance(0);
    assert.equal(exchange.count('markets'), 3);
  });

  it('goes ten times slower without the focus, and catches up when it is back', async () => {
    const { scheduler, markets, exchange, clock } = watchtower();
    scheduler.watch([markets]);
    await settle();
    scheduler.setFocused(false);
    await clock.advance(HALF * 9);
    assert.equal(exchange.count('markets'), 1);
    await clock.advance(HALF);
    assert.equal(exchange.count('markets'), 2);
    await clock.advance(HALF * 2);
    scheduler.setFocused(true);
    await clock.advance(0);
    assert.equal(exchange.count('markets'), 3);
  });

  it('backs off while reading fails, and is back to normal after', async () => {
    const { scheduler, markets, exchange, clock } = watchtower();
    exchange.always('markets', failure('server', { status: 503 }));
    scheduler.watch([markets]);
    await settle();
    const times: number[] = [];
    const from = clock.now();
    exchange.always('markets', () => {
      times.push((clock.now() - from) / HALF);
      throw failure('server', { status: 503 });
    });
    await clock.advance(HALF * 64);
    assert.deepEqual(times, [2, 6, 14, 30, 46, 62]);
    exchange.always('markets', undefined);
    await clock.advance(HALF * 16);
    const before = exchange.count('markets');
    await clock.advance(HALF * 2);
    assert.equal(exchange.count('markets') - before, 2);
  });

  it('reads a store again however often that is requested: at once, then within the budget, and the last request counts', async () => {
    const { scheduler, orders, exchange, clock } = watchtower(STREAMED);
    scheduler.watch([orders]);
    await clock.advance(HALF);
    exchange.calls.length = 0;
    for (let second = 0; second < 600; second++) {
      scheduler.refresh(orders, { priority: 'update' });
      assert.notEqual(scheduler.pendingSince(orders), undefined);
      await clock.advance(1_000);
      const pending = clock.now() - (scheduler.pendingSince(orders) ?? clock.now());
      assert.ok(pending <= 17_000, `${pending} ms`);
    }
    assert.ok(exchange.calls.length >= 40 && exchange.calls.length <= 42, `${exchange.calls.length} reads`);
    await clock.advance(HALF);
    assert.equal(scheduler.pendingSince(orders), undefined);
  });

  it('reads a store again after a read in flight, which may predate the request', async () => {
    const { scheduler, orders, exchange, clock } = watchtower();
    scheduler.watch([orders]);
    await clock.advance(HALF / 2);
    const held = exchange.hold('openOrders');
    const reading = orders.refresh();
    scheduler.refresh(orders, { priority: 'urgent' });
    await clock.advance(1_000);
    assert.notEqual(scheduler.pendingSince(orders), undefined);
    held.release();
    await reading;
    await clock.advance(1_000);
    assert.equal(exchange.count('openOrders'), 3);
    assert.equal(scheduler.pendingSince(orders), undefined);
  });

  it('keeps a request for a store of its own while nobody watches, and drops that of any other', async () => {
    const { scheduler, orders, markets, exchange, clock } = watchtower({
      ...STREAMED,
      outlivesWatchers: (store) => store instanceof OrdersStore,
    });
    const watch = scheduler.watch([orders, markets]);
    await clock.advance(HALF);
    exchange.calls.length = 0;
    watch.dispose();
    scheduler.refresh(orders, { priority: 'update' });
    await clock.advance(HALF);
    assert.deepEqual([exchange.calls.length, clock.pending], [0, 0]);
    scheduler.watch([orders, markets]);
    await clock.advance(1_000);
    assert.deepEqual([exchange.count('openOrders'), exchange.count('markets')], [1, 0]);
  });

  it('lets an extra wait for a full budget, so that an update never waits behind it', async () => {
    const { scheduler, orders, markets, exchange, clock } = watchtower(STREAMED);
    scheduler.watch([orders, markets]);
    await clock.advance(HALF * 2);
    exchange.calls.length = 0;
    for (const store of [orders, markets]) scheduler.refresh(store, { priority: 'extra' });
    await clock.advance(1_000);
    assert.equal(exchange.calls.length, 1);
    scheduler.refresh(orders, { priority: 'update' });
    await clock.advance(2_000);
    assert.equal(exchange.count('openOrders'), 2);
    await clock.advance(HALF);
    assert.equal(exchange.count('markets'), 1);
  });

  it('lets an update wait no longer than after any other read when a list of many pages was checked', async () => {
    const { scheduler, orders, markets, exchange, clock } = watchtower({
      ...STREAMED,
      costOf: (store) => (store instanceof MarketsStore ? 20 : 1),
    });
    scheduler.watch([orders, markets]);
    await clock.advance(CHECK_MS * 1.5);
    assert.equal(exchange.count('markets'), 2);
    await clock.advance(CHECK_MS / 2 + HALF);
    assert.equal(exchange.count('markets'), 3);
    exchange.calls.length = 0;
    scheduler.refresh(orders, { priority: 'update' });
    await clock.advance(15_000);
    assert.equal(exchange.count('openOrders'), 1);
  });

  it('lets an update wait for one check at most, however many are late', async () => {
    const { scheduler, clock } = watchtower(STREAMED);
    const reads: string[] = [];
    const storeOf = (name: string) => {
      const refresh = async (): Promise<void> => {
        reads.push(name);
        store.state = { kind: 'ready', at: clock.now() };
      };
      const store = { state: { kind: 'ready', at: clock.now() } as LoadState, load: refresh, refresh };
      return store;
    };
    scheduler.watch(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(storeOf));
    await clock.advance(CHECK_MS + 50_000);
    const own = storeOf('own');
    scheduler.watch([own]);
    reads.length = 0;
    scheduler.refresh(own, { priority: 'update' });
    await clock.advance(HALF + 1_000);
    assert.ok(reads.indexOf('own') >= 0 && reads.indexOf('own') <= 1, reads.join(' '));
    await clock.advance(HALF * 5);
    assert.equal(new Set(reads).size, reads.length, 'the checks follow');
  });

  it('leaves no timer behind', async () => {
    const { scheduler, markets, clock } = watchtower();
    scheduler.watch([markets]);
    await settle();
    scheduler.dispose();
    assert.equal(clock.pending, 0);
    scheduler.watch([
      { state: { kind: 'idle' } satisfies LoadState, load: assert.fail, refresh: assert.fail },
    ]);
  });
});
