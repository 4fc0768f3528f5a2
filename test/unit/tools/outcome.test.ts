import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { repository } from '../../../tools/repository.ts';
import { exitCode, judge, type Outcome, summary, wordsOfFailure } from '../../../tools/test/outcome.ts';
import { LINES, plan, type Step, WINDOWS_AT_NIGHT } from '../../../tools/test/plan.ts';
import { ATTACKS } from '../../editor/attack/attacks.ts';
import { testFileNames } from '../../support/mocha.ts';
import type { SuiteResult } from '../../support/results.ts';

describe('the outcome of the test run', () => {
  it('of a step that is no suite is its exit code', async () => {
    assert.equal((await judge(stepOf('lint'), undefined, '')).result.failed, 0);
    const { result, reason } = await judge(stepOf('lint'), 'was ended by SIGSEGV', '');
    assert.deepEqual([result.failed, reason], [1, 'was ended by SIGSEGV']);
  });

  it('of a suite is green only where it exits with 0 and wrote that tests ran and none failed', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'pm-outcome-'));
    const file = path.join(folder, 'results');
    const failed = async (ending: string | undefined, written: string | SuiteResult | undefined) => {
      const text = typeof written === 'object' ? JSON.stringify(written) : written;
      if (text !== undefined) await writeFile(file, text);
      const { result, reason } = await judge(stepOf('unit'), ending, file);
      return [result.passed, result.failed, reason] as const;
    };
    const well = { passed: 3, failed: 0, unregistered: 1 };
    assert.match((await failed(undefined, undefined))[2] ?? '', /without a result/);
    assert.deepEqual(await failed(undefined, well), [3, 0, undefined]);
    assert.deepEqual(await failed('ended with exit code 1', well), [3, 1, 'ended with exit code 1']);
    for (const ending of [undefined, 'ended with exit code 1'])
      assert.deepEqual(await failed(ending, { ...well, failed: 2 }), [3, 2, undefined]);
    for (const text of [
      '{"passed": 3',
      '{"passed": 3}',
      '',
      JSON.stringify({ ...well, passed: 0, unregistered: 0 }),
    ])
      assert.equal((await failed(undefined, text))[1], 1, text);
    await rm(folder, { recursive: true });
  });

  it('is one line a suite in the same order whatever ended first, what failed before, the totals last', () => {
    const outcomes = [
      outcome('end to end', 'b', { passed: 4, failed: 0, unregistered: 0 }, 20),
      outcome('unit', undefined, { passed: 10, failed: 0, unregistered: 2 }, 3.14),
      outcome('end to end', 'a', { passed: 1, failed: 2, unregistered: 0 }, 10.5, 'was ended by SIGKILL'),
      outcome('lint', undefined, { passed: 0, failed: 1, unregistered: 0 }, 2),
      outcome('types', undefined, { passed: 0, failed: 0, unregistered: 0 }, 12),
    ];
    const text = summary(outcomes, ['end to end: b']);
    assert.deepEqual(text.split('\n'), [
      'Failed: end to end: a was ended by SIGKILL',
      'Failed: lint',
      'Flaky, passed only when run again, alone: end to end: b',
      'types: ok (12.0 s)',
      'lint: failed (2.0 s)',
      'unit: 10 passed, 0 failed (3.1 s)',
      'end to end: 5 passed, 2 failed (30.5 s in 2 parts)',
      '2 tests on recorded replies were not registered: SAMPLES_DIR is not set.',
      '15 passed, 3 failed',
    ]);
  });

  it('fails where a test failed or a step was not begun, and, where it is strict, for a flaky suite', () => {
    const green = outcome('unit', undefined, { passed: 1, failed: 0, unregistered: 0 }, 1);
    const red = outcome('unit', undefined, { passed: 1, failed: 1, unregistered: 0 }, 1);
    assert.deepEqual(
      [
        exitCode([green], [], 0, true),
        exitCode([green], ['unit'], 0, false),
        exitCode([green], ['unit'], 0, true),
        exitCode([green, red], [], 0, false),
        exitCode([green], [], 1, false),
      ],
      [0, 0, 1, 1, 1],
    );
  });

  it('repeats which tests failed, or the end of a log that has no list of them', () => {
    const list = ['  \u001b[31m  2 failing\u001b[0m', '', '  1) one', '     Error: no'];
    const passed = Array.from({ length: 500 }, (_, at) => `    test ${at}`);
    assert.equal(wordsOfFailure([...passed, '  498 passing (3s)', ...list, ''].join('\n')), list.join('\n'));
    assert.equal(wordsOfFailure(passed.join('\n')), passed.slice(-60).join('\n'), 'no list: the end');
  });
});

describe('the plan of the test run', () => {
  it('has a line for every suite, names that are like no other, and nothing that waits for what is not in it', async () => {
    const steps = await plan();
    assert.deepEqual([...new Set(steps.map(({ line }) => line))].sort(), [...LINES].sort());
    const names = steps.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const { after } of steps) for (const name of after) assert.ok(names.includes(name), name);
  });

  it('leaves to the night only windows there are, and none that proves cancels, secrets, hidden amounts or policy', async () => {
    const files = await testFileNames(path.join(repository, 'test/editor/e2e'));
    for (const name of WINDOWS_AT_NIGHT)
      assert.ok(
        files.some((file) => file.split('/', 1)[0] === name),
        name,
      );
    const names = (await plan()).map(({ name }) => name);
    for (const part of ['cancels', 'typed-secret', 'demo', 'panel-policy', 'agents', 'pages'])
      assert.ok(names.includes(`end to end: ${part}`), part);
    for (const part of ATTACKS) assert.ok(names.includes(`attacks: ${part}`), part);
  });
});

function stepOf(line: Step['line'], part?: string): Step {
  const name = part === undefined ? line : `${line}: ${part}`;
  return {
    name,
    line,
    command: 'node',
    args: [],
    isSuite: line === 'unit' || line === 'end to end',
    after: [],
  };
}

function outcome(
  line: Step['line'],
  part: string | undefined,
  result: SuiteResult,
  seconds: number,
  reason?: string,
): Outcome {
  return { step: stepOf(line, part), result, seconds, reason };
}
