import assert from 'node:assert/strict';
import { order } from '../values.ts';
import { liveWindow, showAccount } from './live-rig.ts';

const MINUTE = 60_000;

describe('live: a line of the account that does not tell of all of it', () => {
  it('has what it lacks read as if there were no line, and nothing else', async () => {
    const window = liveWindow();
    const { clock, exchange, streams } = window;
    exchange.orders_.set('o', order('o'));
    showAccount(window);
    await clock.advance(MINUTE);
    streams.lack('balances');
    await clock.advance(1_000);
    exchange.calls.length = 0;
    await clock.advance(4 * MINUTE);
    assert.equal(exchange.count('balances'), 8);
    for (const method of ['openOrders', 'positions', 'activities'] as const)
      assert.ok(exchange.count(method) <= 1, method);
  });

  it('says of what it lacks that it was read, and when it is old', async () => {
    const window = liveWindow();
    const { clock, streams, live } = window;
    const shown = showAccount(window);
    await clock.advance(MINUTE);
    const at = clock.now();
    assert.equal(live.accountFreshness(at, 'balances')?.source, 'stream');
    streams.lack('balances');
    assert.equal(live.accountFreshness(at, 'balances')?.source, 'rest');
    await clock.advance(1_000);
    assert.equal(live.accountFreshness(at)?.source, 'rest', 'of all together');
    assert.equal(live.accountFreshness(at, 'orders')?.source, 'stream');
    await clock.advance(MINUTE);
    assert.equal(live.accountFreshness(at, 'balances')?.standing, 'stale');
    assert.equal(live.accountFreshness(at, 'orders')?.standing, 'fresh');
    shown.dispose();
  });

  it('an activity without orders is read, too', async () => {
    const window = liveWindow();
    const { clock, exchange, streams } = window;
    showAccount(window);
    await clock.advance(MINUTE);
    streams.lack('orders');
    await clock.advance(1_000);
    exchange.calls.length = 0;
    await clock.advance(2 * MINUTE);
    assert.deepEqual([exchange.count('openOrders'), exchange.count('activities')], [4, 4]);
  });
});
