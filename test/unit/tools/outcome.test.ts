import assert from 'node:assert/strict';
import { judge, type Outcome, summary, wordsOfFailure } from '../../../tools/test/outcome.ts';
import { LINES, plan, type Step } from '../../../tools/test/plan.ts';
import type { SuiteResult } from '../../support/results.ts';

describe('the outcome of the test run', () => {
  it('of a step that is no suite is its exit code', async () => {
    const lint = stepOf('lint');
    assert.deepEqual((await judge(lint, { code: 0 }, '')).result, { passed: 0, failed: 0, unregistered: 0 });
    assert.deepEqual((await judge(lint, { code: 2 }, '')).result, { passed: 0, failed: 1, unregistered: 0 });
    const { result, reason } = await judge(lint, { reason: 'was ended by SIGSEGV' }, '');
    assert.deepEqual([result.failed, reason], [1, 'was ended by SIGSEGV']);
  });

  it('is one line a suite in the same order whatever ended first, what failed before, the totals last', () => {
    const text = summary(
      [
        outcome('end to end', 'b', { passed: 4, failed: 0, unregistered: 0 }, 20),
        outcome('unit', undefined, { passed: 10, failed: 0, unregistered: 2 }, 3.14),
        outcome('end to end', 'a', { passed: 1, failed: 2, unregistered: 0 }, 10.5, 'was ended by SIGKILL'),
        outcome('lint', undefined, { passed: 0, failed: 1, unregistered: 0 }, 2),
        outcome('types', undefined, { passed: 0, failed: 0, unregistered: 0 }, 12),
      ],
      ({ name }) => `out/${name}`,
    );
    assert.deepEqual(text.split('\n'), [
      'Failed: end to end: a – was ended by SIGKILL – out/end to end: a',
      'Failed: lint – out/lint',
      'types: ok (12.0 s)',
      'lint: failed (2.0 s)',
      'unit: 10 passed, 0 failed (3.1 s)',
      'end to end: 5 passed, 2 failed (30.5 s in 2 parts)',
      '2 tests on recorded replies were not registered: SAMPLES_DIR is not set.',
      '15 passed, 3 failed',
    ]);
  });

  it('tells again which tests failed, or how a step ended that has no list of them', () => {
    const list = ['  \u001b[31m  2 failing\u001b[0m', '', '  1) one', '     Error: no'];
    const passed = Array.from({ length: 500 }, (_, at) => `    test ${at}`);
    assert.equal(wordsOfFailure([...passed, '  498 passing (3s)', ...list, ''].join('\n')), list.join('\n'));
    assert.equal(wordsOfFailure(passed.join('\n')), passed.slice(-60).join('\n'), 'no list: the end');
    const long = ['  1 failing', ...passed];
    assert.equal(wordsOfFailure(long.join('\n')), long.slice(0, 60).join('\n'), 'a long list: its beginning');
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

  it('opens no window from the folder before it is built, and packs nothing while one is open', async () => {
    const steps = await plan();
    const afters = (name: string): readonly string[] => {
      const { after = [] } = steps.find((each) => each.name === name) ?? {};
      return [...after, ...after.flatMap(afters)];
    };
    const packing = steps.filter(({ args }) => args.includes('package') || args.includes('start'));
    assert.equal(packing.length, 3);
    const windows = steps.filter(({ args }) =>
      ['host', 'attack', 'e2e'].some((suite) => args.includes(suite)),
    );
    for (const { name } of windows.filter((each) => !packing.includes(each)))
      for (const wanted of ['build', 'editor', ...packing.map((each) => each.name)])
        assert.ok(afters(name).includes(wanted), `${name} after ${wanted}`);
    // The package under test is not written while it is installed.
    for (const { name } of packing) assert.ok(afters('host, packaged').includes(name), name);
  });
});

function stepOf(line: Step['line'], part?: string): Step {
  const name = part === undefined ? line : `${line}: ${part}`;
  const isSuite = line === 'unit' || line === 'end to end';
  return { name, line, command: 'node', args: [], isSuite, load: 1, after: [] };
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
