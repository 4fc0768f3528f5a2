import type { Book, BookLevel } from '../../../core/book.ts';
import { Decimal, maxDecimal } from '../../../core/decimal.ts';
import { isDirectionKnown, type Order, orderOutcome } from '../../../core/order.ts';
import type { OwnDecimal } from '../../../core/own.ts';
import { HIDDEN } from '../../numbers.ts';
import { joined, type ViewContext } from '../../row.ts';
import type { Ladder, LadderLevel } from './protocol.ts';

/** Rows of each side, always as many, so that nothing on the page moves with the book; a note counts the other levels. */
const ROWS = 8;
/** Of these all but the best two may be levels with own orders further out. */
const FAR_OWN = ROWS - 2;
/** More ticks than this without a level are not drawn one by one. */
const MOST_EMPTY = 2;

/**
 * The book in long terms with the own orders where they stand: only the long side trades, so buying the short side is an
 * offer at the long price (interface.md 9.6). Ticks without a level between two that are near each other have a row of
 * their own, so that distance is seen.
 */
export function ladderModel(
  book: Book,
  orders: readonly Order[],
  subject: LadderSubject,
  context: ViewContext,
): Ladder {
  const { t, format } = context;
  const { long, short, warning } = subject;
  const own = restingByPrice(orders);
  const offers = sideLevels(book.offers, own.offers, { compare: (a, b) => a.compare(b), subject, context });
  const bids = sideLevels(book.bids, own.bids, { compare: (a, b) => b.compare(a), subject, context });
  const all = [...offers.levels, ...bids.levels].filter(({ hides }) => hides !== 'size');
  const largest = all.reduce((most, level) => maxDecimal(most, level.size ?? Decimal.zero), Decimal.zero);
  const sizes = columnWriter(
    all.map(({ size }) => size),
    context,
  );
  const totals = columnWriter(
    all.flatMap(({ total, hides }) => (hides === undefined ? [total] : [])),
    context,
  );
  const row = (level: Level, kind: 'offer' | 'bid'): LadderLevel => {
    const size = level.hides === 'size' ? undefined : level.size;
    return {
      key: `${kind} ${level.price.toString()}`,
      price: format.cents(level.price),
      other: format.cents(Decimal.one.minus(level.price)),
      size: level.hides === 'size' ? HIDDEN : sizes(size),
      total: level.hides === undefined ? totals(level.total) : HIDDEN,
      isEmpty: level.isEmpty === true,
      amount: size?.toNumber(),
      share: size === undefined || largest.isZero ? 0 : size.dividedBy(largest).toNumber(),
      mine: level.mine,
    };
  };
  const more = offers.more + bids.more;
  return {
    caption: t('Order book in {0} cents: offers above, bids below', long),
    columns: [t('Yours'), long, short, t('Contracts'), t('Total')],
    rows: ROWS,
    grew: t('more than a moment ago'),
    shrank: t('less than a moment ago'),
    noOffers:
      offers.levels.length > 0
        ? undefined
        : book.unreadable?.offers
          ? t('Offers could not be read')
          : t('No offers'),
    offers: [...offers.levels].reverse().map((level) => row(level, 'offer')),
    middle: middleText(book, context),
    noBids:
      bids.levels.length > 0 ? undefined : book.unreadable?.bids ? t('Bids could not be read') : t('No bids'),
    bids: bids.levels.map((level) => row(level, 'bid')),
    notes: [
      warning === undefined || orders.length === 0 ? undefined : t('Your orders: {0}', warning),
      ...tradedTexts(book, context),
      more === 0 ? undefined : more === 1 ? t('1 further level') : t('{0} further levels', more),
    ].filter((note) => note !== undefined),
  };
}

