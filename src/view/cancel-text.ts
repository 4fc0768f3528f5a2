import type { Decimal } from '../core/decimal.ts';
import type { Market } from '../core/market.ts';
import type { Order } from '../core/order.ts';
import { type Failure, failureSentence, isChanged } from './messages.ts';
import { bookPlace, namedMarket, orderBothWays, orderTitle } from './order-text.ts';
import type { ViewContext } from './row.ts';
import { sentences } from './sentences.ts';
import { orderStateWord } from './states.ts';

export type MarketLookup = (slug: string) => Market | undefined;

/** What the dialog asks: exactly these orders go, and each is listed. */
export interface CancelConfirmation {
  readonly message: string;
  readonly detail: string;
  /** Says what it does; the other button is the editor's own. */
  readonly button: string;
}

/**
 * A dialog in a window 800 pixels high has room for about ten orders, of two or three lines each; of more the end would be
 * out of sight, or the buttons. More are shown in a list of their own before the dialog, which then sums them up.
 */
export const MOST_LISTED_ORDERS = 10;
const MOST_LISTED_MARKETS = 10;

/**
 * Up to `MOST_LISTED_ORDERS` orders: each on a line of its own, what, in both languages, how much is left, in which
 * market. More of them: how many and how much is left in each market, in at most ten lines. `anew`: how many of them a
 * cancel was sent for before, of which it is not known what it came to.
 */
export function cancelConfirmation(
  orders: readonly Order[],
  market: MarketLookup,
  context: ViewContext,
  anew = 0,
): CancelConfirmation {
  const { t } = context;
  const again = anewLines(orders.length, anew, context);
  const [only, ...others] = orders;
  if (only !== undefined && others.length === 0) {
    const known = market(only.marketSlug);
    const place = bookPlace(only, known, context);
    return {
      message: t('Cancel this order?'),
      detail: [cancelLine(only, known, context), ...(place === undefined ? [] : [place]), ...again].join(
        '\n',
      ),
      button: anew > 0 ? t('Send Another Cancel') : t('Cancel Order'),
    };
  }
  return {
    message: t('Cancel these {0} orders?', orders.length),
    detail: (orders.length > MOST_LISTED_ORDERS
      ? marketLines(orders, market, context)
      : orders.map((order) => `• ${cancelLine(order, market(order.marketSlug), context)}`)
    )
      .concat(again)
      .join('\n'),
    button: t('Cancel {0} Orders', orders.length),
  };
}

/** What the dialog asks before the service cancels whatever is open: these orders, and any it has by then. */
export function everythingConfirmation(
  orders: readonly Order[],
  market: MarketLookup,
  context: ViewContext,
): CancelConfirmation {
  const { t } = context;
  const lines =
    orders.length > MOST_LISTED_ORDERS
      ? marketLines(orders, market, context)
      : orders.map((order) => `• ${cancelLine(order, market(order.marketSlug), context)}`);
  return {
    message: t('Cancel every open order, also any order placed in the meantime?'),
    detail: [everythingSentence(orders.length, context), ...(lines.length === 0 ? [] : ['', ...lines])].join(
      '\n',
    ),
    button: t('Cancel Everything Open'),
  };
}

function everythingSentence(count: number, { t }: ViewContext): string {
  if (count === 0) {
    return t(
      'The service is asked once to cancel whatever is open when the request arrives, also any order placed here, elsewhere or by another program until then. What is still open is read afterwards.',
    );
  }
  return count === 1
    ? t(
        'The service is asked once to cancel whatever is open when the request arrives: this order, and also any order placed after it was read, here, elsewhere or by another program. What is still open is read afterwards.',
      )
    : t(
        'The service is asked once to cancel whatever is open when the request arrives: these {0} orders, and also any order placed after they were read, here, elsewhere or by another program. What is still open is read afterwards.',
        count,
      );
}

