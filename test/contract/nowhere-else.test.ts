import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { createEditorTransport } from '../../src/exchange/http/editor-transport.ts';
import { createUndiciTransport } from '../../src/exchange/http/undici-transport.ts';
import { createServiceExchange } from '../../src/exchange/service/service-exchange.ts';
import { openWsSocket } from '../../src/exchange/stream/ws-socket.ts';
import type { Transport } from '../../src/exchange/transport.ts';
import { freshKey, markedToken } from '../support/canary.ts';

interface Trap {
  readonly url: string;
  /** Everything that reached it: requests, upgrades and bare connections. */
  readonly caught: string[];
  close(): Promise<void>;
}

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Records every request and handshake and answers as configured. */
async function listen(answer: (target: string) => Reply): Promise<Trap> {
  const server = http.createServer();
  const caught: string[] = [];
  const note = (kind: string, { url, headers }: http.IncomingMessage): Reply => {
    caught.push(`${kind} ${url} ${JSON.stringify(headers)}`);
    return answer(url ?? '');
  };
  server.on('connection', () => caught.push('connection'));
  server.on('request', (request, response) => {
    const { status, headers } = note(request.method ?? '', request);
    response.writeHead(status, { ...headers, connection: 'close' }).end('{}');
  });
  server.on('upgrade', (request, socket) => {
    const { status, headers } = note('upgrade', request);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} No\r\n${lines.join('')}Connection: close\r\n\r\n`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    caught,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

const TRANSPORTS: readonly [name: string, make: () => Transport][] = [
  ['undici', createUndiciTransport],
  ['fetch', () => createEditorTransport({ fetch: (url, init) => fetch(url, init), clock: systemClock })],
];

describe('a redirect', () => {
  const statuses = [300, 301, 302, 303, 304, 305, 306, 307, 308, 399];

  for (const auth of ['ed25519', 'bearer'] as const) {
    for (const [name, make] of TRANSPORTS) {
      it(`of any kind is not followed by a signed request or handshake (${auth}, ${name})`, async () => {
        const trap = await listen(() => ({ status: 200, headers: {} }));
        let status = 300;
        let target = '';
        const service = await listen((asked) => {
          const location = target === 'same' ? '/v1/other' : `${target}${asked}`;
          return { status, headers: { location, refresh: `0; url=${location}` } };
        });
        const transport = make();
        const exchange = createServiceExchange({
          profile: {
            id: 'custom',
            label: 'test',
            publicUrl: service.url,
            privateUrl: service.url,
            auth,
            dialect: 'current',
          },
          credentials: auth === 'bearer' ? { keyId: '', secret: markedToken('trap') } : freshKey(),
          transport,
          openSocket: openWsSocket,
          log: silentLog,
          clock: systemClock,
          random: () => 0,
          requestsPerSecond: 0,
        });
        exchange.streams.wantMarkets(new Map([['a', new Set(['book' as const])]]));
        exchange.streams.wantAccount(true);
        for (status of statuses) {
          for (target of [trap.url, `//${new URL(trap.url).host}`, 'same']) {
            await assert.rejects(exchange.openOrders());
            await assert.rejects(exchange.cancelOrder({ id: 'A', marketSlug: 'a' }));
          }
        }
        while (!service.caught.some((line) => line.startsWith('upgrade')))
          await exchange.openOrders().catch(() => {});
        exchange.dispose();
        transport.dispose();
        assert.deepEqual(trap.caught, []);
        assert.deepEqual(
          service.caught.filter((line) => line.includes('/v1/other')),
          [],
        );
        await Promise.all([trap.close(), service.close()]);
      });
    }
  }
});
