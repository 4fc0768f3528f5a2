import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { argumentsFor } from '../../../tools/start/desktop.ts';

const repository = path.resolve(import.meta.dirname, '../../..');

describe('the command line of a script', () => {
  for (const script of ['start', 'test', 'suite', 'cancels', 'storm', 'fuzz', 'soak']) {
    it(`${script}: --help is the usage, an unknown option one line and no stack`, () => {
      const help = run(script, '--help');
      assert.deepEqual([help.code, help.errors], [0, '']);
      assert.match(help.output, /^npm [\s\S]* --help +this text\n$/);
      const wrong = run(script, '--bogus');
      assert.deepEqual([wrong.code, wrong.output], [2, '']);
      assert.match(wrong.errors, /^[^\n]*--bogus[^\n]*\nTry --help\.\n$/);
    });
  }

  it('takes whole numbers for numbers, one suite that there is, and no two windows at once', () => {
    for (const args of [
      ['cancels', '--cancels', 'many'],
      ['storm', '--storms', '1e3'],
      ['fuzz', '--count', '0'],
      ['suite', 'units'],
      ['suite', 'unit', 'tidy'],
      ['suite', 'host', '--part', 'manifest'],
      ['start', '--once', '--desktop'],
    ] as const) {
      const [script, ...rest] = args;
      const { code, errors } = run(script, ...rest);
      assert.equal(code, 2, args.join(' '));
      assert.match(errors, /^.+\nTry --help\.\n$/);
    }
  });

  it('that leaves no test is an error that names what is missing', () => {
    const part = run('suite', 'unit', '--part', 'decimal');
    assert.equal(part.code, 1);
    assert.match(part.output, /There is no part "decimal" of .*\. Is it core\/decimal\?/);
    const grep = run('suite', 'unit', '--part', 'core/decimal', '--grep', 'no such test');
    assert.equal(grep.code, 1);
    assert.match(grep.output, /has "no such test" in its name/);
  });
});

describe('a window of the installed VS Code', () => {
  it('has a user, extensions and so keys and settings of its own', () => {
    const args = argumentsFor(path.join('tmp', 'x'), false);
    assert.ok(args.includes(`--user-data-dir=${path.join('tmp', 'x', 'data')}`));
    assert.ok(args.includes(`--extensions-dir=${path.join('tmp', 'x', 'extensions')}`));
    for (const quoted of argumentsFor('C:\\a b', true)) assert.match(quoted, /^"[^"]+"$/);
  });
});

/** Runs a script that ends at once. */
function run(script: string, ...args: readonly string[]) {
  const file = path.join(repository, 'tools', `${script}.ts`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    cwd: repository,
    encoding: 'utf8',
  });
  return { code: status, output: stdout, errors: stderr };
}
