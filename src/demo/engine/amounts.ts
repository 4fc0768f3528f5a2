import { Decimal } from '../../core/decimal.ts';
import { type Money, money } from '../../core/money.ts';

/**
 * The engine counts in integers, so that every figure is exact and the same on every machine: prices in points
 * (1/10,000 dollar), quantities in hundredths of a contract, money in micros (1/1,000,000 dollar).
 * A quantity times a price is then micros without a division.
 */
export const DOLLAR_POINTS = 10_000;
export const CONTRACT = 100;
export const DOLLAR = 1_000_000;
export const CURRENCY = 'USD';

/** Points as a decimal with `places` digits (default 4). */
export function pointsDecimal(points: number, places = 4): Decimal {
  return scaled(points, 4, places);
}

export function pointsMoney(points: number): Money {
  return money(pointsDecimal(points), CURRENCY);
}

/** Hundredths of a contract as a decimal; whole quantities come without decimals. */
export function quantityDecimal(hundredths: number): Decimal {
  return scaled(hundredths, 2, 0);
}

export function microsDecimal(micros: number): Decimal {
  return scaled(micros, 6, 4);
}

export function microsMoney(micros: number): Money {
  return money(microsDecimal(micros), CURRENCY);
}

/** A decimal text as an integer of 10^−`places`; undefined when it has more digits or is none. */
export function parseScaled(text: string, places: number): number | undefined {
  const decimal = Decimal.parse(text);
  if (decimal === undefined) return undefined;
  const value = decimal.times(Decimal.of(10 ** places)).toNumber();
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Half to even, as the fee rule asks (interface.md 9.11). */
function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (Math.abs(rest - 0.5) < 1e-9) return floor % 2 === 0 ? floor : floor + 1;
  return Math.round(value);
}

/** Θ · contracts · p · (1 − p), half-even to the cent (interface.md 9.11), in micros. `theta` is in 1/10,000. */
export function feeMicros(theta: number, hundredths: number, points: number): number {
  const cents = (theta * hundredths * points * (DOLLAR_POINTS - points)) / 1e12;
  return roundHalfEven(cents) * 10_000;
}

function scaled(value: number, scale: number, fewest: number): Decimal {
  const digits = Math.abs(value)
    .toString()
    .padStart(scale + 1, '0');
  const whole = digits.slice(0, -scale);
  let fraction = digits.slice(-scale);
  while (fraction.length > fewest && fraction.endsWith('0')) fraction = fraction.slice(0, -1);
  return Decimal.of(`${value < 0 ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`);
}
