import { type Activity, marketFor, marketOf } from './activity.ts';
import { addDays, type Calendar, daysOf, isDay } from './calendar.ts';
import { categoryKeyOf } from './grouping.ts';
import type { Market } from './market.ts';
import type { ActivityFilter } from './request-queries.ts';

interface ActivityFacts {
  /** Unix milliseconds. */
  readonly now: number;
  readonly calendar: Calendar;
  readonly market: (slug: string) => Market | undefined;
}

/** Makes one test of what the service cannot be asked for. What an activity does not say counts as not passed. */
export function activityTest(
  { leagues, days, text }: ActivityFilter,
  { now, calendar, market }: ActivityFacts,
): (activity: Activity) => boolean {
  const today = calendar.dayOf(now);
  const [first = today, last = first] =
    days === 'thisWeek'
      ? [addDays(today, -6), today]
      : (days ?? today).split('..').map((day) => daysOf(day, today).first);
  const [from, until] = [calendar.startOf(first), calendar.startOf(addDays(last, 1))];
  const words = text?.toLowerCase().split(/\s+/) ?? [];
  return (activity) => {
    const at = activity.time?.ms ?? Number.NaN;
    if (days !== undefined && !(at >= from && at < until)) return false;
    const known = marketFor(activity, market);
    const league = known && categoryKeyOf(known, known.events[0]);
    if (leagues !== undefined && !leagues.some((each) => each === league)) return false;
    const said = words.length === 0 ? '' : wordsOf(activity, known);
    return words.every((word) => said.includes(word));
  };
}

/** The days that were typed, as a filter has them: `2026-11-01`, `2026-11-01..2026-11-07`; undefined if they are none. */
export function readDays(typed: string): string | undefined {
  const days = typed.trim().split(/\s*\.\.\s*/);
  const [first = '', last = first] = days;
  return days.length <= 2 && isDay(first) && isDay(last) && first <= last ? days.join('..') : undefined;
}

/** What can be found by: names and kinds, but no amount, which may be hidden. */
function wordsOf(activity: Activity, market: Market | undefined): string {
  return [
    activity.type.replaceAll('_', ' '),
    marketOf(activity),
    market?.question,
    market?.title,
    market?.events[0]?.title,
    ...(market?.sides ?? []).flatMap(({ description, team }) => [description, team?.name, team?.alias]),
    activity.kind === 'balance' ? activity.change.description : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(' ')
    .toLowerCase();
}
