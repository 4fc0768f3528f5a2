import assert from 'node:assert/strict';
import { AWAY_MS, LinePolicy } from '../../../../src/store/live/line-policy.ts';
import { VirtualClock } from '../../../support/clock.ts';

const HOUR = 3_600_000;

function left() {
  const clock = new VirtualClock();
  const policy = new LinePolicy(clock);
  policy.setNeeded(true);
  policy.set({ focused: false, statusShown: false });
  return { clock, policy };
}

describe('a window that is left, and a clock that is set back', () => {
  it('stays away until it has the focus again', async () => {
    const { clock, policy } = left();
    await clock.advance(AWAY_MS);
    assert.equal(policy.away, true);
    clock.shift(-HOUR);
    assert.equal(policy.away, true);
    policy.set({ focused: true, statusShown: false });
    assert.equal(policy.away, false);
    policy.set({ focused: false, statusShown: false });
    assert.equal(policy.away, false, 'a minute begins anew');
    policy.dispose();
  });

  it('is away a minute or two later, not an hour', async () => {
    const { clock, policy } = left();
    await clock.advance(AWAY_MS / 2);
    clock.shift(-HOUR);
    await clock.advance(2 * AWAY_MS);
    assert.equal(policy.away, true);
    policy.dispose();
    assert.equal(clock.pending, 0);
  });
});
