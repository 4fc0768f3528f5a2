import type { Book } from '../../../core/book.ts';
import { Decimal } from '../../../core/decimal.ts';
import type { Market } from '../../../core/market.ts';
import { money } from '../../../core/money.ts';
import { type OwnDecimal, ownMoney } from '../../../core/own.ts';
import {
  type AskedWhatIf,
  type BookWalk,
  effectOn,
  type PositionEffect,
  type WhatIf,
  walkBook,
  withoutOwn,
} from '../../../core/what-if.ts';
import { sentences, type ViewContext } from '../../row.ts';
import { signed } from '../account-sections.ts';
import type { MarketPanelInput } from '../input.ts';
import { knownCurrency, pair, presentPairs } from '../parts.ts';
import type { Cell, Pair } from '../protocol.ts';
import { shownFreshness } from '../shared-sections.ts';
import type { WhatIfModel } from './protocol.ts';
import { shortSide, sidesInOrder } from './short-names.ts';

/** What a trade would come to on the book as it is now. Nothing is sent; a halted or ended market is not offered one. */
export function whatIfModel(
  input: MarketPanelInput,
  market: Market,
  book: Book,
  context: ViewContext,
): WhatIfModel {
  const { t, format } = context;
  const asked = input.whatIf;
  const frame = {
    heading: t('What if'),
    badge: t('nothing is sent'),
    size: t('Contracts'),
    verbs: [t('Buy'), t('Sell')],
    verbsLabel: t('Buy or sell, in thought'),
    names: sidesInOrder(input, market).map((long) => ({ long, label: shortSide(market, long, context) })),
    namesLabel: t('Which side'),
    pairs: [],
    taken: [],
  } as const;
  if (asked === undefined) {
    const sentence = t(
      'Type how many contracts to see what they cost or bring now, with the fee, and what a win pays.',
    );
    return { ...frame, sentence };
  }
  if (asked === 'notNumber') {
    const most = format.quantity(MOST);
    const sentence = t('Not a number of contracts: type one from 0.01 to {0}, such as 12.5.', most);
    return { ...frame, isWrong: true, sentence };
  }
  // Left out, hidden own orders could be worked out from the level they are missing in.
  const orders = input.orders.value ?? [];
  const countsOwn = format.settings.hideAmounts && orders.length > 0;
  const walk = walkBook(countsOwn ? book : withoutOwn(book, orders), asked, market.feeCoefficient);
  if (walk === undefined) return { ...frame, sentence: t('Nobody is there to trade with.') };
  const trade = { asked, walk, effect: effectOf(input, asked, walk, market, context) };
  const size = format.quantity(asked.size);
  return {
    ...frame,
    filled: walk.filled.equals(asked.size)
      ? undefined
      : t('for {0} of {1}', format.quantity(walk.filled), size),
    pairs: figures(trade, input, market, context),
    sentence: sentences([
      (shownFreshness(input)?.standing ?? 'fresh') === 'fresh'
        ? ''
        : t('The book is as of {0}.', format.moment(input.book.at)),
      ...outcomeTexts(trade, input, market, context),
      countsOwn ? t('Your own orders are counted as if they were others’.') : '',
      bestLeft(asked, walk, context),
    ]),
    taken: walk.taken.map(({ price, quantity }) => ({
      key: `${asked.long === asked.buy ? 'offer' : 'bid'} ${price.toString()}`,
      words: t('takes {0}', format.quantity(quantity)),
    })),
  };
}

interface Trade {
  readonly asked: WhatIf;
  readonly walk: BookWalk;
  /** What it does to the position; undefined for a buy that closes nothing. */
  readonly effect: PositionEffect | 'unknown' | 'hidden' | undefined;
}

/** Hidden, what is held could be worked out from where a trade begins to open the other side. */
function effectOf(
  { connection, position }: MarketPanelInput,
  asked: WhatIf,
  walk: BookWalk,
  market: Market,
  { format }: ViewContext,
): Trade['effect'] {
  const held = position.value?.netPosition;
  const isKnown = position.at !== undefined && (position.value === undefined || held !== undefined);
  if (!connection.isSignedIn || !isKnown) return 'unknown';
  if (format.settings.hideAmounts && held?.isZero === false) return 'hidden';
  return effectOn(position.value, asked, walk, market.feeCoefficient);
}

