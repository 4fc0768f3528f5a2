import { Decimal } from '../../core/decimal.ts';
import { type Instant, parseInstant } from '../../core/instant.ts';
import { camelCase } from '../../core/json-path.ts';
import type { Money } from '../../core/money.ts';
import type { OpenEnum } from '../../core/open-enum.ts';
import type { Problem } from '../exchange.ts';
import type { EnumTable } from './enums.ts';
import { cleanLine, cleanProse, isIdentity, isSlugText } from './text.ts';
import { kindOf } from './wire-error.ts';

/** An object of a reply, its names in camelCase. */
export type JsonObject = { readonly [field: string]: unknown };

/** Makes a value of an object; `undefined`, with a problem, where that is not possible. */
export type ReadObject<T> = (reader: Reader, json: JsonObject) => T | undefined;

/**
 * Reads single values by the rules of interface.md 3 and collects what it could not read. Missing, null and ""
 * are absent: `undefined` without a problem. A value of the wrong kind is `undefined` with a problem.
 * One reader serves one reply; it knows which item and which nested object it is in only to name them in a problem.
 */
export class Reader {
  /** What could not be read so far; a reply broken in more than `MOST_PROBLEMS` places lists the first. */
  readonly problems: Problem[] = [];
  /** Why the latest problem is one. */
  lastReason: string | undefined;
  /** Items dropped whole. */
  lost = 0;
  /**
   * Reads of each object only what has a name here. A list of a hundred thousand markets would take half as much memory again
   * for fields that are looked at one market at a time, when that is read by itself.
   */
  isLean: boolean;
  #list = '';
  #index = -1;
  #name: string | undefined;
  readonly #path: (string | number)[] = [];

  constructor({ isLean = false }: { readonly isLean?: boolean } = {}) {
    this.isLean = isLean;
  }

  /** The item read next: `index` is its place, negative when the reply holds a single one. */
  begin(list: string, index = -1): void {
    this.#list = list;
    this.#index = index;
    this.#name = undefined;
  }

  /** The id or slug of the item, for its problems; the first one counts, as nested objects have names too. */
  called(name: string): void {
    this.#name ??= name;
  }

  /** The same for an item that is nothing without it: a problem where `name` is undefined. Returns `name`. */
  needed(name: string | undefined, field: string, reason: string): string | undefined {
    if (name === undefined) this.problem(field, reason);
    else this.called(name);
    return name;
  }

