import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runChild } from '../../../tools/test/child.ts';

describe('a child of the test run', () => {
  let folder = '';
  let log = '';
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'pm-child-'));
    log = path.join(folder, 'log');
  });
  after(() => rm(folder, { recursive: true }));

  const run = (code: string, limit = 50_000, signal = new AbortController().signal) =>
    runChild({
      command: process.execPath,
      args: ['--input-type=module', '-e', code],
      cwd: folder,
      log,
      limit,
      signal,
    });

  for (const [what, code, ending, said] of [
    ['passes', "console.log('one'); console.error('two');", undefined, /^one\ntwo\n$/],
    ['fails', 'process.exitCode = 2;', 'ended with exit code 2', /^$/],
    ['throws', "throw new Error('at the end');", 'ended with exit code 1', /at the end/],
    [
      'is killed',
      "process.kill(process.pid, 'SIGKILL'); await new Promise(() => {});",
      'was ended by SIGKILL',
      /^$/,
    ],
  ] as const) {
    it(`that ${what} says ${ending ?? 'nothing'}, and has its output in the log`, async () => {
      assert.equal(await run(code), ending);
      assert.match(await readFile(log, 'utf8'), said);
    });
  }

  it('that cannot be started says so', async () => {
    const { signal } = new AbortController();
    const nothing = {
      command: path.join(folder, 'nothing'),
      args: [],
      cwd: folder,
      log,
      limit: 50_000,
      signal,
    };
    assert.match((await runChild(nothing)) ?? '', /^did not start/);
  });

  it('that hangs is ended with all it started', async () => {
    const hanging = `const { spawn } = await import('node:child_process');
      const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' });
      console.log('started', child.pid); setInterval(() => {}, 1000);`;
    let said = '';
    // On a busy machine one that has not begun when its time is up shows nothing.
    for (let limit = 400; !said.includes('started'); limit *= 2) {
      assert.equal(await run(hanging, limit), `did not end within ${limit / 1000} s`);
      said = await readFile(log, 'utf8');
    }
    while (isAlive(Number(/started (\d+)/.exec(said)?.[1]))) await sleep(20);
  });

  it('is ended by an interruption, asked first', async () => {
    const interruption = new AbortController();
    const ending = run(
      `process.on('SIGINT', () => { console.log('asked'); process.exit(130); });
      console.log('ready'); setInterval(() => {}, 1000);`,
      50_000,
      interruption.signal,
    );
    while (!(await readFile(log, 'utf8')).includes('ready')) await sleep(20);
    interruption.abort();
    assert.equal(await ending, 'was interrupted');
    assert.match(await readFile(log, 'utf8'), /asked/);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
