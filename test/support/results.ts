import { readFile } from 'node:fs/promises';

/** What one mocha run came to. */
export interface SuiteResult {
  readonly passed: number;
  readonly failed: number;
  /** Tests that need a condition this run does not give (recorded samples) and were therefore not registered. */
  readonly unregistered: number;
}

/** @throws when the file is missing or says nothing: the run ended before its suite did. */
export async function readResult(file: string): Promise<SuiteResult> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new Error('The run ended without a result: it crashed or was ended from inside.', { cause });
  }
  const { passed, failed, unregistered } = JSON.parse(text) as SuiteResult;
  return { passed, failed, unregistered };
}
