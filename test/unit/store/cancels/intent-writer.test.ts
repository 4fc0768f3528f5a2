import assert from 'node:assert/strict';
import { silentLog } from '../../../../src/base/log.ts';
import { IntentWriter } from '../../../../src/store/cancels/intent-writer.ts';
import { settle, VirtualClock } from '../../../support/clock.ts';
import { intentLog, MemoryIntents } from '../../../support/memory-intents.ts';

function rig() {
  const clock = new VirtualClock();
  const disk = { lines: [] as string[], appends: 0, isBroken: false };
  const errors: string[] = [];
  const writer = new IntentWriter({
    append: async (lines) => {
      disk.appends += 1;
      if (disk.isBroken) throw new Error('EBUSY');
      disk.lines.push(...lines);
    },
    clock,
    log: { ...silentLog, error: (message) => errors.push(message) },
  });
  return { clock, disk, errors, writer };
}

describe('what one window writes into the record of cancels', () => {
  it('is kept while it cannot be written, and stands before what comes later', async () => {
    const { disk, writer } = rig();
    disk.isBroken = true;
    writer.note('1');
    writer.note('2');
    await writer.flushed();
    assert.deepEqual(writer.unwritten, ['1', '2']);
    await assert.rejects(writer.durable(['not sent']), /EBUSY/);
    disk.isBroken = false;
    await writer.durable(['3']);
    writer.note('4');
    await writer.flushed();
    assert.deepEqual(disk.lines, ['1', '2', '3', '4']);
    assert.deepEqual(writer.unwritten, []);
  });

  it('is tried again by itself, ever less often, until it is there; that it fails is said once', async () => {
    const { clock, disk, errors, writer } = rig();
    disk.isBroken = true;
    writer.note('1');
    await clock.advance(3_600_000);
    assert.ok(disk.appends > 50 && disk.appends < 70, String(disk.appends));
    assert.equal(errors.length, 1);
    disk.isBroken = false;
    await clock.advance(60_000);
    assert.deepEqual(disk.lines, ['1']);
    assert.equal(clock.pending, 0);
    disk.isBroken = true;
    writer.note('2');
    await writer.flushed();
    assert.equal(errors.length, 2);
  });

  it('is not tried again where it says nothing once it is old', async () => {
    const { clock, disk, writer } = rig();
    disk.isBroken = true;
    writer.noteOnce('alive');
    await clock.advance(100_000);
    assert.equal(disk.appends, 1);
  });

  it('is written a thousand lines at most at once', async () => {
    const { disk, writer } = rig();
    for (let at = 0; at < 2_500; at += 1) writer.note(String(at));
    await writer.flushed();
    assert.equal(disk.appends, 3);
    assert.equal(disk.lines.at(-1), '2499');
  });

  it('is read by that window before it is on the disk', async () => {
    const clock = new VirtualClock();
    const file = new MemoryIntents();
    const log = intentLog(clock, file);
    file.text = `\n${JSON.stringify({ head: asked(), at: 1_000 })}`;
    file.append = () => Promise.reject(new Error('EBUSY'));
    log.note('I1', 'refused');
    await settle();
    const { records } = await log.read();
    assert.deepEqual(
      records[0]?.steps.map(({ step }) => step),
      ['asked', 'refused'],
    );
  });
});

function asked() {
  const order = { id: 'O1', marketSlug: 'otters-herons' };
  return {
    id: 'I1',
    account: 'a',
    connection: 'c',
    window: 'w',
    slot: 's',
    nth: 1,
    why: '',
    list: '',
    of: 1,
    order,
  };
}
