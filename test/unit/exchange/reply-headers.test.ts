import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseHttpDate, parseRetryAfter } from '../../../src/exchange/http/reply-headers.ts';

const NOW = Date.UTC(2026, 8, 1, 12);

describe('a date of HTTP', () => {
  const table: readonly [string | undefined, number | undefined][] = [
    ['Tue, 01 Sep 2026 12:00:00 GMT', NOW],
    [' Tue, 01 Sep 2026 12:00:00 GMT ', NOW],
    ['Tuesday, 01-Sep-26 12:00:00 GMT', NOW],
    ['Wed, 01 Jan 2020 00:00:00 GMT', Date.UTC(2020, 0, 1)],
    // Date.parse makes a date of each of these.
    ['1', undefined],
    ['2026', undefined],
    ['2026-09-01T12:00:00Z', undefined],
    ['Mon, 01 Jan 0001 00:00:00 GMT', undefined],
    ['Thu, 01 Jan 1970 00:00:00 GMT', undefined],
    ['Fri, 31 Dec 9999 23:59:59 GMT', undefined],
    ['Tue, soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ];
  for (const [text, expected] of table) {
    it(`${JSON.stringify(text)} → ${expected}`, () => assert.equal(parseHttpDate(text), expected));
  }
});

describe('Retry-After', () => {
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
    ['Mon, 01 Jan 0001 00:00:00 GMT', undefined],
    ['Fri, 31 Dec 9999 23:59:59 GMT', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['2026', 2_026_000],
  ];
  for (const [text, expected] of table) {
    it(`${JSON.stringify(text)} → ${expected}`, () => assert.equal(parseRetryAfter(text, NOW), expected));
  }

  it('is undefined or a whole number of milliseconds, never NaN or less than a second', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const ms = parseRetryAfter(text, NOW);
        assert.ok(ms === undefined || (Number.isSafeInteger(ms) && ms >= 1_000));
      }),
    );
  });
});
