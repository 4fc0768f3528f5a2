import type { Decimal } from '../core/decimal.ts';
import { Decimal as D } from '../core/decimal.ts';

/** What stands where there is no value. */
export const ABSENT = '–';
/** What stands for a hidden amount. */
export const HIDDEN = '•••';

/** Exact decimals as a reader's locale writes them: digits are handed over as text, so nothing is rounded twice. */
export interface NumberWriter {
  /** Between `least` and `most` decimals, half-even. */
  decimal(value: Decimal, least: number, most: number): string;
  /** Two decimals, with the currency's sign; more where the amount has more than cents and is under one. */
  money(value: Decimal, currency: string): string;
}

const HUNDRED = D.of(100);

export function numberWriter(locale: string): NumberWriter {
  const known = supported(locale);
  const plain = new Map<string, Intl.NumberFormat>();
  const currencies = new Map<string, Intl.NumberFormat | undefined>();
  const decimal = (value: Decimal, least: number, most: number): string => {
    const key = `${least}/${most}`;
    const format =
      plain.get(key) ??
      new Intl.NumberFormat(known, { minimumFractionDigits: least, maximumFractionDigits: most });
    plain.set(key, format);
    return written(format, value, most);
  };
  return {
    decimal,
    money: (value, currency) => {
      if (!currencies.has(currency)) currencies.set(currency, currencyFormat(known, currency));
      const format = currencies.get(currency);
      if (format !== undefined) return written(format, value, 2);
      return `${decimal(value, 2, 2)} ${currency}`.trimEnd();
    },
  };
}

/** Cents of a price as a decimal: 0.435 → 43.5. */
export function centsOf(price: Decimal): Decimal {
  return price.times(HUNDRED);
}

function written(format: Intl.NumberFormat, value: Decimal, places: number): string {
  const rounded = value.toFixed(places);
  // The true minus, and none before a zero: every locale writes its own otherwise.
  const text = format.format(rounded.replace(/^-/, '') as Intl.StringNumericLiteral);
  const digits = text.replace(/\u00a0/g, ' ');
  return D.of(rounded).isNegative ? `−${digits}` : digits;
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
