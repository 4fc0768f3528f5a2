import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event.ts';
import { toDisposable } from '../../../src/base/lifecycle.ts';
import { Redraw } from '../../../src/features/redraw.ts';
import type { Services } from '../../../src/features/services.ts';
import { VirtualClock } from '../../support/clock.ts';

function rig() {
  const clock = new VirtualClock();
  const started = clock.now();
  const sessionChanges = new Emitter<string>();
  const counts = { watched: 0, loads: 0 };
  const state = { kind: 'idle' };
  const services = {
    clock,
    session: { onDidChange: sessionChanges.event },
    scheduler: {
      watch: () => {
        counts.watched += 1;
        return toDisposable(() => void counts.watched--);
      },
    },
  } as unknown as Services;
  const drawn: number[] = [];
  const load = async (): Promise<void> => {
    counts.loads += 1;
  };
  const redraw = new Redraw(services, {
    gapMs: 500,
    stores: [{ state, load } as never],
    changes: [],
    draw: () => drawn.push(clock.now() - started),
  });
  return { clock, redraw, drawn, sessionChanges, counts, state };
}

describe('Redraw', () => {
  it('draws nothing and loads nothing while hidden, and draws once when shown', async () => {
    const { clock, redraw, drawn, counts } = rig();
    redraw.request();
    await clock.advance(60_000);
    assert.deepEqual([drawn, counts.watched], [[], 0]);
    redraw.setShown(true);
    assert.deepEqual([drawn, counts.watched], [[60_000], 1]);
    redraw.request();
    redraw.setShown(false);
    await clock.advance(60_000);
    assert.deepEqual([drawn.length, counts.watched, clock.pending], [1, 0, 0]);
  });

  it('draws at once after a quiet time, and at most every 500 ms in a storm', async () => {
    const { clock, redraw, drawn } = rig();
    redraw.setShown(true);
    for (let ms = 0; ms < 1_200; ms += 100) {
      redraw.request();
      await clock.advance(100);
    }
    await clock.advance(2_000);
    assert.deepEqual(drawn, [0, 500, 1_000, 1_500]);
    redraw.request();
    assert.equal(drawn.length, 5);
  });

  it('draws every 30 seconds without a request, and goes on at its rate after the clock was set back', async () => {
    const { clock, redraw, drawn } = rig();
    redraw.setShown(true);
    await clock.advance(60_000);
    assert.deepEqual(drawn, [0, 30_000, 60_000]);
    clock.shift(-3_600_000);
    redraw.request();
    await clock.advance(1_000);
    assert.equal(drawn.length, 4);
  });

  it('loads stores again that another account emptied, and none for a change of the link', () => {
    const { redraw, sessionChanges, counts, state } = rig();
    redraw.setShown(true);
    sessionChanges.fire('link');
    assert.equal(counts.loads, 0);
    sessionChanges.fire('account');
    assert.equal(counts.loads, 1);
    state.kind = 'ready';
    sessionChanges.fire('account');
    assert.equal(counts.loads, 1);
  });
});
