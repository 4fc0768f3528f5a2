import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const runner = path.resolve(import.meta.dirname, '../../support/mocha.ts');

/** Tests in which something fails where no test waits for it. */
const LOST: Readonly<Record<string, string>> = {
  'a rejection nobody hears': 'it("one", () => { void Promise.reject(new Error("lost")); });',
  'a rejection after the last test': `it("one", () => {
    void (async () => { await new Promise((done) => setTimeout(done, 300)); throw new Error("late"); })();
  });`,
  'a hook that fails':
    'describe("x", () => { it("one", () => {}); after(() => { throw new Error("hook"); }); });',
};

describe('a failure no test waits for', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'pm-lost-'));
  });
  after(() => rm(folder, { recursive: true }));

  /** The exit code of a process that runs a suite of this one file. */
  const codeOf = async (name: string, text: string): Promise<number | null> => {
    const suite = path.join(folder, name.replaceAll(' ', '-'));
    await mkdir(suite);
    await writeFile(path.join(suite, 'a.test.ts'), text);
    const run = { folder: suite, timeout: 5_000, results: path.join(suite, 'results.json') };
    const code = `import { runMocha } from ${JSON.stringify(runner)};
      process.exitCode = (await runMocha(${JSON.stringify(run)})).failed > 0 ? 1 : 0;`;
    return spawnSync(process.execPath, ['--input-type=module', '-e', code]).status;
  };

  for (const [name, text] of Object.entries(LOST)) {
    it(`${name}: the run is red`, async () => assert.notEqual(await codeOf(name, text), 0));
  }

  it('is none where a rejection is heard later, in the same turn', async () => {
    const heard = 'it("one", () => { const lost = Promise.reject(new Error("x")); lost.catch(() => {}); });';
    assert.equal(await codeOf('heard', heard), 0);
  });
});
