import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseRetryAfter } from '../../../src/exchange/http/reply-headers.ts';
import { type AttemptFailure, decideRetry, type RetryQuestion } from '../../../src/exchange/http/request.ts';

const MAX_ATTEMPTS = 4;

const status = (code: number, retryAfterMs?: number): AttemptFailure => ({
  kind: 'status',
  status: code,
  retryAfterMs,
});

const question = (part: Partial<RetryQuestion>): RetryQuestion => ({
  method: 'GET',
  attempt: 1,
  failure: status(503),
  elapsedMs: 0,
  deadlineMs: 30_000,
  random: 0.5,
  ...part,
});

const anyFailure: fc.Arbitrary<AttemptFailure> = fc.oneof(
  fc.record({
    kind: fc.constant('status' as const),
    status: fc.integer({ min: 100, max: 599 }),
    retryAfterMs: fc.option(fc.integer({ min: 0, max: 100_000 }), { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('transport' as const), transient: fc.boolean() }),
);

const anyQuestion: fc.Arbitrary<RetryQuestion> = fc.record({
  method: fc.constantFrom('GET' as const, 'POST' as const),
  attempt: fc.integer({ min: 1, max: 10 }),
  failure: anyFailure,
  elapsedMs: fc.integer({ min: 0, max: 60_000 }),
  deadlineMs: fc.integer({ min: 1, max: 60_000 }),
  random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
});

describe('retry decision', () => {
  const table: readonly [name: string, part: Partial<RetryQuestion>, delay: number | 'no'][] = [
    ['a first 503 waits half of 500 ms at random 0.5', {}, 250],
    ['the second attempt doubles the ceiling', { attempt: 2 }, 500],
    ['the third doubles it again', { attempt: 3 }, 1_000],
    ['no fourth retry', { attempt: MAX_ATTEMPTS }, 'no'],
    ['408', { failure: status(408) }, 250],
    ['429', { failure: status(429) }, 250],
    ['500', { failure: status(500) }, 250],
    ['502', { failure: status(502) }, 250],
    ['504', { failure: status(504) }, 250],
    ['a broken connection', { failure: { kind: 'transport', transient: true } }, 250],
    ['a certificate that is not trusted', { failure: { kind: 'transport', transient: false } }, 'no'],
    ['400', { failure: status(400) }, 'no'],
    ['401', { failure: status(401) }, 'no'],
    ['404', { failure: status(404) }, 'no'],
    ['409', { failure: status(409) }, 'no'],
    ['501 says the endpoint is missing', { failure: status(501) }, 'no'],
    ['Retry-After wins over the back-off', { failure: status(429, 7_000) }, 7_000],
    ['Retry-After beyond the deadline', { failure: status(429, 30_000) }, 'no'],
    ['no time left', { elapsedMs: 29_900 }, 'no'],
    ['POST on 503', { method: 'POST' }, 'no'],
    ['POST on 429 with Retry-After', { method: 'POST', failure: status(429, 10) }, 'no'],
    [
      'POST on a broken connection',
      { method: 'POST', failure: { kind: 'transport', transient: true } },
      'no',
    ],
  ];
  for (const [name, part, delay] of table) {
    it(`${name}: ${delay === 'no' ? 'no retry' : `${delay} ms`}`, () => {
      const expected = delay === 'no' ? { retry: false } : { retry: true, delayMs: delay };
      assert.deepEqual(decideRetry(question(part)), expected);
    });
  }

  it('never sends a POST again, whatever happened', () => {
    fc.assert(
      fc.property(anyQuestion, (asked) => {
        assert.deepEqual(decideRetry({ ...asked, method: 'POST' }), { retry: false });
      }),
    );
  });

  it('stays inside the deadline, the number of attempts and the cap of 8 s', () => {
    fc.assert(
      fc.property(anyQuestion, (asked) => {
        const decision = decideRetry(asked);
        if (!decision.retry) return;
        assert.ok(asked.attempt < MAX_ATTEMPTS);
        assert.ok(asked.elapsedMs + decision.delayMs < asked.deadlineMs);
        const wanted = asked.failure.kind === 'status' ? asked.failure.retryAfterMs : undefined;
        if (wanted === undefined) assert.ok(decision.delayMs >= 0 && decision.delayMs < 8_000);
        else assert.equal(decision.delayMs, wanted);
      }),
    );
  });

  it('spreads the waits over the whole range (full jitter)', () => {
    const delays = [0, 0.25, 0.999].map((random) => {
      const decision = decideRetry(question({ attempt: 3, random }));
      return decision.retry ? decision.delayMs : undefined;
    });
    assert.deepEqual(delays, [0, 500, 1_998]);
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 8, 1, 12);
  const table: readonly [string | undefined, number | undefined][] = [
    ['10', 10_000],
    [' 1 ', 1_000],
    // No wait at all is nothing said.
    [' 0 ', undefined],
    ['Tue, 01 Sep 2026 12:00:00 GMT', undefined],
    ['Tue, 01 Sep 2026 12:00:05 GMT', 5_000],
    ['Tue, 01 Sep 2026 11:59:00 GMT', undefined],
    [undefined, undefined],
    ['', undefined],
    ['soon', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['2026', 2_026_000],
  ];
  for (const [text, expected] of table) {
    it(`${JSON.stringify(text)} → ${expected}`, () => assert.equal(parseRetryAfter(text, now), expected));
  }

  it('is undefined or a whole number of milliseconds, never NaN or less than a second', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const ms = parseRetryAfter(text, now);
        assert.ok(ms === undefined || (Number.isSafeInteger(ms) && ms >= 1_000));
      }),
    );
  });
});
