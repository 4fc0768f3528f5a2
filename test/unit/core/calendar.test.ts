import assert from 'node:assert/strict';
import { Calendar, daysOf, isDay } from '../../../src/core/calendar.ts';

describe('Calendar', () => {
  it('has the days of its zone, also where clocks change', () => {
    const cases: readonly (readonly [zone: string, day: string, start: string])[] = [
      ['UTC', '2026-11-22', '2026-11-22T00:00:00.000Z'],
      ['America/New_York', '2026-11-22', '2026-11-22T05:00:00.000Z'],
      ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
      ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
      ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00:00.000Z'],
      ['Pacific/Auckland', '2026-11-22', '2026-11-21T11:00:00.000Z'],
    ];
    for (const [zone, day, start] of cases) {
      const calendar = new Calendar(zone);
      const ms = calendar.startOf(day);
      assert.equal(new Date(ms).toISOString(), start, `${zone} ${day}`);
      assert.equal(calendar.dayOf(ms), day);
      assert.notEqual(calendar.dayOf(ms - 1), day);
    }
  });

  it('names the days of a word, counted from today', () => {
    const cases: readonly (readonly [word: string, today: string, first: string, last: string])[] = [
      ['today', '2026-11-22', '2026-11-22', '2026-11-22'],
      ['tomorrow', '2026-12-31', '2027-01-01', '2027-01-01'],
      ['thisWeek', '2026-11-22', '2026-11-22', '2026-11-28'],
      ['thisWeekend', '2026-11-18', '2026-11-21', '2026-11-22'],
      ['thisWeekend', '2026-11-21', '2026-11-21', '2026-11-22'],
      ['thisWeekend', '2026-11-22', '2026-11-22', '2026-11-22'],
      ['2026-12-24', '2026-11-22', '2026-12-24', '2026-12-24'],
    ];
    for (const [word, today, first, last] of cases)
      assert.deepEqual(daysOf(word, today), { first, last }, `${word} on ${today}`);
  });

  it('takes a date only as YYYY-MM-DD of the calendar', () => {
    assert.deepEqual(['2026-02-28', '2028-02-29'].map(isDay), [true, true]);
    assert.deepEqual(['2026-02-30', '2026-2-3', '22.11.2026', '2026-11-22T10:00', ''].map(isDay), [
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
