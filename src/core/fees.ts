import { Decimal } from './decimal.ts';

/** Θ of the maker rebate: makers are paid, so it is negative (interface.md 9.11). */
export const MAKER_COEFFICIENT: Decimal = Decimal.of('-0.0125');

/**
 * Fee of one fill in money: Θ · contracts · p · (1 − p), half-even to the cent (interface.md 9.11). `coefficient` is
 * the market's `feeCoefficient` for a taker; `price` is 0…1, of either side: the formula is the same for both.
 */
export function fee(coefficient: Decimal, contracts: Decimal, price: Decimal): Decimal {
  const exact = coefficient.times(contracts.abs()).times(price).times(Decimal.one.minus(price));
  return Decimal.of(exact.toFixed(2));
}

/**
 * Price per contract, 0…1 and above, at which a purchase gets its money and its fee back. `undefined` for no contracts.
 */
export function purchaseBreakEven(
  coefficient: Decimal,
  contracts: Decimal,
  price: Decimal,
): Decimal | undefined {
  if (contracts.isZero) return undefined;
  return price.plus(fee(coefficient, contracts, price).dividedBy(contracts.abs()));
}
