import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { TestCertificate } from './certificate.ts';

/** A server that misbehaves on purpose; each path is one way to. */
export interface RawServer {
  readonly url: string;
  /** Requests received, in order. */
  readonly requests: readonly { readonly path: string; readonly connection: number }[];
  /** Resolves when the connection a request to `path` came in on is closed. */
  closed(path: string): Promise<void>;
  /** Resolves when a request to `path` has arrived. */
  arrived(path: string): Promise<void>;
  dispose(): Promise<void>;
}

export async function startRawServer(
  certificate?: TestCertificate,
  tls: https.ServerOptions = {},
): Promise<RawServer> {
  const requests: { readonly path: string; readonly connection: number }[] = [];
  const connections = new Map<object, number>();
  const closings = new Map<string, PromiseWithResolvers<void>>();
  const arrivals = new Map<string, PromiseWithResolvers<void>>();
  const handle: http.RequestListener = (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const { socket } = request;
    const connection = connections.get(socket) ?? connections.size + 1;
    connections.set(socket, connection);
    requests.push({ path, connection });
    slot(arrivals, path).resolve();
    if (socket.listenerCount('close') < 9) socket.once('close', () => slot(closings, path).resolve());
    (ROUTES[path] ?? missing)(request, response);
  };
  const server =
    certificate === undefined
      ? http.createServer(handle)
      : https.createServer({ ...tls, key: certificate.key, cert: certificate.cert }, handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    requests,
    closed: (path) => slot(closings, path).promise,
    arrived: (path) => slot(arrivals, path).promise,
    dispose: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

export async function closedPort(): Promise<number> {
  const server = http.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Decompressed size of `/bomb`: sent, it is a thousand times smaller. */
export const BOMB_BYTES = 8 * 1024 * 1024;
export const LARGE_BYTES = 300_000;

const HELLO = Buffer.from('{"hello":"wörld"}');

const LATER = { 'retry-after': '7' };
const GZIPPED = { 'content-encoding': 'gzip' };

const ROUTES: Readonly<Record<string, http.RequestListener>> = {
  '/ok': (_, response) => response.setHeader('x-pm-trace-id', 'trace-1').end(HELLO),
  '/echo': (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }));
    });
  },
  '/gzip': (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(HELLO)),
  '/br': (_, response) => response.setHeader('content-encoding', 'br').end(brotliCompressSync(HELLO)),
  '/bad-gzip': (_, response) =>
    response.setHeader('content-encoding', 'gzip').end('these bytes are not gzip'),
  '/bomb': (_, response) =>
    response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(BOMB_BYTES))),
  '/large': (_, response) => response.end(Buffer.alloc(LARGE_BYTES, 32)),
  '/large-error': (_, response) => response.writeHead(500).end(Buffer.alloc(LARGE_BYTES, 32)),
  '/endless': (_, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384, 32)));
    };
    response.on('drain', more);
    more();
  },
  '/redirect': (_, response) => response.writeHead(302, { location: '/ok' }).end(),
  '/redirect-away': (_, response) => response.writeHead(307, { location: 'http://evil.example/' }).end(),
  '/401': (request, response) => {
    request.resume();
    response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end('{}');
  },
  '/421': (request, response) => {
    request.resume();
    response.writeHead(421).end('{}');
  },
  '/429': (_, response) =>
    response.writeHead(429, { 'retry-after': '7' }).end('{"status":429,"message":"Slow down"}'),
  '/429-empty-gzip': (_, response) => response.writeHead(429, { ...LATER, ...GZIPPED }).end(),
  '/429-cut-gzip': (_, response) =>
    response.writeHead(429, { ...LATER, ...GZIPPED }).end(gzipSync(HELLO).subarray(0, 15)),
  '/429-half': (request, response) => {
    response.writeHead(429, { ...LATER, 'content-length': '100' });
    response.write('{"half":', () => request.socket.destroy());
  },
  '/429-stall': (_, response) => response.writeHead(429, { ...LATER, 'content-length': '100' }).write('{'),
  '/429-large': (_, response) => response.writeHead(429, LATER).end(Buffer.alloc(LARGE_BYTES, 32)),
  '/html': (_, response) => response.setHeader('content-type', 'text/html').end('<html>hello</html>'),
  '/wrong-type': (_, response) => response.setHeader('content-type', 'image/png').end(HELLO),
  '/empty': (_, response) => response.end(),
  '/empty-gzip': (_, response) => response.writeHead(200, GZIPPED).end(),
  '/204': (_, response) => response.writeHead(204).end(),
  '/204-gzip': (_, response) => response.writeHead(204, GZIPPED).end(),
  '/500': (_, response) => response.writeHead(500).end('{"code":13,"message":"Broken inside","details":[]}'),
  '/silent': () => {},
  '/stall': (_, response) => response.writeHead(200, { 'content-length': '100' }).write('{'),
  '/drip': (_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(' '), 10);
    response.once('close', () => clearInterval(timer));
  },
  '/reset': (request) => request.socket.resetAndDestroy(),
  '/half': (request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{"half":', () => request.socket.destroy());
  },
  '/garbage': (request) => request.socket.end('This has never been HTTP.\r\n\r\n'),
};

const missing: http.RequestListener = (_, response) =>
  response.writeHead(404).end('{"code":5,"message":"Not Found","details":[]}');

function slot(slots: Map<string, PromiseWithResolvers<void>>, path: string): PromiseWithResolvers<void> {
  const known = slots.get(path) ?? Promise.withResolvers<void>();
  slots.set(path, known);
  return known;
}
