import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Ending, runChild } from '../../../tools/test/child.ts';
import { judge } from '../../../tools/test/outcome.ts';
import type { Step } from '../../../tools/test/plan.ts';

const SUITE: Step = {
  name: 'some suite',
  line: 'unit',
  command: 'node',
  args: [],
  isSuite: true,
  load: 1,
  after: [],
};
const processes = path.resolve(import.meta.dirname, '../../support/vscode/processes.ts');

describe('a child of the test run', () => {
  let folder = '';
  const at = (name: string) => path.join(folder, name);
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'pm-child-'));
  });
  after(() => rm(folder, { recursive: true }));

  /** Runs JavaScript in a child. */
  const run = (code: string, limits: { readonly limit?: number; readonly signal?: AbortSignal } = {}) =>
    runChild({
      command: process.execPath,
      args: ['--input-type=module', '-e', code],
      cwd: folder,
      log: at('log'),
      leaders: at('leaders'),
      limit: limits.limit ?? 50_000,
      signal: limits.signal ?? new AbortController().signal,
    });
  const resultOf = (text: string) =>
    `(await import('node:fs')).writeFileSync(${JSON.stringify(at('results'))}, ${JSON.stringify(text)});`;
  const verdict = async (ending: Ending) => {
    const { result, reason } = await judge(SUITE, ending, at('results'));
    await rm(at('results'), { force: true });
    return { ...result, reason };
  };
  const well = JSON.stringify({ passed: 3, failed: 0, unregistered: 1 });

  it('that passes is counted by what it wrote; both its outputs are in the log, in order', async () => {
    const ending = await run(
      `console.log('one'); console.error('two'); console.log('three'); ${resultOf(well)}`,
    );
    assert.deepEqual(ending, { code: 0 });
    assert.equal(await readFile(at('log'), 'utf8'), 'one\ntwo\nthree\n');
    assert.deepEqual(await verdict(ending), { passed: 3, failed: 0, unregistered: 1, reason: undefined });
  });

  it('that says a test failed is red, with its counts', async () => {
    const failed = JSON.stringify({ passed: 3, failed: 2, unregistered: 0 });
    const ending = await run(`${resultOf(failed)} process.exitCode = 1;`);
    assert.deepEqual(await verdict(ending), { passed: 3, failed: 2, unregistered: 0, reason: undefined });
    // Whatever its exit code says.
    const { failed: count } = await verdict(await run(resultOf(failed)));
    assert.equal(count, 2);
  });

  it('that ends without a result is red, even with exit code 0', async () => {
    const { passed, failed, reason } = await verdict(await run('process.exit(0);'));
    assert.deepEqual([passed, failed], [0, 1]);
    assert.match(reason ?? '', /without a result/);
  });

  it('that crashes is red, before its result and after it, and its output is in the log', async () => {
    const crash =
      "console.log('about to'); process.kill(process.pid, 'SIGKILL'); await new Promise(() => {});";
    const early = await verdict(await run(crash));
    assert.deepEqual(early, { passed: 0, failed: 1, unregistered: 0, reason: 'was ended by SIGKILL' });
    assert.equal(await readFile(at('log'), 'utf8'), 'about to\n');
    const late = await verdict(await run(resultOf(well) + crash));
    assert.deepEqual(late, { passed: 3, failed: 1, unregistered: 1, reason: 'was ended by SIGKILL' });
    const thrown = await verdict(await run(`${resultOf(well)} throw new Error('after the end');`));
    assert.deepEqual([thrown.passed, thrown.failed], [3, 1]);
    assert.match(await readFile(at('log'), 'utf8'), /after the end/);
  });

  it('that wrote half a result, or ran nothing at all, is red', async () => {
    for (const text of [
      '{"passed": 3',
      '{"passed": 3}',
      '',
      JSON.stringify({ passed: 0, failed: 0, unregistered: 0 }),
    ])
      assert.equal((await verdict(await run(resultOf(text)))).failed, 1, text);
  });

  it('that cannot be started is red', async () => {
    const ending = await runChild({
      command: at('nothing'),
      args: [],
      cwd: folder,
      log: at('log'),
      leaders: at('leaders'),
      limit: 50_000,
      signal: new AbortController().signal,
    });
    assert.match((await verdict(ending)).reason ?? '', /did not start/);
  });

  it('that hangs is ended, with all it started, and red', async () => {
    const hanging = `${starting('attached')} await new Promise(() => setInterval(() => {}, 1000));`;
    // On a busy machine one that has not begun when its time is up shows nothing.
    for (let limit = 400, hasBegun = false; !hasBegun; limit *= 2) {
      assert.deepEqual(await run(hanging, { limit }), { reason: `did not end within ${limit / 1000} s` });
      hasBegun = (await readFile(at('log'), 'utf8')).includes('started');
    }
    await allGone();
  });

  it('leaves nothing behind when it crashes: neither in its group nor in those it noted', async () => {
    await run(`${starting('attached')} ${starting('detached')} process.kill(process.pid, 'SIGKILL');`);
    await allGone(2);
  });

  it('is ended by an interruption, asked first', async () => {
    const interruption = new AbortController();
    const ending = run(
      `${starting('detached')} process.on('exit', (code) => console.log('asked', code));
      console.log('ready'); setInterval(() => {}, 1000);`,
      { signal: interruption.signal },
    );
    while (!(await readFile(at('log'), 'utf8')).includes('ready')) await sleep(20);
    interruption.abort();
    assert.deepEqual(await ending, { reason: 'was interrupted' });
    assert.match(await readFile(at('log'), 'utf8'), /asked 130/);
    await allGone();
  });

  /** Code that starts something that would live for a minute, and says its number. */
  const starting = (kind: 'attached' | 'detached') => `{
    const { spawn } = await import('node:child_process');
    const { ownGroup } = await import(${JSON.stringify(processes)});
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'],
      { stdio: 'ignore', detached: ${kind === 'detached'} });
    ${kind === 'detached' ? 'ownGroup(child);' : ''}
    console.log('started', child.pid);
  }`;

  /** Waits until everything the last child started is gone; the test's own limit ends the wait. */
  const allGone = async (count = 1) => {
    const said = await readFile(at('log'), 'utf8');
    const started = [...said.matchAll(/started (\d+)/g)].map(([, pid]) => Number(pid));
    assert.equal(started.length, count, said);
    while (started.some(isAlive)) await sleep(20);
  };
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
