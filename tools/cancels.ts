// `npm run test:cancels [-- --cancels n --seed n]`: cancels orders of the demo exchange under faults, in virtual time.
// Ends with an error and the seed at the first that is lost, doubled or told wrongly.
import { storm } from '../test/support/cancel-storm.ts';
import { judge } from '../test/support/cancel-verdict.ts';
import { scriptOptions, wholeOption } from './options.ts';

const USAGE = `npm run test:cancels -- [options]: cancels in a storm of faults, in virtual time.

  --cancels <n>  orders to cancel (10000)
  --seed <n>     the first storm (1)
  --help         this text`;

const { values } = scriptOptions(USAGE, {
  cancels: { type: 'string', default: '10000' },
  seed: { type: 'string', default: '1' },
});
const wanted = wholeOption('cancels', values.cancels);
const ends = new Map<string, number>();
let cancels = 0;
for (let seed = wholeOption('seed', values.seed, 0); cancels < wanted; seed += 1) {
  const verdict = judge(await storm(seed, Math.min(50, wanted - cancels)));
  cancels += verdict.cancels;
  for (const [end, count] of verdict.ends) ends.set(end, (ends.get(end) ?? 0) + count);
}
const intents = [...ends.values()].reduce((sum, count) => sum + count, 0);
console.log(`${cancels} orders cancelled. Lost: 0. Sent twice for one intent: 0. Told wrongly: 0.`);
console.log(
  `${intents} intents were written down, as an order clicked again or in another window can have several. They ended:`,
);
for (const [end, count] of [...ends].sort(([, a], [, b]) => b - a))
  console.log(`  ${end === 'open' ? 'not known yet when time was up, as a window says' : end}: ${count}`);
