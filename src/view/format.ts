import { Decimal } from '../core/decimal.ts';
import type { Money } from '../core/money.ts';
import { americanOdds, decimalOdds, fractionalOdds } from '../core/odds.ts';
import { type OwnDecimal, type OwnMoney, reveal } from '../core/own.ts';
import type { Translate } from './l10n.ts';
import { ABSENT, centsOf, HIDDEN, MOST_TEXTS, NumberWriter, withoutFigures } from './numbers.ts';
import { type TimeWriter, type TimeZoneChoice, timeWriter } from './times.ts';

export type OddsFormat = 'cents' | 'percent' | 'american' | 'decimal' | 'fractional';

export interface FormatSettings {
  readonly oddsFormat: OddsFormat;
  readonly timeZone: TimeZoneChoice;
  /** Hides every amount of the account: money and contracts held, ordered or traded. Prices stay. */
  readonly hideAmounts: boolean;
  /** Rows take abbreviations, and whole dollars in descriptions. Default: false. */
  readonly shortNames?: boolean;
  /** BCP 47; an unknown one falls back to English. */
  readonly locale: string;
  /** Unix milliseconds. */
  readonly now: () => number;
}

type Maybe<T> = T | undefined;
type Sign = 'up' | 'down' | 'plain';

/**
 * The one formatter of every surface. A missing value is "–" everywhere; nothing here returns NaN, "undefined" or
 * "Invalid Date". Amounts of the account go through `money`, `signedMoney` and `contracts`, which hide them on request;
 * what the whole exchange sees goes through `publicMoney` and `quantity`, which do not compile with an own amount.
 */
export interface Formatter extends TimeWriter {
  readonly settings: FormatSettings;
  /** A price (0…1) in the chosen format, as the odds of buying at it. */
  price(price: Maybe<Decimal>): string;
  priceAs(price: Maybe<Decimal>, format: OddsFormat): string;
  /** `43.5¢`, whatever format is chosen: for books and ticks. */
  cents(price: Maybe<Decimal>): string;
  /** Change of a price in cents: `▲3`, `▼0.5`, `–` for none. */
  change(change: Maybe<Decimal>): string;
  /** `up 3¢`, `down 0.5¢`, `unchanged`. */
  changeWords(change: Decimal): string;
  /** A ratio: 0.049 → `4.9 %`. */
  percent(ratio: Maybe<Decimal>): string;
  /** P&L as a share of the cost, to a tenth: `+4.9 %`; nothing where amounts are hidden. */
  pnlPercent(ratio: OwnDecimal): { readonly text: string; readonly sign: Sign } | undefined;
  money(amount: Maybe<OwnMoney>): string;
  publicMoney(amount: Maybe<Money>): string;
  /** The price of an asset, with all decimals it came with. */
  assetPrice(amount: Maybe<Money>): string;
  /** `▲ $4.00`, `▼ $4.00`, `$0.00`. */
  signedMoney(amount: Maybe<OwnMoney>): string;
  /** Of gains and losses: the arrow `signedMoney` writes; none is `plain`, and so is what is hidden. */
  moneySign(amount: Maybe<OwnDecimal>): Sign;
  /** The same where there is little room: without cents from 100 on. */
  readonly inShort: Pick<Formatter, 'money' | 'signedMoney'>;
  /** `up $4.00`, `down $4.00`, `even`. */
  signedMoneyWords(amount: Maybe<OwnMoney>): string;
  /** Contracts anyone may see; exact. `places`: decimals to fill up to, so that a column lines up. */
  quantity(quantity: Maybe<Decimal>, places?: number): string;
  /** Contracts of the account; exact. */
  contracts(quantity: Maybe<OwnDecimal>): string;
  /** How many orders or activities of the account there are, which is hidden as an amount is. */
  ownCount(count: number): string;
  /** What the service says of the account in words, without the figures in it while amounts are hidden. */
  ownText(text: Maybe<string>): Maybe<string>;
  /** The same for rows: whole from 100 on. */
  rowContracts(quantity: Maybe<OwnDecimal>): string;
  /** `182k`, `1.2M`; in other languages `182 mil`, `18.2万`. */
  compact(quantity: Maybe<Decimal>): string;
}

export function createFormatter(settings: FormatSettings, t: Translate): Formatter {
  const numbers = new NumberWriter(settings.locale);
  return {
    settings,
    ...priceTexts(numbers, settings, t),
    ...publicTexts(numbers),
    ...ownTexts(numbers, settings.hideAmounts, t),
    ...timeWriter(settings, t),
  };
}

type PriceTexts = Pick<Formatter, 'price' | 'priceAs' | 'cents' | 'change' | 'changeWords' | 'percent'>;

function priceTexts(numbers: NumberWriter, { oddsFormat }: FormatSettings, t: Translate): PriceTexts {
  // There are few prices, which thousands of rows show.
  const texts = new Map<string, string>();
  const inCents = (price: Decimal): string => {
    const known = texts.get(price.text);
    if (known !== undefined) return known;
    const text = centsText(price, numbers);
    if (texts.size >= MOST_TEXTS) texts.clear();
    texts.set(price.text, text);
    return text;
  };
  const cents = (price: Maybe<Decimal>): string => (price === undefined ? ABSENT : `${inCents(price)}¢`);
  const priceAs = (price: Maybe<Decimal>, format: OddsFormat): string => {
    if (price === undefined) return ABSENT;
    if (format === 'cents') return cents(price);
    if (format === 'percent') return `${inCents(price)}%`;
    if (format === 'fractional') {
      const odds = fractionalOdds(price);
      return odds === undefined ? ABSENT : `${odds.numerator}/${odds.denominator}`;
    }
    const odds = format === 'american' ? americanOdds(price) : decimalOdds(price);
    if (odds === undefined) return ABSENT;
    if (format === 'decimal') return numbers.decimal(odds, 2, 2);
    return `${odds.isNegative ? '' : '+'}${numbers.decimal(odds, 0, 0)}`;
  };
  return {
    cents,
    priceAs,
    price: (price) => priceAs(price, oddsFormat),
    percent: (ratio) => percentOf(ratio, numbers),
    change: (change) => {
      if (change === undefined || change.isZero) return ABSENT;
      return `${change.isNegative ? '▼' : '▲'}${cents(change.abs()).slice(0, -1)}`;
    },
    changeWords: (change) => {
      if (change.isZero) return t('unchanged');
      const size = cents(change.abs());
      return change.isNegative ? t('down {0}', size) : t('up {0}', size);
    },
  };
}

