import assert from 'node:assert/strict';
import { Follower, type FollowOptions } from '../../../../src/store/cancels/attempt-follower.ts';
import { VirtualClock } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { order } from '../values.ts';
import { cancelRig, clientRig } from './cancel-rig.ts';

const notFound = failure('notFound', { status: 404, saidBy: 'service' });
const refused = { kind: 'refused', error: failure('refused', { status: 400 }) } as const;

/** Follows one order. `unknown`: when it was called so, milliseconds since the beginning, and why. */
function follow(read: (ms: number) => ReturnType<FollowOptions['read']>, part: Partial<FollowOptions> = {}) {
  const clock = new VirtualClock();
  const from = clock.now();
  const unknown: (readonly [ms: number, code: string | undefined, open: string | undefined])[] = [];
  const end = new AbortController();
  const follower = new Follower(clock);
  const outcome = follower.follow({
    answer: { kind: 'unanswered', error: failure('server', { status: 503 }) },
    read: () => read(clock.now() - from),
    isUnlisted: () => Promise.resolve(true),
    onUnknown: (error, open) => unknown.push([clock.now() - from, error?.code, open?.state]),
    signal: end.signal,
    ...part,
  });
  const elapsed = () => clock.now() - from;
  return { clock, outcome, unknown, end: () => end.abort(), elapsed, wake: () => follower.wake() };
}

describe('Follower', () => {
  it('calls an order gone that the service does not know for five seconds, and not before', async () => {
    const { clock, outcome, elapsed } = follow(() => Promise.reject(notFound));
    assert.equal((await clock.run(outcome)).kind, 'gone');
    assert.equal(elapsed(), 5_000);
  });

  it('takes a service that lags behind for no end, and stops when it is aborted', async () => {
    const { clock, outcome, end } = follow((ms) =>
      ms < 4_000 ? Promise.reject(notFound) : Promise.resolve(order('A')),
    );
    await clock.advance(600_000);
    end();
    await assert.rejects(outcome, { name: 'AbortError' });
    assert.equal(clock.pending, 0);
  });

  it('says after half a minute why the result is unknown: the request, or the last reading', async () => {
    for (const [failsForMs, code, open] of [
      [3_000, 'server', 'NEW'],
      [99_000, 'network', undefined],
    ] as const) {
      const { clock, outcome, unknown, end } = follow((ms) =>
        ms < failsForMs ? Promise.reject(failure('network')) : Promise.resolve(order('A')),
      );
      await clock.advance(60_000);
      assert.deepEqual(unknown[0], [31_000, code, open]);
      end();
      await assert.rejects(outcome, { name: 'AbortError' });
    }
  });

  it('does not call refused what it cannot read: a request that arrived twice may have done it', async () => {
    for (const [state, kind] of [
      ['CANCELED', 'cancelled'],
      ['EXPIRED', 'gone'],
      ['NEW', 'rejected'],
    ] as const) {
      const { clock, outcome, unknown } = follow(
        async (ms) => {
          if (ms < 40_000) throw failure('server', { status: 500 });
          return order('A', { state });
        },
        { answer: refused },
      );
      assert.equal((await clock.run(outcome)).kind, kind);
      assert.equal(unknown.length, 1);
    }
  });

  it('says with each reading after half a minute that the order is open, and calls the cancel rejected once it was so for a quarter of an hour', async () => {
    const { clock, outcome, unknown, elapsed } = follow((ms) =>
      ms < 100_000 ? Promise.reject(failure('timeout')) : Promise.resolve(order('A')),
    );
    const end = await clock.run(outcome);
    assert.deepEqual(unknown[0], [31_000, 'timeout', undefined]);
    assert.ok(unknown.slice(1).every(([ms, , open]) => ms >= 100_000 && open === 'NEW'));
    assert.equal(end.kind === 'rejected' && end.order?.state, 'NEW');
    assert.ok(elapsed() >= 1_000_000 && elapsed() < 1_500_000, `${elapsed()}`);
  });

  it('follows an accepted cancel on, however long the order reads open: it may still take effect', async () => {
    const answer = { kind: 'accepted', requestId: 'R1' } as const;
    let state: 'NEW' | 'CANCELED' = 'NEW';
    const { clock, outcome, unknown } = follow(async () => order('A', { state }), { answer });
    await clock.advance(3_600_000);
    assert.equal(unknown.at(-1)?.[2], 'NEW');
    state = 'CANCELED';
    assert.equal((await clock.run(outcome)).kind, 'cancelled');
  });

  it('waits on while the service says that it is cancelling the order', async () => {
    const { clock, outcome, unknown, end } = follow(async () => order('A', { state: 'PENDING_CANCEL' }));
    await clock.advance(86_400_000);
    assert.deepEqual(unknown, [[31_000, 'server', undefined]]);
    end();
    await assert.rejects(outcome, { name: 'AbortError' });
  });

  it('reads at once when the service answers again, however long the wait was going to be', async () => {
    let isStalled = true;
    const { clock, outcome, wake, elapsed } = follow(async () => {
      if (isStalled) throw failure('timeout');
      return order('A', { state: 'CANCELED' });
    });
    await clock.advance(800_000);
    isStalled = false;
    await clock.advance(1);
    wake();
    assert.equal((await clock.run(outcome)).kind, 'cancelled');
    assert.equal(elapsed(), 800_001);
    assert.equal(clock.pending, 0);
  });

  it('calls a refused order gone that the service does not know either', async () => {
    const answer = { kind: 'refused', error: notFound } as const;
    const { clock, outcome } = follow(() => Promise.reject(notFound), { answer });
    assert.equal((await clock.run(outcome)).kind, 'gone');
  });
});

