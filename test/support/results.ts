import { readFile } from 'node:fs/promises';

export interface SuiteResult {
  readonly passed: number;
  readonly failed: number;
  /** Tests that need a condition this run does not give (recorded samples) and were therefore not registered. */
  readonly unregistered: number;
}

/** @throws when the file is missing or does not say three numbers: the run ended before its suite did. */
export async function readResult(file: string): Promise<SuiteResult> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new Error('The run ended without a result: it crashed or was ended from inside.', { cause });
  }
  const { passed, failed, unregistered } = JSON.parse(text) as SuiteResult;
  if (![passed, failed, unregistered].every(Number.isInteger))
    throw new Error(`This is no result: ${text.slice(0, 200)}`);
  return { passed, failed, unregistered };
}

export const NOTHING: SuiteResult = { passed: 0, failed: 0, unregistered: 0 };

export function sumOf(results: readonly SuiteResult[]): SuiteResult {
  return results.reduce(
    (sum, { passed, failed, unregistered }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      unregistered: sum.unregistered + unregistered,
    }),
    NOTHING,
  );
}
