import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import * as vscode from 'vscode';
import { ACCOUNT_DOCUMENTS, documentPath } from '../../../../src/core/document-path.ts';
import type { Order } from '../../../../src/core/order.ts';
import { createWorld } from '../../../../src/demo/world.ts';
import type { Credentials } from '../../../../src/exchange/profile.ts';
import {
  CANCEL_LOG_SCHEME,
  COMMANDS,
  type CommandName,
  DOCUMENT_SCHEME,
  RAW_SCHEME,
  REPORT_SCHEME,
  type RowTarget,
  SETTINGS,
  VIEW_NAMES,
  VIEWS,
} from '../../../../src/features/ids.ts';
import { createHandler } from '../../../../tools/exchange/handler.ts';
import { type DemoServer, startDemoServer } from '../../../../tools/exchange/server.ts';
import { everyCall } from '../../../support/agent-script.ts';
import { Canary } from '../../../support/canary.ts';
import { mcpLines } from '../../../support/mcp-lines.ts';
import { rounds } from '../../../support/rounds.ts';
import { describeInside, run, until } from '../../host/inside.ts';
import { type EchoServer, startEchoServer } from './echo-server.ts';

/** What the service that quotes a token answers with, those first that lead to different texts. */
const STATUSES = [200, 401, 404, 503, 400, 403, 409, 429, 500];

interface Marked {
  readonly key: Credentials;
  readonly token: string;
}

/** Ask, or would leave the connection: what they do is tried by hand. */
const ASKING: ReadonlySet<CommandName> = new Set<CommandName>([
  'signIn',
  'signOut',
  'switchConnection',
  'resetDemo',
  'deletePortfolioHistory',
]);

