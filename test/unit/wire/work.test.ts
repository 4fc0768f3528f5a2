import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Work } from '../../support/count-work.ts';
import { growingBodies, growingTexts, QUADRATIC } from '../../support/growing.ts';

const run = promisify(execFile);

/** Counted are steps, not time; what the engine does in one step (copying a list, say) is one, however long it takes. */
describe('wire: reading takes steps in proportion to what is read', () => {
  let counted: readonly Work[] = [];
  before(async () => {
    const script = path.join(import.meta.dirname, '../../support/count-work.ts');
    const flags = ['--no-opt', '--no-maglev'];
    const { stdout } = await run(process.execPath, [...flags, script, '250', '1000']);
    counted = JSON.parse(stdout);
  });

  const growthOf = (what: string): number => {
    const [few = 0, many = 0] = counted.find((work) => work.what === what)?.steps ?? [];
    assert.ok(few > 0, 'nothing was counted');
    return many / few;
  };

  for (const { what } of [...growingBodies(), ...growingTexts()]) {
    it(`${what}: four times as much takes about four times the steps`, () => {
      const growth = growthOf(what);
      assert.ok(growth <= 6, `${growth} times the steps`);
    });
  }

  it('would be noticed if it did not', () => {
    assert.ok(growthOf(QUADRATIC.what) > 12);
  });
});
