import { stripVTControlCharacters } from 'node:util';
import { readResult, type SuiteResult, sumOf } from '../../test/support/results.ts';
import { LINES, type Step } from './plan.ts';

export interface Outcome {
  readonly step: Step;
  readonly result: SuiteResult;
  readonly seconds: number;
  /** Why it failed, where it is not for its tests: it crashed, it hung. */
  readonly reason: string | undefined;
}

/**
 * What a step came to. A suite has to exit with 0 and to write that tests ran and none failed; another step has to exit
 * with 0.
 * @param ending as `runChild` says it.
 * @param results the file a suite writes its result to.
 */
export async function judge(
  step: Step,
  ending: string | undefined,
  results: string,
): Promise<Pick<Outcome, 'result' | 'reason'>> {
  const failed = { passed: 0, failed: 1, unregistered: 0 };
  if (!step.isSuite)
    return { result: ending === undefined ? { ...failed, failed: 0 } : failed, reason: ending };
  try {
    const read = await readResult(results);
    if (read.passed + read.failed + read.unregistered === 0) throw new Error('It ran no test.');
    if (read.failed > 0) return { result: read, reason: undefined };
    return { result: ending === undefined ? read : { ...read, failed: 1 }, reason: ending };
  } catch (cause) {
    return { result: failed, reason: ending ?? (cause instanceof Error ? cause.message : String(cause)) };
  }
}

/** Lines of a failure repeated at the end, at most. */
const MOST_LINES = 60;
/** The line mocha puts before its list of failures. */
const FAILED_TESTS = /^\s*\d+ failing\s*$/;

/** What a red step said of its failure: the list of failed tests where its log has one, else its last lines. */
export function wordsOfFailure(log: string): string {
  const lines = log.trimEnd().split('\n');
  const list = lines.findLastIndex((line) => FAILED_TESTS.test(stripVTControlCharacters(line)));
  return (list < 0 ? lines.slice(-MOST_LINES) : lines.slice(list, list + MOST_LINES)).join('\n');
}

/**
 * The closing lines: what failed and why, a line a suite, and the totals last.
 * @param flaky names of suites that failed beside others and passed alone.
 */
export function summary(outcomes: readonly Outcome[], flaky: readonly string[]): string {
  const failures = outcomes
    .filter(({ result }) => result.failed > 0)
    .map(({ step, reason }) => `Failed: ${step.name}${reason === undefined ? '' : ` ${reason}`}`);
  const lines = LINES.flatMap((line) => {
    const parts = outcomes.filter(({ step }) => step.line === line);
    return parts.length > 0 ? [lineOf(line, parts)] : [];
  });
  const { passed, failed, unregistered } = sumOf(outcomes.map(({ result }) => result));
  const left =
    unregistered > 0
      ? [`${unregistered} tests on recorded replies were not registered: SAMPLES_DIR is not set.`]
      : [];
  const passedLater = flaky.map((name) => `Flaky, passed only when run again, alone: ${name}`);
  return [...failures, ...passedLater, ...lines, ...left, `${passed} passed, ${failed} failed`].join('\n');
}

function lineOf(line: string, parts: readonly Outcome[]): string {
  const { passed, failed } = sumOf(parts.map(({ result }) => result));
  const isSuite = parts.some(({ step }) => step.isSuite);
  const counts = isSuite ? `${passed} passed, ${failed} failed` : failed > 0 ? 'failed' : 'ok';
  const seconds = parts.reduce((sum, each) => sum + each.seconds, 0).toFixed(1);
  return `${line}: ${counts} (${seconds} s${parts.length > 1 ? ` in ${parts.length} parts` : ''})`;
}

/**
 * The exit code of the run.
 * @param left how many steps were not begun.
 * @param isStrict whether a flaky suite fails it.
 */
export function exitCode(
  outcomes: readonly Outcome[],
  flaky: readonly string[],
  left: number,
  isStrict: boolean,
): number {
  const isRed = left > 0 || outcomes.some(({ result }) => result.failed > 0);
  return isRed || (isStrict && flaky.length > 0) ? 1 : 0;
}
