import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { reveal } from '../../src/core/own.ts';
import type { MarketTopic } from '../../src/exchange/streams.ts';
import { demoWindow } from '../support/demo-window.ts';
import { accountOf, catalogueOf } from '../support/read-world.ts';

const START = Date.UTC(2026, 8, 1, 18);
const LITE = new Set<MarketTopic>(['lite']);

/** A window on the demo in this process: what a person reads, follows and cancels, in each dialect it can speak. */
for (const dialect of ['current', 'seed'] as const) {
  describe(`a window on the demo in ${dialect}`, () => {
    it('lists, follows prices and cancels, and agrees with the world', async () => {
      const window = demoWindow(START, dialect);
      const {
        clock,
        demo,
        live,
        visible,
        markets,
        events,
        orders,
        positions,
        activity,
        balances,
        scheduler,
      } = window;
      const { world } = demo;
      live.setWindow({ focused: true, statusShown: true });
      const polled = [markets, events, orders, positions, activity, balances, window.marketsBySlug];
      const watched = scheduler.watch(polled);
      await clock.advance(3_000);
      for (const store of [markets, events, orders, positions, activity, balances])
        assert.equal(store.state.kind, 'ready', store.constructor.name);
      assert.deepEqual(ids(orders.orders), ids(accountOf(world).openOrders(clock.now())));
      assert.deepEqual(
        positions.positions.map(({ marketSlug }) => marketSlug).sort(),
        accountOf(world)
          .positions(clock.now())
          .map(({ marketSlug }) => marketSlug)
          .sort(),
      );
      const started = events.events.find(({ live: isLive }) => isLive === true);
      // The older service says neither score nor clock nor teams.
      assert.equal(started === undefined, dialect === 'seed');
      if (started !== undefined) {
        assert.match(started.score ?? '', /^\d+-\d+$/);
        assert.equal(started.teams.length, 2);
      }

      const [slug = ''] = markets.markets.map((market) => market.slug);
      const rows = visible.watch('tree', LITE);
      rows.set([slug]);
      await clock.advance(60_000);
      assert.equal(live.state('markets').kind, 'live');
      const shown = window.quotes.quote(slug)?.value;
      assert.equal(
        shown?.bestBid?.value.text,
        catalogueOf(world).bbo(slug, clock.now())?.bestBid?.value.text,
      );

      const [order] = orders.orders;
      assert.ok(order);
      const exchange = await window.session.ensure();
      await exchange.cancelOrder({ id: order.id, marketSlug: order.marketSlug });
      await clock.advance(1_000);
      assert.ok(!ids(orders.orders).includes(order.id), 'the stream said it');
      assert.equal(world.account.life(order.id, clock.now())?.state, 'CANCELED');
      const [balance] = accountOf(world).balances(clock.now());
      assert.ok(balance && reveal(balance.currentBalance).toNumber() > 0);
      for (const each of [watched, rows]) each.dispose();
      window.tearDown();
    });
  });
}

function ids(orders: readonly { readonly id: string }[]): readonly string[] {
  return orders.map(({ id }) => id);
}
