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

/** The fractions bookmakers quote between 1/100 and 100/1, as winnings over stake. */
const QUOTED: readonly Fraction[] =
  `1/100 1/66 1/50 1/40 1/33 1/28 1/25 1/22 1/20 1/18 1/16 1/14 1/12 1/11 1/10 1/9 1/8
  2/15 1/7 2/13 1/6 2/11 1/5 2/9 1/4 2/7 3/10 1/3 4/11 2/5 4/9 1/2 8/15 9/16 4/7 8/13 4/6 8/11 4/5 5/6 10/11 1/1 11/10 6/5
  5/4 11/8 7/5 6/4 13/8 7/4 15/8 2/1 9/4 5/2 11/4 3/1 10/3 7/2 4/1 9/2 5/1 11/2 6/1 13/2 7/1 15/2 8/1 9/1 10/1 11/1 12/1 14/1
  16/1 18/1 20/1 22/1 25/1 28/1 33/1 40/1 50/1 66/1 80/1 100/1`
    .split(/\s+/)
    .map((text) => {
      const [numerator = 0, denominator = 1] = text.split('/').map(Number);
      return { numerator, denominator };
    });

/** The quoted fraction nearest to the price; beyond them the nearest whole one, `999/1`, as far as 9999/1. */
export function fractionalOdds(price: Decimal): Fraction | undefined {
  if (!isOddsPrice(price)) return undefined;
  const chance = price.toNumber();
  const against = (1 - chance) / chance;
  if (against > 9999 || against < 1 / 9999) return undefined;
  if (against > 100) return { numerator: Math.round(against), denominator: 1 };
  if (against < 0.01) return { numerator: 1, denominator: Math.round(1 / against) };
  const off = ({ numerator, denominator }: Fraction): number =>
    Math.abs(denominator / (numerator + denominator) - chance);
  return QUOTED.reduce((best, each) => (off(each) < off(best) ? each : best));
}
