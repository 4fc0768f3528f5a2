import assert from 'node:assert/strict';
import { silentLog } from '../../../src/base/log.ts';
import { createDemo } from '../../../src/demo/index.ts';
import { createServiceExchange } from '../../../src/exchange/service/service-exchange.ts';
import type { OpenSocket } from '../../../src/exchange/socket.ts';
import { VirtualClock } from '../../support/clock.ts';
import { openWindow } from '../../support/editor/open-window.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { rounds } from '../../support/rounds.ts';

const MINUTE = 60_000;
/** Markets of a page: the list has so many pages that checking it costs more than may be read at once. */
const PAGE_SIZE = 10;

/** A window of the demo whose streams fall quiet while `isMuted`. */
async function demoWindow() {
  const clock = new VirtualClock(Date.UTC(2026, 8, 1, 18));
  const demo = createDemo({ clock, stateStore: { load: () => undefined, save: () => {} } });
  const streams = { isMuted: false };
  const openSocket: OpenSocket = async (request, signal) => {
    const socket = await demo.openSocket(request, signal);
    return {
      onMessage: (listener) => socket.onMessage((text) => streams.isMuted || listener(text)),
      onClose: socket.onClose,
      send: (text) => socket.send(text),
      close: () => socket.close(),
    };
  };
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
        openSocket,
        log: silentLog,
        clock,
        random: () => 0.5,
        requestsPerSecond: 0,
      }),
  });
  return { clock, demo, streams, window };
}

describe('status bar item of the demo', () => {
  it('is amber and says so ten seconds after the stream fell quiet, and is as before once it is heard', async () => {
    const { clock, demo, streams, window } = await demoWindow();
    const orders = window.tree('orders');
    orders.show(true);
    await clock.advance(MINUTE);
    const seen = () => {
      const { text = '', backgroundColor, accessibilityInformation } = window.status ?? {};
      return {
        text: /^\$\((\w+)\) .*?( as of \S+)?$/.exec(inEnglish(text))?.slice(1, 3),
        colour: backgroundColor?.id,
        spoken: /not current, .*$/.exec(inEnglish(accessibilityInformation?.label) ?? '')?.[0],
        view: / as of /.test(inEnglish(orders.description) ?? ''),
      };
    };
    const fresh = { text: ['beaker', undefined], colour: undefined, spoken: undefined, view: false };
    assert.deepEqual(seen(), fresh);
    streams.isMuted = true;
    await clock.advance(12_000);
    const old = seen();
    assert.deepEqual(
      [old.text?.[0], old.colour, old.view],
      ['warning', 'statusBarItem.warningBackground', true],
      window.status?.text,
    );
    assert.match(old.text?.[1] ?? '', / as of /);
    assert.match(old.spoken ?? '', /^not current, nothing heard since /);
    streams.isMuted = false;
    await clock.advance(15_000);
    assert.deepEqual(seen(), fresh);
    window.dispose();
    demo.streams.dispose();
  });

  it('is never marked as old while its streams are up, and its own orders fill', async () => {
    const { clock, demo, window } = await demoWindow();
    const { markets, news } = window.services;
    window.tree('activity').show(true);
    const watch = window.services.scheduler.watch([markets]);
    await clock.advance(1_000);
    while (markets.hasMore && markets.markets.length < 15 * PAGE_SIZE) await clock.run(markets.loadMore());
    assert.equal(markets.markets.length, 15 * PAGE_SIZE);
    await clock.advance(MINUTE);
    const happened = news.items.length;
    for (let second = 0; second < rounds(5, 9) * 60; second += 2) {
      await clock.advance(2_000);
      assert.match(
        window.status?.text ?? '',
        /^\$\(beaker\) DEMO \$[^()]*$/,
        `${second} s: ${window.status?.text}`,
      );
    }
    assert.ok(news.items.length > happened, `${news.items.length - happened} things happened`);
    watch.dispose();
    window.dispose();
    demo.streams.dispose();
    assert.equal(clock.pending, 0);
  });
});
