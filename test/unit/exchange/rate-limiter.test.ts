import assert from 'node:assert/strict';
import fc from 'fast-check';
import { RateLimiter } from '../../../src/exchange/http/rate-limiter.ts';
import { settle, VirtualClock } from '../../support/clock.ts';

const never = new AbortController().signal;

function setUp(perSecond = 20) {
  const clock = new VirtualClock();
  const start = clock.now();
  const limiter = new RateLimiter({ clock, perSecond });
  const grants: { readonly name: number; readonly at: number }[] = [];
  const take = (name: number, signal: AbortSignal = never): Promise<void> =>
    limiter.acquire(signal).then((permit) => {
      grants.push({ name, at: clock.now() - start });
      permit.release();
    });
  return { clock, limiter, grants, take };
}

describe('rate limiter', () => {
  it('counts a second from the answer on, for only then a request has certainly arrived', async () => {
    const { clock, limiter, grants, take } = setUp(1);
    const permit = await limiter.acquire(never);
    void take(1);
    await clock.advance(700);
    permit.release();
    assert.equal(permit.leave(), false);
    await clock.advance(500);
    permit.release();
    await clock.advance(509);
    assert.equal(grants.length, 0);
    await clock.advance(1);
    assert.deepEqual(grants, [{ name: 1, at: 1_710 }]);
  });

  it('takes what is not answered within a second to have arrived, so that a slow service holds nothing up', async () => {
    const { clock, limiter, grants, take } = setUp(1);
    const permit = await limiter.acquire(never);
    void take(1);
    await clock.advance(2_009);
    assert.equal(grants.length, 0);
    await clock.advance(1);
    assert.equal(grants.length, 1);
    permit.release();
    void take(2);
    await clock.advance(1_009);
    assert.equal(grants.length, 1);
    await clock.advance(1);
    assert.equal(grants.length, 2);
  });

  it('never grants more than 20 in any second, first come first served', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 90 }),
        async (gaps) => {
          const { clock, grants, take } = setUp();
          for (const [name, gap] of gaps.entries()) {
            void take(name);
            await clock.advance(gap);
          }
          await clock.advance(6_000);
          assert.deepEqual(
            grants.map(({ name }) => name),
            gaps.map((_, name) => name),
          );
          for (const { at } of grants) {
            const inWindow = grants.filter((other) => other.at >= at && other.at < at + 1_000).length;
            assert.ok(inWindow <= 20, `${inWindow} grants from ${at} ms on`);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('grants what reserves a place, as a cancel does, before the reads that wait', async () => {
    const { clock, limiter, grants, take } = setUp(1);
    void take(1);
    void take(2);
    void take(3);
    void limiter.reserve(never).then((permit) => {
      grants.push({ name: 0, at: clock.now() });
      permit.leave();
    });
    await clock.advance(5_000);
    assert.deepEqual(
      grants.map(({ name }) => name),
      [1, 0, 2, 3],
    );
  });

  it('lets a waiting request leave without costing the others their permit', async () => {
    const { clock, grants, take } = setUp(1);
    const leaving = new AbortController();
    void take(1);
    const second = take(2, leaving.signal);
    void take(3);
    leaving.abort(new Error('not wanted any more'));
    await assert.rejects(second, /not wanted any more/);
    assert.equal(clock.pending, 1);
    await clock.advance(1_010);
    assert.deepEqual(
      grants.map(({ name }) => name),
      [1, 3],
    );
    assert.equal(clock.pending, 0);
  });

  it('a pause also holds back what is already waiting, and a shorter one does not end a longer', async () => {
    const { clock, limiter, grants, take } = setUp(1);
    void take(1);
    void take(2);
    limiter.pause(5_000);
    limiter.pause(100);
    await clock.advance(4_999);
    assert.equal(grants.length, 1);
    await clock.advance(1);
    assert.equal(grants.length, 2);
  });

  it('a pause ends as it would have, however the machine’s clock is set', async () => {
    const { clock, limiter, grants, take } = setUp();
    limiter.pause(60_000);
    await clock.advance(10_000);
    clock.shift(-6 * 3_600_000);
    assert.equal(limiter.pausedMs, 50_000);
    await clock.advance(50_000);
    assert.equal(limiter.pausedMs, 0);
    void take(1);
    await settle();
    assert.equal(grants.length, 1);
  });

  it('a permit keeps its place until it leaves, and counts from then on', async () => {
    const { clock, limiter, grants, take } = setUp(2);
    const permit = await limiter.reserve(never);
    void take(1);
    await clock.advance(5_000);
    void take(2);
    void take(3);
    await settle();
    assert.deepEqual(grants, [
      { name: 1, at: 0 },
      { name: 2, at: 5_000 },
    ]);
    await clock.advance(500);
    assert.equal(permit.leave(), true);
    permit.release();
    await clock.advance(509);
    assert.equal(grants.length, 2);
    await clock.advance(1);
    void take(4);
    await clock.advance(499);
    assert.deepEqual(grants.slice(2), [{ name: 3, at: 6_010 }]);
    await clock.advance(1);
    assert.deepEqual(grants.slice(3), [{ name: 4, at: 6_510 }]);
  });

  it('a permit that is given back is somebody else’s at once, and no request’s any more', async () => {
    const { limiter, grants, take } = setUp(1);
    const permit = await limiter.reserve(never);
    void take(1);
    await settle();
    assert.equal(grants.length, 0);
    permit.release();
    await settle();
    assert.equal(grants.length, 1);
    assert.equal(permit.leave(), false);
    permit.release();
    void take(2);
    await settle();
    assert.equal(grants.length, 1);
  });

  it('0 a second is no limit', async () => {
    const { grants, take } = setUp(0);
    for (let name = 0; name < 500; name += 1) void take(name);
    await settle();
    assert.equal(grants.length, 500);
  });

  it('backs off for a second where nobody says for how long, twice as long each time, ten seconds at most', async () => {
    const { clock, limiter } = setUp();
    const pauses: number[] = [];
    for (let time = 0; time < 6; time += 1) {
      limiter.backOff();
      pauses.push(limiter.pausedMs);
      // A request in flight meanwhile is answered the same.
      await clock.advance(limiter.pausedMs / 2);
      limiter.backOff();
      await clock.advance(limiter.pausedMs);
      assert.equal(limiter.pausedMs, 0);
    }
    assert.deepEqual(pauses, [1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
    await clock.advance(10_000);
    limiter.backOff();
    assert.equal(limiter.pausedMs, 1_000);
  });
});
