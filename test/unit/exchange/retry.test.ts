import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ExchangeError, type ExchangeErrorCode } from '../../../src/exchange/errors.ts';
import { retryDelayMs } from '../../../src/exchange/http/request.ts';
import { errorOfReplyWith, errorOfTransportWith } from '../../support/request.ts';

const GET = { method: 'GET' } as const;
const POST = { method: 'POST' } as const;
const permit = { leave: () => true, release: () => {} };

describe('retryDelayMs', () => {
  const table: [
    name: string,
    asked: Parameters<typeof retryDelayMs>[0],
    error: ExchangeError,
    attempt: number,
    ms?: number,
  ][] = [
    ['a first 503: half of 500 ms at random 0.5', GET, errorOfReplyWith(503), 1, 250],
    ['the second attempt doubles the ceiling', GET, errorOfReplyWith(503), 2, 500],
    ['the third doubles it again', GET, errorOfReplyWith(503), 3, 1_000],
    ['no fourth retry', GET, errorOfReplyWith(503), 4],
    ['Retry-After wins over the back-off', GET, errorOfReplyWith(429, '7'), 1, 7_000],
    ['a read with a permit of its own', { ...GET, permit }, errorOfReplyWith(503), 1],
    ['POST on 503', POST, errorOfReplyWith(503), 1],
    ['POST on 429 with Retry-After', POST, errorOfReplyWith(429, '1'), 1],
    ['POST on a broken connection', POST, errorOfTransportWith('reset'), 1],
  ];
  for (const status of [408, 429, 500, 502, 504])
    table.push([String(status), GET, errorOfReplyWith(status), 1, 250]);
  for (const status of [302, 400, 401, 403, 404, 409, 501])
    table.push([String(status), GET, errorOfReplyWith(status), 1]);
  for (const kind of ['connect', 'reset', 'timeout'] as const)
    table.push([kind, GET, errorOfTransportWith(kind), 1, 250]);
  for (const kind of ['tls', 'tooLarge', 'protocol', 'aborted'] as const)
    table.push([kind, GET, errorOfTransportWith(kind), 1]);
  for (const [name, asked, error, attempt, ms] of table) {
    it(`${name}: ${ms === undefined ? 'no retry' : `${ms} ms`}`, () =>
      assert.equal(retryDelayMs(asked, error, attempt, 0.5), ms));
  }

  const codes: readonly ExchangeErrorCode[] = ['network', 'timeout', 'rateLimit', 'server', 'notFound'];
  const anyError = fc
    .record({
      code: fc.constantFrom(...codes),
      status: fc.option(fc.integer({ min: 100, max: 599 }), { nil: undefined }),
      retryAfterMs: fc.option(fc.integer({ min: 0, max: 100_000 }), { nil: undefined }),
    })
    .map(({ code, status, retryAfterMs }) => {
      const details = { ...(status && { status }), ...(retryAfterMs && { retryAfterMs }) };
      return new ExchangeError(code, 'Drawn.', details);
    });
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

  it('never sends a POST again, whatever happened', () => {
    fc.assert(
      fc.property(anyError, fc.integer({ min: 1, max: 10 }), random, (error, attempt, drawn) => {
        assert.equal(retryDelayMs(POST, error, attempt, drawn), undefined);
      }),
    );
  });

  it('waits as long as the service asks, else less than eight seconds', () => {
    fc.assert(
      fc.property(anyError, fc.integer({ min: 1, max: 10 }), random, (error, attempt, drawn) => {
        const delayMs = retryDelayMs(GET, error, attempt, drawn);
        if (delayMs === undefined) return;
        assert.ok(attempt < 4);
        const { retryAfterMs } = error.details;
        if (retryAfterMs === undefined) assert.ok(delayMs >= 0 && delayMs < 8_000);
        else assert.equal(delayMs, retryAfterMs);
      }),
    );
  });

  it('spreads the waits over the whole range (full jitter)', () => {
    const delays = [0, 0.25, 0.999].map((drawn) => retryDelayMs(GET, errorOfReplyWith(503), 3, drawn));
    assert.deepEqual(delays, [0, 500, 1_998]);
  });
});
