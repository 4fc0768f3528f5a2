import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { EXTENSION_ID, PANELS } from '../../../src/features/ids.ts';
import { accountOf } from '../../support/read-world.ts';
import { describeInside, run, until } from './inside.ts';

await describeInside('links', ({ services, demo, panels: { links } }) => {
  const base = `${vscode.env.uriScheme}://${EXTENSION_ID}`;
  const panels = () =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .flatMap(({ input }) => (input instanceof vscode.TabInputWebview ? input.viewType : []))
      .map((type) => type.replace(/^mainThreadWebview-/, ''));

  before(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await services.markets.load();
  });
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('reach the extension through the editor and show the market or settlement they name', async () => {
    const [market] = services.markets.markets;
    assert.ok(market);
    await vscode.commands.executeCommand(
      'vscode.open',
      vscode.Uri.parse(`${base}/openMarket?slug=${market.slug}`),
    );
    await until(() => panels().includes(PANELS.market));
    await links.handleUri(vscode.Uri.parse(`${base}/openSettlement?slug=${market.slug}`));
    await until(() => panels().includes(PANELS.settlement));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('that were copied from a market or an event open its page', async () => {
    const [market] = services.markets.markets;
    await services.events.load();
    const [event] = services.events.all;
    assert.ok(market && event?.slug);
    const row = { view: 'events', subject: { kind: 'event', key: event.slug, slugs: [] } };
    for (const [target, panel] of [
      [market.slug, PANELS.market],
      [row, PANELS.event],
    ] as const) {
      await run('copyLink', target);
      const link = vscode.Uri.parse(await vscode.env.clipboard.readText());
      await vscode.commands.executeCommand('vscode.open', link);
      await until(() => panels().includes(panel));
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('with the words of a search open the search with them', async () => {
    const made: vscode.QuickPick<vscode.QuickPickItem>[] = [];
    const { createQuickPick } = vscode.window;
    Object.assign(vscode.window, {
      createQuickPick: () => {
        const pick = createQuickPick();
        made.push(pick);
        return pick;
      },
    });
    try {
      const link = `${base}/searchMarkets?text=${encodeURIComponent('over 2.5')}`;
      await vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(link));
      const pick = await until(() => made[0]);
      assert.equal(pick.value, 'over 2.5');
      pick.hide();
    } finally {
      Object.assign(vscode.window, { createQuickPick });
    }
    await links.handleUri(vscode.Uri.parse(`${base}/searchMarkets?text=${encodeURIComponent('$(zap) a')}`));
    assert.equal(made.length, 1);
  });

  it('of any other kind show no panel, do nothing, and change neither settings nor connection', async () => {
    const [market] = services.markets.markets;
    assert.ok(market);
    const { profile, current } = services.session;
    const { world } = await demo();
    const [order] = accountOf(world).openOrders(Date.now());
    assert.ok(order);
    // Orders fill meanwhile without anybody doing anything.
    const done = world.state.actions;
    for (const tail of [
      `/cancelOrder?slug=${order.id}`,
      `/cancelAllOrders`,
      `/openOrder?slug=${order.id}`,
      `/signOut`,
      `/switchConnection?slug=polymarketUS`,
      `/openMarket?slug=${market.slug}&connection=custom&publicUrl=https://evil.example`,
      `/openMarket?slug=..%2Forders%2Fopen`,
      `/openMarket?slug=${market.id}`,
      `/openMarket?slug=${market.slug}#settlement`,
    ]) {
      await links.handleUri(vscode.Uri.parse(base + tail));
    }
    assert.deepEqual(panels(), []);
    assert.deepEqual(world.state.actions, done);
    assert.equal(services.session.profile, profile);
    assert.equal(services.session.current, current);
    assert.equal(services.config.get('connection'), 'demo');
    assert.equal(services.config.get('custom.publicUrl'), '');
  });
});
