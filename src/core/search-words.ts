import { HOUR_MS } from '../base/clock.ts';
import { addDays, type Calendar } from './calendar.ts';

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
type Weekday = (typeof WEEKDAYS)[number];
export type SearchDay = 'today' | 'tonight' | 'tomorrow' | Weekday;

/** What a word of a search asks for, in place of a name. Joining words stand between others and find nothing. */
export type SearchMeaning = 'live' | 'mine' | 'over' | 'under' | 'joining' | SearchDay;

/** Words, as `wordsOf` gives them, and what they ask for. */
export type SearchWords = ReadonlyMap<string, SearchMeaning>;

/** Every word that is no name. Other languages add to them: `view/search-words.ts`. */
const ENGLISH: Readonly<Record<SearchMeaning, readonly string[]>> = {
  live: ['live'],
  mine: ['mine'],
  over: ['over'],
  under: ['under'],
  joining: ['vs', 'v', 'at'],
  today: ['today'],
  tonight: ['tonight'],
  tomorrow: ['tomorrow'],
  sunday: ['sun', 'sunday'],
  monday: ['mon', 'monday'],
  tuesday: ['tue', 'tues', 'tuesday'],
  wednesday: ['wed', 'wednesday'],
  thursday: ['thu', 'thur', 'thurs', 'thursday'],
  friday: ['fri', 'friday'],
  saturday: ['sat', 'saturday'],
};
export const ENGLISH_SEARCH_WORDS: SearchWords = new Map(
  Object.entries(ENGLISH).flatMap(([meaning, words]) =>
    words.map((word) => [word, meaning as SearchMeaning] as const),
  ),
);

/** The day of the week from 0, Sunday; undefined for other words. */
export function weekdayOf(meaning: SearchMeaning | undefined): number | undefined {
  const weekday = WEEKDAYS.indexOf(meaning as Weekday);
  return weekday < 0 ? undefined : weekday;
}

/** The meaning of a day of the week from 0, Sunday. */
export function meaningOfWeekday(weekday: number): SearchDay {
  return WEEKDAYS[weekday % WEEKDAYS.length] ?? 'sunday';
}

/** Tonight begins and ends at these hours. */
const EVENING = 18;
const MORNING = 6;

/** When a day begins and ends, Unix milliseconds. A day of the week is the next one; it may be today. */
export function spanOfDay(
  day: SearchDay,
  calendar: Calendar,
  now: number,
): { readonly from: number; readonly to: number } {
  const today = calendar.dayOf(now);
  const tomorrow = addDays(today, 1);
  if (day === 'tonight') {
    const [from, to] = [calendar.startOf(today), calendar.startOf(tomorrow)];
    return { from: from + EVENING * HOUR_MS, to: to + MORNING * HOUR_MS };
  }
  const first = day === 'today' ? today : day === 'tomorrow' ? tomorrow : nextWeekday(day, today);
  return { from: calendar.startOf(first), to: calendar.startOf(addDays(first, 1)) };
}

function nextWeekday(day: SearchDay, today: string): string {
  const ahead = (weekdayOf(day) ?? 0) - new Date(`${today}T00:00:00Z`).getUTCDay();
  return addDays(today, (ahead + 7) % 7);
}
