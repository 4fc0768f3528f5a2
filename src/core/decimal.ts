import Big from 'big.js';

// Products of two prices and a quantity stay far below this; division is only used for averages and odds.
Big.DP = 20;
Big.RM = Big.roundHalfEven;

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,2})?$/;
/** Longer texts are refused: no price, quantity or balance needs them, and arithmetic on them is a way to stall. */
const LONGEST = 64;
/** Numbers from here on are refused, as texts with an exponent of three digits are. */
const TOO_LARGE = 1e100;

/**
 * An exact decimal number: prices, quantities and money are never floats.
 *
 * It stores the digits as they came (`text`) and makes a number of them on first use only, because most decoded numbers
 * are shown, not calculated with.
 */
export class Decimal {
  static readonly zero = new Decimal('0');
  static readonly one = new Decimal('1');

  /** The digits as given, e.g. `0.6400`. Compare with `equals`, never by this text. */
  readonly text: string;
  #big: Big | undefined;

  private constructor(text: string, big?: Big) {
    this.text = text;
    this.#big = big;
  }

  /** Parses a decimal text or a finite number; `undefined` for anything else (never NaN). */
  static parse(value: unknown): Decimal | undefined {
    if (typeof value === 'string') {
      return value.length <= LONGEST && DECIMAL.test(value) ? new Decimal(value) : undefined;
    }
    // A double's shortest text is exact for the up to 15 digits the wire sends as bare numbers.
    return typeof value === 'number' && Math.abs(value) < TOO_LARGE ? new Decimal(String(value)) : undefined;
  }

  /**
   * For literals in code and for the digits `toFixed` wrote, which may be more than `parse` takes from strangers. Throws
   * RangeError when `value` is not a decimal.
   */
  static of(value: string | number): Decimal {
    const text = String(value);
    if (!DECIMAL.test(text)) throw new RangeError(`Not a decimal: ${text}`);
    return new Decimal(text);
  }

  plus(other: Decimal): Decimal {
    return Decimal.#from(this.#value.plus(other.#value));
  }

  minus(other: Decimal): Decimal {
    return Decimal.#from(this.#value.minus(other.#value));
  }

  times(other: Decimal): Decimal {
    return Decimal.#from(this.#value.times(other.#value));
  }

  /** To 20 decimals, half-even. Throws RangeError on division by zero. */
  dividedBy(other: Decimal): Decimal {
    if (other.isZero) throw new RangeError('Division by zero');
    return Decimal.#from(this.#value.div(other.#value));
  }

  negated(): Decimal {
    return Decimal.zero.minus(this);
  }

  abs(): Decimal {
    return this.isNegative ? this.negated() : this;
  }

  /** -1, 0 or 1. Doubles that differ are in the order of what they stand for; only where they agree are all digits needed. */
  compare(other: Decimal): -1 | 0 | 1 {
    if (this.text === other.text) return 0;
    const [own, others] = [this.toNumber(), other.toNumber()];
    if (own !== others) return own < others ? -1 : 1;
    return this.#value.cmp(other.#value);
  }

  equals(other: Decimal): boolean {
    return this.compare(other) === 0;
  }

  lessThan(other: Decimal): boolean {
    return this.compare(other) < 0;
  }

  greaterThan(other: Decimal): boolean {
    return this.compare(other) > 0;
  }

  get isZero(): boolean {
    return this.toNumber() === 0;
  }

  get isNegative(): boolean {
    return this.toNumber() < 0;
  }

  /** Rounded half-even, with exactly `places` decimals. */
  toFixed(places: number): string {
    return this.#value.toFixed(places);
  }

  /** Shortest plain text: no exponent, no trailing zeros, no negative zero. */
  toString(): string {
    const text = this.#value.toFixed();
    return text === '-0' ? '0' : text;
  }

  toJSON(): string {
    return this.toString();
  }

  /** The nearest double: for drawing and sorting only. Never zero for what is not. */
  toNumber(): number {
    return Number(this.text);
  }

  get #value(): Big {
    this.#big ??= new Big(normalised(this.text));
    return this.#big;
  }

  static #from(big: Big): Decimal {
    return new Decimal(big.toString(), big);
  }
}

export function minDecimal(a: Decimal, b: Decimal): Decimal {
  return a.lessThan(b) ? a : b;
}

export function maxDecimal(a: Decimal, b: Decimal): Decimal {
  return a.greaterThan(b) ? a : b;
}

/** The library takes neither a leading plus, a bare trailing point nor a missing leading zero. */
function normalised(text: string): string {
  return text
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?=$|[eE])/, '');
}
