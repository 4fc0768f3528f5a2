/**
 * A decimal as a whole number of units of a power of ten: `0.6400` is 6400 units at 4 places. Both are whole numbers a
 * double holds exactly, so what is calculated with them is exact as long as it stays in that range; beyond it every
 * function here says `undefined`, and arbitrary precision has to take over. Prices and quantities are all of this kind.
 */
export interface Scaled {
  /** Below 2^53. */
  readonly units: number;
  /** 0…15. */
  readonly places: number;
}

/** Digits any whole number may have to stay below 2^53. */
const MOST_DIGITS = 15;
/** What is smaller is written with an exponent by the arbitrary arithmetic: up to here both write the same. */
const MOST_PLACES = 6;

/** Digits with at most one point and at most one leading sign, as nearly every decimal is written; else `undefined`. */
export function scaledOf(text: string): Scaled | undefined {
  const first = text.charCodeAt(0);
  const start = first === MINUS || first === PLUS ? 1 : 0;
  const { length } = text;
  if (length - start > MOST_DIGITS + 1) return undefined;
  let units = 0;
  let digits = 0;
  let point = -1;
  for (let at = start; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) {
      units = units * 10 + code - 48;
      digits += 1;
    } else if (code === POINT && point < 0) point = at;
    else return undefined;
  }
  if (digits === 0 || digits > MOST_DIGITS) return undefined;
  return { units: first === MINUS ? -units : units, places: point < 0 ? 0 : length - point - 1 };
}

/** -1, 0 or 1. */
export function compareScaled(a: Scaled, b: Scaled): -1 | 0 | 1 | undefined {
  const places = Math.max(a.places, b.places);
  const [one, other] = [unitsAt(a, places), unitsAt(b, places)];
  if (!Number.isSafeInteger(one) || !Number.isSafeInteger(other)) return undefined;
  return one < other ? -1 : one > other ? 1 : 0;
}

/** `sign` 1: a + b; -1: a − b. */
export function addScaled(a: Scaled, b: Scaled, sign: 1 | -1): Scaled | undefined {
  const places = Math.max(a.places, b.places);
  const [one, other] = [unitsAt(a, places), unitsAt(b, places)];
  if (!Number.isSafeInteger(one) || !Number.isSafeInteger(other)) return undefined;
  return shortest(one + sign * other, places);
}

export function timesScaled(a: Scaled, b: Scaled): Scaled | undefined {
  return shortest(a.units * b.units, a.places + b.places);
}

/** Its digits, with all of its decimals and without a negative zero. */
export function scaledText({ units, places }: Scaled): string {
  return written(units < 0, Math.abs(units), places);
}

/** The same number with no more decimals than it needs; `undefined` where that are too many, or the number too large. */
export function shortestScaled({ units, places }: Scaled): Scaled | undefined {
  return shortest(units, places);
}

/** Rounded half-even, with exactly `places` decimals; what rounds to zero keeps its sign. */
export function fixedScaled({ units, places: has }: Scaled, places: number): string {
  const size = Math.abs(units);
  if (places >= has) {
    return `${written(units < 0, size, has)}${has === 0 && places > 0 ? '.' : ''}${'0'.repeat(places - has)}`;
  }
  const unit = powerOfTen(has - places);
  const rest = size % unit;
  const whole = (size - rest) / unit;
  const up = rest * 2 > unit || (rest * 2 === unit && whole % 2 === 1);
  return written(units < 0, up ? whole + 1 : whole, places);
}

function shortest(units: number, places: number): Scaled | undefined {
  if (!Number.isSafeInteger(units)) return undefined;
  let [left, at] = [units, places];
  while (at > 0 && left % 10 === 0) {
    left /= 10;
    at -= 1;
  }
  // Zero has no sign here.
  return at > MOST_PLACES ? undefined : { units: left + 0, places: at };
}

/** May be beyond what a double holds exactly. */
function unitsAt({ units, places }: Scaled, more: number): number {
  return places === more ? units : units * powerOfTen(more - places);
}

function powerOfTen(exponent: number): number {
  return POWERS[exponent] ?? 10 ** exponent;
}

function written(isNegative: boolean, size: number, places: number): string {
  const digits = String(size);
  const sign = isNegative ? '-' : '';
  if (places === 0) return `${sign}${digits}`;
  const padded = digits.length > places ? digits : digits.padStart(places + 1, '0');
  const point = padded.length - places;
  return `${sign}${padded.slice(0, point)}.${padded.slice(point)}`;
}

const POWERS: readonly number[] = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);
const MINUS = 45;
const PLUS = 43;
const POINT = 46;
