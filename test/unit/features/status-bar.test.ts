import assert from 'node:assert/strict';
import { silentLog } from '../../../src/base/log.ts';
import { createDemo } from '../../../src/demo/index.ts';
import { createServiceExchange } from '../../../src/exchange/service/service-exchange.ts';
import { VirtualClock } from '../../support/clock.ts';
import { openWindow } from '../../support/editor/open-window.ts';

const MINUTE = 60_000;
/** Markets of a page: the list has so many pages that checking it costs more than may be read at once. */
const PAGE_SIZE = 10;

describe('status bar item of the demo', () => {
  it('is never marked as old while its streams are up, and its own orders fill', async () => {
    const clock = new VirtualClock(Date.UTC(2026, 8, 1, 18));
    const demo = createDemo({ clock, stateStore: { load: () => undefined, save: () => {} } });
    const window = await openWindow({
      clock,
      url: 'http://127.0.0.1:9',
      credentials: demo.credentials,
      dialect: 'current',
      settings: { connection: 'demo', pageSize: PAGE_SIZE },
      factory: async (profile, credentials) =>
        createServiceExchange({
          profile,
          credentials,
          transport: demo.transport,
          openSocket: demo.openSocket,
          log: silentLog,
          clock,
          random: () => 0.5,
          requestsPerSecond: 0,
        }),
    });
    const { markets, news } = window.services;
    window.tree('activity').show(true);
    const watch = window.services.scheduler.watch([markets]);
    await clock.advance(1_000);
    while (markets.hasMore && markets.markets.length < 15 * PAGE_SIZE) await clock.run(markets.loadMore());
    assert.equal(markets.markets.length, 15 * PAGE_SIZE);
    await clock.advance(MINUTE);
    const happened = news.items.length;
    for (let second = 0; second < 9 * 60; second += 2) {
      await clock.advance(2_000);
      assert.match(
        window.status?.text ?? '',
        /^\$\(beaker\) DEMO \$[^()]*$/,
        `${second} s: ${window.status?.text}`,
      );
    }
    assert.ok(news.items.length > happened + 10, `${news.items.length - happened} things happened`);
    watch.dispose();
    window.dispose();
    demo.streams.dispose();
    assert.equal(clock.pending, 0);
  });
});
