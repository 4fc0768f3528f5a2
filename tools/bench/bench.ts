// `npm run bench [-- part …]`: one table of ratios, both sides of each measured in turn in the same run.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { scriptOptions, wrongUse } from '../options.ts';
import { packagePath, repository } from '../repository.ts';
import { renderTable } from './measure.ts';
import { PARTS, runParts } from './parts.ts';

const { positionals, values } = scriptOptions(
  `npm run bench -- [options] [part …]: measures this client beside others and prints one table of ratios.

  parts   ${[...PARTS.keys()].join(', ')}; all of them when none is named
  --tiny  tiny counts on the build that is there: shows that the parts run, the figures mean nothing
  --help  this text`,
  { tiny: { type: 'boolean' } },
  true,
);
const named: readonly string[] = positionals;
const isTiny = values.tiny === true;
const unknown = named.filter((name) => !PARTS.has(name));
if (unknown.length > 0) {
  wrongUse(`No such part: ${unknown.join(', ')}. Parts: ${[...PARTS.keys()].join(', ')}.`);
}
const chosen = new Map([...PARTS].filter(([name]) => named.length === 0 || named.includes(name)));
const isBuilt = existsSync(path.join(repository, 'dist/extension.js')) && existsSync(packagePath());
if ((chosen.has('activation') || chosen.has('sizes')) && !(isTiny && isBuilt)) {
  console.error('Making the package …');
  execFileSync('npm', ['run', '--silent', 'package'], {
    cwd: repository,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
const rows = await runParts(chosen, isTiny, (name) => console.error(`${name} …`));
const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
console.log(
  `Node ${process.versions.node}, ${cpus().length} × ${processor}${isTiny ? ', tiny counts' : ''}\n`,
);
console.log(renderTable(rows));
