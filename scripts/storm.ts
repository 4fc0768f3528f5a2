// Random storms of faults over every store, in virtual time: node scripts/storm.ts [--storms n] [--seed n]
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runMocha } from '../test/support/mocha.ts';
import { repository } from './repository.ts';

const { values } = parseArgs({
  options: {
    storms: { type: 'string', default: process.env['STORMS'] ?? '5000' },
    seed: { type: 'string', default: process.env['SEED'] ?? String(Date.now() % 1_000_000_000) },
  },
});
console.log(`${values.storms} storms, seed ${values.seed}`);
// Read by the test as it is loaded.
process.env['STORMS'] = values.storms;
process.env['SEED'] = values.seed;
const folder = path.join(repository, 'test/unit/store');
const { failed } = await runMocha({ folder, timeout: 10_000, grep: 'whatever the faults' });
process.exitCode = failed > 0 ? 1 : 0;