function anewLines(count: number, anew: number, { t }: ViewContext): readonly string[] {
  if (anew === 0) return [];
  return [
    '',
    count === 1
      ? t('A cancel was sent for it before, and it is not known what it came to. This sends another one.')
      : t(
          'For {0} of them a cancel was sent before, and it is not known what it came to. This sends another one for these.',
          anew,
        ),
  ];
}

/** `Buy Celtics 55¢ (45¢ Lakers), 100 left of 100, Lakers at Celtics`. */
export function cancelLine(order: Order, market: Market | undefined, context: ViewContext): string {
  const { what, left } = cancelRow(order, market, context);
  return `${what}, ${left}`;
}

/**
 * The same in two lines, for a list that cuts what is too long: how much is left has to be in sight, whatever the names.
 * `Buy Celtics 55¢ (45¢ Lakers)` and `100 left of 100, Lakers at Celtics`.
 */
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
  const place = namedMarket(order.marketSlug, market, order.marketMetadata, context);
  return { what: orderBothWays(order, market, context), left: `${ofAll}, ${place}` };
}

/** `• Lakers at Celtics: 3 orders, 250 left`. */
function marketLines(orders: readonly Order[], market: MarketLookup, context: ViewContext): string[] {
  const { t, format } = context;
  const lines = [...Map.groupBy(orders, ({ marketSlug }) => marketSlug)].map(([slug, own]) => {
    const name = namedMarket(slug, market(slug), own[0]?.marketMetadata, context);
    const left = format.contracts(totalLeft(own));
    return own.length === 1
      ? t('• {0}: 1 order, {1} left', name, left)
      : t('• {0}: {1} orders, {2} left', name, own.length, left);
  });
  if (lines.length <= MOST_LISTED_MARKETS) return lines;
  const shown = lines.slice(0, MOST_LISTED_MARKETS - 1);
  return [...shown, t('and {0} more markets', lines.length - shown.length)];
}

/** Unknown as soon as it is for one of them: a sum of some would say too little. */
function totalLeft(orders: readonly Order[]): Decimal | undefined {
  const [first, ...others] = orders.map(({ leavesQuantity }) => leavesQuantity);
  return others.reduce((sum, left) => (left === undefined ? undefined : sum?.plus(left)), first);
}

/** What a cancel came to, by what the order's own record says. */
export type CancelEnd =
  | { readonly kind: 'cancelled'; readonly filled: Decimal | undefined }
  | { readonly kind: 'alreadyFilled'; readonly filled: Decimal | undefined }
  | { readonly kind: 'alreadyGone'; readonly order: Order | undefined }
  | { readonly kind: 'refused'; readonly error: Failure; readonly order?: Order }
  | { readonly kind: 'unknown'; readonly error: Failure | undefined };

export interface CancelResult {
  readonly order: Order;
  readonly outcome: CancelEnd;
}

export interface CancelNotice {
  readonly severity: 'info' | 'warning' | 'error';
  readonly message: string;
  /** One line an order, when there are several. */
  readonly lines: readonly string[];
}

/** One notice for all of them; the worst outcome sets its severity. */
export function cancelNotice(
  results: readonly CancelResult[],
  market: MarketLookup,
  context: ViewContext,
): CancelNotice {
  const lines = results.map(
    ({ order, outcome }) =>
      `${orderTitle(order, market(order.marketSlug), context)}: ${outcomeText(outcome, context)}`,
  );
  const severity = severityOf(results);
  const [line, ...others] = lines;
  if (line !== undefined && others.length === 0) return { severity, message: line, lines: [] };
  return { severity, message: countsText(results, context), lines };
}

