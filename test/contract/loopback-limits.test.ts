import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mock } from 'node:test';
import { createWorld } from '../../src/demo/world.ts';
import { type DemoServer, SERVER_LIMITS, startDemoServer } from '../../tools/exchange/server.ts';
import { createDemoService, type DemoService } from '../../tools/exchange/service.ts';
import { VirtualClock } from '../support/clock.ts';
import { frame, type RawClient, rawClient, statuses } from '../support/raw-client.ts';

const PING = Buffer.from([0x89, 0]);
const PONG = Buffer.from([0x8a, 0]);
const clock = new VirtualClock();
const world = createWorld({ seed: 4, epochMs: clock.now(), markets: 60 });
/** A server as Node describes it. */
const STARTED = 'http.server.request.start';

/** The other attacks bring limits of their own, as short as a test can wait for. */
describe('limits of the demo server as it is shipped', () => {
  let service: DemoService;
  let server: DemoServer;
  const clients: RawClient[] = [];

  beforeEach(async () => {
    service = createDemoService({ world, clock, keys: [], auth: 'none', dialect: 'current' });
    server = await startDemoServer({ handler: service.handler, streams: service.streams });
  });
  afterEach(async () => {
    service.streams.dispose();
    await server.close();
    for (const { socket } of clients.splice(0)) socket.destroy();
  });
  const open = async (): Promise<RawClient> => {
    const client = await rawClient(server.port);
    clients.push(client);
    return client;
  };
  const asks = (path: string, ...fields: readonly string[]): string =>
    [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${server.port}`, ...fields, '', ''].join('\r\n');

  it('are these', () => {
    assert.deepEqual(SERVER_LIMITS, {
      headerMs: 10_000,
      requestMs: 30_000,
      idleMs: 30_000,
      checkMs: 5_000,
      headerBytes: 16_384,
      bodyBytes: 65_536,
      pingMs: 30_000,
      connections: 256,
    });
  });

  it('of time and of size are the defaults of a server without any', async () => {
    const asked: unknown[] = [];
    const note = (message: unknown): void => void asked.push(message);
    subscribe(STARTED, note);
    const client = await open();
    client.send(asks('/v1/markets?limit=1'));
    await client.until((heard) => statuses(heard).length === 1);
    unsubscribe(STARTED, note);
    const [own] = asked.flatMap((message) => {
      const { server: asking, socket } = message as { server: object; socket: { remotePort?: number } };
      return socket.remotePort === client.socket.localPort ? [asking] : [];
    });
    const { headerMs, requestMs, idleMs, checkMs, headerBytes } = SERVER_LIMITS;
    const expected = {
      headersTimeout: headerMs,
      requestTimeout: requestMs,
      keepAliveTimeout: idleMs,
      connectionsCheckingInterval: checkMs,
      maxHeaderSize: headerBytes,
      // Of a client that reads nothing of its answer.
      timeout: requestMs + idleMs,
    };
    assert.ok(own !== undefined);
    for (const [name, value] of Object.entries(expected)) assert.equal(Reflect.get(own, name), value, name);
  });

  it('of pings too: one every half a minute, and a client that leaves it unanswered is cut off at the next', async () => {
    mock.timers.enable({ apis: ['setInterval'] });
    try {
      const client = await open();
      client.send(
        asks(
          '/v1/ws/markets',
          'Connection: Upgrade',
          'Upgrade: websocket',
          'Sec-WebSocket-Version: 13',
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        ),
      );
      await client.until((heard) => heard.includes('\r\n\r\n'));
      assert.deepEqual(statuses(client.heard), [101]);
      mock.timers.tick(SERVER_LIMITS.pingMs - 1);
      // What was sent before an answer to this is there by then.
      client.send(frame({ first: 0x89 }));
      await client.until((heard) => heard.includes(PONG));
      assert.equal(client.heard.includes(PING), false);
      mock.timers.tick(1);
      await client.until((heard) => heard.includes(PING));
      mock.timers.tick(SERVER_LIMITS.pingMs);
      assert.equal((await client.closed()).toString('latin1').split(PING.toString('latin1')).length, 2);
    } finally {
      mock.timers.reset();
    }
  });

  it('of connections too: one more is closed as it comes', async () => {
    const first = await Promise.all(Array.from({ length: SERVER_LIMITS.connections }, open));
    const more = await open();
    assert.deepEqual(statuses(await more.closed()), []);
    assert.equal(await server.connections(), first.length);
    first[0]?.send(asks('/v1/markets?limit=1', 'Connection: close'));
    assert.deepEqual(statuses((await first[0]?.closed()) ?? Buffer.alloc(0)), [200]);
  });
});
