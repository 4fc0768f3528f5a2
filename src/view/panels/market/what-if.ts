import type { Book } from '../../../core/book.ts';
import { Decimal } from '../../../core/decimal.ts';
import type { Market } from '../../../core/market.ts';
import { money } from '../../../core/money.ts';
import { type WhatIf, walkBook, withoutOwn } from '../../../core/what-if.ts';
import { sideName } from '../../names.ts';
import { sentences, type ViewContext } from '../../row.ts';
import { shownFreshness } from '../frame.ts';
import type { MarketPanelInput } from '../input.ts';
import { knownCurrency, pair, presentPairs } from '../parts.ts';
import type { WhatIfModel } from './protocol.ts';

/** What a trade would come to on the book as it is now. Nothing is sent; a halted or ended market is not offered one. */
export function whatIfModel(
  input: MarketPanelInput,
  market: Market,
  book: Book,
  context: ViewContext,
): WhatIfModel {
  const { t, format } = context;
  const asked = input.whatIf;
  const names = [sideName(market, true, context), sideName(market, false, context)] as const;
  const frame = {
    heading: t('What if'),
    badge: t('nothing is sent'),
    size: t('Contracts'),
    verbs: [t('Buy'), t('Sell')],
    verbsLabel: t('Buy or sell, in thought'),
    names,
    namesLabel: t('Which side'),
  } as const;
  const isFresh = (shownFreshness(input)?.standing ?? 'fresh') === 'fresh';
  // Left out, hidden own orders could be worked out from the level they are missing in.
  const orders = input.orders.value ?? [];
  const countsOwn = format.settings.hideAmounts && orders.length > 0;
  const walk = asked && walkBook(countsOwn ? book : withoutOwn(book, orders), asked, market.feeCoefficient);
  if (asked === undefined) return { ...frame, pairs: [], taken: [] };
  if (walk === undefined)
    return { ...frame, pairs: [], taken: [], sentence: t('Nobody is there to trade with.') };
  const write = (value: Decimal): string =>
    format.publicMoney(money(Decimal.of(value.toFixed(2)), knownCurrency(input, market)));
  const cents = (price: Decimal): string => format.cents(Decimal.of(price.toFixed(4)));
  const { amount, filled, next } = walk;
  const fees = walk.fee ?? Decimal.zero;
  const name = asked.long ? names[0] : names[1];
  const total = asked.buy ? amount.plus(fees) : amount.minus(fees);
  const { length } = walk.taken;
  const levels = length === 1 ? t('Takes 1 level') : t('Takes {0} levels', length);
  const missing = asked.size.minus(filled);
  return {
    ...frame,
    pairs: [
      pair(t('Average'), cents(walk.average)),
      pair(t('Slippage'), cents(walk.slippage)),
      ...presentPairs([
        [t('Fee, estimated'), walk.fee === undefined ? '' : write(walk.fee)],
        [
          asked.buy ? t('Break-even') : t('After fee'),
          walk.breakEven === undefined ? '' : cents(walk.breakEven),
        ],
      ]),
      ...(asked.buy ? [pair(t('Pays if it wins'), write(filled))] : []),
    ],
    sentence: sentences([
      isFresh ? '' : t('The book is as of {0}.', format.moment(input.book.at)),
      asked.buy
        ? t(
            '{0}, costs {1}; +{2} if the outcome is {3}.',
            levels,
            write(total),
            write(filled.minus(total)),
            name,
          )
        : t('{0}, brings {1}.', levels, write(total)),
      countsOwn ? t('Your own orders are counted as if they were others’.') : '',
      missing.isZero ? '' : t('The book has {0} fewer than that.', format.quantity(missing)),
      next === undefined
        ? ''
        : t(
            'Best left: {0} × {1}.',
            cents(asked.long ? next.price : Decimal.one.minus(next.price)),
            format.quantity(next.quantity),
          ),
    ]),
    taken: walk.taken.map(({ price, quantity }) => ({
      key: `${asked.long === asked.buy ? 'offer' : 'bid'} ${price.toString()}`,
      words: t('what-if takes {0}', format.quantity(quantity)),
    })),
  };
}

/** The most contracts that can be asked about; the page's text is not trusted. */
const MOST = Decimal.of(1_000_000_000);

/** A size as typed: a positive number of contracts to a hundredth. */
export function whatIfOf(long: boolean, buy: boolean, typed: string): WhatIf | undefined {
  const text = typed.trim();
  const size = /^\d{1,10}(\.\d{1,2})?$/.test(text) ? Decimal.parse(text) : undefined;
  return size === undefined || size.isZero || size.greaterThan(MOST) ? undefined : { long, buy, size };
}
