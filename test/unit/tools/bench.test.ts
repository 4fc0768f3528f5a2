import assert from 'node:assert/strict';
import { agentsBench } from '../../../tools/bench/agents.ts';
import { filesBench } from '../../../tools/bench/files.ts';
import { type BenchRow, goalOf, renderTable } from '../../../tools/bench/measure.ts';
import { type BenchPart, PARTS, runParts } from '../../../tools/bench/parts.ts';
import { BENCH_AT_NIGHT, plan } from '../../../tools/test/plan.ts';

const ROW: BenchRow = { what: 'a read', ours: '2 ms', other: '1 ms', ratios: [2, 1, 3] };

describe('bench', () => {
  it('has a part for each thing whose speed or size is promised', () => {
    const names = 'requests decode stream live pages large search files agents activation sizes';
    assert.equal([...PARTS.keys()].join(' '), names);
  });

  it('holds what files and agents cost against what is promised', async () => {
    const goals = async (part: BenchPart) => (await part(true)).map(({ goal = '' }) => goal);
    const files =
      'a line 20 µs, a screen 1 ms, links 40 ms, a hover 5 ms, a completion 10 ms, a preview 0.2 ms';
    assert.deepEqual(await goals(filesBench), limitsIn(files));
    assert.deepEqual(
      await goals(agentsBench),
      limitsIn('a call 5 ms, a hundred markets 20 ms, a list 12 KB'),
    );
  });

  it('is run by npm test but for what test:long runs', async () => {
    const step = (await plan()).find(({ name }) => name === 'bench');
    const run = step?.args.filter((arg) => PARTS.has(arg)) ?? [];
    assert.ok(step?.args.includes('--tiny'));
    assert.deepEqual([...run, ...BENCH_AT_NIGHT].sort(), [...PARTS.keys()].sort());
  });

  it('fails when a part throws, has no row, or a row without a figure', async () => {
    const run = (part: BenchPart) => runParts(new Map([['part', part]]), true, () => {});
    assert.deepEqual(await run(async () => [ROW]), [ROW]);
    await assert.rejects(
      run(() => Promise.reject(new Error('Boom'))),
      /Boom/,
    );
    await assert.rejects(
      run(async () => []),
      /no row/,
    );
    await assert.rejects(
      run(async () => [{ ...ROW, ours: 'NaN ms' }]),
      /measured nothing/,
    );
    await assert.rejects(
      run(async () => [{ ...ROW, ratios: [Number.NaN] }]),
      /measured nothing/,
    );
  });

  it('prints a Markdown table with the median, and NOT MET where a goal is missed', () => {
    const lines = renderTable([{ ...ROW, ...goalOf(2, 1.5, 'most') }, ROW]).split('\n');
    assert.match(lines[1] ?? '', /^\|-+\|-+\|-+\|-+\|-+\|-+\|$/);
    assert.match(
      lines[2] ?? '',
      /^\| a read \| 2 ms +\| 1 ms +\| 2\.00 \(1\.00–3\.00\) +\| ≤ 1\.5 \| NOT MET \|$/,
    );
    assert.match(lines[3] ?? '', /\| +\| +\|$/);
    assert.equal(goalOf(2, 1.5, 'least').isMet, true);
  });
});

/** `a line 20 µs` is `≤ 20 µs`. */
function limitsIn(promise: string): readonly string[] {
  return promise.split(', ').map((each) => `≤ ${/[\d.]+ .+$/.exec(each)?.[0]}`);
}
