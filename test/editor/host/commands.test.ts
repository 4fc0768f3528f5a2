import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { PANELS } from '../../../src/features/ids.ts';
import { describeInside, placeResting, run, until } from './inside.ts';

await describeInside('acting on the demo exchange', ({ services, trees, demo }) => {
  const place = (market?: string) => placeResting(demo, market);
  const stateOf = async (id: string) => (await demo()).world.order(id, Date.now())?.state;

  it('cancels exactly the orders it was given: one placed meanwhile lives on', async () => {
    const { id, slug } = await place();
    await services.orders.refresh();
    const confirmed = services.orders.inMarket(slug);
    const later = await place(slug);
    const reports = await services.cancels.cancel(confirmed);
    assert.deepEqual(
      reports.map(({ outcome }) => outcome.kind),
      confirmed.map(() => 'cancelled'),
    );
    assert.equal(await stateOf(id), 'CANCELED');
    assert.equal(await stateOf(later.id), 'NEW');
    await until(() => services.orders.get(id) === undefined);
    assert.ok(trees.content('orders').rows.length > 0);
  });

  it('tells an order that filled first from one that was cancelled', async () => {
    const { id } = await place();
    await services.orders.refresh();
    const order = services.orders.get(id);
    assert.ok(order);
    const { world } = await demo();
    world.apply({ kind: 'fillOrder', orderId: id }, Date.now());
    const [report] = await services.cancels.cancel([order]);
    assert.equal(report?.outcome.kind, 'filled');
  });

  it('opens an order as a read-only document', async () => {
    const { id } = await place();
    await run('openOrder', id);
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.languageId, 'json');
    assert.equal(vscode.workspace.fs.isWritableFileSystem(document.uri.scheme), undefined);
    const { order } = JSON.parse(document.getText()) as { readonly order: Record<string, unknown> };
    assert.equal(order['id'], id);
    assert.deepEqual(order['price'], { value: '0.01', currency: 'USD' });
    assert.equal(order['leavesQuantity'], '5');
  });

  it('says in the document what is wrong with an order nobody knows', async () => {
    await run('openOrder', 'NOSUCHORDER1');
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(text, /NOSUCHORDER1 could not be read/);
  });

  it('copies slugs, and things as JSON with every digit', async () => {
    const { id, slug } = await place();
    await services.orders.refresh();
    await run('copySlug', slug);
    assert.equal(await vscode.env.clipboard.readText(), slug);
    const subject = { kind: 'order', id, marketSlug: slug } as const;
    await run('copyAsJson', { view: 'orders', subject });
    const copied = JSON.parse(await vscode.env.clipboard.readText()) as Record<string, unknown>;
    assert.equal(copied['id'], id);
    assert.equal(copied['quantity'], '5');
  });

  it('opens a market by slug and by id, and its settlement, each in one panel', async () => {
    await services.markets.load();
    const [market] = services.markets.markets;
    assert.ok(market);
    await run('openMarket', market.slug);
    await run('openMarket', market.id);
    await run('openSettlement', market.slug);
    const tabs = await until(() => {
      const types = openPanels();
      return types.includes(PANELS.settlement) && types;
    });
    assert.deepEqual(
      tabs.filter((type) => type === PANELS.market),
      [PANELS.market],
    );
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('starts the demo over: what was cancelled is back, what was placed is gone', async () => {
    const { id } = await place();
    await services.resetDemo();
    await services.orders.refresh();
    assert.equal(services.orders.get(id), undefined);
    assert.ok(services.orders.orders.length >= 12);
  });
});

/** Types of the open panels; the editor puts a name of its own in front. */
function openPanels(): readonly string[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap(({ input }) => (input instanceof vscode.TabInputWebview ? input.viewType : []))
    .map((type) => type.replace(/^mainThreadWebview-/, ''));
}
