// `npm run test:long`: what takes a night. The tests of `npm test` with many more rounds and every variant, one part after the other.
import { spawnSync } from 'node:child_process';
import { scriptOptions, wrongUse } from './options.ts';
import { repository } from './repository.ts';
import { BENCH_AT_NIGHT } from './test/plan.ts';

const SEED = String(Date.now() % 1_000_000);
/** Each part is a Node script with its arguments. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  cancels: ['tools/cancels.ts', '--cancels', '10000'],
  storms: ['tools/storm.ts', '--storms', '5000'],
  fuzz: ['tools/fuzz.ts', '--count', '1000000', '--seed', SEED],
  unit: ['tools/suite.ts', 'unit'],
  contract: ['tools/suite.ts', 'contract'],
  package: ['tools/package.ts'],
  packaged: ['tools/suite.ts', 'vsix'],
  windows: ['tools/suite.ts', 'e2e'],
  attacks: ['tools/suite.ts', 'attack'],
  bench: ['tools/bench/bench.ts', '--tiny', ...BENCH_AT_NIGHT],
  soak: ['tools/soak.ts', '--seconds', '1800'],
};
const USAGE = `npm run test:long [-- part …]: what takes a night; parts ${Object.keys(PARTS).join(', ')}, all of them by default.

  --help  this text`;

const { positionals } = scriptOptions(USAGE, {}, true);
const names = positionals.length > 0 ? positionals : Object.keys(PARTS);
const failed = names.filter((name) => {
  const part = PARTS[name] ?? wrongUse(`There is no part ${JSON.stringify(name)}.`);
  console.log(`\n=== ${name}: node ${part.join(' ')} ===`);
  // Read by test/support/rounds.ts.
  const env = { ...process.env, LONG: '1' };
  return spawnSync(process.execPath, part, { cwd: repository, env, stdio: 'inherit' }).status !== 0;
});
console.log(failed.length > 0 ? `\nFailed: ${failed.join(', ')}` : `\n${names.length} parts passed`);
process.exitCode = failed.length > 0 ? 1 : 0;
