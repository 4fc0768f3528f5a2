// `npm test`: every check and every suite, several at once, and closing lines with the totals. What a step says is printed
// whole once it has ended.
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { removeRoot } from '../test/support/vscode/roots.ts';
import { scriptOptions } from './options.ts';
import { repository } from './repository.ts';
import { runChild } from './test/child.ts';
import { exitCode, judge, type Outcome, summary, wordsOfFailure } from './test/outcome.ts';
import { plan, type Step } from './test/plan.ts';

/** Longer than any step, even on a machine that does much else, milliseconds. */
const LIMIT_MS = 40 * 60_000;
/** What a window, its server and its browser take of the memory, bytes. */
const WINDOW_BYTES = 1.5 * 2 ** 30;
/** Steps at once for each processor: windows wait more than they work. */
const STEPS_PER_PROCESSOR = 2.5;
/** Suites make much that is soon gone: with more room for it a twelfth of their processor time is saved. */
const NODE_OPTIONS = ['--max-semi-space-size=64'];
/** Where more suites fail than these, the project is broken and no second run would tell otherwise. */
const MOST_REPEATED = 3;

const { values } = scriptOptions(
  `npm test: every check and every suite.

  --strict  fails too where a suite is flaky: it passed only when it was run again, alone
  --help    this text`,
  { strict: { type: 'boolean' } },
);

const logs = path.join(repository, 'out/test');
await rm(logs, { recursive: true, force: true });
await mkdir(logs, { recursive: true });
const scratch = await mkdtemp(path.join(os.tmpdir(), 'pm-results-'));
// Each suite is a process, and so is much that it starts: what one has compiled of the sources the next one reads.
process.env['NODE_COMPILE_CACHE'] = path.join(scratch, 'compiled');
const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => interrupted.abort());
const began = Date.now();
const outcomes: Outcome[] = [];
const steps = await plan();
/** Suites that failed beside others and passed alone, and what failed at first. */
const flaky = new Map<string, string>();
const most = Math.min(os.availableParallelism() * STEPS_PER_PROCESSOR, os.totalmem() / WINDOW_BYTES);
await runAll(Math.max(1, Math.floor(most)));
await repeatFailed();

const left = steps.length - outcomes.length;
const red = outcomes.filter(({ result }) => result.failed > 0);
console.log(`\n${secondsSince(began)} s`);
for (const [name, words] of flaky) console.log(`=== ${name}, what failed beside others ===\n${words}\n`);
for (const { step } of red)
  console.log(`=== ${step.name}, what failed ===\n${wordsOfFailure(logOf(step))}\n`);
if (left > 0) console.log(`Interrupted: ${left} of ${steps.length} steps were not begun.`);
console.log(summary(outcomes, [...flaky.keys()]));
await removeRoot(scratch);
process.exitCode = interrupted.signal.aborted
  ? 130
  : exitCode(outcomes, [...flaky.keys()], left, values.strict === true);

/** Begins steps in their order, so many at once, each once those it comes after have ended. */
async function runAll(atOnce: number): Promise<void> {
  const waiting = [...steps];
  const running = new Set<Promise<void>>();
  while (!interrupted.signal.aborted) {
    const next = waiting.find(({ after }) =>
      after.every((name) => outcomes.some(({ step }) => step.name === name)),
    );
    if (next === undefined && running.size === 0) break;
    if (next === undefined || running.size >= atOnce) {
      await Promise.race(running);
      continue;
    }
    waiting.splice(waiting.indexOf(next), 1);
    const end = run(next).finally(() => running.delete(end));
    running.add(end);
  }
  await Promise.all(running);
}

/**
 * Runs suites that failed once more, each alone: where ten windows share two processors, a test can wait in vain for what
 * one window does at once. The summary names them.
 */
async function repeatFailed(): Promise<void> {
  const failed = outcomes.filter(({ step, result }) => step.isSuite && result.failed > 0);
  if (failed.length > MOST_REPEATED) return;
  for (const { step } of failed) {
    if (interrupted.signal.aborted) return;
    const words = wordsOfFailure(logOf(step));
    console.log(`\n=== ${step.name}, what failed beside others ===\n${words}\n`);
    const first = outcomes.findIndex((outcome) => outcome.step === step);
    outcomes.splice(first, 1);
    await run(step);
    if (outcomes.at(-1)?.result.failed === 0) flaky.set(step.name, words);
  }
}

async function run(step: Step): Promise<void> {
  const results = fileOf(scratch, step, 'json');
  console.log(`--- ${secondsSince(began)} s: ${step.name} begins`);
  const started = Date.now();
  const ending = await runChild({
    command: step.command === 'node' ? process.execPath : step.command,
    args: [
      ...(step.command === 'node' ? NODE_OPTIONS : []),
      ...step.args,
      ...(step.isSuite ? ['--results', results] : []),
    ],
    cwd: repository,
    log: fileOf(logs, step, 'log'),
    limit: LIMIT_MS,
    signal: interrupted.signal,
  });
  const seconds = (Date.now() - started) / 1000;
  const { result, reason } = await judge(step, ending, results);
  outcomes.push({ step, seconds, result, reason });
  const end = reason ?? (result.failed > 0 ? 'failed' : 'ok');
  console.log(`\n=== ${step.name}: ${end} (${seconds.toFixed(1)} s) ===\n${logOf(step)}`);
}

function logOf(step: Step): string {
  return readFileSync(fileOf(logs, step, 'log'), 'utf8');
}

function secondsSince(time: number): string {
  return ((Date.now() - time) / 1000).toFixed(1);
}

function fileOf(folder: string, { name }: Step, ending: string): string {
  return path.join(folder, `${name.replace(/\W+/g, '-')}.${ending}`);
}
