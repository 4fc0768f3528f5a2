import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Decimal } from '../../../src/core/decimal.ts';
import { compareInstants, instantOf, isInstant, isLater, parseInstant } from '../../../src/core/instant.ts';
import { isMoney } from '../../../src/core/money.ts';

describe('core: Instant', () => {
  for (const [text, ms, nanos] of [
    ['2026-08-25T05:00:00Z', Date.UTC(2026, 7, 25, 5), 0],
    ['2026-09-16T03:19:32.300200100Z', Date.UTC(2026, 8, 16, 3, 19, 32, 300), 200_100],
    ['2026-09-16T03:19:32.5Z', Date.UTC(2026, 8, 16, 3, 19, 32, 500), 0],
    ['2026-09-16T03:19:32.0000000019Z', Date.UTC(2026, 8, 16, 3, 19, 32), 1],
    ['1969-12-31T23:59:59.999999999Z', -1, 999_999],
    ['2000-02-29T00:00:00Z', Date.UTC(2000, 1, 29), 0],
    ['2024-02-29T23:59:00Z', Date.UTC(2024, 1, 29, 23, 59), 0],
    ['2026-12-31T24:00:00Z', Date.UTC(2027, 0, 1), 0],
    ['2016-12-31T23:59:60Z', Date.UTC(2017, 0, 1), 0],
    ['2026-08-25T05:00:00+02:00', Date.UTC(2026, 7, 25, 3), 0],
    ['2026-08-25T05:00:00.25-0530', Date.UTC(2026, 7, 25, 10, 30, 0, 250), 0],
    ['2026-08-25t05:00:00z', Date.UTC(2026, 7, 25, 5), 0],
    ['2026-08-25 05:00:00', Date.UTC(2026, 7, 25, 5), 0],
    ['2026-08-25T05:00', Date.UTC(2026, 7, 25, 5), 0],
    ['2026-08-25', Date.UTC(2026, 7, 25), 0],
    ['0001-01-01T00:00:00Z', -62_135_596_800_000, 0],
  ] as const) {
    it(`reads ${text}`, () => assert.deepEqual(parseInstant(text), { text, ms, nanos }));
  }

  const ofDay = (day: string): string => `${day}T00:00:00Z`;
  const ofTime = (time: string): string => `2026-04-30T${time}`;
  for (const text of [
    ...['', 'soon', '1757000000', '26-04-30T12:00:00Z', '2026/04/30T12:00:00Z'],
    ...'2026-13-01 2026-00-01 2026-02-29 1900-02-29 2026-04-31 2026-04-00'.split(' ').map(ofDay),
    ...'2026-06-31 2026-09-31 2026-11-31'.split(' ').map(ofDay),
    ...'25:00:00Z 24:00:01Z 12:60:00Z 12:00:61Z 12:00:00.Z 12:00:00.12x4Z'.split(' ').map(ofTime),
    ...'12:00:00,5Z 1a:00:00Z 12:00:00+24:00 12:00:00ZZ 12:00:60.5Z0'.split(' ').map(ofTime),
  ]) {
    it(`refuses ${JSON.stringify(text)}`, () => assert.equal(parseInstant(text), undefined));
  }

  it('agrees with Date for every date', () => {
    const dates = fc.date({
      min: new Date('0000-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(dates, (date) => {
        assert.equal(parseInstant(date.toISOString())?.ms, date.getTime());
        assert.equal(parseInstant(date.toISOString().replace('Z', '+00:00'))?.ms, date.getTime());
      }),
    );
  });

  it('orders by milliseconds, then by nanoseconds', () => {
    const moment = fc.tuple(fc.nat(2), fc.nat(3)).map(([ms, nanos]) => ({ text: '', ms, nanos }));
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        assert.equal(isLater(a, b), compareInstants(a, b) > 0);
        assert.equal(
          Math.sign(compareInstants(a, b)),
          Math.sign(a.ms * 1_000_000 + a.nanos - b.ms * 1_000_000 - b.nanos),
        );
      }),
    );
  });

  it('is made from milliseconds', () => {
    assert.ok(!isLater(undefined, instantOf(1)) && !isLater(instantOf(1), undefined));
    for (const other of [null, undefined, 7, {}])
      assert.deepEqual([isInstant(other), isMoney(other)], [false, false]);
    assert.deepEqual([isInstant(instantOf(1)), isMoney({ value: Decimal.one })], [true, true]);
    assert.deepEqual(instantOf(1500), { text: '1970-01-01T00:00:01.500Z', ms: 1500, nanos: 0 });
  });
});
