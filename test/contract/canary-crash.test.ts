import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { Canary, freshKey, markedToken } from '../support/canary.ts';

const CLIENT = path.join(import.meta.dirname, '../support/crashing-client.ts');

/** What a process leaves behind that dies while it is signed in: all it printed, and the engine's report of its death. */
async function remains(asked: object): Promise<{ readonly printed: string; readonly report: string }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pm-crash-'));
  try {
    const child = spawn(process.execPath, [
      '--report-uncaught-exception',
      `--report-directory=${folder}`,
      CLIENT,
    ]);
    child.stdin.end(JSON.stringify(asked));
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    assert.notEqual(code, 0, 'it was to die');
    const [name] = await readdir(folder);
    assert.ok(name !== undefined, err);
    return { printed: out + err, report: await readFile(path.join(folder, name), 'utf8') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('a process that dies while it is signed in', () => {
  const token = { keyId: '', secret: markedToken('crash') };
  for (const [auth, credentials] of [
    ['ed25519', freshKey()],
    ['bearer', token],
    ['apiKey', token],
  ] as const)
    for (const [death, words] of [
      ['exception', /TypeError: on purpose/],
      ['rejection', /ExchangeError: /],
    ] as const)
      it(`by ${death} leaves no trace of the key (${auth}), printed or in the report of its death`, async () => {
        const { printed, report } = await remains({ auth, death, credentials });
        assert.match(printed, words);
        assert.match(report, /"javascriptStack"/);
        const canary = new Canary(credentials.secret);
        assert.deepEqual([canary.find(printed), canary.find(report)], [[], []]);
      });
});
