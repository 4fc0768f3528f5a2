import type { Book, BookLevel } from '../../../core/book.ts';
import { Decimal, maxDecimal } from '../../../core/decimal.ts';
import { isDirectionKnown, type Order, orderOutcome } from '../../../core/order.ts';
import { joined, sentences, type ViewContext } from '../../row.ts';
import type { Ladder, LadderLevel } from './protocol.ts';

/** Levels of each side that are listed; a note counts the others. */
const SHOWN = 10;

/**
 * The book in long terms with the own orders where they stand: only the long side trades, so buying the short side is an
 * offer at the long price (interface.md 9.6). `longName` names the side the prices are of; `warning` says how old the own
 * orders are.
 */
export function ladderModel(
  book: Book,
  orders: readonly Order[],
  longName: string,
  context: ViewContext,
  warning?: string,
): Ladder {
  const { t, format } = context;
  const own = restingByPrice(orders);
  const offers = sideLevels(book.offers, own.offers, (a, b) => a.compare(b), context);
  const bids = sideLevels(book.bids, own.bids, (a, b) => b.compare(a), context);
  const largest = [...offers.levels, ...bids.levels].reduce(
    (most, level) => maxDecimal(most, level.size ?? Decimal.zero),
    Decimal.zero,
  );
  const places = mostPlaces([...offers.levels, ...bids.levels]);
  const row = (level: Level, kind: 'offer' | 'bid'): LadderLevel => ({
    key: `${kind} ${level.price.toString()}`,
    price: format.cents(level.price),
    size: format.quantity(level.size, places),
    total: format.quantity(level.total, places),
    amount: level.size?.toNumber(),
    share: level.size === undefined || largest.isZero ? 0 : level.size.dividedBy(largest).toNumber(),
    mine: level.mine,
  });
  const more = offers.more + bids.more;
  return {
    caption: t('Order book in {0} cents: offers above, bids below', longName),
    columns: [t('Price'), t('Size'), t('Total')],
    grew: t('more than a moment ago'),
    shrank: t('less than a moment ago'),
    offersLabel: book.offers.length === 0 ? t('No offers') : t('Offers to sell {0}', longName),
    offers: [...offers.levels].reverse().map((level) => row(level, 'offer')),
    middle: middleText(book, context),
    bidsLabel: book.bids.length === 0 ? t('No bids') : t('Bids to buy {0}', longName),
    bids: bids.levels.map((level) => row(level, 'bid')),
    note:
      sentences([
        more === 0 ? '' : t('Further price levels: {0}.', more),
        warning === undefined || orders.length === 0 ? '' : t('Your orders: {0}', warning),
      ]) || undefined,
  };
}

/** `spread 1¢ · mid 43.5¢`; undefined where one side is empty. */
export function spreadText(book: Book, { t, format }: ViewContext): string | undefined {
  const bid = book.bids[0]?.price;
  const offer = book.offers[0]?.price;
  if (bid === undefined || offer === undefined) return undefined;
  const spread = offer.minus(bid);
  const middle = bid.plus(offer).dividedBy(Decimal.of(2));
  const words = spread.isNegative
    ? t('crossed by {0}', format.cents(spread.abs()))
    : t('spread {0}', format.cents(spread));
  return joined([words, t('mid {0}', format.cents(middle))]);
}

function middleText(book: Book, { t, format }: ViewContext): string {
  const { stats } = book;
  const last = stats?.lastTradePx && t('last {0}', format.cents(stats.lastTradePx.value));
  const traded = stats?.sharesTraded && t('{0} traded', format.quantity(stats.sharesTraded));
  const open = stats?.openInterest && t('{0} open interest', format.quantity(stats.openInterest));
  const text = joined([last, traded, open]);
  return text === '' ? t('no trade yet') : text;
}

interface Level {
  readonly price: Decimal;
  /** `undefined`: an own order stands here, but the book as read has no such level. */
  readonly size: Decimal | undefined;
  readonly total: Decimal | undefined;
  readonly mine: string | undefined;
}

/** Decimals of the finest size, so that all of them line up. */
function mostPlaces(levels: readonly Level[]): number {
  const sizes = levels.flatMap(({ size, total }) => [size, total]).filter((size) => size !== undefined);
  return Math.min(8, Math.max(0, ...sizes.map((size) => size.toString().split('.')[1]?.length ?? 0)));
}

/** Own orders of one side of the book by their long price. */
type OwnByPrice = ReadonlyMap<string, readonly Order[]>;

/** The nearest levels and, beyond them, those with own orders. `levels` are best first. */
function sideLevels(
  levels: readonly BookLevel[],
  own: OwnByPrice,
  compare: (a: Decimal, b: Decimal) => number,
  context: ViewContext,
): { readonly levels: readonly Level[]; readonly more: number } {
  let total = Decimal.zero;
  const mineAt = (price: string): string | undefined => {
    const orders = own.get(price);
    return orders && ownWords(orders, context);
  };
  const all: Level[] = levels.map(({ price, quantity }) => {
    total = total.plus(quantity);
    return { price, size: quantity, total, mine: mineAt(price.toString()) };
  });
  const near = all.filter((level, index) => index < SHOWN || level.mine !== undefined);
  const listed = new Set(levels.map(({ price }) => price.toString()));
  const missing = [...own.keys()]
    .filter((price) => !listed.has(price))
    .map((price): Level => {
      return { price: Decimal.of(price), size: undefined, total: undefined, mine: mineAt(price) };
    });
  const shown = [...near, ...missing].sort((a, b) => compare(a.price, b.price));
  return { levels: shown, more: all.length - near.length };
}

function ownWords(orders: readonly Order[], { t, format }: ViewContext): string {
  return orders
    .map((order) => {
      const left = format.contracts(order.leavesQuantity);
      return orderOutcome(order).long ? t('you {0}', left) : t('you {0} (NO)', left);
    })
    .join(', ');
}

/**
 * Own orders by the side of the book they rest on: buying long and selling short are bids for the long side, the other two
 * offers of it (interface.md 9.6). Those without a price or a known direction are left out.
 */
function restingByPrice(orders: readonly Order[]): {
  readonly bids: OwnByPrice;
  readonly offers: OwnByPrice;
} {
  const byPrice = (isBid: boolean): OwnByPrice => {
    const resting = orders.filter((order) => {
      const { long, buy } = orderOutcome(order);
      return order.price !== undefined && isDirectionKnown(order) && (long === buy) === isBid;
    });
    return Map.groupBy(resting, ({ price }) => price?.value.toString() ?? '');
  };
  return { bids: byPrice(true), offers: byPrice(false) };
}
