import assert from 'node:assert/strict';
import { Follower, type FollowOptions } from '../../../../src/store/cancels/follow.ts';
import { VirtualClock } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { order } from '../values.ts';
import { clientRig } from './cancel-rig.ts';

const unanswered = { kind: 'unknown', error: failure('server', { status: 503 }) } as const;
const notFound = failure('notFound', { status: 404, saidBy: 'service' });

/** Follows one order. `gaveUp`: when it was called unknown, milliseconds since the beginning. */
function follow(part: Partial<FollowOptions>) {
  const clock = new VirtualClock();
  const from = clock.now();
  const gaveUp: number[] = [];
  const end = new AbortController();
  const outcome = new Follower(clock).follow({
    orderId: 'A',
    answer: () => unanswered,
    read: () => Promise.resolve(order('A')),
    isUnlisted: () => Promise.resolve(true),
    onRead: () => {},
    onUnknown: () => gaveUp.push(clock.now() - from),
    signal: end.signal,
    ...part,
  });
  return { clock, outcome, gaveUp, end: () => end.abort(), elapsed: () => clock.now() - from };
}

describe('following an order', () => {
  it('that the service does not know for five seconds: it is gone, and not before', async () => {
    const { clock, outcome, elapsed } = follow({ read: () => Promise.reject(notFound) });
    assert.equal((await clock.run(outcome)).kind, 'gone');
    assert.equal(elapsed(), 5_000);
  });

  it('that a service which lags behind does not know yet is no end', async () => {
    const clock = new VirtualClock();
    const from = clock.now();
    const isBehind = (): boolean => clock.now() - from < 4_000;
    const states: string[] = [];
    const end = new AbortController();
    const following = new Follower(clock).follow({
      orderId: 'A',
      answer: () => unanswered,
      read: () => (isBehind() ? Promise.reject(notFound) : Promise.resolve(order('A'))),
      isUnlisted: async () => isBehind(),
      onRead: ({ state }) => states.push(String(state)),
      onUnknown: () => end.abort(),
      signal: end.signal,
    });
    await assert.rejects(clock.run(following), { name: 'AbortError' });
    assert.ok(states.length > 3 && states.every((state) => state === 'NEW'));
    assert.equal(clock.pending, 0);
  });

  for (const [name, fails, code] of [
    ['the request, where the order can be read again', 3, 'server'],
    ['the last reading', 99, 'network'],
  ] as const)
    it(`that stays unknown says why by the answer: ${name}`, async () => {
      const said: (string | undefined)[] = [];
      const end = new AbortController();
      let readings = 0;
      const { clock, outcome } = follow({
        read: async () => {
          readings += 1;
          if (readings <= fails) throw failure('network');
          return order('A');
        },
        onUnknown: (error) => {
          said.push(error?.code);
          end.abort();
        },
        signal: end.signal,
      });
      await assert.rejects(clock.run(outcome), { name: 'AbortError' });
      assert.deepEqual(said, [code]);
    });

  it('that it refused to cancel, and does not know when it is read, is gone', async () => {
    const { clock, outcome } = follow({
      answer: () => ({ kind: 'refused', error: notFound }),
      read: () => Promise.reject(notFound),
    });
    assert.equal((await clock.run(outcome)).kind, 'gone');
  });

  it('that was turned away before it was looked at is refused, though it cannot be read', async () => {
    const { clock, outcome, elapsed } = follow({
      answer: () => ({ kind: 'refused', error: failure('rateLimit', { status: 429 }) }),
      read: () => Promise.reject(failure('server', { status: 500 })),
    });
    assert.equal((await clock.run(outcome)).kind, 'rejected');
    assert.equal(elapsed(), 1_000);
  });

  it('that it refused to cancel is not called refused until it can be read: a request that came twice may have done it', async () => {
    for (const [state, kind] of [
      ['CANCELED', 'gone'],
      ['NEW', 'rejected'],
    ] as const) {
      let readings = 0;
      const { clock, outcome, gaveUp } = follow({
        answer: () => ({ kind: 'refused', error: failure('refused', { status: 400 }) }),
        read: async () => {
          readings += 1;
          if (readings < 12) throw failure('server', { status: 500 });
          return order('A', { state });
        },
      });
      assert.equal((await clock.run(outcome)).kind, kind);
      assert.equal(gaveUp.length, 1);
    }
  });

  it('gives up for now after half a minute though no reading comes to an end, and goes on', async () => {
    let readings = 0;
    const { clock, outcome, gaveUp, end } = follow({
      read: () => {
        readings += 1;
        return readings < 8 ? new Promise(() => {}) : Promise.resolve(order('A', { state: 'CANCELED' }));
      },
    });
    assert.equal((await clock.run(outcome)).kind, 'cancelled');
    assert.deepEqual(gaveUp, [31_000]);
    assert.equal(readings, 8);
    end();
    assert.equal(clock.pending, 0);
  });
});

describe('a network that falls silent', () => {
  for (const count of [1, 100])
    it(`says of ${count} that they are not known as soon as no answer came, and tells it half a minute later`, async () => {
      const ids = Array.from({ length: count }, (_, i) => `N${i}`);
      let isSilent = false;
      const { clock, orders, cancels } = await clientRig(
        ids,
        () => {
          isSilent = true;
          return 'silence';
        },
        { reading: () => (isSilent ? 'silence' : undefined) },
      );
      let isReported = false;
      void cancels.cancel(orders.orders).then(() => {
        isReported = true;
      });
      await clock.advance(14_000);
      assert.equal(orders.unknown.size, 0);
      // A request has half a minute at the most, and at most eighty orders go out at once.
      await clock.advance(46_000);
      assert.equal(orders.unknown.size, count);
      assert.equal(orders.pending.size, count);
      await clock.advance(32_000);
      assert.equal(isReported, true);
    });
});
