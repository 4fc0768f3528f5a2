// `npm run fuzz [-- --count n --seed n]`: mutated payloads through every decoder and the rows made of them.
import { scriptOptions, wholeOption } from './options.ts';

const USAGE = `npm run fuzz -- [options]: mutated payloads through every decoder and the rows made of them.

  --count <n>  how many (1000000)
  --seed <n>   which ones (others each time)
  --help       this text`;

const { values } = scriptOptions(USAGE, {
  count: { type: 'string', default: '1000000' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
});
const count = wholeOption('count', values.count);
const seed = wholeOption('seed', values.seed, 0);
// Loaded once the options are known to be right: it is most of the extension.
const { flawOf } = await import('../test/support/fuzz.ts');
const { Mutator, seedPayloads } = await import('../test/support/mutate.ts');
const seeds = seedPayloads();
const mutator = new Mutator(seeds, seed);
const startedAt = performance.now();
console.log(`${count} payloads made of ${seeds.length}, seed ${seed}`);
let flaws = 0;
for (let number = 0; number < count && flaws < 10; number += 1) {
  const payload = mutator.next();
  const flaw = flawOf(payload, number);
  if (flaw !== undefined) {
    flaws += 1;
    console.log(`\npayload ${number}: ${flaw}\n${JSON.stringify(payload)}`);
  }
  if ((number + 1) % 50_000 === 0)
    console.log(`${number + 1}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
}
console.log(`${flaws} flaws, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
process.exitCode = flaws > 0 ? 1 : 0;
