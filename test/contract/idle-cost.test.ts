import assert from 'node:assert/strict';
import type { MarketTopic } from '../../src/exchange/streams.ts';
import { applyDeed } from '../../tools/exchange/deeds.ts';
import { demoWindow } from '../support/demo-window.ts';
import { rounds } from '../support/rounds.ts';

const MINUTE = 60_000;
const MINUTES = rounds(3, 60);
const LITE = new Set<MarketTopic>(['lite']);
const PANEL = new Set<MarketTopic>(['book', 'trades']);
/** Rows of a tree somebody looks at. */
const ROWS = 60;

describe('what looking at the demo costs', () => {
  it('is at most six requests in any minute while own orders fill, and none once everything is hidden', async () => {
    const window = demoWindow(Date.UTC(2026, 8, 1, 18));
    const {
      clock,
      asked,
      live,
      visible,
      scheduler,
      markets,
      events,
      catalogue,
      ahead,
      eventsAhead,
      orders,
      positions,
      news,
      demo,
    } = window;
    const account = [orders, positions, window.balances, window.activity, window.marketsBySlug];
    live.setWindow({ focused: true, statusShown: true });
    const polled = [
      scheduler.watch([markets, events, catalogue, ahead, eventsAhead]),
      scheduler.watch(account),
    ];
    await clock.advance(5_000);
    const slugs = markets.markets.slice(0, ROWS).map(({ slug }) => slug);
    const tree = visible.watch('tree', LITE);
    tree.set(slugs);
    const panel = visible.watch('panel', PANEL);
    panel.set(slugs.slice(0, 1));
    await clock.advance(MINUTE);

    asked.length = 0;
    const before = news.items.length;
    for (let minute = 0; minute < MINUTES; minute++) {
      const order = demo.world.account.openOrders(clock.now())[minute] ?? assert.fail('an open order');
      applyDeed(demo.world, { kind: 'fillOrder', orderId: order.plan.id, quantity: '1' }, clock.now());
      await clock.advance(MINUTE);
    }
    for (const line of ['markets', 'account'] as const) assert.equal(live.state(line).kind, 'live');
    assert.ok(
      eventsAhead.isWhole('today') && markets.markets.length > 250,
      'both lists were read on meanwhile',
    );
    const happened = news.items.length - before;
    assert.ok(happened >= MINUTES, `${happened} things happened to the account`);
    for (const { at } of asked) {
      const within = asked.filter((each) => each.at > at - MINUTE && each.at <= at);
      assert.ok(within.length <= 6, JSON.stringify(within));
    }

    for (const each of [...polled, tree, panel]) each.dispose();
    live.setWindow({ focused: true, statusShown: false });
    await clock.advance(2 * MINUTE);
    asked.length = 0;
    assert.equal(demo.streams.connections, 0);
    await clock.advance(MINUTES * MINUTE);
    assert.deepEqual(asked, []);
    window.tearDown();
    assert.equal(clock.pending, 0);
  });
});
