import { Decimal } from '../../core/decimal.ts';
import type { Instant } from '../../core/instant.ts';
import { type OwnDecimal, type OwnMoney, reveal } from '../../core/own.ts';

/** An object to send; a member that is `undefined` is left out by JSON. */
export type WireObject = { readonly [field: string]: unknown };

export function amount(value: OwnMoney | undefined): WireObject | undefined {
  return value === undefined ? undefined : { value: reveal(value.value).text, currency: value.currency };
}

/** As a JSON number where a double holds it exactly, else as its text. */
export function numeric(value: OwnDecimal | undefined): number | string | undefined {
  if (value === undefined) return undefined;
  const decimal = reveal(value);
  const number = decimal.toNumber();
  return Decimal.parse(number)?.equals(decimal) ? number : decimal.text;
}

/** An id the interface types as integer. */
export function integer(value: string | undefined): number | string | undefined {
  return value !== undefined && /^(?:0|[1-9]\d{0,14})$/.test(value) ? Number(value) : value;
}

export function time(value: Instant | undefined): string | undefined {
  return value?.text;
}

/** The rounded integer text the service still sends beside an exact quantity (interface.md 9.7). */
export function rounded(value: OwnDecimal | undefined): string | undefined {
  return (value && reveal(value))?.toFixed(0).replace(/^-0$/, '0');
}

/** All its digits, of an amount of an account too. */
export function digits(value: OwnDecimal | undefined): string | undefined {
  return value && reveal(value).text;
}

export function complement(value: Decimal): Decimal {
  return Decimal.one.minus(value);
}
