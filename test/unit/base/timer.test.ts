import assert from 'node:assert/strict';
import { DisposableStore } from '../../../src/base/disposable.ts';
import { Timer } from '../../../src/base/timer.ts';
import { VirtualClock } from '../../support/clock.ts';

describe('base: Timer', () => {
  function timer() {
    const clock = new VirtualClock();
    const start = clock.now();
    const due: number[] = [];
    return { clock, due, timer: new Timer(clock, () => due.push(clock.now() - start)) };
  }

  it('is due once, at the time set last', async () => {
    const { clock, due, timer: one } = timer();
    one.set(10);
    one.set(30);
    assert.ok(one.isSet);
    await clock.advance(100);
    assert.deepEqual(due, [30]);
    assert.ok(!one.isSet);
  });

  it('leaves what is set where it shall be set once', async () => {
    const { clock, due, timer: one } = timer();
    one.setOnce(30);
    one.setOnce(10);
    await clock.advance(100);
    one.setOnce(10);
    await clock.advance(100);
    assert.deepEqual(due, [30, 110]);
  });

  it('is not due any more once it was stopped, and can be set again', async () => {
    const { clock, due, timer: one } = timer();
    one.set(10);
    one.stop();
    assert.ok(!one.isSet);
    await clock.advance(100);
    one.set(10);
    await clock.advance(100);
    assert.deepEqual(due, [110]);
  });

  it('can be set again by what it does, and ends with its owner', async () => {
    const clock = new VirtualClock();
    const own = new DisposableStore();
    let count = 0;
    const one = own.add(
      new Timer(clock, () => {
        count += 1;
        one.set(10);
      }),
    );
    one.set(10);
    await clock.advance(35);
    own.dispose();
    await clock.advance(35);
    assert.equal(count, 3);
  });
});
