import { Decimal } from './decimal.ts';

const HALF = Decimal.of('0.5');
const HUNDRED = Decimal.of(100);

/** Odds exist strictly between impossible and certain: everything below takes a price 0…1 and gives `undefined` at its ends. */
function isOddsPrice(price: Decimal): boolean {
  return price.greaterThan(Decimal.zero) && price.lessThan(Decimal.one);
}

/** American odds rounded to a whole number: what 100 wins, or negative what must be staked to win 100. Even money is +100. */
export function americanOdds(price: Decimal): Decimal | undefined {
  if (!isOddsPrice(price)) return undefined;
  const against = Decimal.one.minus(price);
  const exact = price.greaterThan(HALF)
    ? HUNDRED.times(price).dividedBy(against).negated()
    : HUNDRED.times(against).dividedBy(price);
  return Decimal.of(exact.toFixed(0));
}

/** Decimal odds: what comes back for a stake of 1, stake included. Not rounded. */
export function decimalOdds(price: Decimal): Decimal | undefined {
  return isOddsPrice(price) ? Decimal.one.dividedBy(price) : undefined;
}

interface Fraction {
  readonly numerator: number;
  readonly denominator: number;
}

/**
 * Fractional odds in lowest terms: what is won for the denominator staked. Exact for every tick of the exchange;
 * an average with more digits is first rounded to a tenth of a cent, so that the fraction stays readable.
 */
export function fractionalOdds(price: Decimal): Fraction | undefined {
  if (!isOddsPrice(price)) return undefined;
  const exact = reduced(price, 4);
  if (exact === undefined || exact.denominator <= 1000) return exact;
  return reduced(price, 3) ?? exact;
}

function reduced(price: Decimal, places: number): Fraction | undefined {
  const scale = 10 ** places;
  const stake = Math.round(Number(price.toFixed(places)) * scale);
  if (stake <= 0 || stake >= scale) return undefined;
  const divisor = greatestCommonDivisor(scale - stake, stake);
  return { numerator: (scale - stake) / divisor, denominator: stake / divisor };
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
