import { DAY_MS } from '../base/clock.ts';

/** Days of one time zone. A day is `YYYY-MM-DD`. */
export class Calendar {
  readonly #parts: Intl.DateTimeFormat;

  /** @param zone IANA name; undefined: the zone of this computer. */
  constructor(zone?: string) {
    this.#parts = new Intl.DateTimeFormat('en-CA', {
      ...(zone === undefined ? {} : { timeZone: zone }),
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  }

  dayOf(ms: number): string {
    return new Date(ms + this.#offset(ms)).toISOString().slice(0, 10);
  }

  /** The first millisecond of a day. Where clocks change at midnight it may be 23:00 or 01:00 of the old time. */
  startOf(day: string): number {
    const utc = Date.parse(`${day}T00:00:00Z`);
    return utc - this.#offset(utc - this.#offset(utc));
  }

  /** What to add to UTC, milliseconds. */
  #offset(ms: number): number {
    const seconds = Math.floor(ms / 1000) * 1000;
    const part: Record<string, string> = {};
    for (const { type, value } of this.#parts.formatToParts(seconds)) part[type] = value;
    const { year, month, day, hour, minute, second } = part;
    return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - seconds;
  }
}

export const DAY_WORDS = ['today', 'tomorrow', 'thisWeek', 'thisWeekend'] as const;
export type DayWord = (typeof DAY_WORDS)[number];

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** True for a date of the calendar as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/**
 * First and last day of a word or date, both included. This week: today and the six days after it. This weekend: what is
 * left of the Saturday and Sunday of now or next.
 */
export function daysOf(text: string, today: string): { readonly first: string; readonly last: string } {
  const plus = (count: number): string => addDays(today, count);
  switch (text) {
    case 'today':
      return { first: today, last: today };
    case 'tomorrow':
      return { first: plus(1), last: plus(1) };
    case 'thisWeek':
      return { first: today, last: plus(6) };
    case 'thisWeekend': {
      const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
      return weekday === 0
        ? { first: today, last: today }
        : { first: plus(6 - weekday), last: plus(7 - weekday) };
    }
    default:
      return { first: text, last: text };
  }
}
