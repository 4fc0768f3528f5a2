import { runMocha } from '../../support/mocha.ts';

/** Called by the extension host of a window in test mode. */
export async function run(): Promise<void> {
  const { TEST_OUTPUT: output, TEST_RESULTS: results, TEST_GREP: grep } = process.env;
  const { failed } = await runMocha({
    folder: import.meta.dirname,
    // Far longer than any of them, also where a window has to share its processors.
    timeout: 150_000,
    ...(output ? { output } : {}),
    ...(results ? { results } : {}),
    ...(grep ? { grep } : {}),
  });
  if (failed > 0) throw new Error(`${failed} failed`);
}
