import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TlsProblem } from '../../src/exchange/transport.ts';
import { createCertificate } from './certificate.ts';
import { type RawServer, startRawServer } from './raw-server.ts';

const run = promisify(execFile);
const client = path.join(import.meta.dirname, 'tls-client.ts');

/** What came of asking each address, in a process that trusts what the file named by `variable` holds. */
async function outcomes(
  way: string,
  addresses: readonly string[],
  trusted: string,
  variable: string | undefined,
  more: NodeJS.ProcessEnv = {},
): Promise<readonly unknown[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pm-tls-'));
  try {
    const file = path.join(folder, 'root.pem');
    await writeFile(file, trusted);
    const env = { ...process.env, ...(variable === undefined ? {} : { [variable]: file }), ...more };
    const { stdout } = await run(process.execPath, [client, way, ...addresses], { env });
    return JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('https: what is trusted', () => {
  /** Status or kind of error of a request to a server whose certificate stands in the file named by `variable`. */
  async function outcome(variable: string | undefined): Promise<unknown> {
    const certificate = createCertificate();
    const server = await startRawServer(certificate);
    try {
      const [first] = await outcomes('undici', [server.url], certificate.cert, variable);
      return Array.isArray(first) ? first[0] : first;
    } finally {
      await server.dispose();
    }
  }

  it('a root nobody added is not trusted', async () => assert.equal(await outcome(undefined), 'tls'));

  it('nothing is, by an environment that says not to check', async () => {
    const server = await startRawServer(createCertificate());
    for (const way of ['undici', 'ws']) {
      const found = await outcomes(way, [server.url], '', undefined, { NODE_TLS_REJECT_UNAUTHORIZED: '0' });
      assert.deepEqual(found, [['tls', 'certificate', false]], way);
    }
    assert.deepEqual(server.requests, []);
    await server.dispose();
  });

  it('a root the user added for Node is trusted', async () => {
    assert.equal(await outcome('NODE_EXTRA_CA_CERTS'), 200);
  });

  // Elsewhere the store is a keychain or a registry, which a test should leave alone.
  if (process.platform === 'linux') {
    it('a root of the operating system is trusted', async () => {
      assert.equal(await outcome('SSL_CERT_FILE'), 200);
    });
  }
});

describe('https: what is wrong with it has a name', () => {
  const servers: RawServer[] = [];
  const addresses = new Map<string, string>();
  let plain: Server;
  let trusted = '';

  before(async () => {
    const certificates = {
      good: createCertificate(),
      'tls-untrusted': createCertificate(),
      'tls-expired': createCertificate({ days: [-30, -1] }),
      'tls-not-yet': createCertificate({ days: [1, 30] }),
      'tls-other-host': createCertificate({ host: 'other.invalid' }),
      'tls-weak': createCertificate({ isWeak: true }),
      'tls-old': createCertificate(),
    };
    for (const [name, certificate] of Object.entries(certificates)) {
      // Cipher level 0, or OpenSSL would not even offer what is forbidden today.
      const lax = { ciphers: 'DEFAULT@SECLEVEL=0' };
      const old = { ...lax, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } as const;
      const tls = name === 'tls-old' ? old : name === 'tls-weak' ? lax : {};
      const server = await startRawServer(certificate, tls);
      servers.push(server);
      addresses.set(name, server.url);
      if (name !== 'tls-untrusted') trusted += certificate.cert;
    }
    plain = createServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const address = plain.address();
    addresses.set('tls-plain', `https://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
  });
  after(async () => {
    plain.close();
    for (const server of servers) await server.dispose();
  });

  const expected = (name: string): unknown => {
    const reason = PROBLEMS[name];
    return reason === undefined ? 200 : ['tls', reason, false];
  };

  for (const way of ['undici', 'fetch', 'ws']) {
    it(`${way} tells them apart, and none has arrived`, async () => {
      const names = [...addresses.keys()];
      const found = await outcomes(way, [...addresses.values()], trusted, 'NODE_EXTRA_CA_CERTS');
      // A good server answers that it knows no sockets with what it has there.
      assert.deepEqual(Object.fromEntries(names.map((name, at) => [name, found[at]])), {
        ...Object.fromEntries(names.map((name) => [name, expected(name)])),
      });
    });
  }

  it('only the good one is ever asked anything, once each way', () => {
    assert.deepEqual(
      servers.flatMap(({ requests }) => requests.map(({ path: asked }) => asked)),
      ['/ok', '/ok', '/ok'],
    );
  });
});

const PROBLEMS: Readonly<Record<string, TlsProblem>> = {
  'tls-untrusted': 'certificate',
  'tls-expired': 'date',
  'tls-not-yet': 'date',
  'tls-other-host': 'otherHost',
  'tls-weak': 'certificate',
  'tls-old': 'handshake',
  'tls-plain': 'handshake',
};
