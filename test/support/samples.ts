import path from 'node:path';

const unregistered: { readonly title: string; readonly count: number }[] = [];

/** Absolute path of the recorded replies of the real service, when this run has them. */
export function samplesFolder(): string | undefined {
  const folder = process.env['SAMPLES_DIR'];
  return folder ? path.resolve(folder) : undefined;
}

/**
 * Registers a suite that needs the recorded replies. Without `SAMPLES_DIR` nothing is registered and the run's
 * closing lines say how many tests that left out.
 * @param count number of tests `define` registers, for that sentence.
 */
export function describeSamples(title: string, count: number, define: (folder: string) => void): void {
  const folder = samplesFolder();
  if (folder) describe(title, () => define(folder));
  else unregistered.push({ title, count });
}

/** Tests left out so far in this process; with `grep` only of those suites whose title has that text. */
export function unregisteredCount(grep = ''): number {
  return unregistered.filter(({ title }) => title.includes(grep)).reduce((sum, { count }) => sum + count, 0);
}
