import assert from 'node:assert/strict';
import {
  appendFile,
  copyFile,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { noteCall, readCalls } from '../../../../src/agents/mcp/call-file.ts';
import { mcpClient } from '../../../support/mcp-client.ts';
import { builtMcpServer, mcpWindow } from '../../../support/mcp-window.ts';

describe('calls of the MCP server that no window answered', () => {
  let built = '';
  let folder = '';
  let client: Awaited<ReturnType<typeof mcpClient>>;

  before(async () => {
    built = await builtMcpServer();
  });

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mcp-calls-'));
    const program = path.join(folder, 'mcp-server.mjs');
    await copyFile(built, program);
    client = await mcpClient(program);
  });

  afterEach(async () => {
    await client.close();
    await rm(folder, { recursive: true });
  });

  after(async () => {
    await rm(path.dirname(built), { recursive: true });
  });

  /** The files of calls; the one of this process is the first. */
  async function filesOf(): Promise<readonly string[]> {
    const names = (await readdir(folder)).filter((name) => name.startsWith('calls-without-window-'));
    const own = `calls-without-window-${process.pid}`;
    return names.sort((a, b) => Number(b === own) - Number(a === own)).map((name) => path.join(folder, name));
  }

  it('are noted with their time, program, tool, arguments and size, readable for their owner alone', async () => {
    const from = Date.now();
    const { text } = await client.call('get_market', { slug: 'a-market' });
    const [call, ...more] = await readCalls(folder);
    assert.deepEqual(more, []);
    assert.ok(call !== undefined && call.at >= from && call.at <= Date.now());
    assert.deepEqual(
      { ...call, at: 0 },
      {
        number: 1,
        caller: { via: 'mcp', name: 'quill 2.3' },
        at: 0,
        tool: 'get_market',
        input: 'slug a-market',
        bytes: Buffer.byteLength(text),
        result: 'refused',
        reason: 'noWindow',
        saw: 'nothing',
      },
    );
    if (process.platform === 'win32') return;
    for (const file of await filesOf()) assert.equal((await stat(file)).mode & 0o777, 0o600);
  });

  it('hold nothing of an input that does not fit, and no tool of another name', async () => {
    await client.call('get_market', { slug: 'a-market', note: 'strange words' });
    await client.call('strange_words', { slug: 'strange words' });
    await client.call('search_markets', { text: 'x'.repeat(70_000) });
    const calls = await readCalls(folder);
    assert.deepEqual(
      calls.map(({ tool, input, reason }) => [tool, input, reason]),
      [
        ['search_markets', '', 'wrongInput'],
        ['unknown tool', '', 'noWindow'],
        ['get_market', '', 'noWindow'],
      ],
    );
    const [file = ''] = await filesOf();
    assert.doesNotMatch(await readFile(file, 'utf8'), /strange/);
  });

  it('are none that a window answered: those are on its own list', async () => {
    const window = await mcpWindow(folder, built);
    try {
      assert.equal((await client.call('get_environment')).isError, false);
      assert.equal(window.desk.calls.length, 1);
      assert.deepEqual(await readCalls(folder), []);
    } finally {
      window.dispose();
    }
  });

  it('are none of a program that gives itself a name without end: its window answers it, under a name that is cut', async () => {
    const window = await mcpWindow(folder, built);
    const other = await mcpClient(path.join(folder, 'mcp-server.mjs'), { name: 'x'.repeat(70_000) });
    try {
      window.desk.stop();
      assert.equal((await other.call('get_environment')).answer['error'], 'stopped');
      assert.deepEqual(
        window.desk.calls.map(({ caller }) => caller.name?.length),
        [40],
      );
      assert.deepEqual(await readCalls(folder), []);
    } finally {
      await other.close();
      window.dispose();
    }
  });

  it('are the newest, whole, where there were many', async () => {
    const call = { name: 'quill', tool: 'get_market', input: 'slug '.padEnd(200, 'x'), bytes: 100 };
    for (let at = 1; at <= 1_000; at++) noteCall(folder, { ...call, at });
    const [file = ''] = await filesOf();
    assert.ok((await stat(file)).size <= 64 * 1024);
    const times = (await readCalls(folder)).map(({ at }) => at);
    assert.equal(times[0], 1_000);
    assert.ok(times.length > 100, String(times.length));
    assert.deepEqual(
      times,
      times.toSorted((a, b) => b - a),
    );
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });

  it('stand in a file for each program, so that none drops what another notes', async () => {
    await client.call('get_market', { slug: 'a-market' });
    const call = { name: 'quill', tool: 'get_event', input: 'slug '.padEnd(200, 'x'), bytes: 100 };
    for (let at = 1; at <= 1_000; at++) noteCall(folder, { ...call, at });
    await client.call('get_market', { slug: 'b-market' });
    assert.equal((await filesOf()).length, 2);
    const calls = await readCalls(folder);
    assert.deepEqual(
      calls.slice(0, 3).map(({ input }) => input.slice(0, 13)),
      ['slug b-market', 'slug a-market', call.input.slice(0, 13)],
    );
    assert.deepEqual(
      calls.map(({ number }) => number),
      calls.map((_, place) => calls.length - place),
    );
  });

  it('are removed with the file that was written longest ago, once a program begins one more and there is too much', async () => {
    const line = (tool: string): string =>
      `${JSON.stringify({ at: 1, name: 'quill', tool, input: 'x'.repeat(40_000), bytes: 1 })}\n`;
    for (const [number, tool] of ['first', 'second', 'third'].entries()) {
      const file = path.join(folder, `calls-without-window-${number}`);
      await writeFile(file, line(tool));
      await utimes(file, 1_000 + number, 1_000 + number);
    }
    noteCall(folder, { at: 2, name: 'quill', tool: 'get_event', input: '', bytes: 1 });
    assert.deepEqual(
      (await readCalls(folder)).map(({ tool }) => tool),
      ['get_event', 'third'],
    );
  });

  it('leave out what is no call, and keep what is', async () => {
    noteCall(folder, { at: 1, name: 'quill', tool: 'get_market', input: '', bytes: 1 });
    const [file = ''] = await filesOf();
    await appendFile(file, 'null\n{"at":1}\n{"at":"2","name":[]\n\n');
    noteCall(folder, { at: 2, name: '', tool: 'get_event', input: '', bytes: 1 });
    assert.deepEqual(
      (await readCalls(folder)).map(({ at, caller }) => [at, caller.name]),
      [
        [2, undefined],
        [1, 'quill'],
      ],
    );
  });
});
