import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { argumentsFor } from '../../../tools/start/desktop.ts';

const repository = path.resolve(import.meta.dirname, '../../..');

describe('the command line of a script', () => {
  it('prints its usage for --help', () => {
    const { code, errors, output } = run('suite', '--help');
    assert.deepEqual([code, errors], [0, '']);
    assert.match(output, /^npm [\s\S]* --help +this text\n$/);
  });

  for (const [script, ...args] of [
    ['fuzz', '--bogus'],
    ['fuzz', '--count', '0'],
    ['suite', 'units'],
    ['suite', 'unit', 'tidy'],
  ] as const) {
    it(`refuses ${script} ${args.join(' ')} in one line, with exit code 2`, () => {
      const { code, errors, output } = run(script, ...args);
      assert.deepEqual([code, output], [2, '']);
      assert.match(errors, /^.+\nTry --help\.\n$/);
    });
  }

  it('fails when no test matches, and names what it may have meant', () => {
    const { code, output } = run('suite', 'unit', '--part', 'decimal');
    assert.equal(code, 1);
    assert.match(output, /There is no part "decimal" of .*\. Is it core\/decimal\?/);
  });
});

describe('a window of the installed VS Code', () => {
  it('has its own user and extensions, and so its own keys and settings', () => {
    const args = argumentsFor(path.join('tmp', 'x'), false);
    assert.ok(args.includes(`--user-data-dir=${path.join('tmp', 'x', 'data')}`));
    assert.ok(args.includes(`--extensions-dir=${path.join('tmp', 'x', 'extensions')}`));
    for (const quoted of argumentsFor('C:\\a b', true)) assert.match(quoted, /^"[^"]+"$/);
  });
});

function run(script: string, ...args: readonly string[]) {
  const file = path.join(repository, 'tools', `${script}.ts`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    cwd: repository,
    encoding: 'utf8',
  });
  return { code: status, output: stdout, errors: stderr };
}
