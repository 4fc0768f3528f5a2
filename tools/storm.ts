// `npm run storm [-- --storms n --seed n]`: random storms of faults over every store, in virtual time.
import path from 'node:path';
import { runMocha } from '../test/support/mocha.ts';
import { scriptOptions, wholeOption } from './options.ts';
import { repository } from './repository.ts';

const USAGE = `npm run storm -- [options]: storms of faults over every store, in virtual time.

  --storms <n>  how many (STORMS, or 5000)
  --seed <n>    the first of them (SEED, or another one each time)
  --help        this text`;

const { values } = scriptOptions(USAGE, {
  storms: { type: 'string', default: process.env['STORMS'] ?? '5000' },
  seed: { type: 'string', default: process.env['SEED'] ?? String(Date.now() % 1_000_000_000) },
});
wholeOption('storms', values.storms);
wholeOption('seed', values.seed, 0);
console.log(`${values.storms} storms, seed ${values.seed}`);
// Read by the test as it is loaded.
process.env['STORMS'] = values.storms;
process.env['SEED'] = values.seed;
const folder = path.join(repository, 'test/unit/store');
const { failed } = await runMocha({ folder, timeout: 10_000, grep: 'whatever the faults' });
process.exitCode = failed > 0 ? 1 : 0;