  problem(field: string, reason: string): void {
    this.lastReason = reason;
    if (this.problems.length >= MOST_PROBLEMS) return;
    const item = this.#name ?? (this.#index < 0 ? this.#list : `${this.#list}[${this.#index}]`);
    let path = '';
    for (const step of this.#path) path += typeof step === 'number' ? `[${step}]` : path ? `.${step}` : step;
    const whole = field === '' ? path : path ? `${path}.${field}` : field;
    this.problems.push({ item, field: whole, reason });
  }

  /** The items of a list of the reply; one that is no object or cannot be read is dropped and counted in `lost`. */
  rows<T>(list: string, values: readonly unknown[], read: ReadObject<T>): readonly T[] {
    const items: T[] = [];
    for (let index = 0; index < values.length; index++) {
      this.begin(list, index);
      const row = asJsonObject(values[index]);
      if (row === undefined) this.problem('', `expected an object, got ${kindOf(values[index])}`);
      const item = row && read(this, row);
      if (item === undefined) this.lost++;
      else items.push(item);
    }
    return items;
  }

  /** A nested object, or one of a nested list, as `read` makes it. */
  nested<T>(value: unknown, step: string | number, read: ReadObject<T>): T | undefined {
    if (isAbsent(value)) return undefined;
    this.#path.push(step);
    const json = asJsonObject(value);
    if (json === undefined) this.problem('', `expected an object, got ${kindOf(value)}`);
    const result = json && read(this, json);
    this.#path.pop();
    return result;
  }

  /** Reads something nested lean, whatever the object around it is. */
  leanly<T>(read: () => T): T {
    const was = this.isLean;
    this.isLean = true;
    const result = read();
    this.isLean = was;
    return result;
  }

  /** The objects of a nested list as far as they can be read. */
  nestedList<T>(value: unknown, field: string, read: ReadObject<T>): readonly T[] {
    const list = this.list(value, field);
    if (list.length === 0) return NOTHING;
    const items: T[] = [];
    this.#path.push(field);
    for (let index = 0; index < list.length; index++) {
      const item = this.nested(list[index], index, read);
      if (item !== undefined) items.push(item);
    }
    this.#path.pop();
    return items;
  }

  /** Absent is the empty list. */
  list(value: unknown, field: string): readonly unknown[] {
    if (Array.isArray(value)) return value;
    if (!isAbsent(value)) this.problem(field, `expected a list, got ${kindOf(value)}`);
    return NOTHING;
  }

  /** One line, cleaned. A number is taken as its digits. */
  text(value: unknown, field: string): string | undefined {
    if (typeof value === 'string') return value === '' ? undefined : cleanLine(value);
    return this.#numberText(value, field);
  }

  /** Text whose line breaks matter, cleaned. */
  prose(value: unknown, field: string): string | undefined {
    if (typeof value === 'string') return value === '' ? undefined : cleanProse(value);
    return this.#numberText(value, field);
  }

  /** An id or slug: unreadable when cleaning changes it or something was taken out, because it would name another thing. */
  identity(value: unknown, field: string): string | undefined {
    if (typeof value !== 'string') return this.#numberText(value, field);
    if (value === '') return undefined;
    if (isIdentity(value)) return value;
    this.problem(
      field,
      'an id must not hold control characters, be a path step or lack what was taken out of it',
    );
    return undefined;
  }

  /** The slug of a market, an event or a league: text that may stand in an address as it is. */
  slug(value: unknown, field: string): string | undefined {
    if (typeof value !== 'string') return this.#numberText(value, field);
    if (value === '') return undefined;
    if (isSlugText(value)) return value;
    this.problem(field, 'expected a slug: letters, digits and marks between them, not too many');
    return undefined;
  }

  flag(value: unknown, field: string): boolean | undefined {
    if (typeof value === 'boolean') return value;
    if (isAbsent(value)) return undefined;
    if (value === 'true') return true;
    if (value === 'false') return false;
    this.problem(field, `expected true or false, got ${kindOf(value)}`);
    return undefined;
  }

  decimal(value: unknown, field: string): Decimal | undefined {
    if (isAbsent(value)) return undefined;
    const decimal = Decimal.parse(value);
    if (decimal === undefined) this.problem(field, `expected a number, got ${kindOf(value)}`);
    return decimal;
  }

  /** An Amount; a bare number is one without currency. */
  money(value: unknown, field: string): Money | undefined {
    if (isAbsent(value)) return undefined;
    if (typeof value !== 'object') {
      const bare = this.decimal(value, field);
      return bare === undefined ? undefined : { value: bare, currency: '' };
    }
    const row = value as { readonly value?: unknown; readonly currency?: unknown };
    if (row.value === undefined || row.value === null || row.value === '') return undefined;
    const amount = Decimal.parse(row.value);
    if (amount === undefined) {
      this.problem(`${field}.value`, `expected a number, got ${kindOf(row.value)}`);
      return undefined;
    }
    return { value: amount, currency: typeof row.currency === 'string' ? cleanLine(row.currency) : '' };
  }

  /** What a contract costs or pays, as an Amount or a bare number: nothing is worth less than 0 or more than 1. */
  price(value: unknown, field: string): Money | undefined {
    const price = this.money(value, field);
    return price === undefined || isShare(price.value)
      ? price
      : this.#refused(field, 'a price of 0 to 1', price.value);
  }

  /** As `price`, without a currency. */
  plainPrice(value: unknown, field: string): Decimal | undefined {
    const price = this.decimal(value, field);
    return price === undefined || isShare(price) ? price : this.#refused(field, 'a price of 0 to 1', price);
  }

  /** A coefficient that takes a part of something. */
  share(value: unknown, field: string): Decimal | undefined {
    const share = this.decimal(value, field);
    return share === undefined || isShare(share) ? share : this.#refused(field, 'a share of 0 to 1', share);
  }

  /** A number of contracts, or of anything else that can be counted: never below zero. */
  quantity(value: unknown, field: string): Decimal | undefined {
    const quantity = this.decimal(value, field);
    return quantity?.isNegative === true
      ? this.#refused(field, 'a quantity of 0 or more', quantity)
      : quantity;
  }

  /** ISO 8601; the zero time of year 1 stands for absent. */
  instant(value: unknown, field: string): Instant | undefined {
    if (isAbsent(value)) return undefined;
    const instant = typeof value === 'string' ? parseInstant(value) : undefined;
    if (instant === undefined) this.problem(field, `expected a date and time, got ${kindOf(value)}`);
    return instant === undefined || instant.ms < YEAR_TWO ? undefined : instant;
  }

  /** Integer, numeric text, bare name, prefixed name; anything else stays as it came. */
  member<T extends string>(value: unknown, field: string, table: EnumTable<T>): OpenEnum<T> | undefined {
    if (typeof value === 'string') {
      if (value === '') return undefined;
      if (value.startsWith(table.prefix)) return cleanLine(value.slice(table.prefix.length)) as OpenEnum<T>;
      const digit = value.charCodeAt(0);
      if (digit < 48 || digit > 57 || table.names.size === 0) return cleanLine(value) as OpenEnum<T>;
      return (table.names.get(Number(value)) ?? cleanLine(value)) as OpenEnum<T>;
    }
    if (typeof value === 'number' && Number.isFinite(value))
      return (table.names.get(value) ?? String(value)) as OpenEnum<T>;
    if (value !== undefined && value !== null) this.problem(field, `expected a code, got ${kindOf(value)}`);
    return undefined;
  }

  /** Does not quote the value: it may be an amount of the account, and problems are logged. */
  #refused(field: string, expected: string, value: Decimal): undefined {
    this.problem(field, `expected ${expected}, got one ${value.isNegative ? 'below 0' : 'above 1'}`);
  }

