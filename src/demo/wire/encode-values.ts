import { Decimal } from '../../core/decimal.ts';
import type { Instant } from '../../core/instant.ts';
import type { Money } from '../../core/money.ts';

/** An object to send; a member that is `undefined` is left out by JSON. */
export type WireObject = { readonly [field: string]: unknown };

export function amount(value: Money | undefined): WireObject | undefined {
  return value === undefined ? undefined : { value: value.value.text, currency: value.currency };
}

/** As a JSON number where a double holds it exactly, else as its text. */
export function numeric(value: Decimal | undefined): number | string | undefined {
  if (value === undefined) return undefined;
  const number = value.toNumber();
  return Decimal.parse(number)?.equals(value) ? number : value.text;
}

/** An id the interface types as integer. */
export function integer(value: string | undefined): number | string | undefined {
  return value !== undefined && /^(?:0|[1-9]\d{0,14})$/.test(value) ? Number(value) : value;
}

export function time(value: Instant | undefined): string | undefined {
  return value?.text;
}

/** The rounded integer text the service still sends beside an exact quantity (live interface §9.4). */
export function rounded(value: Decimal | undefined): string | undefined {
  return value?.toFixed(0).replace(/^-0$/, '0');
}

export function complement(value: Decimal): Decimal {
  return Decimal.one.minus(value);
}