function publicTexts(
  numbers: NumberWriter,
): Pick<Formatter, 'publicMoney' | 'assetPrice' | 'quantity' | 'compact'> {
  return {
    publicMoney: (amount) => moneyOf(amount, numbers),
    assetPrice: (amount) => (amount === undefined ? ABSENT : numbers.money(amount.value, amount.currency, 8)),
    quantity: (value, places = 0) => (value === undefined ? ABSENT : numbers.decimal(value, places, 8)),
    compact: (value) => {
      if (value === undefined) return ABSENT;
      const size = value.abs();
      if (!size.lessThan(THOUSAND)) return numbers.compact(value);
      return numbers.decimal(value, 0, size.lessThan(HUNDRED) ? 2 : 0);
    },
  };
}

type OwnTexts = Pick<
  Formatter,
  | 'money'
  | 'signedMoney'
  | 'moneySign'
  | 'inShort'
  | 'signedMoneyWords'
  | 'pnlPercent'
  | 'contracts'
  | 'rowContracts'
  | 'ownCount'
  | 'ownText'
>;

/** `hide`: amounts of the account are not to be seen. */
function ownTexts(numbers: NumberWriter, hide: boolean, t: Translate): OwnTexts {
  const amounts = (places: (amount: Money) => number): Formatter['inShort'] => {
    const money = (amount: Maybe<OwnMoney>): string =>
      hide && amount !== undefined ? HIDDEN : moneyOf(amount && revealed(amount), numbers, places);
    return {
      money,
      signedMoney: (amount) => {
        const arrow = { up: '▲ ', down: '▼ ', plain: '' }[moneySign(amount?.value)];
        return `${arrow}${money(amount && absolute(amount))}`;
      },
    };
  };
  const moneySign: Formatter['moneySign'] = (amount) => {
    if (hide || amount === undefined) return 'plain';
    return signOf(Decimal.of(reveal(amount).toFixed(2)));
  };
  const { money, signedMoney } = amounts(() => 2);
  return {
    money,
    signedMoney,
    moneySign,
    inShort: amounts(({ value }) => (value.abs().lessThan(HUNDRED) ? 2 : 0)),
    pnlPercent: (ratio) => {
      if (hide) return undefined;
      const rounded = Decimal.of(reveal(ratio).toFixed(3));
      const sign = signOf(rounded);
      return { text: `${sign === 'up' ? '+' : ''}${percentOf(rounded, numbers)}`, sign };
    },
    signedMoneyWords: (amount) => {
      if (hide || amount === undefined) return money(amount);
      const sign = moneySign(amount.value);
      if (sign === 'plain') return t('even');
      const size = money(absolute(amount));
      return sign === 'down' ? t('down {0}', size) : t('up {0}', size);
    },
    contracts: (value) => {
      if (value === undefined) return ABSENT;
      return hide ? HIDDEN : numbers.decimal(reveal(value), 0, 8);
    },
    ownText: (text) => (hide ? text && withoutFigures(text) : text),
    ownCount: (count) => (hide ? HIDDEN : numbers.decimal(Decimal.of(count), 0, 8)),
    rowContracts: (value) => {
      if (value === undefined) return ABSENT;
      if (hide) return HIDDEN;
      const number = reveal(value);
      return numbers.decimal(number, 0, number.abs().lessThan(HUNDRED) ? 8 : 0);
    },
  };
}

function percentOf(ratio: Maybe<Decimal>, numbers: NumberWriter): string {
  return ratio === undefined ? ABSENT : `${centsText(ratio, numbers, 1)} %`;
}

function moneyOf(
  amount: Maybe<Money>,
  numbers: NumberWriter,
  places: (amount: Money) => number = () => 2,
): string {
  return amount === undefined ? ABSENT : numbers.money(amount.value, amount.currency, places(amount));
}

const HUNDRED = Decimal.of(100);
const THOUSAND = Decimal.of(1000);

/** Sub-cent ticks show in full (0.25¢); averages to a hundredth of a cent, smaller prices as far as their first digit. */
function centsText(price: Decimal, numbers: NumberWriter, least = 0): string {
  const cents = centsOf(price);
  let places = 2;
  const size = Math.abs(cents.toNumber());
  while (size > 0 && size < 0.01 && places < 12 && !/[1-9]/.test(cents.toFixed(places))) places += 1;
  return numbers.decimal(cents, least, places);
}

function absolute({ value, currency }: OwnMoney): OwnMoney {
  return { value: value.abs(), currency };
}

function revealed({ value, currency }: OwnMoney): Money {
  return { value: reveal(value), currency };
}

function signOf(rounded: Decimal): Sign {
  return rounded.isZero ? 'plain' : rounded.isNegative ? 'down' : 'up';
}