export function outcomeText(outcome: CancelEnd, context: ViewContext): string {
  const { t, format } = context;
  switch (outcome.kind) {
    case 'cancelled':
      return outcome.filled === undefined || outcome.filled.isZero
        ? t('cancelled')
        : t('cancelled, {0} filled before', format.contracts(outcome.filled));
    case 'alreadyFilled':
      return t('already filled, nothing was left to cancel');
    case 'alreadyGone':
      return outcome.order === undefined
        ? t('already gone, the service no longer knows it')
        : goneText(outcome.order, context);
    case 'refused':
      if (isUnsent(outcome)) return t('not sent. {0}', failureSentence(outcome.error, context));
      return outcome.order === undefined
        ? t('did not go through; its state was not read again. {0}', failureSentence(outcome.error, context))
        : t('not cancelled, it is still open. {0}', failureSentence(outcome.error, context));
    case 'unknown':
      if (isChanged(outcome.error))
        return t(
          'not known. The connection or account changed before the order could be read again; it is read once that account is in use again.',
        );
      return sentences([
        t('not known yet'),
        whyUnknown(outcome.error, context),
        t('The order is read again until its state is known.'),
      ]);
  }
}

/** What is known to have gone wrong, with the request or with the reading: one that was turned away did nothing itself. */
function whyUnknown(error: Failure | undefined, context: ViewContext): string {
  return error === undefined || error.details?.reason === 'unsaid' ? '' : failureSentence(error, context);
}

/** It ended, and not because of this cancel: what was traded of it before counts all the same. */
function goneText({ state, cumQuantity }: Order, context: ViewContext): string {
  const { t, format } = context;
  const filled = cumQuantity === undefined || cumQuantity.isZero ? undefined : format.contracts(cumQuantity);
  if (state === 'REPLACED') {
    return filled === undefined
      ? t('replaced before; the order in its place was not cancelled and may be open')
      : t('replaced before, {0} filled; the order in its place was not cancelled and may be open', filled);
  }
  const word = orderStateWord(state, context);
  return filled === undefined
    ? t('already gone ({0})', word)
    : t('already gone ({0}), {1} filled before', word, filled);
}

/** What was to be cancelled may live on as another order. */
function isReplaced(outcome: CancelEnd): boolean {
  return outcome.kind === 'alreadyGone' && outcome.order?.state === 'REPLACED';
}

/** Whoever stopped it knows that it did not go out. */
function isStopped(outcome: CancelEnd): boolean {
  if (!isUnsent(outcome) || outcome.kind !== 'refused') return false;
  return outcome.error.code === 'cancelled' && outcome.error.details?.reason === undefined;
}

/** It certainly never left this computer. */
function isUnsent(outcome: CancelEnd): boolean {
  if (outcome.kind !== 'refused' || outcome.order !== undefined) return false;
  return outcome.error.code === 'cancelled' || outcome.error.code === 'notRecorded';
}

function severityOf(results: readonly CancelResult[]): CancelNotice['severity'] {
  if (results.some(({ outcome }) => outcome.kind === 'refused' && !isStopped(outcome))) return 'error';
  const isQuiet = results.every(
    ({ outcome }) => /^(?:cancelled|alreadyGone)$/.test(outcome.kind) && !isReplaced(outcome),
  );
  return isQuiet ? 'info' : 'warning';
}

/** `2 cancelled, 1 already filled`. */
function countsText(results: readonly CancelResult[], { t }: ViewContext): string {
  const unsent = results.filter(({ outcome }) => isUnsent(outcome)).length;
  const replaced = results.filter(({ outcome }) => isReplaced(outcome)).length;
  const count = (kind: CancelEnd['kind']): number =>
    results.filter(({ outcome }) => outcome.kind === kind).length;
  const parts: readonly (readonly [number, (n: number) => string])[] = [
    [count('cancelled'), (n) => t('{0} cancelled', n)],
    [count('alreadyFilled'), (n) => t('{0} already filled', n)],
    [count('alreadyGone') - replaced, (n) => t('{0} already gone', n)],
    [replaced, (n) => t('{0} replaced before', n)],
    [count('refused') - unsent, (n) => t('{0} not cancelled', n)],
    [unsent, (n) => t('{0} not sent', n)],
    [count('unknown'), (n) => t('{0} not known yet', n)],
  ];
  return parts.flatMap(([n, text]) => (n === 0 ? [] : [text(n)])).join(', ');
}
