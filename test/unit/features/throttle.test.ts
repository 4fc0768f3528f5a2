import assert from 'node:assert/strict';
import { Throttle } from '../../../src/features/throttle.ts';
import { VirtualClock } from '../../support/clock.ts';

function paced() {
  const clock = new VirtualClock();
  const runs: number[] = [];
  const started = clock.now();
  const pace = new Throttle(clock, 500, () => runs.push(clock.now() - started));
  return { clock, pace, runs };
}

describe('the pace of a view', () => {
  it('does nothing while closed, and on opening once for all that was asked', () => {
    const { pace, runs } = paced();
    pace.ask();
    pace.ask();
    assert.deepEqual(runs, []);
    pace.setOpen(true);
    assert.deepEqual(runs, [0]);
  });

  it('runs at once after a quiet time, and at most every 500 ms in a storm', async () => {
    const { clock, pace, runs } = paced();
    pace.setOpen(true);
    for (let ms = 0; ms < 1_200; ms += 100) {
      pace.ask();
      await clock.advance(100);
    }
    await clock.advance(2_000);
    assert.deepEqual(runs, [0, 500, 1_000, 1_500]);
    pace.ask();
    assert.equal(runs.length, 5);
  });

  it('closed in between, what was asked for waits for the next opening', async () => {
    const { clock, pace, runs } = paced();
    pace.setOpen(true);
    pace.ask();
    pace.ask();
    pace.setOpen(false);
    await clock.advance(5_000);
    assert.deepEqual(runs, [0]);
    assert.equal(clock.pending, 0);
    pace.setOpen(true);
    assert.deepEqual(runs, [0, 5_000]);
  });

  it('goes on at its rate after the clock was set back', async () => {
    const { clock, pace, runs } = paced();
    pace.setOpen(true);
    pace.ask();
    clock.shift(-3_600_000);
    pace.ask();
    await clock.advance(1_000);
    assert.equal(runs.length, 2);
  });

  it('leaves no timer behind', () => {
    const { clock, pace } = paced();
    pace.setOpen(true);
    pace.ask();
    pace.ask();
    assert.equal(clock.pending, 1);
    pace.dispose();
    assert.equal(clock.pending, 0);
  });
});
