import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RowSubject } from '../../../src/view/row.ts';
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
    assert.equal(vscode.workspace.fs.isWritableFileSystem(document.uri.scheme), false);
    const { order, reply } = JSON.parse(document.getText()) as {
      readonly [part: string]: { readonly [field: string]: unknown };
    };
    assert.ok(order && reply);
    assert.equal((reply['order'] as Record<string, unknown>)['marketSlug'], order['marketSlug']);
    assert.equal(order['id'], id);
    assert.deepEqual(order['price'], { value: '0.01', currency: 'USD' });
    assert.equal(order['leavesQuantity'], '5');
  });

  it('opens the raw replies of rows and pages as read-only JSON with comments', async () => {
    const { id, slug } = await place();
    await services.orders.refresh();
    await services.activity.load();
    await services.positions.load();
    await services.events.load();
    const [position] = services.positions.positions;
    const [event] = services.events.all;
    const [activity] = services.activity.activities;
    const rows: readonly (readonly [RowSubject, expected: RegExp])[] = [
      [{ kind: 'market', slug }, /"GET \/v1\/markets\/.*\/book": \{/],
      [{ kind: 'order', id, marketSlug: slug }, new RegExp(`"GET /v1/order/${id}": \\{`)],
      [{ kind: 'event', key: event?.slug ?? '', slugs: [] }, /"GET \/v1\/events\/slug\/.*": \{/],
      [{ kind: 'position', marketSlug: position?.marketSlug ?? '' }, /"netPosition"/],
      [{ kind: 'activity', key: activity?.key ?? '', marketSlug: undefined }, /"type": "ACTIVITY_TYPE_/],
      [{ kind: 'portfolio' }, /"GET \/v1\/account\/balances": \{/],
    ];
    for (const [subject, expected] of rows) {
      await run('openRaw', { view: 'orders', subject });
      const document = vscode.window.activeTextEditor?.document;
      assert.equal(document?.languageId, 'jsonc');
      assert.equal(vscode.workspace.fs.isWritableFileSystem(document.uri.scheme), undefined);
      assert.match(document.getText(), expected, subject.kind);
    }
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
    services.session.connect(services.session.profile);
    await services.orders.refresh();
    assert.equal(services.orders.get(id), undefined);
    assert.ok(services.orders.orders.length >= 12);
  });
});
