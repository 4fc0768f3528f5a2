import assert from 'node:assert/strict';
import type { IntentFile } from '../../../../src/store/cancels/intent-log.ts';
import { withPatience } from '../../../../src/store/cancels/intent-patience.ts';
import { settle, VirtualClock } from '../../../support/clock.ts';
import { intentLog, MemoryIntents } from '../../../support/memory-intents.ts';

const DOES: readonly (readonly [name: string, work: (file: IntentFile) => Promise<unknown>])[] = [
  ['read', (file) => file.read()],
  ['append', (file) => file.append(['{}'], true)],
  ['claim', (file) => file.claim('a')],
];

describe('a disk that hangs', () => {
  for (const [name, work] of DOES)
    it(`is waited for ten seconds: ${name}`, async () => {
      const clock = new VirtualClock();
      const file = new MemoryIntents();
      file[name as 'claim'] = () => new Promise(() => {});
      const failed = work(withPatience(file, clock)).catch((cause: Error) => cause.message);
      let isOver = false;
      void failed.then(() => {
        isOver = true;
      });
      await clock.advance(9_999);
      assert.equal(isOver, false);
      await clock.advance(1);
      assert.equal(await failed, 'The disk does not answer.');
      assert.equal(clock.pending, 0);
    });

  it('is not what a machine has that slept while it waited for it', async () => {
    const clock = new VirtualClock();
    const file = new MemoryIntents();
    const done = Promise.withResolvers<boolean>();
    file.claim = () => done.promise;
    const claimed = withPatience(file, clock).claim('a');
    await clock.advance(500);
    clock.jumpTo(clock.now() + 8 * 3_600_000);
    await clock.advance(0);
    done.resolve(true);
    assert.equal(await claimed, true);
  });

  it('is not asked again and again while it hangs, or it would do all of that once it answers', async () => {
    const clock = new VirtualClock();
    const memory = new MemoryIntents();
    const plain = memory.append.bind(memory);
    const answers = Promise.withResolvers<void>();
    memory.append = async (lines, durable) => {
      await answers.promise;
      await plain(lines, durable);
    };
    const log = intentLog(clock, memory);
    log.note('a', 'confirmed');
    await clock.advance(3_600_000);
    answers.resolve();
    await clock.advance(60_000);
    const lines = memory.text.split('\n').filter((line) => line.includes('confirmed'));
    assert.ok(lines.length >= 1 && lines.length <= 3, `written ${lines.length} times`);
  });

  it('is asked beside one that never comes back', async () => {
    const clock = new VirtualClock();
    const memory = new MemoryIntents();
    const claim = memory.claim.bind(memory);
    memory.claim = (name) => (name === 'lost' ? new Promise(() => {}) : claim(name));
    const file = withPatience(memory, clock);
    const lost = assert.rejects(file.claim('lost'), /does not answer/);
    await clock.advance(10_000);
    await lost;
    assert.equal(await file.claim('a'), true);
  });

  it('leaves nothing behind where it answers', async () => {
    const clock = new VirtualClock();
    const file = withPatience(new MemoryIntents(), clock);
    await file.append(['{}'], true);
    assert.deepEqual(
      [await file.claim('a'), await file.claim('a'), await file.read()],
      [true, false, '\n{}'],
    );
    await settle();
    assert.equal(clock.pending, 0);
  });
});
