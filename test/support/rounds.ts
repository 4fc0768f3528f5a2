/** True in `npm run test:long`, which has a night for what `npm test` only samples. */
const IS_LONG_RUN = process.env['LONG'] === '1';

/** How often a random test is repeated: `short` in `npm test`, `long` in `npm run test:long`. */
export function rounds(short: number, long: number): number {
  return IS_LONG_RUN ? long : short;
}

/** A test only `npm run test:long` has the time for. */
export function itAtNight(title: string, test: () => Promise<void>): void {
  if (IS_LONG_RUN) it(title, test);
}
