// Runs one test suite.
import path from 'node:path';
import { runAttacks } from '../test/attack/attacks.ts';
import { runMocha } from '../test/support/mocha.ts';
import type { SuiteResult } from '../test/support/results.ts';
import { runTestsInHost } from '../test/support/vscode/run-tests.ts';
import { scriptOptions, wrongUse } from './options.ts';
import { packagePath, repository } from './repository.ts';

const SUITES = ['unit', 'contract', 'tidy', 'package', 'host', 'vsix', 'attack', 'e2e'];
const USAGE = `npm run test:<suite> -- [options], where <suite> is one of ${SUITES.join(', ')}.

  --grep <text>     only tests with such a name
  --part <name>     one file of a folder of tests, as in core/decimal for test/unit/core/decimal.test.ts,
                    or one window of the attacks; host and vsix have no parts
  --results <file>  write the counts there as JSON
  --help            this text`;

const { positionals, values } = scriptOptions(
  USAGE,
  { grep: { type: 'string' }, part: { type: 'string' }, results: { type: 'string' } },
  true,
);
const [name = '', ...more] = positionals;
if (!SUITES.includes(name) || more.length > 0)
  wrongUse(`One suite of ${SUITES.join(', ')} is run, not ${JSON.stringify(positionals.join(' '))}.`);
const { grep, part, results } = values;
if (part !== undefined && (name === 'host' || name === 'vsix'))
  wrongUse(`The suite ${name} has no parts; --grep takes the title of a group of its tests.`);
/**
 * Milliseconds after which a test hangs. Far longer than any of them, and than any single wait in them, on the slowest
 * machine: what takes a second alone takes half a minute where a disk has much to write and others need the processors.
 */
const HANGS = 300_000;

process.exitCode = (await run()).failed > 0 ? 1 : 0;

function run(): Promise<SuiteResult> {
  switch (name) {
    case 'unit':
    case 'contract':
    case 'tidy':
    case 'package':
    case 'e2e':
      return inProcess();
    case 'attack':
      return runAttacks({
        ...(part ? { window: part } : {}),
        ...(grep ? { grep } : {}),
        ...(results ? { results } : {}),
      });
    case 'host':
      return inHost(repository);
    case 'vsix':
      return inHost(packagePath());
    default:
      throw new Error(`There is no suite "${name}".`);
  }
}

function inProcess(): Promise<SuiteResult> {
  const folder = path.join(repository, 'test', name);
  return runMocha({
    folder,
    timeout: HANGS,
    ...(part ? { file: part } : {}),
    ...(grep ? { grep } : {}),
    ...(results ? { results } : {}),
  });
}

/** The tests of the host suite, on the extension's folder or on its package. */
function inHost(extension: string): Promise<SuiteResult> {
  const entry = path.join(repository, 'test/host/index.ts');
  return runTestsInHost({
    extension,
    entry,
    say: console.error,
    ...(grep ? { grep } : {}),
    ...(results ? { results } : {}),
  });
}
