import { Decimal } from '../../core/decimal.ts';
import { isMoney } from '../../core/money.ts';
import { type OwnDecimal, type OwnMoney, reveal } from '../../core/own.ts';
import { type EnumTable, enumText } from '../../exchange/wire/enums.ts';

/** An object to send; a member that is `undefined` is left out by JSON. */
export type WireObject = { readonly [field: string]: unknown };

export function amount(value: OwnMoney | undefined): WireObject | undefined {
  return value === undefined ? undefined : { value: reveal(value.value).text, currency: value.currency };
}

/**
 * An object whose fields are named on the wire as they are here: money becomes an object and other decimals what
 * `decimal` makes of them, in lists and in objects inside too.
 */
export function fieldsOf(
  object: object,
  decimal: (value: OwnDecimal) => number | string | undefined = numeric,
): WireObject {
  const encoded = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof Decimal) return decimal(value);
    if (isMoney(value)) return amount(value);
    return Array.isArray(value) ? value.map(encoded) : fields(value);
  };
  // A loop, since most of what is sent passes here.
  const fields = (from: object): WireObject => {
    const result: Record<string, unknown> = {};
    for (const name of Object.keys(from)) result[name] = encoded((from as WireObject)[name]);
    return result;
  };
  return fields(object);
}

/** As a JSON number where a double holds it exactly, else as its text. */
export function numeric(value: OwnDecimal | undefined): number | string | undefined {
  if (value === undefined) return undefined;
  const decimal = reveal(value);
  const number = decimal.toNumber();
  return Decimal.parse(number)?.equals(decimal) ? number : decimal.text;
}

/** A quantity with at least four decimals, as the service writes those in texts. */
export function padded(value: OwnDecimal | undefined): string | undefined {
  const text = digits(value);
  if (text === undefined || !/^-?\d+(?:\.\d+)?$/.test(text)) return text;
  const [whole, fraction = ''] = text.split('.');
  return `${whole}.${fraction.padEnd(4, '0')}`;
}

/** The rounded integer text the service still sends beside an exact quantity (interface.md 9.7). */
export function rounded(value: OwnDecimal | undefined): string | undefined {
  return (value && reveal(value))?.toFixed(0).replace(/^-0$/, '0');
}

export function digits(value: OwnDecimal | undefined): string | undefined {
  return value && reveal(value).text;
}

/** Body of a failure; `code` is a gRPC one: 3, 5, 7, 8, 13, 14, 16 (interface.md 4). */
export function errorReply(code: number, message: string): WireObject {
  return { code, message, details: [] };
}

/** A member of an enumeration. */
export function code(table: EnumTable<string>, member: string | undefined): string | undefined {
  return member && enumText(table, member);
}
