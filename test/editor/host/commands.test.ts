import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { applyDeed } from '../../../tools/exchange/deeds.ts';
import { describeInside, placeResting, run } from './inside.ts';

await describeInside('acting on the demo exchange', ({ services, demo }) => {
  const place = () => placeResting(demo);

  it('tells an order that filled first from one that was cancelled', async () => {
    const { id } = await place();
    await services.orders.refresh();
    const order = services.orders.get(id);
    assert.ok(order);
    const { world } = await demo();
    applyDeed(world, { kind: 'fillOrder', orderId: id }, Date.now());
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

  it('starts the demo over: what was cancelled is back, what was placed is gone', async () => {
    const { id } = await place();
    await services.resetDemo();
    await services.orders.refresh();
    assert.equal(services.orders.get(id), undefined);
    assert.ok(services.orders.orders.length >= 12);
  });
});
