import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createLogFolder as inMemory } from '../../../src/browser/log-folder.ts';
import { createLogFolder } from '../../../src/features/cancel/log-folder.ts';
import { type SyncWatch, watchSyncs } from '../../support/sync-watch.ts';

const NEW = { durable: true, create: true };
const THERE = { durable: true, create: false };

describe('the folder of the cancellation log', () => {
  let place: string;

  beforeEach(async () => {
    place = path.join(await mkdtemp(path.join(os.tmpdir(), 'log-')), 'cancels');
  });

  afterEach(() => rm(path.dirname(place), { recursive: true }));

  it('is empty before anything was written, and stays away from the disk for looking', async () => {
    const folder = createLogFolder(place);
    assert.deepEqual([await folder.list(), await folder.read('a.jsonl')], [[], undefined]);
    assert.deepEqual(await readdir(path.dirname(place)), []);
  });

  for (const [where, make] of [
    ['on the disk', createLogFolder],
    ['in a browser', inMemory],
  ] as const) {
    it(`appends, and lists files with their size and heartbeat ${where}`, async () => {
      const folder = make(place);
      assert.equal(await folder.append('a.jsonl', '\none', NEW), true);
      assert.equal(await folder.append('a.jsonl', '\ntwo', THERE), true);
      await folder.beat('a.jsonl', 1_700_000_000_000);
      await folder.beat('gone.jsonl', 1);
      assert.equal(await folder.read('a.jsonl'), '\none\ntwo');
      assert.deepEqual(await folder.list(), [{ name: 'a.jsonl', beatAt: 1_700_000_000_000, bytes: 8 }]);
    });

    it(`does not bring back a file that was taken over ${where}`, async () => {
      const folder = make(place);
      await folder.append('a.jsonl', '\none', NEW);
      assert.equal(await folder.rename('a.jsonl', 'b.jsonl'), true);
      assert.equal(await folder.append('a.jsonl', '\ntwo', THERE), false);
      assert.deepEqual(
        (await folder.list()).map(({ name }) => name),
        ['b.jsonl'],
      );
    });
  }

  it('says so where a file loses its name while it is written', async () => {
    const folder = createLogFolder(place);
    await folder.append('a.jsonl', '\none', NEW);
    const disk = await watchSyncs(place);
    const held = disk.hold();
    const writing = folder.append('a.jsonl', '\ntwo', THERE);
    await held.reached;
    await folder.rename('a.jsonl', 'b.jsonl');
    held.release();
    assert.equal(await writing, false);
    assert.equal(
      await folder.read('b.jsonl'),
      '\none\ntwo',
      'the window that took it over reads what was written',
    );
    disk.dispose();
  });

  it('gives a file to one of all who rename it', async () => {
    await createLogFolder(place).append('a.jsonl', '\none', NEW);
    const windows = Array.from({ length: 8 }, (_, at) => ({
      folder: createLogFolder(place),
      to: `w${at}.jsonl`,
    }));
    const got = await Promise.all(windows.map(({ folder, to }) => folder.rename('a.jsonl', to)));
    assert.equal(got.filter(Boolean).length, 1);
    assert.equal((await readdir(place)).length, 1);
  });

  it('rejects when the disk is full or the place cannot be written', async () => {
    await mkdir(place, { recursive: true });
    await symlink('/dev/full', path.join(place, 'a.jsonl'));
    await assert.rejects(createLogFolder(place).append('a.jsonl', '\none', THERE));
    const taken = path.join(path.dirname(place), 'file');
    await writeFile(taken, '');
    await assert.rejects(createLogFolder(taken).append('a.jsonl', '\none', NEW));
  });

  it('is readable for its owner alone, and its digests reveal nothing', async () => {
    const folder = createLogFolder(place);
    await folder.append('a.jsonl', '\none', NEW);
    for (const name of ['', 'a.jsonl']) assert.equal((await stat(path.join(place, name))).mode & 0o077, 0);
    assert.match(folder.digest('custom https://desk.example\nfirst'), /^[0-9a-f]{32}$/);
    assert.notEqual(folder.digest('a'), folder.digest('b'));
  });

  describe('where a line has to last', () => {
    let disk: SyncWatch;

    beforeEach(async () => {
      await mkdir(place, { recursive: true });
      disk = await watchSyncs(place);
    });

    afterEach(() => disk.dispose());

    it('has it and the name of its file on the disk before it says so', async () => {
      const folder = createLogFolder(place);
      const file = path.join(place, 'a.jsonl');
      await folder.append('a.jsonl', '\none', { durable: false, create: true });
      assert.equal(await disk.isSynced(file), false);
      await folder.append('b.jsonl', '\none', NEW);
      assert.ok(await disk.isSynced(path.join(place, 'b.jsonl')), 'the line');
      assert.ok(await disk.isSynced(place), 'the name of the file');
    });

    it('has folders it made on the disk too', async () => {
      const deeper = path.join(place, 'one', 'two');
      await createLogFolder(deeper).append('a.jsonl', '\none', NEW);
      for (const name of ['', 'one', 'one/two']) assert.ok(await disk.isSynced(path.join(place, name)), name);
    });

    it('waits for the disk, and rejects where that fails', async () => {
      const folder = createLogFolder(place);
      const held = disk.hold();
      let isDone = false;
      const writing = folder.append('a.jsonl', '\none', NEW).finally(() => {
        isDone = true;
      });
      await held.reached;
      await new Promise((resolve) => setImmediate(resolve));
      assert.equal(isDone, false);
      held.fail(Object.assign(new Error('input/output error'), { code: 'EIO' }));
      await assert.rejects(writing, /input\/output/);
    });
  });
});
