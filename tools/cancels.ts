// `npm run test:cancels [-- --cancels n --seed n]`: cancels orders of the demo exchange under faults, in virtual time.
// Ends with an error and the seed at the first that is lost, sent twice or reported falsely.
import { cancelStorm } from '../test/support/cancel-storm.ts';
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
const states = new Map<string, number>();
let cancels = 0;
for (let seed = wholeOption('seed', values.seed, 0); cancels < wanted; seed += 1) {
  const verdict = judge(await cancelStorm(seed, Math.min(50, wanted - cancels)));
  cancels += verdict.cancels;
  for (const [state, count] of verdict.states) states.set(state, (states.get(state) ?? 0) + count);
}
console.log(`${cancels} orders cancelled. Lost: 0. Sent twice for one attempt: 0. Reported falsely: 0.`);
console.log('Attempts, as an order clicked again can have several, ended as:');
for (const [state, count] of [...states].sort(([, one], [, other]) => other - one))
  console.log(`  ${state}: ${count}`);
