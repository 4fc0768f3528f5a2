import type { Instant } from '../core/instant.ts';
import type { Translate } from './l10n.ts';
import { ABSENT, MOST_TEXTS, supported } from './numbers.ts';

/** Names of the zones that can be chosen; undefined is the reader's own. */
export const ZONES = { local: undefined, utc: 'UTC', eastern: 'America/New_York' } as const;
export type TimeZoneChoice = keyof typeof ZONES;

type At = Instant | number | undefined;

export interface TimeWriter {
  /** `21 Nov, 03:30`; with the year when it is another one, and the zone when it was chosen. */
  dateTime(at: At): string;
  exactTime(at: At): string;
  /** When something was read, to the second: `03:30:07`, with the day when it is another one. */
  moment(at: At): string;
  /** `03:30`. */
  time(at: At): string;
  /** `03:30`, with the day when it is another one. */
  timeOrDay(at: At): string;
  /** `24 May`; with the year when it is another one. */
  date(at: At): string;
  /** True when both fall on one day in the chosen zone. */
  isSameDay(a: number, b: number): boolean;
  /** Time since, rounded to its largest unit: `12 m`, `2 h`, `3 d`. Never negative. */
  age(at: At): string;
  /** `12 m ago`. */
  ago(at: At): string;
  /** `in 3 h`, or `now`. */
  until(at: At): string;
  duration(ms: number): string;
}

interface TimeSettings {
  readonly timeZone: TimeZoneChoice;
  readonly locale: string;
  readonly now: () => number;
}

/** Times in the chosen zone, 24 hours, and spans of time measured from the injected clock. */
export function timeWriter(settings: TimeSettings, t: Translate): TimeWriter {
  const formatOf = zonedFormats(settings);
  const texts = new Map<string, string>();
  /** No format has less than a second; the same times are shown again and again, and formatting is slow. */
  const text = (name: FormatName, ms: number): string => {
    const key = `${name}${Math.floor(ms / SECOND)}`;
    const known = texts.get(key);
    if (known !== undefined) return known;
    const made = formatOf(name).format(ms);
    if (texts.size >= MOST_TEXTS) texts.clear();
    texts.set(key, made);
    return made;
  };
  const zoneOf = (ms: number): string =>
    formatOf('zone')
      .formatToParts(ms)
      .find((part) => part.type === 'timeZoneName')?.value ?? '';
  const mark = { local: '', utc: ' UTC', eastern: ' ET' }[settings.timeZone];
  const span = (ms: number): string => spanText(ms, t);
  const sinceMs = (at: number): number => settings.now() - at;
  const shown = (at: At, write: (ms: number) => string): string => {
    const ms = typeof at === 'number' ? at : at?.ms;
    return ms === undefined || !isDate(ms) ? ABSENT : write(ms);
  };
  const dayOf = (ms: number): string => (isDate(ms) ? text('day', ms) : ABSENT);
  const isThisYear = (ms: number): boolean => text('year', ms) === text('year', settings.now());
  const isToday = (ms: number): boolean => dayOf(ms) === dayOf(settings.now());
  const time = (at: At): string => shown(at, (ms) => text('time', ms));
  const dateTime = (at: At): string =>
    shown(at, (ms) => `${text(isThisYear(ms) ? 'short' : 'long', ms)}${mark}`);
  return {
    time,
    dateTime,
    timeOrDay: (at) => shown(at, (ms) => (isToday(ms) ? time(ms) : dateTime(ms))),
    date: (at) => shown(at, (ms) => text(isThisYear(ms) ? 'date' : 'longDate', ms)),
    exactTime: (at) => shown(at, (ms) => `${text('exact', ms)} ${zoneOf(ms)}`.trimEnd()),
    moment: (at) => shown(at, (ms) => `${text(isToday(ms) ? 'seconds' : 'exact', ms)}${mark}`),
    isSameDay: (a, b) => dayOf(a) === dayOf(b),
    age: (at) => shown(at, (ms) => span(roundedToUnit(sinceMs(ms)))),
    ago: (at) => shown(at, (ms) => t('{0} ago', span(sinceMs(ms)))),
    until: (at) =>
      shown(at, (ms) => (ms <= settings.now() ? t('now') : t('in {0}', span(ms - settings.now())))),
    duration: span,
  };
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The farthest moment a Date can hold. */
const LAST_MS = 8.64e15;

function isDate(ms: number): boolean {
  return Math.abs(ms) <= LAST_MS;
}

/** A length in whole hours or days, so that one unit says it. */
function roundedToUnit(ms: number): number {
  const unit = ms < HOUR ? 1 : ms < DAY ? HOUR : DAY;
  return Math.round(ms / unit) * unit;
}

function spanText(ms: number, t: Translate): string {
  if (!Number.isFinite(ms)) return ABSENT;
  const length = Math.max(0, ms);
  if (length < MINUTE) return t('{0} s', Math.floor(length / SECOND));
  if (length < HOUR) return t('{0} m', Math.floor(length / MINUTE));
  const [unit, part] = length < DAY ? [HOUR, MINUTE] : [DAY, HOUR];
  const [whole, rest] = [Math.floor(length / unit), Math.floor((length % unit) / part)];
  // From a week on hours say nothing any more.
  if (rest === 0 || (unit === DAY && whole >= 7))
    return unit === HOUR ? t('{0} h', whole) : t('{0} d', whole);
  return unit === HOUR ? t('{0} h {1} m', whole, rest) : t('{0} d {1} h', whole, rest);
}

const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;
const SECONDS = { ...CLOCK, second: '2-digit' } as const;
const DATE = { day: 'numeric', month: 'short' } as const;
const LONG_DATE = { ...DATE, year: 'numeric' } as const;
const FORMATS = {
  time: CLOCK,
  seconds: SECONDS,
  date: DATE,
  longDate: LONG_DATE,
  short: { ...DATE, ...CLOCK },
  long: { ...LONG_DATE, ...CLOCK },
  exact: { ...LONG_DATE, ...SECONDS },
  year: { year: 'numeric' },
  day: { day: '2-digit', month: '2-digit', year: 'numeric' },
  zone: { timeZoneName: 'short', hour: '2-digit' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;
type FormatName = keyof typeof FORMATS;

/** Each is made when it is first used: to make one takes longer than to write thousands of times. */
function zonedFormats({ timeZone, locale }: TimeSettings): (name: FormatName) => Intl.DateTimeFormat {
  const known = supported(locale);
  const zone = ZONES[timeZone];
  const made = new Map<FormatName, Intl.DateTimeFormat>();
  return (name) => {
    let format = made.get(name);
    if (format === undefined) {
      const zoned = zone === undefined ? {} : { timeZone: zone };
      format = new Intl.DateTimeFormat(known, { ...FORMATS[name], hourCycle: 'h23', ...zoned });
      made.set(name, format);
    }
    return format;
  };
}
