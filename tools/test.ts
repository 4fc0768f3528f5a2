// `npm test`: every check and every suite, several at once where there are processors for them, and closing lines with the
// totals. What a step says is printed whole once it has ended.
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { removeRoot } from '../test/support/vscode/roots.ts';
import { scriptOptions } from './options.ts';
import { repository } from './repository.ts';
import { runChild } from './test/child.ts';
import { inLanes, ONE_BY_ONE, type Room } from './test/lanes.ts';
import { judge, type Outcome, summary, wordsOfFailure } from './test/outcome.ts';
import { plan, type Step } from './test/plan.ts';

/** Longer than any step, even on a machine that does much else, milliseconds. */
const LIMIT_MS = 20 * 60_000;
/** What a window, its server and its browser take of the memory, bytes. */
const WINDOW_BYTES = 1.5 * 2 ** 30;

const USAGE = `npm test -- [option]: every check and every suite.

  --serial  one after the other, each saying what it does while it does it
  --help    this text`;

const { values } = scriptOptions(USAGE, { serial: { type: 'boolean' } });
const isSerial = values.serial === true;
const room: Room = isSerial
  ? ONE_BY_ONE
  : {
      processors: os.availableParallelism(),
      tasks: Math.max(1, Math.floor(os.totalmem() / WINDOW_BYTES)),
    };
const logs = path.join(repository, 'out/test');
await rm(logs, { recursive: true, force: true });
await mkdir(logs, { recursive: true });
const scratch = await mkdtemp(path.join(os.tmpdir(), 'pm-results-'));

const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => interrupted.abort());
const began = Date.now();
const outcomes: Outcome[] = [];
const steps = await plan();
await inLanes(steps, room, run, interrupted.signal);

const left = steps.length - outcomes.length;
const red = isSerial ? [] : outcomes.filter(({ result }) => result.failed > 0);
const closing = [
  ...red.map(({ step: { name } }) => `=== ${name}, what failed ===\n${wordsOfFailure(logOf(name))}\n`),
  ...(left > 0 ? [`Interrupted: ${left} of ${steps.length} steps were not begun.`] : []),
  summary(outcomes, ({ name }) =>
    isSerial ? undefined : path.relative(repository, fileOf(logs, name, 'log')),
  ),
];
console.log(`\n${secondsSince(began)} s, ${isSerial ? 'one by one' : `${room.processors} processors`}`);
console.log(closing.join('\n'));
await removeRoot(scratch);
const isRed = left > 0 || outcomes.some(({ result }) => result.failed > 0);
process.exitCode = interrupted.signal.aborted ? 130 : isRed ? 1 : 0;

async function run(step: Step): Promise<void> {
  const results = fileOf(scratch, step.name, 'json');
  const log = fileOf(logs, step.name, 'log');
  console.log(isSerial ? `\n=== ${step.name} ===` : `--- ${secondsSince(began)} s: ${step.name} begins`);
  const started = Date.now();
  const ending = await runChild({
    command: step.command === 'node' ? process.execPath : step.command,
    args: step.isSuite ? [...step.args, '--results', results] : step.args,
    cwd: repository,
    ...(isSerial ? {} : { log }),
    leaders: fileOf(scratch, step.name, 'pids'),
    limit: LIMIT_MS,
    signal: interrupted.signal,
  });
  const outcome = { step, seconds: (Date.now() - started) / 1000, ...(await judge(step, ending, results)) };
  outcomes.push(outcome);
  if (isSerial) return;
  const { reason, result, seconds } = outcome;
  const end = reason ?? (result.failed > 0 ? 'failed' : 'ok');
  console.log(`\n=== ${step.name}: ${end} (${seconds.toFixed(1)} s) ===\n${logOf(step.name)}`);
}

function logOf(name: string): string {
  return readFileSync(fileOf(logs, name, 'log'), 'utf8');
}

function secondsSince(time: number): string {
  return ((Date.now() - time) / 1000).toFixed(1);
}

function fileOf(folder: string, name: string, ending: string): string {
  return path.join(folder, `${name.replace(/\W+/g, '-')}.${ending}`);
}
