import assert from 'node:assert/strict';
import { ExchangeError } from '../../../src/exchange/errors.ts';
import { RateLimiter } from '../../../src/exchange/http/rate-limiter.ts';
import { permitFor } from '../../../src/exchange/http/request.ts';
import type { Transport } from '../../../src/exchange/transport.ts';
import { settle, VirtualClock } from '../../support/clock.ts';
import { get, post, setUp } from '../../support/request.ts';

describe('time of a request', () => {
  it('reads are tried four times, then end in the last error', async () => {
    const { transport, failure } = setUp([{ status: 503 }]);
    assert.equal((await failure(get)).code, 'server');
    assert.equal(transport.sent.length, 4);
  });

  it('a 429 holds back every request: for as long as Retry-After says, else for a second, then for two', async () => {
    const headers = { 'retry-after': '5' };
    const { transport, ask, failure, clock } = setUp([
      { status: 429, headers },
      { status: 429 },
      { status: 429 },
      {},
    ]);
    for (const [index, pausedMs] of [0, 5_000, 1_000].entries()) {
      const asked = failure(post);
      if (pausedMs > 0) await clock.advance(pausedMs - 1);
      assert.equal(transport.sent.length, index);
      assert.equal((await asked).code, 'rateLimit');
      assert.equal(transport.sent.length, index + 1);
    }
    const last = [ask(post), ask(get)];
    await clock.advance(1_999);
    assert.equal(transport.sent.length, 3);
    await clock.advance(1);
    await Promise.all(last);
    assert.equal(transport.sent.length, 5);
  });

  it('a pause longer than there is time ends the request at once; no service holds a cancel back for over ten minutes', async () => {
    const { transport, ask, failure, clock } = setUp((_, index) =>
      index === 0 ? { status: 429, headers: { 'retry-after': '999999999' } } : { json: {} },
    );
    assert.equal(await ask(get).catch((cause: ExchangeError) => cause.code), 'rateLimit');
    const error = await failure(post);
    assert.equal(error.code, 'rateLimit');
    assert.equal(error.details.mayHaveArrived, false);
    assert.equal(error.details.retryAfterMs, 600_000);
    assert.equal(transport.sent.length, 1);
    await clock.advance(600_000);
    await ask(post);
    assert.equal(transport.sent.length, 2);
  });

  for (const [name, answer] of [
    ['an answer', { json: {} }],
    ['a refusal', { status: 400 }],
    ['a broken connection', { fail: 'protocol' }],
  ] as const) {
    it(`a permit is given back with ${name}: its place is free again a second later`, async () => {
      const { ask, clock, transport } = setUp([answer]);
      const read = (path: string) => ask({ ...get, path }).catch(() => {});
      await Promise.all(Array.from({ length: 20 }, (_, index) => read(`/v1/markets/${index}`)));
      const next = read('/v1/events');
      await clock.advance(1_009);
      assert.equal(transport.sent.length, 20);
      await clock.advance(1);
      assert.equal(transport.sent.length, 21);
      await next;
    });
  }

  it('a permit waits for as long as the service wants to be left alone; what leaves in it waits no more', async () => {
    const { transport, clock, context, ask, active } = setUp([{ json: {} }]);
    context.limiter.pause(300_000);
    const waiting = permitFor(context, undefined);
    await clock.advance(299_999);
    assert.equal(active.size, 1);
    await clock.advance(1);
    const permit = await waiting;
    assert.equal(active.size, 0);
    await ask({ ...post, permit });
    assert.equal(transport.sent.length, 1);
    const again = await ask({ ...post, permit }).catch(
      (cause: ExchangeError) => cause.details.mayHaveArrived,
    );
    assert.equal(again, false);
    assert.equal(transport.sent.length, 1);
  });

  it('a caller who waits for a permit can leave, and leaves when the connection is closed', async () => {
    const { clock, context, active } = setUp([]);
    context.limiter.pause(300_000);
    const code = (cause: unknown) => (cause instanceof ExchangeError ? cause.code : cause);
    const stop = new AbortController();
    const stopped = permitFor(context, stop.signal).catch(code);
    const closed = permitFor(context, undefined).catch(code);
    await clock.advance(1_000);
    stop.abort();
    assert.equal(await stopped, 'cancelled');
    for (const each of active) each.abort();
    assert.equal(await closed, 'cancelled');
    assert.equal(clock.pending, 0);
  });

  it('the total deadline ends a reply that never ends', async () => {
    const { transport, failure, clock } = setUp(['silence']);
    const start = clock.now();
    const error = await failure(post);
    assert.equal(error.code, 'timeout');
    assert.equal(error.details.mayHaveArrived, true);
    assert.equal(clock.now() - start, 30_000);
    assert.equal(transport.aborted, 1);
    assert.equal(clock.pending, 0);
  });

  it('an answer that was there when a window that stood still went on counts, not the deadline that passed meanwhile', async () => {
    const clock = new VirtualClock();
    // The answer is not given up: it lay in the buffer of the socket.
    const transport: Transport = {
      send: async () => {
        await new Promise<void>((resolve) => clock.setTimeout(resolve, 90_000));
        return { status: 404, headers: {}, body: new TextEncoder().encode('<html>') };
      },
      dispose: () => {},
    };
    const limiter = new RateLimiter({ clock, perSecond: 20 });
    const { ask } = setUp([], { clock, transport, limiter });
    const error = await clock.run(ask(post).catch((cause: unknown) => cause));
    assert.ok(error instanceof ExchangeError);
    assert.deepEqual([error.code, error.details.status], ['notFound', 404]);
  });

  it('the deadline covers all attempts and tells what went wrong', async () => {
    const { failure, clock } = setUp((_, index) => (index === 0 ? { status: 502 } : 'silence'));
    const start = clock.now();
    assert.equal((await failure(get)).code, 'server');
    assert.equal(clock.now() - start, 30_000);
  });

  it('a machine that sleeps, or whose clock is set, takes no time away from the retries', async () => {
    for (const ms of [-3_600_000, 3_600_000]) {
      const { transport, ask, clock, lines } = setUp((_, index) =>
        index === 0 ? { status: 503 } : { json: {} },
      );
      const asked = ask(get);
      await settle();
      clock.shift(ms);
      await clock.run(asked);
      assert.equal(transport.sent.length, 2);
      assert.match(lines[1] ?? '', / 0 ms$/);
    }
  });

  it('when it passed while everything stood still, the error before counts and nothing is sent', async () => {
    const { transport, ask, clock } = setUp([{ status: 503 }]);
    const asked = ask(get).catch((cause: unknown) => cause);
    await settle();
    // The retry and the deadline are both due; the retry is first.
    clock.jumpTo(clock.now() + 3_600_000);
    const error = await clock.run(asked);
    assert.ok(error instanceof ExchangeError);
    assert.deepEqual([error.code, error.details.status], ['server', 503]);
    assert.equal(transport.sent.length, 1);
  });

  it('waiting for its permit is not having arrived', async () => {
    const { ask, failure, context } = setUp([{}], {});
    context.limiter.pause(4_000);
    const leaving = new AbortController();
    const waiting = ask({ ...post, signal: leaving.signal }).catch((cause: ExchangeError) => cause);
    await settle();
    leaving.abort();
    const cancelled = await waiting;
    assert.ok(cancelled instanceof ExchangeError);
    assert.equal(cancelled.code, 'cancelled');
    assert.equal(cancelled.details.mayHaveArrived, false);
    assert.equal((await failure({ ...post, signal: AbortSignal.abort() })).code, 'cancelled');
  });
});

describe('giving a request up', () => {
  for (const [when, asked, answer] of [
    ['a read is sent', get, 'silence'],
    ['a cancel is sent', post, 'silence'],
    ['a read waits for a retry', get, { status: 503 }],
  ] as const) {
    it(`while ${when} the caller’s signal ends it as \`cancelled\`, and frees the connection`, async () => {
      const { transport, ask, clock } = setUp([answer]);
      const leaving = new AbortController();
      const call = ask({ ...asked, signal: leaving.signal }).catch((cause: ExchangeError) => cause.code);
      await settle();
      leaving.abort();
      assert.equal(await call, 'cancelled');
      assert.deepEqual([transport.sent.length, transport.aborted], [1, 1]);
      assert.equal(clock.pending, 0);
    });
  }
});
