import { Decimal } from '../core/decimal.ts';

export const ABSENT = '–';
export const HIDDEN = '•••';

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** A text of the account without its figures, which stand in sentences too; ids and times have no blank and stay. */
export function withoutFigures(text: string): string {
  if (NUMBER.test(text)) return HIDDEN;
  return /[\s\p{Sc}]/u.test(text) ? text.replace(/\d[\d.,]*/g, HIDDEN) : text;
}

/** Exact decimals as a reader's locale writes them: digits are handed over as text, so nothing is rounded twice. */
export class NumberWriter {
  readonly #locale: string;
  /** By decimals or currency. */
  readonly #formats = new Map<string, Written>();

  constructor(locale: string) {
    this.#locale = supported(locale);
  }

  /** Between `least` and `most` decimals, half-even. */
  decimal(value: Decimal, least: number, most: number): string {
    const decimals = { minimumFractionDigits: least, maximumFractionDigits: most };
    return this.#format(`${least}/${most}`, decimals).text(value, most);
  }

  /** From 1,000 on, to three digits: `182k`, `1.2M`, or as the language counts, such as `18.2万`. */
  compact(value: Decimal): string {
    const text = this.#format('compact', COMPACT).text(value, 0);
    // Some languages have no word for thousands.
    return /\p{L}/u.test(text) ? text.replace(/K$/, 'k') : this.decimal(value, 0, 0);
  }

  /** Two decimals, or up to `most`, with the currency: only the dollar stands as its bare sign, and a text that is no code behind. */
  money(value: Decimal, currency: string, most = 2): string {
    const least = Math.min(2, most);
    if (!/^[A-Za-z]{3}$/.test(currency)) return `${this.decimal(value, least, most)} ${currency}`.trimEnd();
    const currencyDisplay = currency.toUpperCase() === 'USD' ? 'narrowSymbol' : 'code';
    const decimals = { minimumFractionDigits: least, maximumFractionDigits: most };
    const options = { style: 'currency', currency, currencyDisplay, ...decimals } as const;
    return this.#format(`${currency}/${most}`, options).text(value, most);
  }

  #format(key: string, options: Intl.NumberFormatOptions): Written {
    let format = this.#formats.get(key);
    if (format === undefined) {
      format = new Written(new Intl.NumberFormat(this.#locale, options));
      this.#formats.set(key, format);
    }
    return format;
  }
}

const COMPACT = {
  notation: 'compact',
  maximumFractionDigits: 1,
  maximumSignificantDigits: 3,
  roundingPriority: 'lessPrecision',
} as const;

const HUNDRED = Decimal.of(100);

/** Cents of a price as a decimal: 0.435 → 43.5. */
export function centsOf(price: Decimal): Decimal {
  return price.times(HUNDRED);
}

/** Cached texts of one format, or of all times; then the cache is cleared. An account of hundreds of rows shows a thousand amounts. */
export const MOST_TEXTS = 4_000;

/** Texts of one format. There are few prices, shown again and again, and formatting is slow: texts are cached. */
class Written {
  readonly #format: Intl.NumberFormat;
  readonly #texts = new Map<string, string>();

  constructor(format: Intl.NumberFormat) {
    this.#format = format;
  }

  /** Half-even to so many decimals, the same each time; digits are handed over as text. */
  text(value: Decimal, places: number): string {
    const known = this.#texts.get(value.text);
    if (known !== undefined) return known;
    const rounded = value.toFixed(places);
    const digits = this.#format
      .format(rounded.replace(/^-/, '') as Intl.StringNumericLiteral)
      .replace(/\u00a0/g, ' ');
    // The true minus, and none before a zero: every locale writes its own otherwise.
    const text = Decimal.of(rounded).isNegative ? `−${digits}` : digits;
    if (this.#texts.size >= MOST_TEXTS) this.#texts.clear();
    this.#texts.set(value.text, text);
    return text;
  }
}

/** A number somebody typed, with the point code reads: where a comma marks decimals, `2,5` is `2.5` and `2.500` is `2500`. */
export function typedNumber(text: string, locale: string): string {
  const point = new Intl.NumberFormat(supported(locale)).format(0.5).charAt(1);
  if (point !== ',') return text;
  const hasGroups = text.includes(',') || /^[−-]?[1-9]\d{0,2}(\.\d{3})+\b/.test(text.trim());
  return (hasGroups ? text.replaceAll('.', '') : text).replace(',', '.');
}

export function supported(locale: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf([locale])[0] ?? 'en-US';
  } catch {
    // Not a language tag at all.
    return 'en-US';
  }
}
