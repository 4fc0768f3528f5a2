import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createDemoHandler } from '../../../src/demo/handler/handler.ts';
import { keyOf } from '../../../src/demo/keys.ts';
import { createWorld } from '../../../src/demo/world.ts';
import { VIEWS } from '../../../src/features/ids.ts';
import { type DemoServer, startDemoServer } from '../../../tools/exchange/server.ts';
import { recordRequests } from '../../../tools/exchange/service.ts';
import { assertSame, describeInside, run, until } from './inside.ts';

await describeInside('a custom connection served on loopback', ({ services, trees, credentials }) => {
  const { session, config } = services;
  const key = keyOf(1);
  const own = { keyId: key.keyId, secret: key.secretKey };
  const world = createWorld({ seed: 1, epochMs: Date.now() });
  const handler = recordRequests(
    createDemoHandler({
      world: () => world,
      clock: { now: () => Date.now() },
      dialect: 'seed',
      keys: [key],
      rateLimit: 0,
    }),
  );
  let server: DemoServer;

  before(async () => {
    server = await startDemoServer({ handler });
    for (const view of ['markets', 'orders'] as const)
      await vscode.commands.executeCommand(`${VIEWS[view]}.focus`);
    await config.set('custom.publicUrl', server.url);
    await config.set('connection', 'custom');
    await until(() => session.profile.publicUrl === server.url);
  });

  after(async () => {
    await config.set('connection', 'demo');
    await config.set('custom.publicUrl', '');
    await server.close();
  });

  it('shows public data and asks to sign in for the rest', async () => {
    await until(() => trees.content('markets').state === 'ready');
    await until(() => trees.content('orders').state === 'signedOut');
    assert.doesNotMatch(trees.content('markets').description ?? '', /DEMO/);
    assert.deepEqual(
      handler.requests.filter(({ path }) => path.includes('orders')),
      [],
    );
  });

  it('refuses a wrong key, keeps nothing of it, and says so by code', async () => {
    const wrong = await session.signIn({ keyId: own.keyId, secret: keyOf(2).secretKey });
    assert.equal(wrong.ok, false);
    assert.equal(wrong.ok === false && wrong.error.code, 'auth');
    assert.equal(await credentials.get(session.profile), undefined);
    assert.equal(trees.content('orders').state, 'signedOut');
  });

  it('signs in and shows the orders of the account', async () => {
    assert.deepEqual(await session.signIn(own), { ok: true, stored: true });
    await until(() => trees.content('orders').state === 'ready');
    await assertSame(async () => {
      await services.orders.refresh();
      return [services.orders.orders, world.openOrders(Date.now())].map((orders) =>
        orders.map(({ id }) => id).sort(),
      ) as [string[], string[]];
    });
  });

  it('keeps the key for this origin only', async () => {
    assert.deepEqual(await credentials.get(session.profile), own);
    const elsewhere = { ...session.profile, privateUrl: 'https://exchange.example' };
    assert.equal(await credentials.get(elsewhere), undefined);
  });

  it('asks to sign in again when the stored key is lost', async () => {
    await credentials.delete(session.profile);
    await until(() => session.account.kind === 'needsSignIn');
    assert.equal(trees.content('orders').state, 'signInAgain');
    assert.deepEqual(services.orders.orders, []);
    assert.equal(trees.content('markets').state, 'ready');
  });

  it('signs out: nothing of the account is left', async () => {
    await session.signIn(own);
    await until(() => trees.content('orders').state === 'ready');
    await session.signOut();
    assert.equal(await credentials.get(session.profile), undefined);
    assert.equal(trees.content('orders').state, 'signedOut');
  });

  it('a service that is gone is offline, and what was read says that it is not current', async () => {
    await server.close();
    await run('refreshMarkets');
    assert.equal(services.markets.state.kind, 'failed');
    const { message, rows } = trees.content('markets');
    assert.ok(rows.length > 0);
    assert.match(message ?? '', /cannot be reached/);
    assert.equal(session.link.kind, 'offline');
  });

  it('settings that name no address are reported above the view, and nothing is sent', async () => {
    const sent = handler.requests.length;
    await config.set('custom.publicUrl', 'ftp://exchange.example');
    await until(() => /custom\.publicUrl/.test(trees.content('markets').message ?? ''));
    await until(() => trees.content('markets').state === 'misconfigured');
    assert.equal(handler.requests.length, sent);
  });

  it('back on the demo, everything is there again', async () => {
    await run('switchConnection', 'demo');
    await until(() => trees.content('markets').state === 'ready');
    await until(() => trees.content('orders').state === 'ready');
    assert.match(trees.content('orders').description ?? '', /^DEMO/);
  });
});