describe('a network that falls silent', () => {
  for (const count of [1, 100])
    it(`shows ${count} as unknown as soon as no answer came, and reports that half a minute later`, async () => {
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
      const shown = (): Set<string> => new Set(orders.cancelling.values());
      assert.deepEqual([...shown()], ['underWay']);
      // A request has half a minute at the most, and at most eighty orders go out at once.
      await clock.advance(46_000);
      assert.deepEqual([...shown()], ['unknown']);
      assert.equal(orders.cancelling.size, count);
      await clock.advance(32_000);
      assert.equal(isReported, true);
    });
});

describe('the outcome of a cancel', () => {
  it('takes no single 404 for an end, nor any while the order is listed or the list cannot be read whole', async () => {
    const { cancels, exchange, clock, list, kinds, become } = await cancelRig('A1', 'A2', 'A3');
    const missing = failure('notFound', { status: 404 });
    exchange.next('cancelOrder', failure('server', { status: 502 }));
    exchange.next('order', missing);
    const first = cancels.cancel(list('A1'));
    await clock.advance(2_000);
    become('A1', { state: 'CANCELED' });
    assert.deepEqual(kinds(await clock.run(first)), ['cancelled']);
    exchange.always('order', missing);
    exchange.next('cancelOrder', failure('server', { status: 502 }));
    assert.deepEqual(kinds(await clock.run(cancels.cancel(list('A2')))), ['unknown'], 'it is listed');
    exchange.always('openOrders', () => ({ items: [], lost: 1, problems: [], receivedAt: 0 }));
    exchange.next('cancelOrder', failure('server', { status: 502 }));
    assert.deepEqual(
      kinds(await clock.run(cancels.cancel(list('A3')))),
      ['unknown'],
      'it may be the lost one',
    );
  });

  it('takes no page of something in front of the service for its word', async () => {
    const { cancels, exchange, clock, list, kinds } = await cancelRig('A1');
    exchange.orders_.delete('A1');
    exchange.always('order', failure('notFound', { status: 404, saidBy: 'other' }));
    exchange.next('cancelOrder', failure('server', { status: 502 }));
    assert.deepEqual(kinds(await clock.run(cancels.cancel(list('A1')))), ['unknown']);
  });

  it('does not call refused and open what one lagging reading shows', async () => {
    const { cancels, exchange, clock, list, kinds, become } = await cancelRig('A1');
    exchange.next('cancelOrder', failure('refused', { status: 400, mayHaveArrived: false }));
    become('A1', { state: 'FILLED' });
    for (let lag = 0; lag < 2; lag += 1) exchange.next('order', () => order('A1'));
    assert.deepEqual(kinds(await clock.run(cancels.cancel(list('A1')))), ['filled']);
  });
});
