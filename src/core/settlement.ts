import type { Decimal } from './decimal.ts';

/** Interface §2.11: what one long contract pays, 0…1; between the two for a void (live interface §9.5). */
export interface Settlement {
  readonly slug: string;
  readonly price: Decimal;
}