  #numberText(value: unknown, field: string): string | undefined {
    if (value === undefined || value === null) return undefined;
    // A number beyond every double is read as infinite, which no text should say.
    if (typeof value === 'number' && Number.isFinite(value)) return String(value);
    this.problem(field, `expected a text, got ${kindOf(value)}`);
    return undefined;
  }
}

/**
 * The value as an object with camelCase names, or `undefined` when it is none. A service may write snake_case; where
 * it writes both, camelCase wins.
 */
export function asJsonObject(value: unknown): JsonObject | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  for (const field in value) if (field.includes('_')) return camelCased(value as JsonObject);
  return value as JsonObject;
}

export function firstGiven(...values: readonly unknown[]): unknown {
  return values.find((value) => !isAbsent(value));
}

/** True for a price of a contract, or another part of a whole. */
export function isShare(value: Decimal): boolean {
  const number = value.toNumber();
  return number >= 0 && number <= 1;
}

const NOTHING: readonly never[] = [];
/** A reply can be broken in a million places: each as an object would take more memory than there is. */
const MOST_PROBLEMS = 1_000;
/** 2100-01-01, Unix seconds: later ones are milliseconds taken for seconds. */
export const LAST_SECOND = 4_102_444_800;
/** 0002-01-01 in Unix milliseconds. */
const YEAR_TWO = -62_104_060_800_000;

function camelCased(row: JsonObject): JsonObject {
  const copy: Record<string, unknown> = Object.create(null);
  for (const field in row) {
    const camel = camelCase(field);
    const value = row[field];
    const taken = camel === field ? isAbsent(value) && camel in copy : !isAbsent(row[camel]);
    if (!taken) copy[camel] = value;
  }
  return copy;
}

export function isAbsent(value: unknown): value is undefined | null | '' {
  return value === undefined || value === null || value === '';
}
