import type { BookLevel } from '../../../core/book.ts';
import { Decimal } from '../../../core/decimal.ts';
import { type Instant, parseInstant } from '../../../core/instant.ts';
import type { Money } from '../../../core/money.ts';
import { sorted } from '../book.ts';
import { isShare } from '../reader.ts';
import { isIdentity, isSlugText } from '../text.ts';

/**
 * Reads values of known kinds where they stand in a text of JSON, as the service writes them: no blanks but one after a
 * comma, no escapes. What is written otherwise makes it `lost`, for good: then the text has to be read by JSON.parse.
 */
export class JsonCursor {
  /** Something was not as it is written usually; what was read since means nothing. */
  lost = false;
  readonly #text: string;
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  isEnd(piece: string): boolean {
    return this.#at + piece.length === this.#text.length && this.#text.endsWith(piece);
  }

  /** Steps over this piece if it is what comes next. */
  skip(piece: string): boolean {
    if (!this.#text.startsWith(piece, this.#at)) return false;
    this.#at += piece.length;
    return true;
  }

  /** Steps over a comma, and the blank that may be behind it, if one comes next. */
  skipComma(): boolean {
    const at = this.#at;
    if (this.#text.charCodeAt(at) !== COMMA) return false;
    this.#at = this.#text.charCodeAt(at + 1) === BLANK ? at + 2 : at + 1;
    return true;
  }

  identity(): string {
    const text = this.#quoted();
    if (text === '' || text.includes('\\') || !isIdentity(text)) this.lost = true;
    return text;
  }

  slug(): string {
    const text = this.#quoted();
    if (text === '' || !isSlugText(text)) this.lost = true;
    return text;
  }

  /** As `decimal`, not below zero. */
  quantity(): Decimal | undefined {
    const quantity = this.decimal();
    if (quantity?.text.charCodeAt(0) === MINUS) this.lost = true;
    return quantity;
  }

  /** As `money`, from 0 to 1. */
  price(): Money | undefined {
    const price = this.money();
    if (price !== undefined && !isShare(price.value)) this.lost = true;
    return price;
  }

  /** Digits in quotation marks; absent are "" and null. */
  decimal(): Decimal | undefined {
    if (this.skip(NULL) || this.skip(EMPTY)) return undefined;
    return this.#digits();
  }

  /** An amount in US dollars or without currency, or null. */
  money(): Money | undefined {
    if (!this.skip(AMOUNT)) {
      if (!this.skip(NULL)) this.lost = true;
      return undefined;
    }
    const value = this.#digits();
    if (value === undefined) return undefined;
    if (this.skip(DOLLARS) || this.skip(SPACED_DOLLARS)) return { value, currency: 'USD' };
    if (!this.skip(END)) this.lost = true;
    return { value, currency: '' };
  }

  /** A whole number of at most 15 digits, or null. */
  count(): number | undefined {
    if (this.skip(NULL)) return undefined;
    const start = this.#at;
    let count = 0;
    for (;;) {
      const digit = this.#text.charCodeAt(this.#at) - ZERO;
      if (!(digit >= 0 && digit <= 9)) break;
      count = count * 10 + digit;
      this.#at += 1;
    }
    const digits = this.#at - start;
    const isNumber = digits > 0 && digits <= MOST_DIGITS && (digits === 1 || count >= 10 ** (digits - 1));
    if (!isNumber) this.lost = true;
    return count;
  }

  /** A time of UTC since 1970, or null. */
  instant(): Instant | undefined {
    if (this.skip(NULL)) return undefined;
    const text = this.#quoted();
    const digit = text.charCodeAt(text.length - 2) - ZERO;
    const instant = text.endsWith('Z') && digit >= 0 && digit <= 9 ? parseInstant(text) : undefined;
    if (instant === undefined || instant.ms < 0) this.lost = true;
    return instant;
  }

  /** A code by its name, without the prefix, or null. */
  member(prefix: string): string | undefined {
    if (this.skip(NULL)) return undefined;
    const text = this.identity();
    if (text.length <= prefix.length || !text.startsWith(prefix)) this.lost = true;
    return text.slice(prefix.length);
  }

  /** True, false or null. */
  flag(): boolean | undefined {
    if (this.skip('true')) return true;
    if (this.skip('false')) return false;
    return this.null();
  }

  /** A list of levels in US dollars, lowest first for `direction` 1, highest first for -1. */
  levels(direction: 1 | -1): readonly BookLevel[] {
    const levels: BookLevel[] = [];
    if (!this.skip('[')) this.lost = true;
    if (this.lost || this.skip(']')) return levels;
    let isInOrder = true;
    let last = Number.NEGATIVE_INFINITY;
    do {
      if (!this.skip(PRICE)) this.lost = true;
      const price = this.#digits();
      if (!this.skip(SIZE) && !this.skip(SPACED_SIZE)) this.lost = true;
      const quantity = this.#digits();
      if (!this.skip(END) || quantity?.text.charCodeAt(0) === MINUS) this.lost = true;
      if (this.lost || price === undefined || quantity === undefined) return levels;
      const number = price.toNumber();
      if (!(number >= 0 && number <= 1)) this.lost = true;
      isInOrder &&= direction * number > last;
      last = direction * number;
      levels.push({ price, quantity });
    } while (this.skipComma());
    if (!this.skip(']')) this.lost = true;
    return isInOrder ? levels : sorted(levels, direction);
  }

  null(): undefined {
    if (!this.skip(NULL)) this.lost = true;
    return undefined;
  }

  #digits(): Decimal | undefined {
    const value = Decimal.parse(this.#quoted());
    if (value === undefined) this.lost = true;
    return value;
  }

  #quoted(): string {
    const start = this.#at + 1;
    const end = this.#text.indexOf('"', start);
    if (end < 0 || this.#text.charCodeAt(this.#at) !== QUOTATION_MARK) {
      this.lost = true;
      return '';
    }
    this.#at = end + 1;
    return this.#text.slice(start, end);
  }
}

const NULL = 'null';
const EMPTY = '""';
const AMOUNT = '{"value":';
const DOLLARS = ',"currency":"USD"}';
const SPACED_DOLLARS = ', "currency":"USD"}';
const END = '}';
/** A level around its two numbers. */
const PRICE = '{"px":{"value":';
const SIZE = ',"currency":"USD"},"qty":';
const SPACED_SIZE = ', "currency":"USD"}, "qty":';
const MOST_DIGITS = 15;
const BLANK = 32;
const QUOTATION_MARK = 34;
const COMMA = 44;
const MINUS = 45;
const ZERO = 48;
