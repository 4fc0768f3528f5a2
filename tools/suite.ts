// Runs one test suite.
import path from 'node:path';
import type { SuiteResult } from '../test/support/results.ts';
import { scriptOptions, wrongUse } from './options.ts';
import { packagePath, repository } from './repository.ts';

/** The folders below test/ of the suites that run in this process. */
const FOLDERS: Readonly<Record<string, string>> = {
  unit: 'unit',
  tidy: 'unit/tidy',
  contract: 'contract',
  package: 'editor/package',
  e2e: 'editor/e2e',
};
const SUITES = [...Object.keys(FOLDERS), 'host', 'vsix', 'attack'];
const USAGE = `npm run test:<suite> -- [options], where <suite> is one of ${SUITES.join(', ')}.

  --grep <text>     only tests with such a name
  --part <name>     one file or folder of the suite, as in core/decimal for test/unit/core/decimal.test.ts or core
                    for all beside it, or one window of the attacks; host and vsix have no parts
  --other-letters   the suite unit in a language whose texts look like English and equal no English one
  --results <file>  write the counts there as JSON
  --help            this text`;

const { positionals, values } = scriptOptions(
  USAGE,
  {
    grep: { type: 'string' },
    part: { type: 'string' },
    results: { type: 'string' },
    'other-letters': { type: 'boolean' },
  },
  true,
);
const [name = '', ...more] = positionals;
if (!SUITES.includes(name) || more.length > 0)
  wrongUse(`One suite of ${SUITES.join(', ')} is run, not ${JSON.stringify(positionals.join(' '))}.`);
const { grep, part, results } = values;
if (part !== undefined && (name === 'host' || name === 'vsix'))
  wrongUse(`The suite ${name} has no parts; --grep takes the title of a group of its tests.`);
if (values['other-letters'] && name !== 'unit')
  wrongUse(`Only the suite unit is run --other-letters, not ${name}.`);
/** Milliseconds after which a test counts as hanging: far longer than any takes on a busy machine. */
const HANGS = 300_000;

process.exitCode = (await run()).failed > 0 ? 1 : 0;

/** What a suite runs with is loaded for it alone: the usage, or a word of what is wrong, should not wait for it. */
async function run(): Promise<SuiteResult> {
  const folder = FOLDERS[name];
  if (folder !== undefined) return inProcess(path.join(repository, 'test', folder));
  if (name !== 'attack') return inHost(name === 'host' ? repository : packagePath());
  const { runAttacks } = await import('../test/editor/attack/attacks.ts');
  return runAttacks({
    ...(part ? { window: part } : {}),
    ...(grep ? { grep } : {}),
    ...(results ? { results } : {}),
  });
}

async function inProcess(folder: string): Promise<SuiteResult> {
  if (values['other-letters']) {
    process.env['OTHER_LETTERS'] = '1';
    (await import('../test/support/other-letters.ts')).assertInEnglish();
  }
  const { runMocha } = await import('../test/support/mocha.ts');
  return runMocha({
    folder,
    timeout: HANGS,
    ...(part ? { part } : {}),
    ...(grep ? { grep } : {}),
    ...(results ? { results } : {}),
  });
}

/** The tests of the host suite, on the extension's folder or on its package. */
async function inHost(extension: string): Promise<SuiteResult> {
  const { runTestsInHost } = await import('../test/support/vscode/run-tests.ts');
  const entry = path.join(repository, 'test/editor/host/index.ts');
  return runTestsInHost({
    extension,
    entry,
    say: console.error,
    ...(grep ? { grep } : {}),
    ...(results ? { results } : {}),
  });
}
