import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Message, MOST_ASKED, proofOf, receive, send } from '../../../../src/agents/mcp/bridge.ts';
import type { WindowFile } from '../../../../src/agents/mcp/window-file.ts';
import { WindowLink } from '../../../../src/agents/mcp/window-link.ts';
import { openWindowServer, type WindowServer } from '../../../../src/agents/mcp/window-server.ts';
import { type Clock, systemClock } from '../../../../src/base/clock.ts';
import { agentWindow } from '../../../support/agent-window.ts';
import { VirtualClock } from '../../../support/clock.ts';
import { faultySession, honestSide } from '../../../support/faulty.ts';

const side = honestSide();
/** The answer has it without what nobody sees. */
const ODD_NAME = 'otters\u202e\n';

describe('link of the MCP server to a window', () => {
  const { clock, session } = faultySession(side);
  const { desk, tearDown } = agentWindow(clock, session);
  let folder = '';
  let server: WindowServer;
  let window: WindowFile;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mcp-windows-'));
    server = await opened();
    window = await fileOf(server);
  });

  afterEach(async () => {
    for (const each of open.splice(0)) each.dispose();
    await rm(folder, { recursive: true });
  });

  after(() => tearDown());

  const open: WindowServer[] = [];
  const opened = async (its: Clock = systemClock): Promise<WindowServer> => {
    const options = { folder, program: import.meta.filename, label: ODD_NAME, isFocused: false, clock: its };
    const made = await openWindowServer({ ...options, desk: async () => desk });
    open.push(made);
    return made;
  };
  const fileOf = async ({ id }: WindowServer): Promise<WindowFile> =>
    JSON.parse(await readFile(path.join(folder, `${id}.json`), 'utf8')) as WindowFile;

  /** The file of a window that was focused later. */
  async function windowFile(content: object, mode = 0o600): Promise<void> {
    const file = path.join(folder, `${crypto.randomUUID()}.json`);
    await writeFile(file, JSON.stringify(content));
    await chmod(file, mode);
    await utimes(file, 2_000_000_000, 2_000_000_000);
  }

  /** Somebody who listens where a window's file says, and does as the test says. */
  async function listener(serve: (socket: Socket) => void) {
    const pipe =
      process.platform === 'win32' ? `\\\\.\\pipe\\${crypto.randomUUID()}` : path.join(folder, 'pipe');
    const fake = createServer(serve);
    fake.listen(pipe);
    await once(fake, 'listening');
    await windowFile({ ...window, pipe });
    return fake;
  }

  async function errorOf(link: WindowLink): Promise<unknown> {
    const answer = await link.call('get_environment', {}, 'quill');
    return answer === undefined ? 'none' : (JSON.parse(answer.json) as { readonly error?: unknown }).error;
  }

  /** What a connection that says these things hears until it is ended. */
  async function heard(say: (socket: Socket, first: Message) => void): Promise<readonly Message[]> {
    const messages: Message[] = [];
    const socket = connect(window.pipe);
    receive(socket, 1_000_000, (message) => {
      messages.push(message);
      if (messages.length === 1) say(socket, message);
    });
    await new Promise((resolve) => socket.on('close', resolve));
    return messages;
  }

  it('asks the window, also beside files of windows that are gone, of wrong tokens, and that are no such files', async () => {
    await windowFile({ ...window, pipe: path.join(folder, 'nothing') });
    await windowFile({ ...window, token: 'wrong' });
    await windowFile([]);
    await windowFile({ ...window, pipe: 5 });
    await windowFile({ ...window, label: undefined });
    await windowFile({ ...window, expires: undefined });
    const calls = desk.calls.length;
    assert.equal(await errorOf(new WindowLink(folder, undefined)), undefined);
    assert.equal(desk.calls.length, calls + 1);
  });

  it('is none by a wrong token, and the window hears of no call', async () => {
    const calls = desk.calls.length;
    await windowFile({ ...window, token: 'wrong' });
    await rm(path.join(folder, `${server.id}.json`));
    assert.equal(await errorOf(new WindowLink(folder, undefined)), 'none');
    assert.deepEqual([desk.calls.length, desk.connected], [calls, []]);
  });

  it('asks no window by a file that has expired, though somebody listens there', async () => {
    await rm(path.join(folder, `${server.id}.json`));
    await windowFile({ ...window, expires: Date.now() - 1 });
    assert.equal(await errorOf(new WindowLink(folder, undefined)), 'none');
    await windowFile({ ...window, expires: Date.now() + 600_000 });
    assert.equal(await errorOf(new WindowLink(folder, undefined)), undefined);
  });

  it('finds the expired file of a process that runs removed by the next window, and nothing else', async () => {
    await windowFile({ ...window, expires: Date.now() - 1 });
    const next = await opened();
    const left = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    assert.deepEqual(left.toSorted(), [`${server.id}.json`, `${next.id}.json`].toSorted());
    next.dispose();
    assert.equal(await errorOf(new WindowLink(folder, undefined)), undefined);
  });

  it('finds the file of a window good for as long as that runs, in the order of focus, also where it was removed', async () => {
    const its = new VirtualClock();
    const later = await opened(its);
    const place = path.join(folder, `${later.id}.json`);
    const isGood = async (): Promise<boolean> => (await fileOf(later)).expires > its.now();
    for (let hour = 0; hour < 3; hour++) {
      assert.ok(await isGood());
      await its.advance(3_600_000);
    }
    assert.ok(await isGood());
    assert.equal((await stat(place)).mtimeMs, 0);
    if (process.platform !== 'win32') assert.equal((await stat(place)).mode & 0o777, 0o600);
    await rm(place);
    later.focused();
    assert.ok(await isGood());
    assert.equal((await stat(place)).mtimeMs, its.now());
    later.dispose();
    await its.advance(3_600_000);
    await assert.rejects(stat(place), /ENOENT/);
  });

  it('trusts no file that others can read or write', async () => {
    if (process.platform === 'win32') return;
    await chmod(path.join(folder, `${server.id}.json`), 0o644);
    assert.equal(await errorOf(new WindowLink(folder, undefined)), 'none');
  });

  it('ends a connection that proves nothing, or hands back a proof of the window, without a word', async () => {
    const calls = desk.calls.length;
    const call = { id: 0, tool: 'get_environment', input: {} };
    const ways: ((socket: Socket, first: Message) => void)[] = [
      (socket) => send(socket, call),
      (socket, { challenge }) =>
        send(socket, {
          ...call,
          proof: proofOf('wrong', 'server', String(challenge)),
          challenge: 'a',
          name: 'b',
        }),
      (socket, { challenge }) =>
        send(socket, {
          ...call,
          proof: proofOf(window.token, 'window', String(challenge)),
          challenge: 'a',
          name: 'b',
        }),
      (socket) => send(socket, { ...call, proof: window.token, challenge: 'a', name: 'b' }),
      // A right proof, but the window has not given its own yet.
      (socket, { challenge }) => {
        const proof = proofOf(window.token, 'server', String(challenge));
        const lines = [{ proof, challenge: 'a', name: 'b' }, call].map((each) => `${JSON.stringify(each)}\n`);
        socket.write(lines.join(''));
      },
    ];
    for (const way of ways) assert.deepEqual(Object.keys((await heard(way)).at(-1) ?? {}), ['challenge']);
    assert.equal(desk.calls.length, calls);
  });

  it('says nothing to somebody who listens in the place of a window and does not know its token', async () => {
    const messages: Message[] = [];
    const fake = await listener((socket) => {
      receive(socket, 1_000_000, (message) => {
        messages.push(message);
        send(socket, { proof: message['proof'] });
        send(socket, { mayAskToCancel: true });
      });
      send(socket, { challenge: 'a' });
    });
    const link = new WindowLink(folder, undefined);
    assert.equal(await errorOf(link), undefined);
    assert.equal(await link.mayAskToCancel('quill'), false);
    assert.ok(messages.length > 0);
    for (const message of messages) assert.deepEqual(Object.keys(message), ['proof', 'challenge', 'name']);
    assert.ok(!JSON.stringify(messages).includes(window.token));
    fake.close();
  });

  it('takes a challenge that is no text for none, from either side', async () => {
    const odd = { toString: 1 };
    const fake = await listener((socket) => {
      send(socket, { challenge: odd });
      socket.on('error', () => {});
    });
    const link = new WindowLink(folder, undefined, { opening: 50, reading: 50, asking: 50 });
    // The next is asked.
    assert.equal(await errorOf(link), undefined);
    fake.close();
    const calls = desk.calls.length;
    await heard((socket, { challenge }) => {
      send(socket, {
        proof: proofOf(window.token, 'server', String(challenge)),
        challenge: odd,
        name: 'b',
      });
      socket.end();
    });
    assert.equal(desk.calls.length, calls);
  });

  it('is busy, and not none, where a window ends the connection before a word', async () => {
    const fake = await listener((socket) => socket.destroy());
    assert.equal(await errorOf(new WindowLink(folder, undefined)), 'timeout');
    fake.close();
  });

  it('gives up a window that does not answer, says so, and asks no other in its place', async () => {
    const sockets: Socket[] = [];
    const fake = await listener((socket) => sockets.push(socket));
    const link = new WindowLink(folder, undefined, { opening: 50, reading: 50, asking: 50 });
    const calls = desk.calls.length;
    assert.equal(await errorOf(link), 'timeout');
    assert.equal(await link.mayAskToCancel('quill'), false);
    assert.equal(desk.calls.length, calls);
    for (const socket of sockets) socket.destroy();
    fake.close();
  });

  it('gives up a call that has no answer in time, without a word that it was not done', async () => {
    const sockets: Socket[] = [];
    const fake = await listener((socket) => {
      sockets.push(socket);
      receive(socket, 1_000_000, ({ challenge }) => {
        if (challenge === undefined) return;
        send(socket, { proof: proofOf(window.token, 'window', String(challenge)) });
        send(socket, { mayAskToCancel: true });
      });
      send(socket, { challenge: 'a' });
    });
    const link = new WindowLink(folder, undefined, { opening: 60_000, reading: 50, asking: 50 });
    const { json = '', isError } = (await link.call('cancel_orders', { orderIds: ['A'] }, 'quill')) ?? {};
    assert.equal(isError, true);
    assert.match(json, /"error":"timeout".*may still be done.*"untrusted":\{"window":"otters"\}/);
    for (const socket of sockets) socket.destroy();
    fake.close();
  });

  it('ends a connection whose line is too long or no object, and serves the next', async () => {
    for (const line of ['x'.repeat(MOST_ASKED + 1), `${'x'.repeat(1_000_000)}\n`, '[]\n', 'null\n', '{\n'])
      assert.deepEqual((await heard((socket) => socket.write(line))).length, 1);
    const link = new WindowLink(folder, undefined);
    const calls = desk.calls.length;
    const refused = await link.call('search_markets', { text: 'x'.repeat(1_000_000) }, 'quill');
    assert.match(refused?.json ?? '', /"error":"wrongInput"/);
    assert.equal(desk.calls.length, calls);
    assert.equal(await errorOf(link), undefined);
  });

  it('ends a connection that goes on asking and reads no answer', async () => {
    const socket = connect(window.pipe);
    let isOpen = true;
    receive(socket, 1_000_000, ({ challenge, mayAskToCancel }) => {
      const proof = proofOf(window.token, 'server', String(challenge));
      if (challenge !== undefined) send(socket, { proof, challenge: 'a', name: 'deaf' });
      if (mayAskToCancel !== undefined) socket.pause();
    });
    const isServed = (): boolean => desk.connected.length > 0;
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    while (!isServed()) await turn();
    for (let id = 0; isOpen && id < 3_000; id++) {
      const made = desk.calls[0]?.number;
      send(socket, { id, tool: 'get_environment', input: {} });
      while (isServed() && desk.calls[0]?.number === made) await turn();
      isOpen = isServed();
    }
    assert.equal(isOpen, false);
    socket.destroy();
    assert.equal(await errorOf(new WindowLink(folder, undefined)), undefined);
  });

  it('opens one connection for calls that come together', async () => {
    const link = new WindowLink(folder, undefined);
    await Promise.all(Array.from({ length: 20 }, () => errorOf(link)));
    assert.deepEqual(
      desk.connected.map(({ calls }) => calls),
      [20],
    );
  });
});
