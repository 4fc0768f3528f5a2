import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { WindowFile } from '../../../../src/agents/mcp/window-file.ts';
import { toolSchemas } from '../../../support/agent-window.ts';
import { Canary } from '../../../support/canary.ts';
import { MODES, mcpClient } from '../../../support/mcp-client.ts';
import { mcpLines } from '../../../support/mcp-lines.ts';
import { builtMcpServer, mcpWindow } from '../../../support/mcp-window.ts';
import { scriptedWindow } from '../../features/scripted-window.ts';

type Window = Awaited<ReturnType<typeof mcpWindow>>;
type Client = Awaited<ReturnType<typeof mcpClient>>;

const PUBLIC = [
  'get_environment',
  'search_markets',
  'get_market',
  'get_event',
  'get_order_book',
  'get_price_history',
  'get_settlement',
  'what_if',
];
const ACCOUNT = ['list_positions', 'list_orders', 'list_activity'];

describe('MCP server', () => {
  let built = '';
  let folder = '';
  const open: { close(): unknown }[] = [];

  before(async () => {
    built = await builtMcpServer();
  });

  beforeEach(async () => {
    folder = path.join(await mkdtemp(path.join(tmpdir(), 'mcp-windows-')), 'agents');
  });

  afterEach(async () => {
    for (const { close } of open.splice(0).reverse()) await close();
    await rm(path.dirname(folder), { recursive: true });
  });

  after(() => rm(path.dirname(built), { recursive: true }));

  async function window(isFocused = true): Promise<Window> {
    const made = await mcpWindow(folder, built, isFocused);
    open.push({ close: () => made.dispose() });
    return made;
  }

  async function clientOf(...given: Parameters<typeof mcpClient>): Promise<Client> {
    const client = await mcpClient(...given);
    open.push(client);
    return client;
  }

  for (const mode of MODES) {
    const era = typeof mode === 'string' ? mode : mode.pin;

    it(`speaks the version of the era ${era}`, async () => {
      const { server } = await window();
      const { version } = await clientOf(server.program, { mode });
      assert.equal(version(), era === 'legacy' ? '2025-11-25' : era);
    });

    it(`answers each tool as the window does, to a client of the era ${era}`, async () => {
      const { desk, server } = await window();
      desk.set('account', true);
      const { call, list } = await clientOf(server.program, { mode });
      assert.deepEqual(await list(), [...PUBLIC, ...ACCOUNT]);
      const found = await call('search_markets', { limit: 1 });
      const [{ slug } = { slug: '' }] = found.answer['markets'] as readonly { readonly slug: string }[];
      const { event } = (await call('get_market', { slug })).answer['market'] as { readonly event: string };
      for (const tool of [...PUBLIC, ...ACCOUNT]) {
        const isOfMarket = !['get_environment', 'search_markets', ...ACCOUNT].includes(tool);
        const about = { slug: tool === 'get_event' ? event : slug };
        const input = tool === 'what_if' ? { ...about, contracts: 1, allowStale: true } : about;
        const { answer, isError, text } = await call(tool, isOfMarket ? input : {});
        assert.equal(isError, false, text);
        assert.equal(answer['environment'], 'demo', tool);
        assert.ok(Number(desk.calls[0]?.bytes) === Buffer.byteLength(text), tool);
        assert.deepEqual(desk.calls[0]?.caller, { via: 'mcp', name: 'quill 2.3' });
      }
      assert.deepEqual(
        desk.connected.map(({ caller, calls }) => [caller.name, calls]),
        [['quill 2.3', 2 + PUBLIC.length + ACCOUNT.length]],
      );
    });

    it(`lists the tool for cancels while its switch is on, and says when that changes, in the era ${era}`, async () => {
      const { desk, server } = await window();
      const { list, changed, call } = await clientOf(server.program, { mode });
      assert.ok(!(await list()).includes('cancel_orders'));
      desk.set('mayAskToCancel', true);
      await changed(1);
      assert.ok((await list()).includes('cancel_orders'));
      desk.stop();
      await changed(2);
      assert.ok(!(await list()).includes('cancel_orders'));
      desk.start();
      const { isError, answer } = await call('cancel_orders', { orderIds: ['A'] });
      assert.equal(isError, true);
      assert.equal(answer['error'], 'off');
    });

    it(`asks neither person nor model through a client that offers both, also for a cancel, in the era ${era}`, async () => {
      const { desk, server } = await window();
      desk.set('account', true);
      desk.set('mayAskToCancel', true);
      const person = scriptedWindow();
      const { call, asked } = await clientOf(server.program, { mode });
      const { answer: orders } = await call('list_orders', { limit: 1 });
      const [{ orderId } = { orderId: '' }] = orders['orders'] as readonly { readonly orderId: string }[];
      for (const button of ['Keep Order', 'Cancel Order']) {
        person.answers.push(button);
        const { answer } = await call('cancel_orders', { orderIds: [orderId] });
        assert.equal(answer['cancelled'], button === 'Cancel Order' ? 1 : 0);
      }
      assert.equal(person.asked.filter(({ modal }) => modal === true).length, 2);
      assert.deepEqual(asked(), []);
    });

    it(`says that no window is open, gives nothing then, and goes on once there is one, in the era ${era}`, async () => {
      const first = await window();
      const { program } = first.server;
      first.dispose();
      const { call, list } = await clientOf(program, { mode });
      assert.deepEqual(await list(), [...PUBLIC, ...ACCOUNT]);
      for (const tool of ['get_environment', 'search_markets', 'list_orders', 'cancel_orders']) {
        const { isError, answer } = await call(tool);
        assert.equal(isError, true, tool);
        assert.equal(answer['error'], 'noWindow');
        assert.equal(answer['environment'], null);
        assert.equal(answer['result'], null);
      }
      await window();
      assert.equal((await call('get_environment')).answer['environment'], 'demo');
    });
  }

  it('lists each tool with the schema of the manifest, as one that only reads but for cancels, in 12 KB at most', async () => {
    const { desk, server } = await window();
    desk.set('mayAskToCancel', true);
    const { client } = await clientOf(server.program);
    const { tools } = await client.listTools();
    assert.deepEqual(new Map(tools.map(({ name, inputSchema }) => [name, inputSchema])), toolSchemas());
    for (const { name, annotations } of tools) {
      const isCancel = name === 'cancel_orders';
      const expected = { readOnlyHint: !isCancel, destructiveHint: isCancel, openWorldHint: false };
      assert.deepEqual(annotations, expected, name);
    }
    assert.ok(Buffer.byteLength(JSON.stringify(tools)) <= 12_288);
  });

  it('reads no account before the person has allowed it in the window, in a dialog that names the client', async () => {
    const { desk, server } = await window();
    const person = scriptedWindow();
    const { call } = await clientOf(server.program);
    person.answers.push('Not Now');
    const refused = await call('list_positions');
    assert.equal(refused.isError, true);
    assert.equal(refused.answer['error'], 'closed');
    assert.match(
      person.asked[0]?.detail ?? '',
      /^“quill 2\.3” \(its own name, through MCP\) called list_positions\./,
    );
    desk.set('account', true);
    assert.equal((await call('list_positions')).isError, false);
    assert.equal(person.asked.length, 1);
  });

  it('hands on that the person declined a cancel as an answer, and the outcome of one that was confirmed', async () => {
    const { desk, server, services } = await window();
    desk.set('account', true);
    desk.set('mayAskToCancel', true);
    const person = scriptedWindow();
    const { call } = await clientOf(server.program);
    const { answer: orders } = await call('list_orders', { limit: 1 });
    const [{ orderId } = { orderId: '' }] = orders['orders'] as readonly { readonly orderId: string }[];
    person.answers.push('Keep Order');
    const declined = await call('cancel_orders', { orderIds: [orderId] });
    assert.equal(declined.isError, false);
    assert.equal(declined.answer['declined'], true);
    assert.ok(services.orders.orders.some(({ id }) => id === orderId));
    assert.match(person.asked[0]?.detail ?? '', /calls itself “quill 2\.3”\. It cannot answer this dialog\./);
    person.answers.push('Cancel Order');
    const done = await call('cancel_orders', { orderIds: [orderId] });
    assert.equal(done.answer['cancelled'], 1);
    assert.ok(!services.orders.orders.some(({ id }) => id === orderId));
  });

  it('asks the window focused last, and another one once that was focused or the first is closed', async () => {
    const [one, other] = [await window(), await window(false)];
    const { call } = await clientOf(one.server.program);
    const callsOf = (): readonly number[] => [one, other].map(({ desk }) => desk.calls.length);
    await call('get_environment');
    assert.deepEqual(callsOf(), [1, 0]);
    await other.server.focused();
    await call('get_environment');
    assert.deepEqual(callsOf(), [1, 1]);
    await one.server.focused();
    one.dispose();
    await call('get_environment');
    assert.deepEqual(callsOf(), [1, 2]);
  });

  it('asks the one window it was started for, and no other when that is closed', async () => {
    const [one, other] = [await window(false), await window()];
    const { call } = await clientOf(one.server.program, { args: [one.server.id] });
    await call('get_environment');
    assert.deepEqual([one.desk.calls.length, other.desk.calls.length], [1, 0]);
    one.dispose();
    assert.equal((await call('get_environment')).answer['error'], 'noWindow');
    assert.equal(other.desk.calls.length, 0);
  });

  it('says of a call in a window that is killed that it may have been done, then that there is no window', async () => {
    const { server, dispose } = await window();
    dispose();
    const script = path.resolve(import.meta.dirname, '../../../support/mcp-window-process.ts');
    const child = spawn(process.execPath, [script, folder, built], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    const { call } = await clientOf(server.program);
    // Nobody answers the question about the account there.
    const pending = call('list_orders');
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    const gone = await pending;
    assert.equal(gone.isError, true);
    assert.equal(gone.answer['error'], 'windowClosed');
    assert.match(String(gone.answer['why']), /may have been done/);
    assert.equal((await call('list_orders')).answer['error'], 'noWindow');
    const [left = ''] = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    const { pipe } = JSON.parse(await readFile(path.join(folder, left), 'utf8')) as WindowFile;
    const { server: next } = await window();
    const others = (await readdir(folder)).filter((name) => !/^calls-without-window-\d+$/.test(name));
    assert.deepEqual(others.sort(), [`${next.id}.json`, 'mcp-server.mjs'].sort());
    await assert.rejects(stat(path.dirname(pipe)), /ENOENT/);
    assert.equal((await call('get_environment')).isError, false);
  });

  it('is answered by no window whose file has a wrong token, is of a window that is gone, or can be read by others', async () => {
    const { desk, server } = await window();
    const file = path.join(folder, `${server.id}.json`);
    const own = JSON.parse(await readFile(file, 'utf8')) as WindowFile;
    /** Of a window that was focused later. */
    const wrong = async (content: object, mode = 0o600): Promise<void> => {
      const other = path.join(folder, `${crypto.randomUUID()}.json`);
      await writeFile(other, JSON.stringify(content));
      await chmod(other, mode);
      await utimes(other, 2_000_000_000, 2_000_000_000);
    };
    await wrong({ ...own, token: 'wrong' });
    await wrong({ ...own, pipe: path.join(folder, 'gone') });
    if (process.platform !== 'win32') await wrong(own, 0o644);
    const { call } = await clientOf(server.program);
    assert.equal((await call('get_environment')).answer['environment'], 'demo');
    assert.equal(desk.calls.length, 1);
    await rm(file);
    const { call: callWithout } = await clientOf(server.program);
    assert.equal((await callWithout('get_environment')).answer['error'], 'noWindow');
    assert.equal(desk.calls.length, 1);
  });

  it('refuses an input of 1 MB in words, hands none of it on, and answers the next call', async () => {
    const { desk, server } = await window();
    const { call } = await clientOf(server.program);
    const { isError, answer } = await call('search_markets', { text: 'x'.repeat(1_000_000) });
    assert.equal(isError, true);
    assert.equal(answer['error'], 'wrongInput');
    assert.equal(desk.calls.length, 0);
    assert.equal((await call('get_environment')).isError, false);
  });

  it('lets no part of the token out, and leaves it in a file that its owner alone can read, while the window is open', async () => {
    const { server, dispose } = await window();
    const file = path.join(folder, `${server.id}.json`);
    const { token, pipe } = JSON.parse(await readFile(file, 'utf8')) as WindowFile;
    if (process.platform !== 'win32') {
      assert.equal((await stat(file)).mode & 0o777, 0o600);
      for (const place of [folder, path.dirname(pipe)]) assert.equal((await stat(place)).mode & 0o777, 0o700);
    }
    const client = await clientOf(server.program);
    const answers = [await client.call('get_environment'), await client.call('get_market', { slug: token })];
    dispose();
    answers.push(await client.call('get_environment'));
    const canary = new Canary(token);
    assert.deepEqual(canary.find(JSON.stringify(answers)), []);
    assert.deepEqual(canary.find(client.errors()), []);
    await assert.rejects(stat(file), /ENOENT/);
    await assert.rejects(stat(path.dirname(pipe)), /ENOENT/);
  });

  it('ends with its input, also while it is connected to a window', async () => {
    const { server, desk } = await window();
    const { ask, end } = await mcpLines(server.program);
    await ask('tools/list', {});
    assert.equal(desk.connected.length, 1);
    assert.deepEqual(await end(), [0, null]);
    while (desk.connected.length > 0) await new Promise((resolve) => setImmediate(resolve));
  });
});
