import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createCertificate } from './certificate.ts';
import { startRawServer } from './raw-server.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../..');

describe('https', function () {
  // Processes of their own: the stores of certificates are read when Node starts.
  this.timeout(30_000);

  /** Status or kind of error of a request to a server whose certificate stands in the file named by `variable`. */
  async function outcome(variable: string | undefined): Promise<unknown> {
    const certificate = createCertificate();
    const folder = await mkdtemp(path.join(tmpdir(), 'pm-tls-'));
    const server = await startRawServer(certificate);
    try {
      const file = path.join(folder, 'root.pem');
      await writeFile(file, certificate.cert);
      const code = `
        import { createUndiciTransport } from './src/exchange/http/undici-transport.ts';
        const transport = createUndiciTransport();
        const limits = { connectMs: 5000, headersMs: 5000, bodyMs: 5000, maxReplyBytes: 1000 };
        const url = new URL('/ok', ${JSON.stringify(server.url)});
        const request = { method: 'GET', url, headers: {}, body: undefined, limits };
        const reply = await transport.send(request, new AbortController().signal).catch((cause) => cause);
        transport.dispose();
        console.log(JSON.stringify(reply.status ?? reply.kind));
      `;
      const env = { ...process.env, ...(variable === undefined ? {} : { [variable]: file }) };
      const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], {
        cwd: root,
        env,
      });
      return JSON.parse(stdout);
    } finally {
      await server.dispose();
      await rm(folder, { recursive: true });
    }
  }

  it('a root nobody added is not trusted', async () => assert.equal(await outcome(undefined), 'tls'));

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
