import { Decimal } from '../../core/decimal.ts';
import { parseInstant } from '../../core/instant.ts';
import { WireError } from '../../exchange/wire/wire-error.ts';

/**
 * Reads the parameters of a request as a server: a missing or empty one is `undefined`, a wrong one is refused.
 * Every method throws WireError `badRequest`.
 */
export class QueryReader {
  readonly #params: URLSearchParams;

  constructor(params: URLSearchParams) {
    this.#params = params;
  }

  text(name: string): string | undefined {
    return this.#params.get(name) || undefined;
  }

  texts(name: string): readonly string[] | undefined {
    const values = this.#params.getAll(name).filter((value) => value !== '');
    return values.length === 0 ? undefined : values;
  }

  flag(name: string): boolean | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (value !== 'true' && value !== 'false') throw refused(name, 'true or false');
    return value === 'true';
  }

  /** 0 … 2³¹−1. */
  count(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!/^\d{1,10}$/.test(value) || Number(value) > INT32) throw refused(name, 'a whole number');
    return Number(value);
  }

  integers(name: string): readonly string[] | undefined {
    const values = this.texts(name);
    if (values?.some((value) => !/^\d{1,10}$/.test(value) || Number(value) > INT32)) {
      throw refused(name, 'whole numbers');
    }
    return values;
  }

  decimal(name: string): Decimal | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const decimal = Decimal.parse(value);
    if (decimal === undefined) throw refused(name, 'a number');
    return decimal;
  }

  /** A date as its text. */
  date(name: string): string | undefined {
    const value = this.text(name);
    if (value !== undefined && parseInstant(value) === undefined) throw refused(name, 'an RFC 3339 date');
    return value;
  }

  /** Written as `prefix` + member (`prefix` may be empty); the member is given back. */
  member<T extends string>(name: string, prefix: string, members: readonly T[]): T | undefined {
    const value = this.text(name);
    return value === undefined ? undefined : memberOf(name, value, prefix, members);
  }

  members<T extends string>(name: string, prefix: string, members: readonly T[]): readonly T[] | undefined {
    return this.texts(name)?.map((value) => memberOf(name, value, prefix, members));
  }
}

const INT32 = 2_147_483_647;

function memberOf<T extends string>(name: string, value: string, prefix: string, members: readonly T[]): T {
  const found = members.find((member) => value === prefix + member);
  if (found === undefined)
    throw refused(name, `one of ${members.map((member) => prefix + member).join(', ')}`);
  return found;
}

function refused(name: string, expected: string): WireError {
  return new WireError('badRequest', `${name} as ${expected}`, 'something else');
}
