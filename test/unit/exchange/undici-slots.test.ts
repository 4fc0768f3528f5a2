import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const source = path.join(import.meta.dirname, '../../../src/exchange');

/** Runs a module in a process of its own, because this one has loaded more than the test may assume. */
async function evaluate(code: string): Promise<unknown> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], { cwd: source });
  return JSON.parse(stdout);
}

describe('undici', () => {
  // Two processes on a busy machine.
  it('leaves the process-wide dispatcher slots as they were', async () => {
    const result = await evaluate(`
      const slots = () => Object.getOwnPropertySymbols(globalThis)
        .filter((symbol) => String(symbol.description).startsWith('undici.'))
        .map((symbol) => [symbol.description, globalThis[symbol]]);
      await fetch('data:,x');
      const before = slots();
      const { createUndiciTransport } = await import('./http/undici-transport.ts');
      const transport = createUndiciTransport();
      const limits = { connectMs: 500, headersMs: 500, bodyMs: 500, maxReplyBytes: 1000 };
      const url = new URL('http://127.0.0.1:1/');
      const failed = await transport
        .send({ method: 'GET', url, headers: {}, body: undefined, limits }, new AbortController().signal)
        .catch((cause) => cause.kind);
      transport.dispose();
      const after = slots();
      const same = before.length === after.length
        && before.every(([name, value], index) => after[index][0] === name && after[index][1] === value);
      console.log(JSON.stringify({ same, failed, claimed: before.length > 0 }));
    `);
    assert.deepEqual(result, { same: true, failed: 'connect', claimed: true });
  });

  it('leaves empty slots empty', async () => {
    const result = await evaluate(`
      await import('./http/undici-transport.ts');
      const names = Object.getOwnPropertySymbols(globalThis).map((symbol) => String(symbol.description));
      console.log(JSON.stringify(names.filter((name) => name.startsWith('undici.globalDispatcher'))));
    `);
    assert.deepEqual(result, []);
  });

  it('is not loaded by the client or the choice of the transport', async () => {
    const result = await evaluate(`
      import { createRequire } from 'node:module';
      await import('./http/choose-transport.ts');
      await import('./service/service-exchange.ts');
      const loaded = Object.keys(createRequire(import.meta.url).cache ?? {});
      console.log(JSON.stringify(loaded.filter((file) => file.includes('undici')).length));
    `);
    assert.equal(result, 0);
  });
});
