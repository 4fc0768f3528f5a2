import type { Decimal } from './decimal.ts';
import type { RawField } from './raw-field.ts';

/** What one long contract pays, 0…1; between the two for a void (interface.md 9.9). */
export interface Settlement {
  readonly slug: string;
  readonly price: Decimal;
  /** What was sent beside these. */
  readonly more?: readonly RawField[] | undefined;
}
