import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { Transport, TransportRequest } from '../../../src/exchange/transport.ts';
import { bundles } from '../../../tools/bundles.js';
import { makeRoot, removeRoot } from '../../support/vscode/roots.ts';

/** undici and the `fetch` of Node find the dispatcher of the whole process under these. */
const SLOTS = [Symbol.for('undici.globalDispatcher.1'), Symbol.for('undici.globalDispatcher.2')];
const LIMITS = { connectMs: 2000, headersMs: 2000, bodyMs: 2000, maxReplyBytes: 1000 };

describe('the HTTP engine as it is bundled', () => {
  let root: string;
  let server: Server;
  let transport: Transport;
  let slots: readonly unknown[];

  before(async () => {
    root = await makeRoot();
    const { app } = bundles(true);
    const entryPoints = { engine: 'src/exchange/http/undici-transport.ts' };
    await build({
      ...app,
      entryPoints,
      outdir: root,
      outExtension: { '.js': '.mjs' },
      logLevel: 'silent',
    });
    slots = readSlots();
    const engine = (await import(
      pathToFileURL(path.join(root, 'engine.mjs')).href
    )) as typeof import('../../../src/exchange/http/undici-transport.ts');
    transport = engine.createUndiciTransport();
    server = createServer((request, response) => {
      if (request.url === '/packed') {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"packed":true}'));
        return;
      }
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => response.end(`${request.method} ${request.url} ${body}`));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  after(async () => {
    transport.dispose();
    server.close();
    await removeRoot(root);
  });

  const send = async (
    request: Pick<TransportRequest, 'method' | 'body'>,
    target: string,
  ): Promise<string> => {
    const { port } = server.address() as AddressInfo;
    const url = new URL(target, `http://127.0.0.1:${port}`);
    const reply = await transport.send(
      { ...request, url, headers: {}, limits: LIMITS },
      AbortSignal.timeout(5000),
    );
    return Buffer.from(reply.body).toString('utf8');
  };

  it('gets', async () => {
    assert.equal(await send({ method: 'GET', body: undefined }, '/a?b=1'), 'GET /a?b=1 ');
  });

  it('posts a text', async () => {
    assert.equal(await send({ method: 'POST', body: '{"é":1}' }, '/c'), 'POST /c {"é":1}');
  });

  it('unpacks', async () => {
    assert.equal(await send({ method: 'GET', body: undefined }, '/packed'), '{"packed":true}');
  });

  it('leaves the dispatcher of the whole process to others', () => {
    assert.deepEqual(readSlots(), slots);
  });
});

function readSlots(): readonly unknown[] {
  return SLOTS.map((slot) => (globalThis as unknown as Record<symbol, unknown>)[slot]);
}
