import assert from 'node:assert/strict';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { type ClientOptions, WebSocket } from 'ws';
import { keyOf } from '../../src/demo/keys.ts';
import { createWorld } from '../../src/demo/world.ts';
import { createSigner } from '../../src/exchange/service/sign.ts';
import { type DemoServer, startDemoServer } from '../../tools/exchange/server.ts';
import { createDemoService, type DemoService } from '../../tools/exchange/service.ts';
import { VirtualClock } from '../support/clock.ts';
import { closeCode, frame, type RawClient, rawClient, statuses } from '../support/raw-client.ts';

/** Times as short as a test can wait for. */
const SHORT = { headerMs: 150, requestMs: 300, idleMs: 150, checkMs: 30 };
const MARKETS = 'GET /v1/markets?limit=1 HTTP/1.1';
const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
const [FIN, TEXT, BINARY, CLOSE] = [0x80, 0x1, 0x2, 0x8];
const KB64 = 64 * 1024;
const KEY = keyOf(4);
const signer = createSigner('ed25519', { keyId: KEY.keyId, secret: KEY.secretKey });
const clock = new VirtualClock();
const world = createWorld({ seed: 4, epochMs: clock.now(), markets: 60 });

/** What a stranger on this machine, or a page in its browser, can send to the demo's server. */
describe('demo server under attack', () => {
  let service: DemoService;
  let server: DemoServer;
  const clients: RawClient[] = [];

  const start = async (limits = {}, served = world): Promise<void> => {
    service = createDemoService({ world: served, clock, keys: [KEY], dialect: 'current', rateLimit: 0 });
    server = await startDemoServer({ handler: service.handler, streams: service.streams, limits });
  };
  const stop = async (): Promise<void> => {
    service.streams.dispose();
    await server.close();
    for (const { socket } of clients.splice(0)) socket.destroy();
  };
  beforeEach(() => start());
  afterEach(stop);

  const open = async (): Promise<RawClient> => {
    const client = await rawClient(server.port);
    clients.push(client);
    return client;
  };
  const own = (): string => `127.0.0.1:${server.port}`;
  /** A request, of one market unless its line says otherwise, with these header fields after its Host. */
  const asks = (fields = '', host = own(), line = MARKETS): string =>
    `${line}\r\nHost: ${host}\r\n${fields}\r\n`;
  const posts = (fields: string, body: string): string =>
    asks(fields, own(), 'POST /v1/orders/open/cancel HTTP/1.1') + body;
  const answersTo = async (text: string): Promise<readonly number[]> => {
    const client = await open();
    client.send(text);
    return statuses(await client.closed());
  };

  it('refuses any Host but the exact one, and a second one', async () => {
    const { port } = server;
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1',
      `127.0.0.1:${port + 1}`,
      `127.1:${port}`,
      `[::1]:${port}`,
      `0.0.0.0:${port}`,
      `localhost.:${port}`,
      `a.localhost:${port}`,
      `evil@127.0.0.1:${port}`,
      `127.0.0.1:${port},evil.example`,
      '',
    ])
      assert.deepEqual(await answersTo(asks('', host)), [403], host);
    assert.deepEqual(await answersTo(`${MARKETS}\r\n\r\n`), [400]);
    assert.deepEqual(await answersTo(asks('Host: evil.example\r\n')), [403]);
    assert.deepEqual(await answersTo(asks(`Host: ${own()}\r\n`, 'evil.example')), [403]);
    assert.deepEqual(await answersTo(asks('Connection: close\r\n', `localhost:${port}`)), [200]);
  });

  it('refuses an address in the request line', async () => {
    for (const target of ['http://evil.example/v1/markets', `http://${own()}/v1/markets`, '*'])
      assert.deepEqual(await answersTo(asks('', own(), `GET ${target} HTTP/1.1`)), [400]);
  });

  it('refuses what comes from a page, on a request, a preflight and an upgrade alike', async () => {
    for (const field of [
      'Origin: https://evil.example',
      'origin: null',
      'ORIGIN:',
      `Origin: http://${own()}`,
      'Sec-Fetch-Site: none',
      'Sec-Fetch-Dest: websocket',
      'Referer: https://evil.example/',
      // Behind so many fields that Node would drop the rest.
      `${'a:\r\n'.repeat(3_000)}Origin: https://evil.example`,
    ]) {
      const preflight = 'OPTIONS /v1/markets HTTP/1.1';
      assert.deepEqual(await answersTo(asks(`${field}\r\n`)), [403], field);
      assert.deepEqual(await answersTo(asks(`${field}\r\n${UPGRADE}`)), [403], field);
      assert.deepEqual(await answersTo(asks(`${field}\r\n`, own(), preflight)), [403], field);
    }
    assert.equal(service.handler.requests.length, 0);
  });

  it('refuses what two readers would read differently', async () => {
    for (const [fields, body] of [
      ['Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'],
      ['Content-Length: 0\r\nContent-Length: 60\r\n', ''],
      ['Transfer-Encoding : chunked\r\n', '0\r\n\r\n'],
      ['X: a\r\n Transfer-Encoding: chunked\r\n', '0\r\n\r\n'],
    ] as const)
      assert.deepEqual(await answersTo(posts(fields, `${body}${asks()}`)), [400], fields);
  });

  it('bounds headers and bodies', async () => {
    assert.deepEqual(await answersTo(asks(`X: ${'x'.repeat(16 * 1024)}\r\n`)), [431]);
    const chunks = `${(KB64 + 1).toString(16)}\r\n${'x'.repeat(KB64 + 1)}`;
    assert.deepEqual(await answersTo(posts(`Content-Length: ${KB64 + 1}\r\n`, '')), [413]);
    assert.deepEqual(await answersTo(posts('Transfer-Encoding: chunked\r\n', chunks)), [413]);
  });

  it('bounds the time of a header, of a body and between requests', async () => {
    await stop();
    await start(SHORT);
    await (await open()).closed();
    const header = await open();
    header.send(`${MARKETS}\r\nHost: ${own()}\r\n`);
    header.drip('X-Slow: 1\r\n', 10);
    assert.deepEqual(statuses(await header.closed()), [408]);
    const body = await open();
    body.send(posts('Content-Length: 60000\r\n', ''));
    body.drip('x', 10);
    await body.closed();
    const idle = await open();
    idle.send(asks());
    assert.deepEqual(statuses(await idle.closed()), [200]);
  });

  it('bounds connections: one more is closed as it comes', async () => {
    const all = await Promise.all(Array.from({ length: 256 }, open));
    assert.deepEqual(await answersTo(asks()), []);
    all[0]?.send(asks('Connection: close\r\n'));
    assert.deepEqual(statuses((await all[0]?.closed()) ?? Buffer.alloc(0)), [200]);
  });

  it('ends though a refused upgrade is held open and a request half sent', async () => {
    const held = await open();
    held.send(asks(`Origin: null\r\n${UPGRADE}`));
    (await open()).send(MARKETS);
    await held.until((heard) => statuses(heard).length === 1);
    await stop();
    await start();
  });

  it('serves no files and outlives what is not HTTP', async () => {
    for (const target of [
      '/',
      '/package.json',
      '/../package.json',
      '//etc/passwd',
      '/v1/%2e%2e/package.json',
    ])
      assert.deepEqual(
        await answersTo(asks('Connection: close\r\n', own(), `GET ${target} HTTP/1.1`)),
        [404],
      );
    assert.deepEqual(await answersTo('\u0000\u0001 nonsense\r\n\r\n'), [400]);
    assert.deepEqual(await answersTo('CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1:22\r\n\r\n'), []);
    assert.deepEqual(await answersTo(asks('Connection: close\r\n')), [200]);
  });

  describe('on its streams', () => {
    const opened = async (): Promise<RawClient> => {
      const client = await open();
      const signed = Object.entries(signer('GET', '/v1/ws/markets', clock.now()));
      const fields = signed.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      const handshake = `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n`;
      client.send(asks(`${UPGRADE}${handshake}${fields}`, own(), 'GET /v1/ws/markets HTTP/1.1'));
      await client.until((heard) => heard.includes('\r\n\r\n'));
      assert.deepEqual(statuses(client.heard), [101]);
      return client;
    };
    const closesWith = async (client: RawClient, ...codes: readonly number[]): Promise<void> => {
      await client.until((heard) => closeCode(heard) !== undefined);
      assert.ok(codes.includes(closeCode(client.heard) ?? 0), String(closeCode(client.heard)));
      client.socket.destroy();
    };
    const connect = (stream: string, more: ClientOptions = {}): WebSocket => {
      const headers = { ...signer('GET', `/v1/ws/${stream}`, clock.now()) };
      return new WebSocket(`${server.streamUrl}/${stream}`, { headers, ...more }).on('error', () => {});
    };
    const served = async (stream: string, more?: ClientOptions): Promise<WebSocket> => {
      const ws = connect(stream, more);
      await once(ws, 'open');
      return ws;
    };
    const isServed = async (): Promise<void> => {
      (await served('markets')).terminate();
    };

    for (const [what, bytes, code] of [
      ['an unmasked frame', frame({ first: FIN | TEXT, payload: '{}', masked: false }), 1002],
      ['a frame of a byte too many', frame({ first: FIN | TEXT, length: BigInt(KB64 + 1) }), 1009],
      ['a frame that says it is 2^63 bytes long', frame({ first: FIN | TEXT, length: 2n ** 63n }), 1009],
      ['a binary frame', frame({ first: FIN | BINARY, payload: 'x' }), 1003],
      ['a compressed frame', frame({ first: FIN | 0x40 | TEXT, payload: 'x' }), 1002],
      ['a text that is no UTF-8', frame({ first: FIN | TEXT, payload: new Uint8Array([0xc0, 0xaf]) }), 1007],
    ] as const) {
      it(`ends a connection that sends ${what}, and no other`, async () => {
        const client = await opened();
        client.send(bytes);
        await closesWith(client, code);
        await isServed();
      });
    }

    it('compresses nothing, and says goodbye when it closes', async () => {
      const ws = await served('markets', { perMessageDeflate: true });
      assert.equal(ws.extensions, '');
      const goodbye = once(ws, 'close');
      await server.close();
      assert.equal((await goodbye)[0], 1001);
      assert.equal(service.streams.connections, 0);
    });

    it('breaks off on demand, without a close frame', async () => {
      service.streamFaults.set({ drop: 1 });
      const ws = await served('private');
      ws.send('{"subscribe":{"requestId":"a","subscriptionType":"SUBSCRIPTION_TYPE_ACCOUNT_BALANCE"}}');
      assert.equal((await once(ws, 'close'))[0], 1006);
    });

    it('outlives texts that are deep, or of words that mean something to JavaScript', async () => {
      for (const text of [
        '['.repeat(30_000),
        '{"subscribe":'.repeat(4_000),
        `{"subscribe":{"requestId":${'9'.repeat(60_000)}}}`,
        '{"__proto__":{"subscribe":{}},"subscribe":{"__proto__":[]}}',
        '{"subscribe":{"requestId":"constructor","subscriptionType":"__proto__","marketSlugs":["toString"]}}',
        '{"unsubscribe":{"requestId":"__proto__"}}',
        '{"subscribe":{"requestId":"\\ud800","subscriptionType":1,"marketSlugs":["\\ud800"]}}',
      ]) {
        const client = await opened();
        client.send(frame({ first: FIN | TEXT, payload: text }));
        client.send(frame({ first: FIN | CLOSE, payload: new Uint8Array([3, 0xe8]) }));
        await closesWith(client, 1000, 1009);
      }
      await isServed();
      assert.equal(({} as Record<string, unknown>)['subscribe'], undefined);
    });
  });
});