function figures(
  { asked, walk, effect }: Trade,
  input: MarketPanelInput,
  market: Market,
  context: ViewContext,
): readonly Pair[] {
  const { t, format } = context;
  const currency = knownCurrency(input, market);
  const [write, cents] = [publicWriter(currency, context), centsWriter(context)];
  const { filled, breakEven: even } = walk;
  const parts = typeof effect === 'object' ? effect : undefined;
  const own = (amount: OwnDecimal): string => format.money(ownMoney(amount, currency));
  const alone =
    parts === undefined
      ? [asked.buy ? t('Break-even') : t('After fee'), even && cents(even)]
      : parts.closes === undefined
        ? // Of the side it opens.
          [t('Break-even'), even && cents(Decimal.one.minus(even))]
        : parts.opens === undefined && !asked.buy
          ? [t('After fee'), even && cents(even)]
          : [];
  const [label = '', price] = alone;
  const { closes, opens } = parts ?? {};
  const pays = parts === undefined ? (asked.buy ? write(filled) : undefined) : opens && own(opens.contracts);
  return [
    pair(t('Average'), cents(walk.average)),
    pair(t('Slippage'), cents(walk.slippage)),
    ...presentPairs([
      [t('Fee, estimated'), walk.fee && write(walk.fee)],
      [label, price],
      [t('Closing brings'), closes && own(closes.brings)],
      [
        walk.fee === undefined ? t('Realised, fee not known') : t('Realised, fees in'),
        realisedCell(closes, currency, context),
      ],
      [t('Opening needs'), opens && own(opens.needs)],
      [t('Pays if it wins'), pays],
    ]),
  ];
}

function realisedCell(
  closes: PositionEffect['closes'],
  currency: string,
  context: ViewContext,
): Cell | string | undefined {
  const { t } = context;
  if (closes === undefined) return undefined;
  if (closes.realised === undefined) return t('not known');
  return signed(ownMoney(closes.realised, currency), context, t('what it brings − its part of the cost'));
}

/** What comes of it in words. */
function outcomeTexts(
  { asked, walk, effect }: Trade,
  input: MarketPanelInput,
  market: Market,
  context: ViewContext,
): readonly string[] {
  const { t, format } = context;
  const currency = knownCurrency(input, market);
  const write = publicWriter(currency, context);
  const name = (long: boolean): string => shortSide(market, long, context);
  const { length } = walk.taken;
  const levels = length === 1 ? t('Takes 1 level') : t('Takes {0} levels', length);
  if (typeof effect === 'object') {
    const money = (amount: OwnDecimal): string => format.money(ownMoney(amount, currency));
    const { closes, opens } = effect;
    return [
      levels,
      closes === undefined
        ? asked.buy
          ? ''
          : t('You hold no {0}.', name(asked.long))
        : t(
            'Closes {0} of your {1} {2}, brings {3}.',
            format.contracts(closes.contracts),
            format.contracts(closes.contracts.plus(closes.left)),
            name(closes.long),
            money(closes.brings),
          ),
      opens === undefined
        ? ''
        : t(
            'Opens {0} {1}, needs {2}, pays {3} if it wins.',
            format.contracts(opens.contracts),
            name(opens.long),
            money(opens.needs),
            money(opens.contracts),
          ),
    ];
  }
  const { amount, filled, fee = Decimal.zero } = walk;
  const total = asked.buy ? amount.plus(fee) : amount.minus(fee);
  return [
    asked.buy
      ? t(
          '{0}, costs {1}; +{2} if the outcome is {3}.',
          levels,
          write(total),
          write(filled.minus(total)),
          name(asked.long),
        )
      : t('{0}, brings {1}.', levels, write(total)),
    effect === 'hidden'
      ? t('Your position is not counted while amounts are hidden.')
      : effect === 'unknown' && !asked.buy
        ? t('Your position is not known: this is of contracts you hold.')
        : '',
  ];
}

function bestLeft({ long }: WhatIf, { next }: BookWalk, context: ViewContext): string {
  if (next === undefined) return '';
  const price = long ? next.price : Decimal.one.minus(next.price);
  const quantity = context.format.quantity(next.quantity);
  return context.t('Best left: {0} contracts at {1}.', quantity, centsWriter(context)(price));
}

/** Money anybody may see, to the cent. */
function publicWriter(currency: string, { format }: ViewContext): (value: Decimal) => string {
  return (value) => format.publicMoney(money(Decimal.of(value.toFixed(2)), currency));
}

function centsWriter({ format }: ViewContext): (price: Decimal) => string {
  return (price) => format.cents(Decimal.of(price.toFixed(4)));
}

/** The most contracts that can be asked about; the page's text is not trusted. */
const MOST = Decimal.of(1_000_000_000);

/** A size as typed: a positive number of contracts to a hundredth; undefined while nothing is typed. */
export function whatIfOf(long: boolean, buy: boolean, typed: string): AskedWhatIf | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  const size = /^\d{1,10}(\.\d{1,2})?$/.test(text) ? Decimal.parse(text) : undefined;
  return size === undefined || size.isZero || size.greaterThan(MOST) ? 'notNumber' : { long, buy, size };
}
