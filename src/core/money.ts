import { Decimal } from './decimal.ts';

/** A money value (interface.md 9.1). Prices are money per contract, 0…1. */
export interface Money {
  readonly value: Decimal;
  /** Currency code as sent; the empty string where a trimmed frame left it out. */
  readonly currency: string;
}

export function money(value: Decimal, currency: string): Money {
  return { value, currency };
}

/** True for `Money` and `OwnMoney` among values of any kind. */
export function isMoney(value: unknown): value is Money {
  return typeof value === 'object' && value !== null && 'value' in value && value.value instanceof Decimal;
}
