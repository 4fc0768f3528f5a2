import path from 'node:path';
import { runMocha } from '../../support/mocha.ts';

/** Called by the extension host: runs the tests of one folder beside this file. */
export async function run(): Promise<void> {
  const {
    TEST_OUTPUT: output,
    TEST_RESULTS: results,
    TEST_GREP: grep,
    TEST_FOLDER: folder = '',
  } = process.env;
  const { failed } = await runMocha({
    folder: path.join(import.meta.dirname, folder),
    // A service that is gone is waited for, more than once, and other suites run beside.
    timeout: 600_000,
    ...(output ? { output } : {}),
    ...(results ? { results } : {}),
    ...(grep ? { grep } : {}),
  });
  if (failed > 0) throw new Error(`${failed} failed`);
}
