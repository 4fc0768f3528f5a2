import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import ts from 'typescript-api';
import type { ApiCall } from '../../src/core/api-call.ts';
import type { AuthScheme, Credentials } from '../../src/exchange/profile.ts';
import { createSigner } from '../../src/exchange/service/sign.ts';
import { type CopyFormat, callCopy } from '../../src/view/call-copies.ts';
import { freshKey } from '../support/canary.ts';
import { page, setUp } from '../support/client.ts';
import { english } from '../support/english.ts';

const repository = path.resolve(import.meta.dirname, '../..');
const odd = `O'Brien & "$HOME" \`id\` \\ ü`;
interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Where each tool is; one that this machine lacks is not tried. */
const hasPython = spawnSync('python3', ['-c', 'import cryptography']).status === 0;
const hasCurl = spawnSync('bash', ['-c', 'curl --version']).status === 0;
const FORMATS: readonly CopyFormat[] = [
  'typescript',
  ...(hasCurl ? (['curl'] as const) : []),
  ...(hasPython ? (['python'] as const) : []),
];

/** What is copied of a call, run as it is against a server that notes what it is sent. */
describe('a copied call', () => {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method, url, headers } = request;
      received.push({ method, url, headers, body });
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"ok":true}');
    });
  });
  let base = '';
  let folder = '';

  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    // Inside the repository, so that the SDK is found.
    await mkdir(path.join(repository, 'out'), { recursive: true });
    folder = await mkdtemp(path.join(repository, 'out/copies-'));
  });
  after(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });

  /** The calls of a client, and what it sent. */
  const callsOf = async (auth: AuthScheme, credentials: Credentials) => {
    const { exchange, clock, callLog, transport } = setUp([{ json: {} }], {
      ...{ auth, credentials, publicUrl: `${base}/base`, privateUrl: `${base}/base` },
    });
    const asked: readonly (() => Promise<unknown>)[] = [
      () => exchange.markets({ categories: ['a b', odd] }, page),
      () => exchange.search(odd, 5),
      () => exchange.marketBySlug("o'slug"),
      () => exchange.positions(undefined),
      () => exchange.order("A'1"),
      () => exchange.activities({ types: ['ACTIVITY_TYPE_TRADE'] }, 'c+/='),
      () => exchange.cancelOrder({ id: "A'1", marketSlug: odd }),
    ];
    for (const ask of asked) await clock.run(ask().catch(() => {}));
    return callLog.calls.map((call, place) => ({ call, sent: transport.sent[place] }));
  };

  const run = async (format: CopyFormat, copied: string, env: Readonly<Record<string, string>>) => {
    const file = path.join(folder, { typescript: 'copy.mts', curl: 'copy.sh', python: 'copy.py' }[format]);
    await writeFile(file, copied);
    const command = { typescript: process.execPath, curl: 'bash', python: 'python3' }[format];
    const child = spawn(command, [file], { env: { PATH: process.env['PATH'], ...env }, stdio: 'pipe' });
    const said = text(child.stderr);
    child.stdout.resume();
    const [code] = await once(child, 'exit');
    assert.equal(code, 0, `${copied}\n${await said}`);
  };

  const envOf = (call: ApiCall, auth: AuthScheme, credentials: Credentials) => {
    if (auth !== 'ed25519') return { PM_TOKEN: credentials.secret };
    const signed = createSigner(auth, credentials)(call.method, `/base${call.path}`, Date.now());
    return {
      PM_KEY_ID: credentials.keyId,
      PM_SECRET_KEY: credentials.secret,
      PM_TIME: signed['x-pm-timestamp'] ?? '',
      PM_SIGNATURE: signed['x-pm-signature'] ?? '',
    };
  };

  const isProven = ({ headers, method, url = '' }: Received, auth: AuthScheme, { secret }: Credentials) => {
    if (auth === 'bearer') return headers.authorization === `Bearer ${secret}`;
    if (auth === 'apiKey') return headers['x-api-key'] === secret;
    const x = Buffer.from(secret, 'base64').subarray(32).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const { pathname } = new URL(url, base);
    const said = Buffer.from(`${String(headers['x-pm-timestamp'])}${method}${pathname}`);
    return verify(null, said, key, Buffer.from(String(headers['x-pm-signature']), 'base64'));
  };

  for (const format of FORMATS) {
    for (const auth of ['ed25519', 'bearer', 'apiKey'] as const) {
      it(`as ${format} sends the same again, signed as ${auth} says`, async () => {
        const credentials = auth === 'ed25519' ? freshKey() : { keyId: '', secret: 'to-ken_0123456789' };
        for (const { call, sent } of await callsOf(auth, credentials)) {
          const copied = callCopy(call, format, english) ?? '';
          received.length = 0;
          await run(format, copied, envOf(call, auth, credentials));
          const [again, ...others] = received;
          assert.ok(again && sent && others.length === 0, copied);
          assert.equal(again.method, sent.method);
          const [theirs, ours] = [new URL(again.url ?? '', base), sent.url];
          assert.deepEqual(
            [theirs.pathname, [...theirs.searchParams]],
            [ours.pathname, [...ours.searchParams]],
          );
          assert.deepEqual(JSON.parse(again.body || 'null'), JSON.parse(sent.body ?? 'null'));
          if (call.isSigned) assert.ok(isProven(again, auth, credentials), copied);
        }
      });
    }
  }

  it('as TypeScript has the types of the official SDK, under strict rules', async () => {
    const files = new Map<string, string>();
    const profiles = [{}, { id: 'polymarketUS' }, { id: 'demo' }] as const;
    for (const auth of ['ed25519', 'bearer', 'none'] as const) {
      const credentials = auth === 'ed25519' ? freshKey() : { keyId: '', secret: 'to-ken_0123456789' };
      for (const { call } of await callsOf(auth, credentials))
        for (const profile of profiles) {
          const connection = { ...call.connection, ...profile };
          const shown: ApiCall = Object.create(call, { connection: { value: connection } });
          const name = path.join(folder, `typed-${files.size}.mts`);
          files.set(name, callCopy(shown, 'typescript', english) ?? '');
        }
    }
    for (const [name, source] of files) await writeFile(name, source);
    const program = ts.createProgram([...files.keys()], {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ESNext,
      ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: true },
      types: ['node'],
      typeRoots: [path.join(repository, 'node_modules/@types')],
    });
    const wrong = ts.getPreEmitDiagnostics(program).map(({ messageText, file }) => {
      const text_ = ts.flattenDiagnosticMessageText(messageText, '\n');
      return `${text_}\n${file === undefined ? '' : files.get(file.fileName)}`;
    });
    assert.deepEqual(wrong, []);
    assert.equal(files.size, 63);
  });
});
