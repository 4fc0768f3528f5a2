import assert from 'node:assert/strict';
import type { Activity } from '../../../src/core/activity.ts';
import { activityTest, readDays } from '../../../src/core/activity-filter.ts';
import { Calendar } from '../../../src/core/calendar.ts';
import type { ActivityFilter } from '../../../src/core/request-queries.ts';
import { aTrade } from '../../support/account-values.ts';
import { anEvent, at, lakeGame } from '../../support/values.ts';

const market = lakeGame({ category: 'ncl', events: [anEvent({ title: 'Lake final' })] });
const now = at('2026-11-20T15:00:00Z').ms;

function passing(filter: ActivityFilter, activities: readonly Activity[], zone = 'UTC'): readonly string[] {
  const facts = { now, calendar: new Calendar(zone), market: () => undefined };
  return activities.filter(activityTest(filter, facts)).map(({ key }) => key);
}

function tradeAt(id: string, time: string, overrides = {}): Activity {
  return aTrade({ id, createTime: at(time), market, ...overrides });
}

describe('a filter of the activity', () => {
  const all = [
    tradeAt('today', '2026-11-20T02:00:00Z'),
    tradeAt('week', '2026-11-14T00:00:00Z'),
    tradeAt('before', '2026-11-13T23:59:59Z', { market: undefined }),
  ];

  it('takes days of the time zone: today, the last seven, and those that were typed', () => {
    assert.deepEqual(passing({ days: 'today' }, all), ['TRADE:today']);
    assert.deepEqual(passing({ days: 'today' }, all, 'America/New_York'), []);
    assert.deepEqual(passing({ days: 'thisWeek' }, all), ['TRADE:today', 'TRADE:week']);
    assert.deepEqual(passing({ days: '2026-11-13..2026-11-14' }, all), ['TRADE:week', 'TRADE:before']);
    assert.deepEqual(passing({}, all).length, 3);
    assert.deepEqual(passing({ days: 'today' }, [aTrade({ createTime: undefined })]), []);
  });

  it('takes a league, and words of names wherever they stand, but not what is not known', () => {
    assert.deepEqual(passing({ leagues: ['ncl'] }, all), ['TRADE:today', 'TRADE:week']);
    assert.deepEqual(passing({ text: 'FINAL lake trade' }, all), ['TRADE:today', 'TRADE:week']);
    assert.deepEqual(passing({ text: 'lake rain' }, all), []);
  });

  it('reads a typed date or two, in order', () => {
    assert.equal(readDays(' 2026-11-01 '), '2026-11-01');
    assert.equal(readDays('2026-11-01 .. 2026-11-07'), '2026-11-01..2026-11-07');
    for (const wrong of ['', 'today', '2026-02-30', '2026-11-07..2026-11-01', '2026-11-01..'])
      assert.equal(readDays(wrong), undefined, wrong);
  });
});
