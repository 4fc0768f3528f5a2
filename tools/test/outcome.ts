import { stripVTControlCharacters } from 'node:util';
import { readResult, type SuiteResult, sumOf } from '../../test/support/results.ts';
import type { Ending } from './child.ts';
import { LINES, type Step } from './plan.ts';

/** What came of a step. */
export interface Outcome {
  readonly step: Step;
  readonly result: SuiteResult;
  readonly seconds: number;
  /** Why it failed, where its own words do not say so: it crashed, it hung. */
  readonly reason: string | undefined;
}

/**
 * What a step came to by its exit and, for a suite, by what it wrote: both have to say that all is well. A suite that ended
 * before it wrote anything failed, and so did one that ran no test at all and left none out.
 * @param results the file a suite writes its result to.
 */
export async function judge(
  step: Step,
  ending: Ending,
  results: string,
): Promise<Pick<Outcome, 'result' | 'reason'>> {
  const isWell = 'code' in ending && ending.code === 0;
  const reason = 'reason' in ending ? ending.reason : undefined;
  const failed = { passed: 0, failed: isWell ? 0 : 1, unregistered: 0 };
  if (!step.isSuite) return { result: failed, reason };
  try {
    const read = await readResult(results);
    if (read.passed + read.failed + read.unregistered === 0) throw new Error('It ran no test.');
    const isContradicted = read.failed === 0 && !isWell;
    return {
      result: isContradicted ? { ...read, failed: 1 } : read,
      reason: reason ?? (isContradicted ? 'ended with an error, though no test of it failed' : undefined),
    };
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    return { result: { ...failed, failed: 1 }, reason: reason ?? said };
  }
}

/** Lines of a failure repeated at the end, at most. */
const MOST_LINES = 60;

/**
 * What a red step said of its failure, from its whole log: the list of failed tests where it has one, its last lines
 * otherwise. It is repeated at the end, where a count alone would say nothing.
 */
export function wordsOfFailure(log: string): string {
  const lines = log.trimEnd().split('\n');
  const list = lines.findLastIndex((line) => FAILED_TESTS.test(stripVTControlCharacters(line)));
  const shown = list < 0 ? lines.slice(-MOST_LINES) : lines.slice(list, list + MOST_LINES);
  return shown.join('\n');
}

/** The line mocha puts before its list of failures. */
const FAILED_TESTS = /^\s*\d+ failing\s*$/;

/** The closing lines: what failed and where its words are, a line a suite, and the totals last. */
export function summary(outcomes: readonly Outcome[], logOf: (step: Step) => string | undefined): string {
  const failures = outcomes
    .filter(({ result }) => result.failed > 0)
    .map(({ step, reason }) =>
      [`Failed: ${step.name}`, reason, logOf(step)].filter((part) => part !== undefined).join(' – '),
    );
  const lines = LINES.flatMap((line) => {
    const parts = outcomes.filter(({ step }) => step.line === line);
    return parts.length > 0 ? [lineOf(line, parts)] : [];
  });
  const { passed, failed, unregistered } = sumOf(outcomes.map(({ result }) => result));
  const left =
    unregistered > 0
      ? [`${unregistered} tests on recorded replies were not registered: SAMPLES_DIR is not set.`]
      : [];
  return [...failures, ...lines, ...left, `${passed} passed, ${failed} failed`].join('\n');
}

function lineOf(line: string, parts: readonly Outcome[]): string {
  const { passed, failed } = sumOf(parts.map(({ result }) => result));
  const isSuite = parts.some(({ step }) => step.isSuite);
  const counts = isSuite ? `${passed} passed, ${failed} failed` : failed > 0 ? 'failed' : 'ok';
  const seconds = parts.reduce((sum, each) => sum + each.seconds, 0).toFixed(1);
  return `${line}: ${counts} (${seconds} s${parts.length > 1 ? ` in ${parts.length} parts` : ''})`;
}
