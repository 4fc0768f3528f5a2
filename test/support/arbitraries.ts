import fc from 'fast-check';
import { Decimal } from '../../src/core/decimal.ts';
import { type Instant, parseInstant } from '../../src/core/instant.ts';
import type { Money } from '../../src/core/money.ts';

/** Core values as a service could have sent them. Optional members are absent half of the time or so. */

export const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined });

export const slugs = fc.string({
  unit: fc.constantFrom(...'abcdef0123456789-'),
  minLength: 1,
  maxLength: 24,
});

export const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.nat(6))
  .map(([digits, places]) => decimalOf(digits, places));

/** 0 … 1 in steps of 0.0025. */
export const prices = fc.nat(400).map((steps) => decimalOf(BigInt(steps * 25), 4));

/** Contracts with up to two decimals. */
export const quantities = fc.nat(100_000_000).map((hundredths) => decimalOf(BigInt(hundredths), 2));

export const priceMonies: fc.Arbitrary<Money> = prices.map((value) => ({ value, currency: 'USD' }));

/** Between the years 2000 and 2100, to the second or to the nanosecond. */
export const instants: fc.Arbitrary<Instant> = fc
  .tuple(fc.integer({ min: 946_684_800, max: 4_102_444_799 }), maybe(fc.nat(999_999_999)))
  .map(([seconds, nanos]) => {
    const text = new Date(seconds * 1000).toISOString().slice(0, 19);
    const fraction = nanos === undefined ? '' : `.${String(nanos).padStart(9, '0')}`;
    const instant = parseInstant(`${text}${fraction}Z`);
    if (instant === undefined) throw new Error(`${text} is no date`);
    return instant;
  });

function decimalOf(digits: bigint, places: number): Decimal {
  const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
  const whole = text.slice(0, text.length - places);
  const fraction = places === 0 ? '' : `.${text.slice(-places)}`;
  return Decimal.of(`${digits < 0n ? '-' : ''}${whole}${fraction}`);
}
