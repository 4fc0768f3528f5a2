import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { systemClock } from '../../../src/base/clock.ts';
import { createDemo } from '../../../src/demo/index.ts';
import { VIEWS } from '../../../src/features/ids.ts';
import { inSeed } from '../../../tools/exchange/seed.ts';
import { accountOf } from '../../support/read-world.ts';
import { assertSame, describeInside, until } from './inside.ts';

/** The running extension on a demo that speaks the older dialect; bytes and frames go from one to the other in this process. */
await describeInside('the demo in the dialect seed, in process', ({ services, trees, demo }) => {
  it('fills the views, and takes an order away that is cancelled', async () => {
    const { session, markets, orders } = services;
    const { profile } = session;
    const { handler, streams } = await demo();
    const usual = { handle: handler.handle, admit: streams.admit };
    const stateStore = { load: () => undefined, save: () => {} };
    const own = createDemo({ clock: systemClock, stateStore });
    const seed = inSeed(own, systemClock);
    const openIds = (): readonly string[] =>
      accountOf(own.world)
        .openOrders(Date.now())
        .map(({ id }) => id);
    Object.assign(handler, { handle: seed.handler.handle });
    Object.assign(streams, { admit: seed.streams.admit });
    try {
      session.connect(seed.profile);
      for (const view of ['markets', 'orders'] as const) {
        await vscode.commands.executeCommand(`${VIEWS[view]}.focus`);
        await until(() => trees.content(view).state === 'ready' && trees.content(view).rows.length > 0);
      }
      // Only today's service says it.
      assert.ok(markets.markets.length > 0 && markets.markets.every(({ status }) => status === undefined));
      await assertSame(async () => {
        await orders.refresh();
        return [orders.orders.map(({ id }) => id).sort(), [...openIds()].sort()];
      });
      await until(() => seed.streams.connections > 0);
      const [order] = orders.orders;
      assert.ok(order);
      const { id, marketSlug } = order;
      await (await session.ensure()).cancelOrder({ id, marketSlug });
      await until(() => !orders.orders.some((each) => each.id === id));
      assert.equal(own.world.account.life(id, Date.now())?.state, 'CANCELED');
    } finally {
      Object.assign(handler, { handle: usual.handle });
      Object.assign(streams, { admit: usual.admit });
      session.connect(profile);
      seed.streams.dispose();
    }
  });
});