await describeInside('marked secrets', ({ services, trees, credentials, panels, agents, storage }) => {
  const { key, token } = JSON.parse(readFileSync(process.env['MARKED'] ?? '', 'utf8')) as Marked;
  const canaries = [new Canary(key.secret), new Canary(token)];
  const { session, config } = services;
  const clean = (where: string, what: string | Uint8Array): void => {
    for (const canary of canaries) assert.deepEqual(canary.find(what), [], where);
  };
  let server: DemoServer;
  let echo: EchoServer;
  /** Open orders of the key's account, as they were first read. */
  let known: readonly Order[] = [];

  const connect = async (publicUrl: string, auth: 'ed25519' | 'bearer' | 'apiKey'): Promise<void> => {
    await config.set('custom.auth', auth);
    await config.set('custom.publicUrl', publicUrl);
    await config.set('connection', 'custom');
    await until(() => session.profile.publicUrl === publicUrl && session.profile.auth === auth);
  };
  /** A document that was to be shown, once it is. */
  const documentOf = async (scheme: string): Promise<string> => {
    const document = await until(() => {
      const active = vscode.window.activeTextEditor?.document;
      return active?.uri.scheme === scheme && active.getText() !== '' && active;
    });
    return document.getText();
  };
  const openPanel = async (name: 'openMarket' | 'openSettlement', slug: string): Promise<void> => {
    const open = await panels.panels();
    const before = open.snapshots;
    await run(name, slug);
    await until(() => open.snapshots > before);
  };
  /** Cancels one order, several and everything open, and looks at the reports and the log. */
  const cancelAll = async ([order, ...more]: readonly Order[]): Promise<void> => {
    assert.ok(order !== undefined);
    // At once: where nobody answers, each waits half a minute.
    const reports = await Promise.all([
      services.cancels.cancel([order]),
      services.cancels.cancel(more.slice(0, 2)),
      services.cancels.killSwitch(more.slice(2)),
    ]);
    clean('reports of cancels', inspect(reports, { depth: 12 }));
    await run('openCancelRecord');
    const log = await documentOf(CANCEL_LOG_SCHEME);
    assert.ok(log.includes(order.id));
    clean('cancellation log', log);
  };
  const copy = async (name: 'copySlug' | 'copyAsJson', target: string | RowTarget): Promise<string> => {
    await vscode.env.clipboard.writeText('');
    await run(name, target as never);
    const text = await vscode.env.clipboard.readText();
    clean(name, text);
    return text;
  };
  /** Has every tool for agents called: in this window, then by a program that reaches it, then by one without a window. */
  const callTools = async (): Promise<void> => {
    const desk = await agents.desk();
    desk.set('account', true);
    desk.set('mayAskToCancel', true);
    const { marketSlug: slug } = known[0] ?? { marketSlug: 'no-such-market' };
    const calls = everyCall({ slug, settledSlug: slug, orderId: 'NOBODYS-ORDER' });
    for (const [tool, input] of calls) clean(tool, (await desk.call(tool, input)).json);
    clean('calls of agents', inspect(desk.calls, { depth: 8 }));
    await config.set('agents.mcpServer', true);
    const folder = path.join(storage.fsPath, 'agents');
    const elsewhere = await mkdtemp(path.join(tmpdir(), 'pm-elsewhere-'));
    const noted = (): Promise<string> =>
      readFile(path.join(folder, 'public-service'), 'utf8').catch(() => '');
    while (!(await noted()).includes(JSON.stringify(session.profile.publicUrl))) await sleep(20);
    for (const name of ['public-service', 'mcp-server.mjs'])
      await copyFile(path.join(folder, name), path.join(elsewhere, name));
    const env = { ELECTRON_RUN_AS_NODE: '1' };
    for (const place of [folder, elsewhere]) {
      const { call, end, said } = await mcpLines(path.join(place, 'mcp-server.mjs'), { env });
      const where = await call('get_environment', {});
      assert.equal(where.includes('none: public data of the service alone'), place === elsewhere, where);
      for (const [tool, input] of calls) await call(tool, input);
      await end();
      clean(`output of the MCP server in ${place}`, said());
      const names = await readdir(place);
      assert.ok(names.length > 1);
      for (const name of names) clean(name, await readFile(path.join(place, name)));
    }
    await rm(elsewhere, { recursive: true });
  };
  const everything = async (): Promise<void> => {
    for (const view of Object.values(VIEWS)) await vscode.commands.executeCommand(`${view}.focus`);
    const { orders, markets } = services;
    await orders.refresh().catch(() => {});
    await markets.load().catch(() => {});
    const { id, marketSlug: slug } = known[0] ?? { id: 'NOSUCHORDER', marketSlug: 'no-such-market' };
    assert.equal(await copy('copySlug', slug), slug);
    const isListed = orders.get(id) !== undefined;
    const json = await copy('copyAsJson', {
      view: 'orders',
      subject: { kind: 'order', id, marketSlug: slug },
    });
    assert.equal(json.includes(id), isListed);
    await openPanel('openMarket', slug);
    await openPanel('openSettlement', slug);
    await run('openOrder', id);
    clean('order', await documentOf(DOCUMENT_SCHEME));
    for (const subject of [
      { kind: 'order', id, marketSlug: slug },
      { kind: 'market', slug },
      { kind: 'portfolio' },
    ] as const) {
      await run('openRaw', { view: 'orders', subject } as never);
      clean('raw reply', await documentOf(RAW_SCHEME));
      // Whenever it changes while it is open, the editor compares it letter by letter: a seventh of the processor time of the window.
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    }
    for (const name of [...ACCOUNT_DOCUMENTS, { kind: 'market', key: slug, format: 'md' } as const]) {
      const uri = vscode.Uri.from({ scheme: DOCUMENT_SCHEME, path: documentPath(name) });
      // Nobody is given the account's who did not open them.
      await run('openDocument', uri.path.slice(1)).then(undefined, () => {});
      const said = await Promise.resolve(vscode.workspace.fs.readFile(uri)).catch(
        (error: unknown) => `${error}`,
      );
      assert.ok(typeof said !== 'string' || !said.includes('Open as Document'), `${uri.path} was read`);
      clean(`document ${uri.path}`, said);
    }
    await run('openOrder', 'NOSUCHORDER');
    await cancelAll(known);
    await run('diagnose');
    const diagnosis = await documentOf(REPORT_SCHEME);
    assert.match(diagnosis, /^# Prediction Markets: diagnosis/);
    clean('diagnosis', diagnosis);
    await panels.links.handleUri(vscode.Uri.parse('vscode://x/openMarket?slug=no-such-market'));
    // Given what no one should give them, commands fail inside: what they throw is shown and logged.
    const nonsense: unknown = {
      view: 'markets',
      subject: {
        kind: 'market',
        get slug(): string {
          throw new TypeError('boom');
        },
      },
    };
    for (const name of Object.keys(COMMANDS) as CommandName[]) {
      if (!ASKING.has(name))
        void vscode.commands.executeCommand(COMMANDS[name], nonsense).then(undefined, () => {});
    }
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    void services.reporter.failed(new Error('outer', { cause: new TypeError('inner') }));
    for (const name of VIEW_NAMES)
      clean(name, inspect(trees.content(name), { depth: 8, maxArrayLength: 500 }));
    clean('session', inspect([session.account, session.link, session.profile], { depth: 8 }));
    await run('showLog');
    await until(() =>
      vscode.window.visibleTextEditors.some(({ document }) => document.uri.scheme === 'output'),
    );
    // Drawn at the level trace for as long as it is shown, it costs a quarter of the processor time of the window.
    await vscode.commands.executeCommand('workbench.action.closePanel');
  };

  before(async () => {
    const world = createWorld({ seed: 5, epochMs: Date.now() });
    const shared = { world: () => world, clock: { now: () => Date.now() }, dialect: 'seed' as const };
    const keys = [{ keyId: key.keyId, secretKey: key.secret }];
    server = await startDemoServer({ handler: createHandler({ ...shared, keys, rateLimit: 0 }) });
    echo = await startEchoServer();
  });
  after(async () => {
    for (const name of ['connection', 'custom.publicUrl', 'custom.auth'] as const) {
      await config.set(name, SETTINGS[name].default);
    }
    await Promise.all([server.close(), echo.close()]);
  });

  it('a key signs in, everything is done with it, and it goes out again in no form', async () => {
    await connect(server.url, 'ed25519');
    assert.deepEqual(await session.signIn(key), { ok: true, stored: true });
    await services.orders.refresh();
    known = services.orders.orders.slice(0, 4);
    assert.equal(known.length, 4);
    await everything();
    assert.deepEqual(services.orders.orders, []);
    await callTools();
    await server.close();
    await everything();
  });

  for (const auth of (['bearer', 'apiKey'] as const).slice(-rounds(1, 2))) {
    it(`a token (${auth}) is quoted by the service in everything it answers, and shown by nobody`, async () => {
      await connect(echo.url, auth);
      echo.good = true;
      assert.deepEqual(await session.signIn({ keyId: '', secret: token }), { ok: true, stored: true });
      for (const status of STATUSES.slice(0, rounds(4, STATUSES.length))) {
        echo.good = status === 200;
        echo.status = status;
        await run('refresh');
        for (const name of VIEW_NAMES) clean(name, inspect(trees.content(name), { depth: 8 }));
      }
      // Of services that quote it in all they answer, and refuse, alike.
      for (const good of [true, false]) {
        echo.good = good;
        echo.status = 400;
        await callTools();
      }
      // An answer that is final: nothing has to be followed.
      echo.status = 400;
      await everything();
      assert.ok(echo.quoted > 10);
      const refused = await session.signIn({ keyId: '', secret: token });
      clean('refusal', inspect(refused, { depth: 9 }));
    });
  }

  it('stands in no argument and no environment of a process', () => {
    if (process.platform !== 'linux') return;
    let read = 0;
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      for (const file of ['cmdline', 'environ']) {
        try {
          clean(`${file} of a process`, readFileSync(`/proc/${pid}/${file}`));
          read += 1;
        } catch (cause) {
          if (cause instanceof assert.AssertionError) throw cause;
          // It is gone, or somebody else's.
        }
      }
    }
    assert.ok(read > 4);
  });

  it('is still where it belongs', async () => {
    await connect(echo.url, 'apiKey');
    assert.equal((await credentials.get(session.profile))?.secret, token);
  });
});
