import { lineType } from '../core/grouping.ts';
import type { Market } from '../core/market.ts';
import type { Order } from '../core/order.ts';
import { type Failure, failureSentence } from './messages.ts';
import { isYesNo } from './names.ts';
import { bookPlace, namedMarket, namedPlace, orderBothWays } from './order-text.ts';
import { sentences, type ViewContext } from './row.ts';

export type MarketLookup = (slug: string) => Market | undefined;

/** What the dialog asks: exactly these orders go, and each is listed. */
export interface CancelConfirmation {
  readonly message: string;
  readonly detail: string;
  readonly button: string;
}

/** A dialog has room for about ten orders; more are reviewed in a list of their own first. */
export const MOST_LISTED_ORDERS = 10;

/** `again`: for how many of them the last cancellation is unknown. */
export function cancelConfirmation(
  orders: readonly Order[],
  market: MarketLookup,
  context: ViewContext,
  again = 0,
): CancelConfirmation {
  const { t } = context;
  const count = orders.length;
  const [only] = orders;
  if (only === undefined || count > 1) {
    const second = t(
      'For {0} of them a cancellation was already sent and its result is unknown. This sends a second one.',
      again,
    );
    const detail = [...orderLines(orders, market, context), ...(again === 0 ? [] : ['', second])].join('\n');
    return { message: t('Cancel these {0} orders?', count), detail, button: t('Cancel {0} Orders', count) };
  }
  const known = market(only.marketSlug);
  // Props and futures may share all their words with another one. Of a market that was not read, the line has the slug.
  const isPlain = known === undefined || ['winner', 'spread'].includes(lineType(known));
  const line = cancelLine(only, known, context);
  const slug = isPlain || line.includes(only.marketSlug) ? [] : t('Slug: {0}', only.marketSlug);
  const second = t('A cancellation was already sent and its result is unknown. This sends a second one.');
  const place = bookPlace(only, known, context) ?? [];
  return {
    message: t('Cancel this order?'),
    detail: [line, place, slug, again === 0 ? [] : ['', second]].flat().join('\n'),
    button: again > 0 ? t('Send Second Cancellation') : t('Cancel Order'),
  };
}

/** What the dialog asks before the kill switch: the orders that are known, and any other there is by then. */
export function killSwitchConfirmation(
  orders: readonly Order[],
  market: MarketLookup,
  context: ViewContext,
): CancelConfirmation {
  const { t } = context;
  const what = t(
    'The service cancels every order that is open when the request arrives, also any placed since, here or elsewhere. The open orders are read afterwards.',
  );
  const lines = orderLines(orders, market, context);
  return {
    message: t('Cancel all open orders, including new ones?'),
    detail: [what, ...(lines.length === 0 ? [] : ['', ...lines])].join('\n'),
    button: t('Cancel All Open Orders'),
  };
}

function orderLines(orders: readonly Order[], market: MarketLookup, context: ViewContext): readonly string[] {
  const lines = cancelRows(orders, market, context).map(({ what, left }) => `• ${what}, ${left}`);
  if (lines.length <= MOST_LISTED_ORDERS) return lines;
  const shown = lines.slice(0, MOST_LISTED_ORDERS - 1);
  return [...shown, context.t('and {0} more orders', lines.length - shown.length)];
}

/** `Buy Celtics 55¢ (45¢ Lakers), 100 left of 100, Lakers at Celtics`. */
export function cancelLine(order: Order, market: Market | undefined, context: ViewContext): string {
  const { what, left } = cancelRow(order, market, context);
  return `${what}, ${left}`;
}

/** The same in two lines, for a list that cuts long ones: how much is left stays in sight. */
export function cancelRow(
  order: Order,
  market: Market | undefined,
  context: ViewContext,
): { readonly what: string; readonly left: string } {
  const { t, format } = context;
  const left = format.contracts(order.leavesQuantity);
  const ofAll = format.settings.hideAmounts
    ? t('{0} left', left)
    : t('{0} left of {1}', left, format.contracts(order.quantity));
  const what = orderBothWays(order, market, context);
  return { what, left: `${ofAll}, ${placeOf(what, order, market, context)}` };
}

