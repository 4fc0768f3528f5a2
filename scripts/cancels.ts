// Cancels 10,000 orders of the demo exchange under faults, in virtual time: node scripts/cancels.ts [--cancels n] [--seed n]
import { parseArgs } from 'node:util';
import { storm } from '../test/support/cancel-storm.ts';
import { judge } from '../test/support/cancel-verdict.ts';

const { values } = parseArgs({
  options: { cancels: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});
const wanted = Number(values.cancels);
const ends = new Map<string, number>();
let cancels = 0;
for (let seed = Number(values.seed); cancels < wanted; seed += 1) {
  const verdict = judge(await storm(seed, Math.min(50, wanted - cancels)));
  cancels += verdict.cancels;
  for (const [end, count] of verdict.ends) ends.set(end, (ends.get(end) ?? 0) + count);
}
console.log(JSON.stringify({ cancels, ends: Object.fromEntries(ends) }));
