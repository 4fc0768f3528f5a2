import assert from 'node:assert/strict';
import type { IntentFile } from '../../../../src/store/cancels/intent-log.ts';
import { withPatience } from '../../../../src/store/cancels/intent-patience.ts';
import { settle, VirtualClock } from '../../../support/clock.ts';
import { MemoryIntents } from '../../../support/memory-intents.ts';

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
