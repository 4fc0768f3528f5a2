import assert from 'node:assert/strict';
import { market } from '../values.ts';
import { LITE, liveWindow, priceFrame, showTree } from './live-rig.ts';

const MINUTE = 60_000;

describe('live: what is not streamed', () => {
  it('is by its name where one of many markets on show is not streamed', async () => {
    const window = liveWindow();
    const { clock, exchange, streams, markets, live, scheduler } = window;
    exchange.markets_ = Array.from({ length: 500 }, (_, index) => market(`m${index}`));
    streams.snapshotOf = (slug) => (slug === 'm0' ? undefined : priceFrame(slug, 'lite', '0.4'));
    scheduler.watch([markets, window.events]);
    await clock.advance(1_000);
    for (let page = 1; page < 10; page++) await markets.loadMore();
    assert.equal(markets.markets.length, 500);
    live.watch('tree', LITE).set(markets.markets.slice(0, 50).map(({ slug }) => slug));
    await clock.advance(MINUTE * 2);
    exchange.calls.length = 0;
    let oldest = 0;
    for (let second = 0; second < 600; second += 5) {
      await clock.advance(5_000);
      oldest = Math.max(oldest, clock.now() - (markets.readAt('m0') ?? 0));
    }
    assert.ok(exchange.calls.length <= 60, `${exchange.calls.length} requests in ten minutes`);
    assert.ok(oldest <= 45_000, `${oldest} ms`);
    const before = exchange.count('events');
    streams.send(priceFrame('m0', 'lite', '0.4'));
    await clock.advance(1_000);
    exchange.calls.length = 0;
    await clock.advance(MINUTE * 2);
    assert.ok(exchange.calls.length <= 12 && before <= 3, 'streamed now');
  });

  it('is of whole lists where a market is not streamed and not listed by its name', async () => {
    const window = liveWindow();
    const { clock, exchange, streams } = window;
    exchange.markets_ = [market('a')];
    streams.snapshotOf = (slug) => (slug === 'gone' ? undefined : priceFrame(slug, 'lite', '0.4'));
    showTree(window, 'a', 'gone');
    await clock.advance(MINUTE * 3);
    assert.ok(exchange.count('events') >= 4, String(exchange.count('events')));
  });
});
