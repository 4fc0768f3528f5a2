import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { keyOf } from '../../../../src/demo/keys.ts';
import { createWorld } from '../../../../src/demo/world.ts';
import { EXTENSION_ID, SETTINGS, type SettingName, VIEWS } from '../../../../src/features/ids.ts';
import { createHandler } from '../../../../tools/exchange/handler.ts';
import { type DemoServer, startDemoServer } from '../../../../tools/exchange/server.ts';
import { recordRequests } from '../../../../tools/exchange/service.ts';
import { describeInside, run, until } from '../../host/inside.ts';
import { caughtBy } from '../trap.ts';

const { TRAP_URL: trapUrl = '' } = process.env;

await describeInside('a hostile workspace', ({ services, trees, credentials, panels }) => {
  const { session, config } = services;
  const key = keyOf(3);
  const own = { keyId: key.keyId, secret: key.secretKey };
  const world = createWorld({ seed: 3, epochMs: Date.now() });
  const handler = recordRequests(
    createHandler({
      world: () => world,
      clock: { now: () => Date.now() },
      dialect: 'seed',
      keys: [key],
      rateLimit: 0,
    }),
  );
  let server: DemoServer;
  const quiet = async (): Promise<void> => assert.deepEqual(await caughtBy(trapUrl), []);
  const connect = async (publicUrl: string, privateUrl = ''): Promise<void> => {
    await config.set('custom.privateUrl', privateUrl);
    await config.set('custom.publicUrl', publicUrl);
    await config.set('connection', 'custom');
    await until(() => session.profile.privateUrl === (privateUrl || publicUrl));
  };
  const everything = async (): Promise<void> => {
    for (const view of Object.values(VIEWS)) await vscode.commands.executeCommand(`${view}.focus`);
    await run('refresh');
    await run('diagnose');
    const [order] = services.orders.orders;
    if (order === undefined) return;
    await run('openOrder', order.id);
    await run('openMarket', order.marketSlug);
    await run('openSettlement', order.marketSlug);
    await services.cancels.cancel([order]);
  };

  before(async () => {
    server = await startDemoServer({ handler });
  });
  after(async () => {
    for (const name of ['connection', 'custom.publicUrl', 'custom.privateUrl', 'custom.auth'] as const) {
      await config.set(name, SETTINGS[name].default);
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await server.close();
  });

  it('is open, and what it may set is set', () => {
    assert.equal(vscode.workspace.getConfiguration('editor').get('tabSize'), 3);
    assert.ok(vscode.workspace.workspaceFile);
  });

  it('changes no setting of the extension, nor the proxy', () => {
    for (const [name, { default: usual }] of Object.entries(SETTINGS)) {
      assert.deepEqual(config.get(name as SettingName), usual, name);
    }
    const http = vscode.workspace.getConfiguration('http');
    assert.notEqual(http.get('proxy'), trapUrl);
    assert.notEqual(http.get('proxyStrictSSL'), false);
    assert.equal(session.profile.id, 'demo');
  });

  it('gets nothing on the demo', async () => {
    await everything();
    await quiet();
  });

  it('gets nothing while somebody signs in to a service of their own, reads and cancels there', async () => {
    await connect(server.url);
    assert.deepEqual(await session.signIn(own), { ok: true, stored: true });
    for (const view of Object.values(VIEWS)) await vscode.commands.executeCommand(`${view}.focus`);
    await until(() => trees.content('orders').state === 'ready');
    await everything();
    assert.ok(handler.requests.some(({ path }) => path.endsWith('/cancel')));
    await quiet();
  });

  it('gets nothing by changing its files while they are open', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    const { workspaceFile } = vscode.workspace;
    assert.ok(folder && workspaceFile);
    const file = vscode.Uri.joinPath(folder.uri, '.vscode/settings.json');
    const write = (uri: vscode.Uri, json: object) =>
      vscode.workspace.fs.writeFile(uri, Buffer.from(JSON.stringify(json)));
    const { publicUrl } = session.profile;
    const addresses = [trapUrl, `${trapUrl}/v2`, publicUrl.replace('127.0.0.1', 'localhost')];
    for (const [index, url] of addresses.entries()) {
      // What the editor takes from the file shows that it was read again.
      const tabSize = 5 + index;
      const wish = {
        'predictionMarkets.custom.privateUrl': url,
        'predictionMarkets.custom.auth': 'apiKey',
        'editor.tabSize': tabSize,
      };
      await write(workspaceFile, { folders: [{ path: 'workspace' }], settings: wish });
      await write(file, wish);
      await until(
        () => vscode.workspace.getConfiguration('editor', folder.uri).get<number>('tabSize') === tabSize,
      );
      await run('refresh');
    }
    for (const name of Object.keys(SETTINGS) as SettingName[]) {
      for (const target of [
        vscode.ConfigurationTarget.Workspace,
        vscode.ConfigurationTarget.WorkspaceFolder,
      ]) {
        const settings = vscode.workspace.getConfiguration('predictionMarkets', folder.uri);
        await assert.rejects(async () => settings.update(name, trapUrl, target), name);
      }
    }
    assert.equal(session.profile.privateUrl, server.url);
    assert.equal(session.account.kind, 'signedIn');
    await quiet();
  });

  it('gets nothing by a link', async () => {
    const base = `${vscode.env.uriScheme}://${EXTENSION_ID}`;
    for (const tail of [
      `/openMarket?slug=a-b&privateUrl=${trapUrl}`,
      `/openMarket?slug=${encodeURIComponent(trapUrl)}`,
      `/openMarket?slug=//${new URL(trapUrl).host}/x`,
      `/switchConnection?slug=custom`,
      `/openSettlement?slug=..%2f..%2f@${new URL(trapUrl).host}`,
    ]) {
      await panels.links.handleUri(vscode.Uri.parse(base + tail));
    }
    assert.equal(session.profile.privateUrl, server.url);
    await quiet();
  });

  it('a changed address, scheme or connection of the user takes no key along', async () => {
    await connect(server.url, trapUrl);
    await session.ensure();
    assert.equal(session.account.kind, 'signedOut');
    await everything();
    await connect(server.url);
    await config.set('custom.auth', 'bearer');
    await until(() => session.profile.auth === 'bearer');
    await session.ensure();
    assert.equal(session.account.kind, 'signedOut');
    await config.set('custom.auth', 'ed25519');
    await until(() => session.profile.auth === 'ed25519');
    await session.ensure();
    assert.equal(session.account.kind, 'signedIn');
    await config.set('connection', 'polymarketUS');
    await until(() => session.profile.id === 'polymarketUS');
    assert.equal(await credentials.get(session.profile), undefined);
    await quiet();
  });

  it('a redirect of the service the key is for leads it nowhere', async () => {
    const statuses = [301, 302, 303, 307, 308];
    let asked = 0;
    const redirecting = createServer((request, response) => {
      asked += 1;
      const location = `${trapUrl}${request.url}`;
      response
        .writeHead(statuses[asked % statuses.length] ?? 302, { location, refresh: `0; url=${location}` })
        .end();
    });
    redirecting.listen(0, '127.0.0.1');
    await once(redirecting, 'listening');
    const { port } = redirecting.address() as AddressInfo;
    for (const transport of ['direct', 'editor'] as const) {
      await config.set('transport', transport);
      await connect(`http://127.0.0.1:${port}`);
      // Stored by hand, as if the service had been a good one when the key was entered.
      await credentials.store(session.profile, own);
      await session.ensure();
      await until(() => session.account.kind === 'signedIn');
      const exchange = await session.ensure();
      await Promise.all([
        assert.rejects(exchange.openOrders()),
        assert.rejects(exchange.cancelOrder({ id: 'A', marketSlug: 'a-b' })),
        assert.rejects(exchange.balances()),
      ]);
      exchange.streams.wantAccount(true);
      await run('diagnose');
      await credentials.delete(session.profile);
    }
    await config.set('transport', 'auto');
    assert.ok(asked > 10);
    redirecting.close();
    redirecting.closeAllConnections();
    await quiet();
  });
});
