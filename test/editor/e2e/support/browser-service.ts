import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../../../../src/base/clock.ts';
import { keyOf } from '../../../../src/demo/keys.ts';
import { createWorld, type World } from '../../../../src/demo/world.ts';
import { createDemoService } from '../../../../tools/exchange/service.ts';

/** The demo exchange for pages of other origins, which `npm run exchange` does not answer: requests alone, no streams. */
export interface BrowserService {
  /** The user settings that make it the editor's connection. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly world: World;
  /** Of the requests answered so far. */
  readonly paths: readonly string[];
  /** Whether replies say that any page may read them. False at first. */
  letBrowsersRead: boolean;
  stop(): Promise<void>;
}

const SEED = 7;
const ANYBODY = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

export async function startBrowserService(): Promise<BrowserService> {
  const world = createWorld({ seed: SEED, epochMs: systemClock.now() });
  const { handler } = createDemoService({
    world,
    clock: systemClock,
    keys: [keyOf(SEED)],
    dialect: 'current',
  });
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const { method = '', headers } = request;
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const allowed = service.letBrowsersRead ? ANYBODY : {};
    if (method === 'OPTIONS') {
      response.writeHead(204, allowed).end();
      return;
    }
    paths.push(path);
    const known = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const reply = handler.handle({ method, path, query, headers: known, body: new Uint8Array() });
    response.writeHead(reply.status, { ...reply.headers, ...allowed }).end(reply.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const service = {
    settings: {
      'predictionMarkets.connection': 'custom',
      'predictionMarkets.custom.publicUrl': `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      'predictionMarkets.custom.auth': 'ed25519',
      'predictionMarkets.custom.wire': 'current',
    },
    world,
    paths,
    letBrowsersRead: false,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return service;
}
