import assert from 'node:assert/strict';
import { OrdersStore } from '../../../../src/store/account/orders.ts';
import { CHECK_MS, Poller } from '../../../../src/store/live/poller.ts';
import { MarketsStore } from '../../../../src/store/markets/markets.ts';
import type { LoadState } from '../../../../src/store/reading/load-state.ts';
import { settle } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { FakeKeys, market, rig } from '../values.ts';

const HALF = 30_000;

function watchtower() {
  const base = rig();
  base.exchange.markets_ = [market('a')];
  const markets = new MarketsStore(base.session);
  const orders = new OrdersStore(base.session);
  const poller = new Poller({ clock: base.clock });
  return { ...base, markets, orders, poller };
}

describe('poller', () => {
  it('asks for nothing while nothing is watched', async () => {
    const { clock, exchange, made } = watchtower();
    await clock.advance(3_600_000);
    assert.equal(exchange.calls.length, 0);
    assert.equal(made.length, 0);
    assert.equal(clock.pending, 0);
  });

  it('reads what is watched at once and then every half minute, and nothing else', async () => {
    const { poller, markets, exchange, clock } = watchtower();
    const watch = poller.watch([markets]);
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

  it('reads at its pace after the clock was set back, and at once where its time is worked out anew', async () => {
    const { poller, markets, exchange, clock } = watchtower();
    poller.watch([markets]);
    await clock.advance(10_000);
    clock.shift(-3_600_000);
    await clock.advance(HALF * 4);
    assert.equal(exchange.count('markets'), 5);
    clock.shift(-3_600_000);
    poller.setFocused(false);
    await clock.advance(1_000);
    assert.equal(exchange.count('markets'), 6);
    poller.setFocused(true);
    await clock.advance(HALF * 4);
    assert.equal(exchange.count('markets'), 10);
    poller.dispose();
  });

  it('watches once for two views, and reads at once only what is old when a view comes back', async () => {
    const { poller, markets, exchange, clock } = watchtower();
    const one = poller.watch([markets]);
    const two = poller.watch([markets]);
    await settle();
    one.dispose();
    await clock.advance(HALF);
    assert.equal(exchange.count('markets'), 2);
    two.dispose();
    await clock.advance(10_000);
    const three = poller.watch([markets]);
    await settle();
    assert.equal(exchange.count('markets'), 2, 'ten seconds are not old');
    three.dispose();
    await clock.advance(HALF);
    poller.watch([markets]);
    await clock.advance(0);
    assert.equal(exchange.count('markets'), 3);
  });

  it('goes ten times slower without the focus, and catches up when it is back', async () => {
    const { poller, markets, exchange, clock } = watchtower();
    poller.watch([markets]);
    await settle();
    poller.setFocused(false);
    await clock.advance(HALF * 9);
    assert.equal(exchange.count('markets'), 1);
    await clock.advance(HALF);
    assert.equal(exchange.count('markets'), 2);
    await clock.advance(HALF * 2);
    poller.setFocused(true);
    await clock.advance(0);
    assert.equal(exchange.count('markets'), 3);
  });

  it('backs off while reading fails, and is back to normal after', async () => {
    const { poller, markets, exchange, clock } = watchtower();
    exchange.always('markets', failure('server', { status: 503 }));
    poller.watch([markets]);
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

  it('checks what a stream tells of no later for having failed before', async () => {
    const { poller, orders, exchange, clock } = watchtower();
    exchange.always('openOrders', failure('server', { status: 503 }));
    poller.watch([orders]);
    await clock.advance(HALF * 15);
    exchange.always('openOrders', undefined);
    await orders.refresh();
    const before = exchange.count('openOrders');
    poller.setFocused(false);
    poller.follow({ checkMs: () => CHECK_MS, admit: () => 0 });
    await clock.advance(CHECK_MS);
    assert.equal(exchange.count('openOrders'), before + 1);
  });

  it('reads all that is watched when asked', async () => {
    const { poller, markets, orders, exchange } = watchtower();
    poller.watch([markets, orders]);
    await settle();
    await poller.refreshAll();
    assert.equal(exchange.count('markets'), 2);
    assert.equal(exchange.count('openOrders'), 2);
  });

  it('sends nothing signed while signed out, and reads once signed in', async () => {
    const { exchange, session, clock } = rig({ keys: new FakeKeys() });
    const orders = new OrdersStore(session);
    const poller = new Poller({ clock });
    poller.watch([orders]);
    await clock.advance(HALF * 4);
    assert.equal(exchange.calls.length, 0);
    await session.signIn({ keyId: 'k', secret: 's' });
    await clock.advance(HALF);
    assert.equal(orders.state.kind, 'ready');
  });

  it('leaves no timer behind', async () => {
    const { poller, markets, clock } = watchtower();
    poller.watch([markets]);
    await settle();
    poller.dispose();
    assert.equal(clock.pending, 0);
    poller.watch([{ state: { kind: 'idle' } satisfies LoadState, load: assert.fail, refresh: assert.fail }]);
  });
});
