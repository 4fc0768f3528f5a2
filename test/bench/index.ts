import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import path from 'node:path';
import { scriptOptions, wrongUse } from '../../tools/options.ts';
import { activationBench } from './activation.ts';
import { decodeBench } from './decode.ts';
import { largeBench } from './large.ts';
import { liveBench } from './live.ts';
import { requestBench } from './requests.ts';
import { sizesBench } from './sizes.ts';
import { streamBench } from './stream.ts';
import type { BenchRow } from './support/measure.ts';
import { renderTable } from './support/table.ts';

// `npm run bench [-- part …]`: one table of ratios, both sides of each measured in turn in the same run. Ratios of
// times say how much more ours costs, ratios of rates how much of the other's speed is kept.
const PARTS: ReadonlyMap<string, () => Promise<readonly BenchRow[]>> = new Map([
  ['requests', requestBench],
  ['decode', decodeBench],
  ['stream', streamBench],
  ['live', liveBench],
  ['large', largeBench],
  ['activation', activationBench],
  ['sizes', sizesBench],
]);

const { positionals: asked } = scriptOptions(
  `npm run bench -- [part …]: measures this client beside others and prints one table of ratios.

  parts   ${[...PARTS.keys()].join(', ')}; all of them when none is named
  --help  this text`,
  {},
  true,
);
const unknown = asked.filter((name) => !PARTS.has(name));
if (unknown.length > 0) {
  wrongUse(`No such part: ${unknown.join(', ')}. Parts: ${[...PARTS.keys()].join(', ')}.`);
}
const chosen = asked.length === 0 ? [...PARTS.keys()] : asked;

if (chosen.some((name) => name === 'activation' || name === 'sizes')) {
  console.error('Making the package …');
  const root = path.resolve(import.meta.dirname, '../..');
  execFileSync('npm', ['run', '--silent', 'package'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}
const rows: BenchRow[] = [];
for (const name of chosen) {
  console.error(`${name} …`);
  rows.push(...((await PARTS.get(name)?.()) ?? []));
}
console.log(
  `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}\n`,
);
console.log(renderTable(rows));
