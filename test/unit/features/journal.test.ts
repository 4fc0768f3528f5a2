import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createIntentFile } from '../../../src/features/journal.ts';
import { readBook } from '../../../src/store/cancels/intent-lines.ts';
import { askLine as ask, stepLine as end } from '../../support/memory-intents.ts';
import { type SyncWatch, watchSyncs } from '../../support/sync-watch.ts';

describe('the record of cancels on the disk', () => {
  let folder: string;

  beforeEach(async () => {
    folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'record-')), 'cancels');
  });

  afterEach(() => rm(path.dirname(folder), { recursive: true }));

  it('is empty before anything was written, and leaves nothing behind for looking', async () => {
    assert.equal(await createIntentFile(folder).read(), '');
    assert.deepEqual(await readdir(path.dirname(folder)), []);
  });

  it('keeps the lines of two windows whole and apart', async () => {
    const windows = [createIntentFile(folder), createIntentFile(folder)];
    const ids = Array.from({ length: 200 }, (_, at) => `I${at}`);
    await Promise.all(ids.map((id, at) => windows[at % 2]?.append([ask(id)], at % 3 === 0)));
    const { records, lost } = readBook((await windows[0]?.read()) ?? '');
    assert.equal(lost, 0);
    assert.deepEqual(new Set(records.map(({ id }) => id)), new Set(ids));
  });

  it('gives a claim to one of all who ask for it, and never again', async () => {
    const windows = Array.from({ length: 8 }, () => createIntentFile(folder));
    const won = await Promise.all(windows.map((file) => file.claim('abc')));
    assert.equal(won.filter(Boolean).length, 1);
    assert.equal(await createIntentFile(folder).claim('abc'), false);
  });

  it('reads what stands before and after a torn line', async () => {
    const file = createIntentFile(folder);
    await file.append([ask('I1')], true);
    const [segment = ''] = (await readdir(folder)).filter((name) => name.startsWith('record'));
    await writeFile(path.join(folder, segment), `\n${ask('I2').slice(0, 50)}`, { flag: 'a' });
    await createIntentFile(folder).append([ask('I3')], true);
    const { records, lost } = readBook(await file.read());
    assert.deepEqual(
      records.map(({ id }) => id),
      ['I1', 'I3'],
    );
    assert.equal(lost, 1);
  });

  it('is read whole while another window drops its oldest segment', async () => {
    const file = createIntentFile(folder, 1_000);
    await file.append([ask('OPEN')], true);
    const writing = (async () => {
      for (let at = 0; at < 100; at += 1) await file.append([ask(`I${at}`), end(`I${at}`)], false);
    })();
    let reads = 0;
    for (let done = false; !done; reads += 1) {
      done = (await Promise.race([writing.then(() => true), file.read().then(() => false)])) === true;
      const { records } = readBook(await createIntentFile(folder, 1_000).read());
      assert.ok(
        records.some(({ id }) => id === 'OPEN'),
        `gone at read ${reads}`,
      );
    }
    assert.ok(reads > 5);
  });

  it('drops old claims nothing refers to any more, and no other', async () => {
    const file = createIntentFile(folder, 2_000);
    for (const name of ['forgotten', 'slot-OPEN', 'fresh']) assert.ok(await file.claim(name));
    const aged = new Date(Date.now() - 48 * 3_600_000);
    for (const name of ['forgotten', 'slot-OPEN'])
      await utimes(path.join(folder, 'claims', name), aged, aged);
    await file.append([ask('OPEN')], true);
    for (let at = 0; at < 60; at += 1) await file.append([ask(`I${at}`), end(`I${at}`)], false);
    assert.deepEqual((await readdir(path.join(folder, 'claims'))).sort(), ['fresh', 'slot-OPEN']);
  });

  it('does not say that a line was not written because tidying up failed', async () => {
    const file = createIntentFile(folder, 500);
    await file.append([ask('I0'), end('I0')], true);
    const stuck = path.join(folder, 'claims', 'stuck');
    await mkdir(stuck, { recursive: true });
    await utimes(stuck, 1, 1);
    assert.ok(await file.claim('forgotten'));
    await utimes(path.join(folder, 'claims', 'forgotten'), 1, 1);
    for (let at = 0; at < 20; at += 1) await file.append([ask(`I${at}`), end(`I${at}`)], true);
    assert.deepEqual(await readdir(path.join(folder, 'claims')), ['stuck']);
  });

  it('rejects when the disk is full or the place cannot be written', async () => {
    await mkdir(path.join(folder, 'claims'), { recursive: true });
    await symlink('/dev/full', path.join(folder, 'record-000001.jsonl'));
    await assert.rejects(createIntentFile(folder).append([ask('I1')], true));
    const taken = path.join(path.dirname(folder), 'file');
    await writeFile(taken, '');
    await assert.rejects(createIntentFile(taken).append([ask('I1')], true));
    await assert.rejects(createIntentFile(taken).claim('abc'));
  });

  it('is readable for its owner alone', async () => {
    const file = createIntentFile(folder);
    await file.append([ask('I1')], true);
    await file.claim('abc');
    for (const name of ['record-000001.jsonl', 'claims/abc']) {
      assert.equal((await stat(path.join(folder, name))).mode & 0o077, 0);
    }
  });

  it('names claims so that the name gives nothing away', () => {
    const { digest } = createIntentFile(folder);
    assert.match(digest('custom https://desk.example\nfirst'), /^[0-9a-f]{32}$/);
    assert.notEqual(digest('a'), digest('b'));
  });

  describe('before it says that something is written', () => {
    let disk: SyncWatch;

    beforeEach(async () => {
      await mkdir(folder, { recursive: true });
      disk = await watchSyncs(folder);
    });

    afterEach(() => disk.dispose());

    it('has what it was given on the disk, under its name, where that is asked for', async () => {
      const file = createIntentFile(folder);
      const segment = path.join(folder, 'record-000001.jsonl');
      await file.append([ask('I1')], false);
      assert.equal(await disk.isSynced(segment), false);
      await file.append([ask('I2')], true);
      assert.ok(await disk.isSynced(segment), 'the lines');
      // Though the segment was made by lines that were not asked to last.
      assert.ok(await disk.isSynced(folder), 'the name of the segment');
      await file.append([end('I1')], false);
      assert.equal(await disk.isSynced(segment), false);
    });

    it('has a claim on the disk', async () => {
      await createIntentFile(folder).claim('abc');
      for (const name of ['claims/abc', 'claims', ''])
        assert.ok(await disk.isSynced(path.join(folder, name)), name);
    });

    it('has folders it made on the disk', async () => {
      const deeper = path.join(folder, 'one', 'two');
      await createIntentFile(deeper).append([ask('I1')], true);
      for (const name of ['', 'one', 'one/two'])
        assert.ok(await disk.isSynced(path.join(folder, name)), name);
    });

    it('waits for the disk, and says so where that fails', async () => {
      const file = createIntentFile(folder);
      for (const work of [() => file.append([ask('I1')], true), () => file.claim('abc')]) {
        const held = disk.hold();
        let isDone = false;
        const done = work().finally(() => {
          isDone = true;
        });
        await held.reached;
        await new Promise((resolve) => setImmediate(resolve));
        assert.equal(isDone, false);
        held.fail(Object.assign(new Error('input/output error'), { code: 'EIO' }));
        await assert.rejects(done, /input\/output/);
      }
    });
  });
});
