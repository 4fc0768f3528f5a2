import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { DemoHandler } from '../../src/demo/api.ts';
import { keyOf } from '../../src/demo/keys.ts';
import { createWorld } from '../../src/demo/world.ts';
import {
  type DemoServer,
  SERVER_LIMITS,
  type ServerLimits,
  startDemoServer,
} from '../../tools/exchange/server.ts';
import { createDemoService, type DemoService } from '../../tools/exchange/service.ts';
import { VirtualClock } from '../support/clock.ts';
import { type RawClient, rawClient, statuses } from '../support/raw-client.ts';

/** The usual limits, as short as a test can wait for. */
const SHORT: Partial<ServerLimits> = {
  headerMs: 150,
  requestMs: 300,
  idleMs: 150,
  checkMs: 30,
  connections: 8,
};

const clock = new VirtualClock();
const world = createWorld({ seed: 4, epochMs: clock.now(), markets: 60 });

/** What a stranger on this machine, or a page in its browser, can send to the demo's server. */
describe('attacks on the demo server', () => {
  let service: DemoService;
  let server: DemoServer;
  const clients: RawClient[] = [];

  const start = async (limits: Partial<ServerLimits> = {}, other?: DemoHandler): Promise<void> => {
    service = createDemoService({ world, clock, keys: [keyOf(4)], dialect: 'current', rateLimit: 0 });
    const { handler, streams } = service;
    server = await startDemoServer({ handler: other ?? handler, streams, limits });
  };
  const stop = async (): Promise<void> => {
    service.streams.dispose();
    await server.close();
    for (const { socket } of clients.splice(0)) socket.destroy();
  };
  const open = async (): Promise<RawClient> => {
    const client = await rawClient(server.port);
    clients.push(client);
    return client;
  };
  const own = (): string => `127.0.0.1:${server.port}`;
  /** A request, of one market unless its line says otherwise, with these header fields after its Host. */
  const asks = (fields = '', host: string = own(), line = MARKETS): string =>
    `${line}\r\nHost: ${host}\r\n${fields}\r\n`;
  const posts = (fields: string, body: string): string =>
    asks(fields, own(), 'POST /v1/orders/open/cancel HTTP/1.1') + body;
  const answersTo = async (text: string): Promise<readonly number[]> => {
    const client = await open();
    client.send(text);
    return statuses(await client.closed());
  };
  const isServed = async (): Promise<void> => {
    assert.deepEqual(await answersTo(asks('Connection: close\r\n')), [200]);
  };

  describe('that pretend to be somebody else', () => {
    beforeEach(() => start());
    afterEach(stop);

    it('by any Host but the exact one', async () => {
      const { port } = server;
      for (const host of [
        'evil.example',
        `evil.example:${port}`,
        '127.0.0.1',
        `127.0.0.1:${port + 1}`,
        `127.0.0.1.:${port}`,
        `127.1:${port}`,
        `2130706433:${port}`,
        `[::1]:${port}`,
        `[::ffff:127.0.0.1]:${port}`,
        `0.0.0.0:${port}`,
        `localhost.:${port}`,
        `LOCALHOST:${port}`,
        `a.localhost:${port}`,
        `evil@127.0.0.1:${port}`,
        `127.0.0.1:${port}@evil.example`,
        `127.0.0.1:${port},evil.example`,
        `127.0.0.1:0${port}`,
        `ⅼocalhost:${port}`,
        '',
      ])
        assert.deepEqual(await answersTo(asks('', host)), [403], host);
      assert.deepEqual(await answersTo(`${MARKETS}\r\n\r\n`), [400]);
      assert.deepEqual(await answersTo('GET /v1/markets HTTP/1.0\r\n\r\n'), [403]);
      await isServed();
    });

    it('by a second Host, whichever comes first', async () => {
      assert.deepEqual(await answersTo(asks('Host: evil.example\r\n')), [403]);
      assert.deepEqual(await answersTo(asks(`Host: 127.0.0.1:${server.port}\r\n`, 'evil.example')), [403]);
      assert.deepEqual(await answersTo(asks(`Host: 127.0.0.1:${server.port}\r\n`)), [403]);
    });

    it('by an address in the request line', async () => {
      for (const target of [
        'http://evil.example/v1/markets',
        `http://127.0.0.1:${server.port}/v1/markets`,
        '*',
      ]) {
        const line = `GET ${target} HTTP/1.1`;
        assert.deepEqual(await answersTo(asks('', own(), line)), [400]);
      }
    });

    it('from a page, on a request and on an upgrade alike', async () => {
      for (const field of [
        'Origin: https://evil.example',
        'origin: null',
        'ORIGIN:',
        `Origin: http://127.0.0.1:${server.port}`,
        'Sec-Fetch-Site: none',
        'Sec-Fetch-Site: same-origin',
        'Sec-Fetch-Dest: websocket',
        'Sec-Fetch-User: ?1',
        'Referer: https://evil.example/',
      ]) {
        assert.deepEqual(await answersTo(asks(`${field}\r\n`)), [403], field);
        assert.deepEqual(await answersTo(asks(`${field}\r\n${UPGRADE}`)), [403], field);
        const preflight = 'OPTIONS /v1/markets HTTP/1.1';
        const asked = asks(`${field}\r\nAccess-Control-Request-Method: POST\r\n`, own(), preflight);
        assert.deepEqual(await answersTo(asked), [403], field);
      }
      assert.equal(service.handler.requests.length, 0);
    });

    it('by an Origin hidden behind so many fields that the rest is dropped', async () => {
      for (const count of [100, 1_000, 2_000, 3_000]) {
        const [status = 0] = await answersTo(
          asks(`${'a:\r\n'.repeat(count)}Origin: https://evil.example\r\n`),
        );
        assert.ok(status === 403 || status === 431, `${count}: ${status}`);
      }
    });
  });

  describe('that two readers would read differently', () => {
    beforeEach(() => start());
    afterEach(stop);
    const hidden = (): string => `GET /v1/hidden HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`;

    for (const [what, fields, body] of [
      ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'],
      ['two lengths', 'Content-Length: 0\r\nContent-Length: 60\r\n', ''],
      ['two lengths in one', 'Content-Length: 0, 60\r\n', ''],
      ['a length with a sign', 'Content-Length: +0\r\n', ''],
      ['a length in hexadecimal', 'Content-Length: 0x0\r\n', ''],
      ['a negative length', 'Content-Length: -1\r\n', ''],
      ['a space before the colon', 'Transfer-Encoding : chunked\r\n', '0\r\n\r\n'],
      ['chunks by another name', 'Transfer-Encoding: xchunked\r\n', '0\r\n\r\n'],
      ['chunks, then not', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', '0\r\n\r\n'],
      ['a folded field', 'X: a\r\n Transfer-Encoding: chunked\r\n', '0\r\n\r\n'],
      ['lines that end without a return', 'X: a\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'],
      ['a return alone in a field', 'X: a\rTransfer-Encoding: chunked\r\n', '0\r\n\r\n'],
      ['a zero byte', 'X: a\u0000b\r\n', ''],
      ['a chunk of an impossible size', 'Transfer-Encoding: chunked\r\n', 'FFFFFFFFFFFFFFFFFF\r\n'],
      ['a chunk of a negative size', 'Transfer-Encoding: chunked\r\n', '-1\r\n'],
    ] as const) {
      it(what, async () => {
        assert.deepEqual(await answersTo(posts(fields, body + hidden())), [400]);
        assert.equal(
          service.handler.requests.some(({ path }) => path === '/v1/hidden'),
          false,
        );
      });
    }

    it('what stands behind a refused upgrade, or a request to leave, is not read', async () => {
      const upgrade = asks(UPGRADE, own(), 'GET /v1/nothing HTTP/1.1');
      assert.deepEqual(await answersTo(upgrade + hidden()), [404]);
      assert.deepEqual(await answersTo(asks('Connection: close\r\n') + hidden()), [400]);
      assert.deepEqual(await answersTo(asks('Origin: null\r\n') + hidden()), [403]);
      assert.deepEqual(await answersTo('CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1:22\r\n\r\n'), []);
      assert.deepEqual(await answersTo('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), [400]);
      assert.equal(
        service.handler.requests.some(({ path }) => path === '/v1/hidden'),
        false,
      );
    });
  });

  describe('that are too large', () => {
    beforeEach(() => start());
    afterEach(stop);

    it('in their header or line', async () => {
      assert.deepEqual(await answersTo(asks(`X: ${'x'.repeat(SERVER_LIMITS.headerBytes)}\r\n`)), [431]);
      const line = `GET /${'x'.repeat(SERVER_LIMITS.headerBytes)} HTTP/1.1`;
      assert.deepEqual(await answersTo(asks('', 'a', line)), [431]);
    });

    it('in their body: refused when they say so, or when they are, and never read to the end', async () => {
      const many = SERVER_LIMITS.bodyBytes + 1;
      assert.deepEqual(await answersTo(posts('Content-Length: 99999999999\r\n', '')), [413]);
      assert.deepEqual(await answersTo(posts(`Content-Length: ${many}\r\n`, '')), [413]);
      const chunks = `${many.toString(16)}\r\n${'x'.repeat(many)}`;
      assert.deepEqual(await answersTo(posts('Transfer-Encoding: chunked\r\n', chunks)), [413]);
      assert.deepEqual(
        await answersTo(posts(`Transfer-Encoding: chunked\r\n`, `1;${'x'.repeat(many)}`)),
        [413],
      );
    });

    it('in their body, and ask first: they get a 100 only when they may go on', async () => {
      const expects = (more: string): string =>
        posts(`Expect: 100-continue\r\n${more}\r\n`.replace(/\r\n\r\n$/, '\r\n'), '');
      assert.deepEqual(await answersTo(expects('Content-Length: 99999999999\r\n')), [413]);
      assert.deepEqual(await answersTo(expects('Content-Length: 2\r\nOrigin: null\r\n')), [403]);
      const client = await open();
      client.send(expects('Content-Length: 2\r\nConnection: close\r\n'));
      await client.until((heard) => statuses(heard).includes(100));
      client.send('{}');
      assert.deepEqual(statuses(await client.closed()), [100, 401]);
    });

    it('in what is remembered of them', async () => {
      const body = 'x'.repeat(SERVER_LIMITS.bodyBytes);
      await answersTo(posts(`Content-Length: ${body.length}\r\nConnection: close\r\n`, body));
      assert.ok((service.handler.requests.at(-1)?.body.length ?? 0) < SERVER_LIMITS.bodyBytes);
    });
  });

  describe('that take their time', () => {
    beforeEach(() => start(SHORT));
    afterEach(stop);

    it('with nothing at all', async () => {
      const client = await open();
      await client.closed();
    });

    it('with a header that never ends', async () => {
      const client = await open();
      client.send(`${MARKETS}\r\nHost: 127.0.0.1:${server.port}\r\n`);
      client.drip('X-Slow: 1\r\n', 10);
      assert.deepEqual(statuses(await client.closed()), [408]);
    });

    it('with a body that never ends', async () => {
      const client = await open();
      client.send(posts('Content-Length: 60000\r\n', ''));
      client.drip('x', 10);
      await client.closed();
    });

    it('with a second request, after a first that was quick', async () => {
      const client = await open();
      client.send(asks());
      await client.until((heard) => statuses(heard).length === 1);
      await client.closed();
      const other = await open();
      other.send(asks());
      await other.until((heard) => statuses(heard).length === 1);
      other.drip('G', 10);
      await other.closed();
    });

    it('with reading what they asked for', async () => {
      await stop();
      const reply = { status: 200, headers: {}, body: new Uint8Array(1_000_000) };
      await start(SHORT, { handle: () => reply });
      const client = await open();
      client.socket.pause();
      client.send(asks().repeat(10));
      while ((await server.connections()) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    });

    it('and hold every connection there is: one more is closed at once, and there is room again soon', async () => {
      await stop();
      // So long that the first is not late before the last has come.
      await start({ ...SHORT, headerMs: 1_000, requestMs: 1_000 });
      const slow = await Promise.all(Array.from({ length: 8 }, open));
      for (const client of slow) {
        client.send(`${MARKETS}\r\n`);
        client.drip('X: 1\r\n', 10);
      }
      assert.deepEqual(await answersTo(asks()), []);
      await Promise.all(slow.map((client) => client.closed()));
      for (const { socket } of slow) socket.destroy();
      await isServed();
    });
  });

  it('cannot keep it from ending: neither a refused upgrade that is held open, nor a half-sent request', async () => {
    await start();
    const held = await open();
    held.send(asks(`Origin: null\r\n${UPGRADE}`));
    const half = await open();
    half.send(MARKETS);
    await held.until((heard) => statuses(heard).length === 1);
    await stop();
  });
});

const MARKETS = 'GET /v1/markets?limit=1 HTTP/1.1';
const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
