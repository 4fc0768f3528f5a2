import type { BestQuote, Book, BookStats } from '../core/book.ts';
import type { Decimal } from '../core/decimal.ts';
import type { Instant } from '../core/instant.ts';
import { ABSENT } from './numbers.ts';
import type { ViewContext } from './row.ts';

/** A figure of how a market trades, and since when it stands. */
interface TradingFigure {
  readonly label: string;
  readonly text: string;
  readonly when?: string | undefined;
}

interface TradingSource {
  readonly book?: Book | undefined;
  readonly bbo?: BestQuote | undefined;
  /** False while nothing in the book can be traded. */
  readonly isTraded: boolean;
  /** What comes and goes with the book is there without a figure, so that nothing moves. */
  readonly keepsPlaces?: boolean;
}

/**
 * What book and best quote say beside the prices: sizes at the top of the book, what rests on each side, open, high and low
 * of the session, the last trade, what was traded. In prices of the long side; a figure that was not sent is left out.
 */
export function tradingFigures(source: TradingSource, context: ViewContext): readonly TradingFigure[] {
  const { book, bbo, isTraded, keepsPlaces = false } = source;
  const top = isTraded ? sizes(book, bbo, context) : keepsPlaces ? sizes(undefined, undefined, context) : [];
  const shown = keepsPlaces
    ? top.map(([label, text]) => ({ label, text: text ?? ABSENT }))
    : present(top, context);
  return [...shown, ...session(book?.stats, bbo, context)];
}

function sizes(book: Book | undefined, bbo: BestQuote | undefined, context: ViewContext): readonly Figure[] {
  const { t, format } = context;
  const top = (level: Book['bids'][number] | undefined): string | undefined =>
    level && t('{0} × {1} contracts', format.cents(level.price), format.quantity(level.quantity));
  return [
    [t('Best bid × size'), top(book?.bids[0])],
    [t('Best offer × size'), top(book?.offers[0])],
    [t('All bids'), restingText(bbo?.bidDepth, bbo?.bidShares, context)],
    [t('All offers'), restingText(bbo?.askDepth, bbo?.askShares, context)],
  ];
}

/** `60 price levels, about 5,500,000 contracts`: the service rounds the latter to two digits. */
function restingText(
  depth: number | undefined,
  shares: Decimal | undefined,
  { t, format }: ViewContext,
): string | undefined {
  const levels =
    depth === undefined ? undefined : depth === 1 ? t('1 price level') : t('{0} price levels', depth);
  const size = shares && t('about {0} contracts', format.quantity(shares));
  return levels !== undefined && size !== undefined ? t('{0}, {1}', levels, size) : (levels ?? size);
}

/** Open, high and low stand until the next session, which may be weeks: each has its time. */
function session(
  stats: BookStats | undefined,
  bbo: BestQuote | undefined,
  context: ViewContext,
): TradingFigure[] {
  const { t, format } = context;
  const price = (value: { readonly value: Decimal } | undefined): string | undefined =>
    value && format.cents(value.value);
  const last = price(stats?.lastTradePx ?? bbo?.lastTradePx);
  const size = stats?.lastTradeQty;
  const contracts = (value: Decimal | undefined): string | undefined =>
    value && t('{0} contracts', format.quantity(value));
  return present(
    [
      [t('Session open'), price(stats?.openPx), stats?.openSetTime],
      [t('High'), price(stats?.highPx), stats?.highSetTime],
      [t('Low'), price(stats?.lowPx), stats?.lowSetTime],
      [t('Close before'), price(stats?.closePx)],
      [
        t('Last trade'),
        last !== undefined && size !== undefined
          ? t('{0} × {1} contracts', last, format.quantity(size))
          : last,
        stats?.lastTradeSetTime,
      ],
      [t('Service’s price'), price(stats?.currentPx ?? bbo?.currentPx)],
      [t('Traded'), contracts(stats?.sharesTraded ?? bbo?.sharesTraded)],
      [t('Traded for'), tradedFor(stats, context)],
      [t('Open interest'), contracts(stats?.openInterest ?? bbo?.openInterest)],
    ],
    context,
  );
}

/** The service counts it in dollars for some markets and in cents for others: it is money only where it can be dollars. */
function tradedFor(stats: BookStats | undefined, { t, format }: ViewContext): string | undefined {
  const sum = stats?.notionalTraded;
  if (sum === undefined) return undefined;
  const most = stats?.sharesTraded;
  const isMoney = most !== undefined && !sum.value.greaterThan(most);
  return isMoney ? format.publicMoney(sum) : t('{0} as sent, unit not known', format.quantity(sum.value));
}

/** A quantity of which the service does not say what it counts. */
export function unnamedUnit(
  value: Decimal | undefined,
  { t, format }: ViewContext,
  write = format.quantity,
): string | undefined {
  return value && t('{0}, in a unit the service does not name', write(value));
}

type Figure = readonly [label: string, text: string | undefined, time?: Instant | undefined];

function present(figures: readonly Figure[], { format }: ViewContext): TradingFigure[] {
  return figures.flatMap(([label, text, time]) =>
    text === undefined
      ? []
      : [{ label, text, ...(time === undefined ? {} : { when: format.dateTime(time) }) }],
  );
}
