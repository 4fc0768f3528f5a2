import assert from 'node:assert/strict';
import { openDemoWindow } from '../../support/editor/open-demo.ts';
import * as editor from '../../support/editor/vscode.ts';
import { catalogueOf } from '../../support/read-world.ts';

const MINUTE = 60_000;

/** A window on the demo with nothing open but an alert, and what it says. */
async function scene() {
  const { clock, demo, window, services, close } = await openDemoWindow();
  const said: string[] = [];
  Object.assign(editor.window, { showInformationMessage: async (text: string) => void said.push(text) });
  await clock.run(services.markets.load());
  const offerIn = (slug: string, ms: number): number =>
    Number(
      catalogueOf(demo.world)
        .bbo(slug, clock.now() + ms)
        ?.bestAsk?.value.toString() ?? Number.NaN,
    );
  // One that trades for longer than a test takes, at a price that is far from both ends all the time.
  const live = services.markets.markets.find(({ slug }) =>
    Array.from({ length: 71 }, (_, minute) => offerIn(slug, minute * MINUTE)).every(
      (price) => price > 0.1 && price < 0.9,
    ),
  );
  assert.ok(live);
  const offer = catalogueOf(demo.world).bbo(live.slug, clock.now())?.bestAsk?.value;
  assert.ok(offer);
  const set = (...alerts: readonly object[]): Promise<void> => services.config.set('alerts', alerts);
  const alert = (fields: object) => ({ id: 'x', market: live.slug, what: 'price', side: 'long', ...fields });
  const fired = (): readonly string[] =>
    services.alerts.items.filter(({ fired: at }) => at !== undefined).map(({ id }) => id);
  return { clock, demo, window, services, said, slug: live.slug, offer, set, alert, fired, close };
}

describe('an alert', () => {
  it('fires once when its price is there, is off then, and can be armed again', async () => {
    const { clock, services, said, offer, set, alert, fired, close } = await scene();
    await set(alert({ what: 'spread', atMost: '0', id: 'far' }), alert({ atMost: offer.toString() }));
    await clock.advance(10_000);
    assert.deepEqual(fired(), ['x']);
    assert.equal(said.length, 1);
    assert.match(said[0] ?? '', /^DEMO · .*≤.*¢ · now .*¢/);
    await clock.advance(5 * MINUTE);
    assert.deepEqual(said.slice(1), [], 'it says so once');
    const [far] = services.alerts.items;
    assert.equal(far?.fired, undefined);
    await set(alert({ atMost: '0.99' }));
    await clock.advance(10_000);
    assert.equal(said.length, 2, 'armed again by hand');
    close();
  });

  it('keeps its market on the stream while no view shows it, and lets it go when it is paused', async () => {
    const { clock, window, services, slug, set, alert, close } = await scene();
    await set(alert({ atLeast: '0.99' }));
    await clock.advance(2 * MINUTE);
    assert.equal(services.live.freshness.price(slug)?.source, 'stream');
    window.setFocused(false);
    await clock.advance(5 * MINUTE);
    assert.equal(
      services.live.state('markets').kind,
      'live',
      'also in the background, in the window used last',
    );
    assert.equal(services.live.freshness.price(slug)?.standing, 'fresh');
    await set(alert({ atLeast: '0.99', paused: true }));
    await clock.advance(MINUTE);
    assert.equal(services.live.state('markets').kind, 'off');
    close();
  });

  it('is left alone, and the price not judged, after the machine slept, until figures are fresh', async () => {
    const { clock, services, said, set, alert, slug, close } = await scene();
    await set(alert({ atLeast: '0.99' }));
    await clock.advance(MINUTE);
    clock.shift(60 * MINUTE);
    await set(alert({ atMost: '0.99' }));
    assert.equal(said.length, 0);
    assert.notEqual(services.live.freshness.price(slug)?.standing, 'fresh');
    await clock.advance(MINUTE);
    assert.equal(said.length, 1);
    close();
  });

  it('fires in the window that was used last, and in no other', async () => {
    const { clock, services, said, set, alert, fired, close } = await scene();
    Object.assign(services.live, { isFocusedLast: async () => false });
    await set(alert({ atMost: '0.99' }));
    await clock.advance(MINUTE);
    assert.deepEqual([fired(), said], [[], []]);
    Object.assign(services.live, { isFocusedLast: async () => true });
    await clock.advance(MINUTE);
    assert.deepEqual([fired(), said.length], [['x'], 1]);
    close();
  });
});
