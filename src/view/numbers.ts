import { Decimal } from '../core/decimal.ts';

/** What stands where there is no value. */
export const ABSENT = '–';
/** What stands for a hidden amount. */
export const HIDDEN = '•••';

/** Exact decimals as a reader's locale writes them: digits are handed over as text, so nothing is rounded twice. */
interface NumberWriter {
  /** Between `least` and `most` decimals, half-even. */
  decimal(value: Decimal, least: number, most: number): string;
  /** Two decimals, with the currency's sign; more where the amount has more than cents and is under one. */
  money(value: Decimal, currency: string): string;
}

const HUNDRED = Decimal.of(100);

export function numberWriter(locale: string): NumberWriter {
  const known = supported(locale);
  const plain = new Map<string, Written>();
  const currencies = new Map<string, Written | undefined>();
  const decimal = (value: Decimal, least: number, most: number): string => {
    const key = `${least}/${most}`;
    let format = plain.get(key);
    if (format === undefined) {
      const options = { minimumFractionDigits: least, maximumFractionDigits: most };
      format = new Written(new Intl.NumberFormat(known, options));
      plain.set(key, format);
    }
    return format.text(value, most);
  };
  return {
    decimal,
    money: (value, currency) => {
      if (!currencies.has(currency)) {
        const format = currencyFormat(known, currency);
        currencies.set(currency, format && new Written(format));
      }
      const format = currencies.get(currency);
      if (format !== undefined) return format.text(value, 2);
      return `${decimal(value, 2, 2)} ${currency}`.trimEnd();
    },
  };
}

/** Cents of a price as a decimal: 0.435 → 43.5. */
export function centsOf(price: Decimal): Decimal {
  return price.times(HUNDRED);
}

/** Cached texts of one format; then the cache is cleared. */
const MOST_TEXTS = 1_000;

/** Texts of one format. There are few prices, shown again and again, and formatting is slow: texts are cached. */
class Written {
  readonly #format: Intl.NumberFormat;
  readonly #texts = new Map<string, string>();

  constructor(format: Intl.NumberFormat) {
    this.#format = format;
  }

  /** Half-even to so many decimals; digits are handed over as text. */
  text(value: Decimal, places: number): string {
    const rounded = value.toFixed(places);
    let text = this.#texts.get(rounded);
    if (text === undefined) {
      text = this.#written(rounded);
      if (this.#texts.size >= MOST_TEXTS) this.#texts.clear();
      this.#texts.set(rounded, text);
    }
    return text;
  }

  #written(rounded: string): string {
    // The true minus, and none before a zero: every locale writes its own otherwise.
    const text = this.#format.format(rounded.replace(/^-/, '') as Intl.StringNumericLiteral);
    const digits = text.replace(/\u00a0/g, ' ');
    return Decimal.of(rounded).isNegative ? `−${digits}` : digits;
  }
}

/** `undefined` for a text that is no currency code. Only the dollar may stand as its bare sign. */
function currencyFormat(locale: string, currency: string): Intl.NumberFormat | undefined {
  if (!/^[A-Za-z]{3}$/.test(currency)) return undefined;
  const usd = currency.toUpperCase() === 'USD';
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: usd ? 'narrowSymbol' : 'code',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
}

export function supported(locale: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf([locale])[0] ?? 'en-US';
  } catch {
    // Not a language tag at all.
    return 'en-US';
  }
}
