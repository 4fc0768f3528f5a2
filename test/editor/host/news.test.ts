import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Digest } from '../../../src/core/happening.ts';
import { AWAY_SCHEME, VIEWS } from '../../../src/features/ids.ts';
import { applyDeed } from '../../../tools/exchange/deeds.ts';
import { catalogueOf } from '../../support/read-world.ts';
import { describeInside, run, until } from './inside.ts';

await describeInside('what happens to the account', ({ services, trees, news, demo }) => {
  const { news: store, live } = services;
  const setting = (value: 'badge' | 'toast' | 'off' | undefined) =>
    vscode.workspace
      .getConfiguration('predictionMarkets')
      .update('notifications.fills', value, vscode.ConfigurationTarget.Global);

  before(async () => {
    await vscode.commands.executeCommand(`${VIEWS.orders}.focus`);
    await until(() => live.state('account').kind === 'live');
    await until(() => services.orders.state.kind === 'ready');
    await vscode.commands.executeCommand('workbench.view.explorer');
  });

  after(async () => {
    await setting(undefined);
    await vscode.commands.executeCommand('notifications.clearAll');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('a fill is a number on the activity view, which goes when the view is seen', async () => {
    await setting('badge');
    const said = news.said;
    const id = await placeCrossing();
    await until(() => store.items.some((each) => each.kind === 'fill' && each.order.id === id));
    await until(() => (trees.badge('activity') ?? 0) > 0);
    assert.equal(news.said, said);
    await vscode.commands.executeCommand(`${VIEWS.activity}.focus`);
    // A window of a test run has no focus of its own: then the number stays, by design.
    if (vscode.window.state.focused) await until(() => trees.badge('activity') === undefined);
    await vscode.commands.executeCommand('workbench.view.explorer');
  });

  it('a fill is a message where the setting says so, and no number', async () => {
    await setting('toast');
    const said = news.said;
    await placeCrossing();
    await until(() => news.said > said);
    assert.equal(trees.badge('activity'), undefined);
  });

  it('a fill is neither where the setting is off', async () => {
    await setting('off');
    const id = await placeCrossing();
    await until(() => store.items.some((each) => each.kind === 'fill' && each.order.id === id));
    assert.equal(trees.badge('activity'), undefined);
  });

  it('there is nothing to show of an absence nobody had', async () => {
    assert.equal(services.away.digest, undefined);
    assert.doesNotMatch(trees.content('activity').rows[0]?.id ?? '', /^digest$/);
    await run('dismissAway');
  });

  it('what happened during an absence is the first row, and its page lists it all', async () => {
    const { activity } = services;
    await activity.refresh();
    const activities = activity.activities.filter(({ kind }) => kind === 'trade').slice(0, 3);
    assert.equal(activities.length, 3);
    const now = Date.now();
    const digest: Digest = {
      fromMs: now - 7_200_000,
      toMs: now,
      activities,
      ended: [],
      complete: true,
    };
    // Nobody sleeps for an hour in a test: only what finds out is replaced, all that shows it is real.
    Object.defineProperty(services.away, 'digest', { get: () => digest, configurable: true });
    try {
      const [first] = trees.content('activity').rows;
      assert.match(first?.label ?? '', /^While you were away: 3 fills(, realised P&L \S.*)?$/);
      await run('showAway');
      const document = await until(() => vscode.window.activeTextEditor?.document);
      assert.equal(document.uri.scheme, AWAY_SCHEME);
      assert.match(document.getText(), /^DEMO · While you were away: 3 fills(, realised P&L \S.*)?\n/);
      assert.equal(document.getText().match(/ {2}(Bought|Sold|Traded) /g)?.length, 3);
      assert.equal(vscode.workspace.fs.isWritableFileSystem(AWAY_SCHEME), undefined);
    } finally {
      Reflect.deleteProperty(services.away, 'digest');
    }
    assert.doesNotMatch(trees.content('activity').rows[0]?.id ?? '', /^digest$/);
  });

  async function placeCrossing(): Promise<string> {
    const { world } = await demo();
    const now = Date.now();
    const market = catalogueOf(world)
      .markets({ active: true, closed: false }, { limit: 500, offset: 0 }, now)
      .find(({ slug }) => {
        const { bestAsk, state } = catalogueOf(world).bbo(slug, now) ?? {};
        return state === 'OPEN' && (bestAsk?.value.toNumber() ?? 1) < 0.7;
      });
    assert.ok(market);
    const order = { marketSlug: market.slug, intent: 'BUY_LONG', price: '0.95', quantity: '5' } as const;
    return applyDeed(world, { kind: 'placeOrder', ...order }, now);
  }
});
