import assert from 'node:assert/strict';
import fs, { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { createIntentFile } from '../../../src/features/journal.ts';
import { endOf } from '../../../src/store/cancels/intent.ts';
import { MOST_OPEN } from '../../../src/store/cancels/intent-keep.ts';
import { bytesOf, readBook } from '../../../src/store/cancels/intent-lines.ts';
import { VirtualClock } from '../../support/clock.ts';
import { askLine as ask, head, intentLog, stepLine as step } from '../../support/memory-intents.ts';

const KB = 1_024;

describe('the size of the record of cancels', () => {
  let folder: string;

  beforeEach(async () => {
    folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'record-')), 'cancels');
  });

  afterEach(() => rm(path.dirname(folder), { recursive: true }));

  async function segments(): Promise<readonly string[]> {
    return (await readdir(folder)).filter((name) => name.startsWith('record')).sort();
  }

  async function bytes(): Promise<number> {
    const found = await Promise.all((await segments()).map((name) => stat(path.join(folder, name))));
    return found.reduce((sum, { size }) => sum + size, 0);
  }

  it('stays bounded, and what is not finished is not lost with the oldest segment', async () => {
    const file = createIntentFile(folder, 4_000);
    await file.append([ask('OPEN')], true);
    for (let at = 0; at < 300; at += 1) {
      await file.append([ask(`I${at}`), step(`I${at}`)], false);
      assert.ok((await bytes()) <= 4 * 4_000 + 1_000 + 4_000 + 1_000, String(await bytes()));
    }
    const { records } = readBook(await file.read());
    assert.ok(records.some(({ id }) => id === 'OPEN'));
    assert.ok(records.length < 80, String(records.length));
  });

  it('does not write what is open again at each line where that alone is more than a segment', async () => {
    const file = createIntentFile(folder, 4_000);
    const open = Array.from({ length: 60 }, (_, at) => `OPEN${at}`);
    await file.append(
      open.map((id) => ask(id)),
      true,
    );
    const openBytes = await bytes();
    assert.ok(openBytes > 5 * 4_000, String(openBytes));
    let written = 0;
    for (let at = 0; at < 300; at += 1) {
      const lines = [ask(`I${at}`), step(`I${at}`)];
      written += bytesOf(lines.join('\n\n'));
      await file.append(lines, false);
      assert.ok((await bytes()) < 4 * 4_000 + 1.25 * openBytes + 2 * 4_000, String(await bytes()));
    }
    const opened = Number((await segments()).at(-1)?.slice(7, 13));
    assert.ok(opened < (2 * written) / 4_000, `${opened} segments for ${written} bytes`);
    const { records } = readBook(await file.read());
    assert.equal(records.filter((record) => endOf(record) === undefined).length, open.length);
  });

  it('takes 5,000 orders cancelled at once and answered by nothing, and follows them all', async () => {
    const file = createIntentFile(folder);
    const ids = Array.from({ length: MOST_OPEN }, (_, at) => `I${String(at).padStart(9, '0')}`);
    await play(file, ids);
    const { records } = readBook(await file.read());
    assert.equal(records.filter((record) => endOf(record) === undefined).length, MOST_OPEN);
    assert.ok((await bytes()) < 7 * KB * KB, String(await bytes()));
  });

  it('has room for no more than that: the oldest are said not to be followed, and none goes without that', async () => {
    const file = createIntentFile(folder);
    const early = Array.from({ length: 2_000 }, (_, at) => `A${String(at).padStart(9, '0')}`);
    const late = Array.from({ length: MOST_OPEN }, (_, at) => `B${String(at).padStart(9, '0')}`);
    await play(file, early);
    await play(file, late);
    const ends = new Map(
      readBook(await file.read()).records.map((record) => [record.id, endOf(record)?.step]),
    );
    assert.ok(late.every((id) => ends.has(id) && ends.get(id) === undefined));
    assert.ok(early.every((id) => ends.get(id) === 'unfollowed'));
    assert.ok((await bytes()) < 9 * KB * KB, String(await bytes()));
  });

  /** Each is asked for, sent, not answered, and a person told so. */
  async function play(file: ReturnType<typeof createIntentFile>, ids: readonly string[]): Promise<void> {
    const log = intentLog(new VirtualClock(), file);
    for (let at = 0; at < ids.length; at += 1_000) {
      const some = ids.slice(at, at + 1_000);
      await log.ask(some.map((id) => head(id, { slot: id.repeat(4).slice(0, 32), of: ids.length })));
      await log.sending(some, 'batch', log.newId());
      for (const id of some) log.note(id, 'unknown', { error: 'timeout' });
      for (const id of some) log.note(id, 'unknown', { error: 'timeout', told: true });
    }
    await log.flushed();
    await log.read();
    await log.flushed();
  }

  it('is tidied up by one window at a time, and by another one where that one crashed', async () => {
    const windows = [createIntentFile(folder, 2_000), createIntentFile(folder, 2_000)];
    await windows[0]?.append([ask('OPEN')], true);
    await writeFile(path.join(folder, 'tidying'), '');
    const write = (from: number) =>
      Promise.all(
        Array.from({ length: 40 }, (_, at) =>
          windows[at % 2]?.append([ask(`I${from + at}`), step(`I${from + at}`)], false),
        ),
      );
    await write(0);
    assert.ok((await segments()).includes('record-000001.jsonl'), 'another window is at it');
    await utimes(path.join(folder, 'tidying'), 1, 1);
    await write(100);
    await write(200);
    // What others wrote while one tidied up is tidied up with what is written next.
    for (let at = 0; at < 12; at += 1) await windows[0]?.append([ask(`J${at}`), step(`J${at}`)], false);
    assert.ok((await bytes()) < 30_000, String(await bytes()));
    const { records, lost } = readBook((await windows[0]?.read()) ?? '');
    assert.equal(lost, 0);
    assert.ok(records.some(({ id }) => id === 'OPEN'));
  });

  it('holds what is open once or so, however many windows write and whoever tidies up', async () => {
    const windows = Array.from({ length: 3 }, () => createIntentFile(folder, 4_000));
    const open = ['OPEN1', 'OPEN2', 'OPEN3', 'OPEN4'];
    const [one] = windows;
    await one?.append(
      open.map((id) => ask(id)),
      true,
    );
    // As if each had begun long ago: they all tidy up at once.
    const lock = path.join(folder, 'tidying');
    const play = async (file: (typeof windows)[number], which: number): Promise<void> => {
      for (let at = 0; at < 150; at += 1) {
        const id = `W${which}I${at}`;
        await file.append([ask(id), step(id, 'sent'), step(id)], false);
        await utimes(lock, 1, 1).catch(() => undefined);
      }
    };
    await Promise.all(windows.map(play));
    // What others wrote while one tidied up is tidied up with what is written next.
    for (let at = 0; at < 12; at += 1) await one?.append([ask(`I${at}`), step(`I${at}`)], false);
    const text = (await one?.read()) ?? '';
    for (const id of open) assert.ok(text.split(ask(id)).length <= 3, id);
    assert.ok((await bytes()) < 5 * 4_000 + 1.25 * 4 * KB + KB, String(await bytes()));
    const { records } = readBook(text);
    assert.deepEqual(
      records
        .filter((record) => endOf(record) === undefined)
        .map(({ id }) => id)
        .sort(),
      open,
    );
  });

  it('carries over what a crash in the middle of it left, once', async () => {
    const file = createIntentFile(folder, 1_000);
    await file.append([ask('OPEN')], true);
    await fs.rename(path.join(folder, 'record-000001.jsonl'), path.join(folder, 'record-000001.gone7.jsonl'));
    assert.ok(readBook(await file.read()).records.some(({ id }) => id === 'OPEN'));
    for (let at = 0; at < 30; at += 1) await file.append([ask(`I${at}`), step(`I${at}`)], false);
    assert.ok(!(await segments()).some((name) => name.includes('gone')));
    assert.equal((await file.read()).split(ask('OPEN')).length, 2);
  });

  it('loses no line to a segment that is carried over while a slow window writes to it', async () => {
    const slow = createIntentFile(folder, 1_000);
    const other = createIntentFile(folder, 1_000);
    await slow.append([ask('I0')], true);
    const plain = fs.open;
    const opened = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    let isFirst = true;
    fs.open = async (...how) => {
      const handle = await plain(...how);
      if (isFirst && String(how[0]).endsWith('record-000001.jsonl')) {
        isFirst = false;
        opened.resolve();
        await goesOn.promise;
      }
      return handle;
    };
    syncBuiltinESMExports();
    try {
      const writing = slow.append([step('I0', 'sent')], true);
      await opened.promise;
      for (let at = 1; at < 30; at += 1) await other.append([ask(`I${at}`), step(`I${at}`)], false);
      assert.ok(!(await segments()).includes('record-000001.jsonl'));
      goesOn.resolve();
      await writing;
    } finally {
      fs.open = plain;
      syncBuiltinESMExports();
    }
    const own = readBook(await other.read()).records.find(({ id }) => id === 'I0');
    assert.deepEqual(
      own?.steps.map((each) => each.step),
      ['asked', 'sent'],
    );
  });
});
