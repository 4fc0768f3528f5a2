/**
 * A moment, exact to the nanosecond. Trading objects carry nine fractional digits, which a Date cannot hold, and
 * two events of one millisecond must still be ordered (interface.md 3).
 */
export interface Instant {
  readonly text: string;
  /** Unix time in milliseconds. */
  readonly ms: number;
  /** Nanoseconds past `ms`, 0…999,999. */
  readonly nanos: number;
}

/** The service refuses a signature whose time is off by more than this, seconds. */
export const SIGNATURE_SECONDS = 30;

/** Parses an ISO 8601 / RFC 3339 text; a text without a zone is taken as UTC. `undefined` when it is no date. */
export function parseInstant(text: string): Instant | undefined {
  return parseUsual(text) ?? parseAny(text);
}

export function instantOf(ms: number): Instant {
  return { text: new Date(ms).toISOString(), ms, nanos: 0 };
}

/** True for an instant among values of any kind. */
export function isInstant(value: unknown): value is Instant {
  return typeof value === 'object' && value !== null && 'nanos' in value;
}

/** Negative when `a` is earlier, positive when later. */
export function compareInstants(a: Instant, b: Instant): number {
  return a.ms - b.ms || a.nanos - b.nanos;
}

/** False where one of them is not known. */
export function isLater(a: Instant | undefined, b: Instant | undefined): boolean {
  return a !== undefined && b !== undefined && compareInstants(a, b) > 0;
}

// Stryker disable all: what this leaves to the general pattern is the same, only slower.
/**
 * `YYYY-MM-DDTHH:MM:SS[.fraction]Z`, the one shape the service writes, by character codes: a page of markets holds
 * thousands of times and the general pattern is several times slower. `undefined` for any other shape or no date.
 */
function parseUsual(text: string): Instant | undefined {
  const last = text.length - 1;
  if (last < 19 || last > 29 || text.charCodeAt(last) !== 90) return undefined;
  if (text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45 || text.charCodeAt(10) !== 84) return undefined;
  if (text.charCodeAt(13) !== 58 || text.charCodeAt(16) !== 58) return undefined;
  const century = twoDigits(text, 0);
  const ofCentury = twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  // A digit that is none makes its part negative, and their union with it.
  if ((century | ofCentury | month | day | hour | minute | second) < 0) return undefined;
  const year = century * 100 + ofCentury;
  if (month < 1 || month > 12 || day < 1 || (day > 28 && day > daysIn(year, month))) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  let fraction = 0;
  if (last > 19) {
    if (last === 20 || text.charCodeAt(19) !== 46) return undefined;
    for (let index = 20; index < 29; index++) {
      const digit = index < last ? text.charCodeAt(index) - 48 : 0;
      if (digit < 0 || digit > 9) return undefined;
      fraction = fraction * 10 + digit;
    }
  }
  const milliseconds = Math.floor(fraction / 1_000_000);
  const seconds = daysSince1970(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
  return { text, ms: seconds * 1000 + milliseconds, nanos: fraction - milliseconds * 1_000_000 };
}

function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones;
}
// Stryker restore all

/** Days of the Gregorian calendar, counted in years that begin in March so that a leap day is the last one. */
function daysSince1970(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  const ofYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return marchYear * 365 + leapDays + ofYear - 719_468;
}

const RFC3339 =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?\s*(?:([Zz])|([+-])(\d\d):?(\d\d))?)?$/;

function parseAny(text: string): Instant | undefined {
  const match = RFC3339.exec(text);
  if (match === null) return undefined;
  const part = (index: number): number => Number(match[index] ?? 0);
  const [month, day, hour, minute, second] = [part(2), part(3), part(4), part(5), part(6)];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(part(1), month)) return undefined;
  // 24:00:00 is the end of the day; a leap second is the first of the next minute.
  if (hour > 24 || (hour === 24 && minute + second > 0) || minute > 59 || second > 60) return undefined;
  if (part(10) > 23 || part(11) > 59) return undefined;
  const fraction = (match[7] ?? '').padEnd(9, '0').slice(0, 9);
  const seconds = daysSince1970(part(1), month, day) * 86_400 + hour * 3600 + minute * 60 + second;
  const offset = (match[9] === '-' ? -1 : 1) * (part(10) * 60 + part(11)) * 60;
  return {
    text,
    ms: (seconds - offset) * 1000 + Number(fraction.slice(0, 3)),
    nanos: Number(fraction.slice(3)),
  };
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