/** How much of all that rests in the book is bids; undefined where nothing rests. */
export function balanceText(
  book: Book,
  orders: readonly Order[],
  { t, format }: ViewContext,
): string | undefined {
  // With the sizes of the other levels it would say that of the own ones.
  if (format.settings.hideAmounts && orders.length > 0) return undefined;
  const [bids, offers] = [book.bids, book.offers].map((levels) =>
    levels.reduce((sum, { quantity }) => sum.plus(quantity), Decimal.zero),
  ) as [Decimal, Decimal];
  const all = bids.plus(offers);
  if (all.isZero) return undefined;
  const share = bids.times(Decimal.of(100)).dividedBy(all).toFixed(0);
  const contracts = format.quantity(Decimal.of(all.toFixed(0)));
  return t('bids {0} of {1} contracts', `${share} %`, contracts);
}

/** `spread 1¢ · mid 43.5¢`; undefined where one side is empty. */
function spreadText(book: Book, { t, format }: ViewContext): string | undefined {
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

function middleText(book: Book, context: ViewContext): string {
  const { t, format } = context;
  const { stats } = book;
  const last = stats?.lastTradePx && t('last {0}', format.cents(stats.lastTradePx.value));
  return joined([spreadText(book, context), last ?? t('no trade sent')]);
}

function tradedTexts({ stats }: Book, { t, format }: ViewContext): readonly (string | undefined)[] {
  return [
    stats?.sharesTraded && t('{0} contracts traded', format.quantity(stats.sharesTraded)),
    stats?.openInterest && t('open interest {0} contracts', format.quantity(stats.openInterest)),
  ];
}

interface Level {
  readonly price: Decimal;
  /** `undefined`: an own order stands here, but the book as read has no such level. */
  readonly size: Decimal | undefined;
  readonly total: Decimal | undefined;
  readonly mine: LadderLevel['mine'];
  /** A tick nobody offers or bids at. */
  readonly isEmpty?: true;
  /** While amounts are hidden: the size of a level with own orders, as they may be all of it; beyond it the totals with it. */
  readonly hides?: 'size' | 'total';
}

/** The names of both sides, the least step of a price, and how old the own orders are. */
interface LadderSubject {
  readonly long: string;
  readonly short: string;
  readonly tick?: Decimal | undefined;
  readonly warning?: string | undefined;
}

interface SideOptions {
  compare(a: Decimal, b: Decimal): number;
  readonly subject: LadderSubject;
  readonly context: ViewContext;
}

/** From here on a column has whole contracts only, as it has no room for more digits. */
const WHOLE_FROM = Decimal.of(1000);

/** Writes the quantities of a column with the decimals of the finest, so that they line up. */
function columnWriter(
  quantities: readonly (Decimal | undefined)[],
  { format }: ViewContext,
): (quantity: Decimal | undefined) => string {
  const known = quantities.filter((quantity) => quantity !== undefined);
  const isWhole = known.some((quantity) => !quantity.lessThan(WHOLE_FROM));
  const finest = Math.max(0, ...known.map((quantity) => quantity.toString().split('.')[1]?.length ?? 0));
  const places = isWhole ? 0 : Math.min(8, finest);
  return (quantity) => {
    // A part of a contract is not none.
    const isPart = quantity?.lessThan(Decimal.one) === true;
    const rounded = isWhole && quantity && !isPart ? Decimal.of(quantity.toFixed(0)) : quantity;
    return format.quantity(rounded, places);
  };
}

/** Own orders of one side of the book by their long price. */
type OwnByPrice = ReadonlyMap<string, readonly Order[]>;

/** The nearest levels and, beyond them, those with own orders. `levels` are best first. */
function sideLevels(
  levels: readonly BookLevel[],
  own: OwnByPrice,
  { compare, subject, context }: SideOptions,
): { readonly levels: readonly Level[]; readonly more: number } {
  let total = Decimal.zero;
  const mineAt = (price: string, size?: Decimal): Level['mine'] => {
    const orders = own.get(price);
    return orders && ownWords(orders, size, subject, context);
  };
  const all: Level[] = levels.map(({ price, quantity }) => {
    total = total.plus(quantity);
    return { price, size: quantity, total, mine: mineAt(price.toString(), quantity) };
  });
  const listed = new Set(levels.map(({ price }) => price.toString()));
  const missing = [...own.keys()]
    .filter((price) => !listed.has(price))
    .map((price): Level => {
      return { price: Decimal.of(price), size: undefined, total: undefined, mine: mineAt(price) };
    });
  const sorted = [...all, ...missing].sort((a, b) => compare(a.price, b.price));
  const known = context.format.settings.hideAmounts ? withoutOwnSizes(sorted) : sorted;
  const near = known.filter((level, index) => index < ROWS || level.mine !== undefined);
  const shown = nearest(withEmptyTicks(near, subject.tick, listed));
  return { levels: shown, more: sorted.length - shown.filter(({ isEmpty }) => isEmpty !== true).length };
}

/** As many as there are rows: the best ones, and in the last rows those with own orders further out. */
function nearest(levels: readonly Level[]): readonly Level[] {
  const far = levels.slice(ROWS - FAR_OWN).filter(({ mine }) => mine !== undefined);
  const last = new Set(far.slice(0, FAR_OWN));
  let room = ROWS - last.size;
  return levels.filter((level) => last.has(level) || room-- > 0);
}

function withoutOwnSizes(levels: readonly Level[]): readonly Level[] {
  const first = levels.findIndex(({ mine, size }) => mine !== undefined && size !== undefined);
  if (first < 0) return levels;
  return levels.map((level, place): Level => {
    if (place < first || level.size === undefined) return level;
    return { ...level, hides: level.mine === undefined ? 'total' : 'size' };
  });
}

/** With a row for each tick between two levels, where those are few. `listed` are the prices of the whole book. */
function withEmptyTicks(
  levels: readonly Level[],
  tick: Decimal | undefined,
  listed: ReadonlySet<string>,
): readonly Level[] {
  if (tick === undefined || tick.isZero || tick.isNegative) return levels;
  return levels.flatMap((level, index) => {
    const next = levels[index + 1]?.price;
    const gap = next === undefined ? 0 : next.minus(level.price).dividedBy(tick).toNumber();
    const missing = Math.abs(gap) - 1;
    if (!Number.isInteger(gap) || missing < 1 || missing > MOST_EMPTY) return [level];
    const step = gap > 0 ? tick : tick.negated();
    const empty = Array.from({ length: missing }, (_, place): Level => {
      const price = level.price.plus(step.times(Decimal.of(place + 1)));
      return { price, size: undefined, total: undefined, mine: undefined, isEmpty: true };
    });
    return empty.some(({ price }) => listed.has(price.toString())) ? [level] : [level, ...empty];
  });
}

/**
 * Own orders at a price, and how much of the level's size is others': that is the most that can be ahead of them, as the
 * service names no places in the queue. The most important part first: a narrow column has no room for the others.
 */
function ownWords(
  orders: readonly Order[],
  size: Decimal | undefined,
  { short }: LadderSubject,
  { t, format }: ViewContext,
): LadderLevel['mine'] {
  const known = orders.map(({ leavesQuantity }) => leavesQuantity).filter((left) => left !== undefined);
  const [first, ...others] = known;
  const isWhole = known.length === orders.length;
  const sum =
    isWhole && first !== undefined ? others.reduce((all, left) => all.plus(left), first) : undefined;
  const verbs = new Set(
    orders.map((order) => {
      const { long, buy } = orderOutcome(order);
      if (long) return buy ? t('buy') : t('sell');
      return buy ? t('buy {0}', short) : t('sell {0}', short);
    }),
  );
  const ahead = size && sum && known.reduce<OwnDecimal>((rest, left) => rest.minus(left), size);
  // Of those ahead nothing can be said without the own sizes.
  const isKnown = !format.settings.hideAmounts && ahead?.isNegative === false;
  const aheadText = ahead?.isZero === true ? t('none ahead') : t('≤ {0} ahead', format.contracts(ahead));
  return [`◇ ${format.contracts(sum)}`, [...verbs].join(', '), isKnown ? aheadText : ''];
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