/** Where the order stands. A market named by its line names the long side, which need not be the side of the order. */
function placeOf(what: string, order: Order, market: Market | undefined, context: ViewContext): string {
  const isGame = market !== undefined && lineType(market) === 'winner' && !isYesNo(market);
  return isGame ? namedMarket(order, market, context) : namedPlace(what, order, market, context);
}

/** The same for several: those of different markets that read alike all the same say the slugs of these. */
export function cancelRows(orders: readonly Order[], market: MarketLookup, context: ViewContext) {
  const rows = orders.map((order) => {
    const known = market(order.marketSlug);
    const row = cancelRow(order, known, context);
    return { order, place: placeOf(row.what, order, known, context), ...row };
  });
  const slugs = Map.groupBy(rows, ({ what, place }) => `${what} ${place}`);
  return rows.map(({ order, place, what, left }) => {
    const alike = slugs.get(`${what} ${place}`) ?? [];
    const isOneMarket = alike.every((each) => each.order.marketSlug === order.marketSlug);
    return { order, what, left: isOneMarket ? left : context.t('{0} ({1})', left, order.marketSlug) };
  });
}

/** Why nothing of it can be cancelled now. `isUnknown`: the result of the last cancellation is unknown. */
export function busyText(isUnknown: boolean, { t }: ViewContext): string {
  if (isUnknown) return t('The result of the last cancellation is still unknown. The orders are being read.');
  return t('Already being cancelled.');
}

export function otherAccountText({ t }: ViewContext): string {
  return t('The connection or account changed meanwhile: nothing was cancelled.');
}

/** The notice while they are sent. Only the dialog says how many orders there are while amounts are hidden. */
export function cancellingText(count: number, { t, format }: ViewContext): string {
  if (format.settings.hideAmounts) return t('Cancelling…');
  return count === 1 ? t('Cancelling 1 order…') : t('Cancelling {0} orders…', count);
}

/**
 * `done` of `count` are known, where the latter is known; others wait `waitMs` milliseconds more before they are sent, where that
 * is not 0.
 */
export function progressText(
  done: number,
  count: number | undefined,
  waitMs: number,
  { t, format }: ViewContext,
): string {
  const counted = count === undefined || format.settings.hideAmounts ? [] : [t('{0} of {1}', done, count)];
  const wait = waitMs === 0 ? [] : [t('waiting {0}, as the service asked', format.duration(waitMs))];
  return [...(count === 1 && waitMs > 0 ? [] : counted), ...wait].join('; ');
}

/** `market`: the name of the one that was asked about. */
export function nothingOpenText(market: string | undefined, { t }: ViewContext): string {
  return market === undefined
    ? t('There are no open orders.')
    : t('There are no open orders in {0}.', market);
}

/** What a list of open orders lacks. `isCut`: the service has more pages than are read. */
export function incompleteCaveat(
  lost: number,
  isCut: boolean,
  { t, format }: ViewContext,
): readonly string[] {
  return [
    ...(lost === 0 ? [] : [t('Open orders that could not be read: {0}.', format.ownCount(lost))]),
    ...(isCut ? [t('There are more open orders than are read.')] : []),
  ];
}

/** So long open orders of which nothing is known are waited for, milliseconds. */
export const LONGEST_READ_MS = 3_000;

/**
 * Why a list of `count` open orders is old, and as of when it is (Unix milliseconds; undefined where they were never read).
 * `error`: undefined where the service has not answered so far.
 */
export function staleCaveat(
  count: number,
  asOf: number | undefined,
  error: Failure | undefined,
  context: ViewContext,
): string {
  const { t, format } = context;
  const why =
    error === undefined
      ? [t('The service has not answered yet.')]
      : [t('The open orders could not be read.'), failureSentence(error, context)];
  if (asOf === undefined) return sentences([...why, t('It is unknown which orders are open.')]);
  const time = format.moment(asOf);
  return sentences([
    ...why,
    count === 0 ? t('None was open as of {0}.', time) : t('What is shown is as of {0}.', time),
  ]);
}
