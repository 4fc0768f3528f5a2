import type { Order } from '../core/order.ts';
import { cancelRows, incompleteCaveat, type MarketLookup, otherAccountText } from './cancel-text.ts';
import { type Failure, failureCause, isChanged } from './messages.ts';
import { orderTitleAlone } from './order-text.ts';
import { sentences, type ViewContext } from './row.ts';
import { orderStateWord } from './states.ts';

export type ShownOutcome =
  | { readonly kind: 'cancelled' | 'filled'; readonly order: Order }
  | { readonly kind: 'gone'; readonly order: Order | undefined }
  | { readonly kind: 'rejected'; readonly error: Failure; readonly order?: Order | undefined }
  | { readonly kind: 'unknown'; readonly error: Failure | undefined; readonly order?: Order | undefined };

export interface CancelResult {
  readonly order: Order;
  readonly outcome: ShownOutcome;
}

interface CancelNotice {
  readonly severity: 'info' | 'warning' | 'error';
  readonly message: string;
}

/** One notice for all; the worst outcome sets its severity. */
export function cancelNotice(
  results: readonly CancelResult[],
  market: MarketLookup,
  context: ViewContext,
): CancelNotice {
  const severity = severityOf(results);
  const [only] = results;
  if (only === undefined || results.length > 1) return { severity, message: countsText(results, context) };
  const title = orderTitleAlone(only.order, market(only.order.marketSlug), context);
  return { severity, message: context.t('{0}: {1}', title, outcomeText(only.outcome, context)) };
}

/** One sentence, without a stop. */
export function outcomeText(outcome: ShownOutcome, context: ViewContext): string {
  const { t } = context;
  switch (outcome.kind) {
    case 'cancelled':
      return withFilled(t('cancelled'), outcome.order, context);
    case 'filled':
      return t('already filled, nothing left to cancel');
    case 'gone':
      return outcome.order === undefined
        ? t('already gone, the service no longer knows it')
        : goneText(outcome.order, context);
    case 'rejected': {
      const cause = failureCause(outcome.error, context);
      if (isUnsent(outcome)) return t('not sent: {0}', cause);
      if (outcome.order === undefined) return t('not cancelled: {0}', cause);
      return saysWhy(outcome.error)
        ? t('not cancelled, still open: {0}', cause)
        : t('not cancelled, still open');
    }
    case 'unknown': {
      const { error, order } = outcome;
      if (isChanged(error)) return t('result unknown until this account is in use again');
      const cause = saysWhy(error) ? failureCause(error, context) : undefined;
      if (order !== undefined)
        return cause === undefined
          ? t('not cancelled so far, still open')
          : t('not cancelled so far, still open: {0}', cause);
      return cause === undefined
        ? t('result unknown, the order is read until it is known')
        : t('result unknown, the order is read until it is known: {0}', cause);
    }
  }
}

function saysWhy(error: Failure | undefined): error is Failure {
  return error !== undefined && error.details?.reason !== 'unsaid';
}

/** It ended, and not because of this cancel. */
function goneText(order: Order, context: ViewContext): string {
  const { t } = context;
  const text =
    order.state === 'REPLACED'
      ? t('replaced by another order, which was not cancelled and may be open')
      : t('already gone ({0})', orderStateWord(order.state, context));
  return withFilled(text, order, context);
}

function withFilled(text: string, { cumQuantity }: Order, { t, format }: ViewContext): string {
  return cumQuantity === undefined || cumQuantity.isZero
    ? text
    : t('{0}, {1} filled before', text, format.contracts(cumQuantity));
}

function isUnknown(outcome: ShownOutcome, isOpen: boolean): boolean {
  return outcome.kind === 'unknown' && (outcome.order !== undefined) === isOpen;
}

function isReplaced(outcome: ShownOutcome): boolean {
  return outcome.kind === 'gone' && outcome.order?.state === 'REPLACED';
}

/** A person stopped it, and knows that. */
function isStopped(outcome: ShownOutcome): boolean {
  if (outcome.kind !== 'rejected' || !isUnsent(outcome)) return false;
  return outcome.error.code === 'cancelled' && outcome.error.details?.reason === undefined;
}

/** It never left this computer. */
export function isUnsent(outcome: ShownOutcome): boolean {
  return (
    outcome.kind === 'rejected' && outcome.order === undefined && outcome.error.details?.status === undefined
  );
}

/** Whether the order may be open still, for a reason that may be over at the next try; nobody here meant it to stay. */
export function canTryAgain(outcome: ShownOutcome): boolean {
  if (outcome.kind !== 'rejected' && outcome.kind !== 'unknown') return false;
  return !isStopped(outcome) && !isChanged(outcome.error) && outcome.error?.code !== 'unsupported';
}

function severityOf(results: readonly CancelResult[]): CancelNotice['severity'] {
  if (results.some(({ outcome }) => outcome.kind === 'rejected' && !isStopped(outcome))) return 'error';
  const isQuiet = results.every(
    ({ outcome }) => /^(?:cancelled|gone)$/.test(outcome.kind) && !isReplaced(outcome),
  );
  return isQuiet ? 'info' : 'warning';
}

/** `2 cancelled, 1 already filled`. */
function countsText(results: readonly CancelResult[], { t, format }: ViewContext): string {
  const count = (is: (outcome: ShownOutcome) => boolean): number =>
    results.filter(({ outcome }) => is(outcome)).length;
  const parts: readonly (readonly [number, (n: string) => string])[] = [
    [count(({ kind }) => kind === 'cancelled'), (n) => t('{0} cancelled', n)],
    [count(({ kind }) => kind === 'filled'), (n) => t('{0} already filled', n)],
    [count((outcome) => outcome.kind === 'gone' && !isReplaced(outcome)), (n) => t('{0} already gone', n)],
    [count(isReplaced), (n) => t('{0} replaced before', n)],
    [count((outcome) => outcome.kind === 'rejected' && !isUnsent(outcome)), (n) => t('{0} not cancelled', n)],
    [count(isUnsent), (n) => t('{0} not sent', n)],
    [count((outcome) => isUnknown(outcome, true)), (n) => t('{0} not cancelled so far', n)],
    [count((outcome) => isUnknown(outcome, false)), (n) => t('{0} unknown', n)],
  ];
  return parts.flatMap(([n, text]) => (n === 0 ? [] : [text(format.ownCount(n))])).join(', ');
}

/** What was found out besides the outcome of each order. */
export interface CancelRemark {
  readonly note: string;
  readonly isAlarming: boolean;
  /** More for the proof, line by line. */
  readonly lines: readonly string[];
}

export interface ShownKillSwitch {
  readonly request:
    | { readonly kind: 'accepted' }
    | { readonly kind: 'refused' | 'unanswered' | 'noEffect'; readonly error: Failure };
  /** What is open afterwards; undefined where that could not be read. */
  readonly left: readonly Order[] | undefined;
  /** How many more are open, but could not be read. */
  readonly lost: number;
  /** There are more than could be read. */
  readonly isCut: boolean;
  readonly error: Failure | undefined;
}

/** What came of the kill switch. Only an empty list afterwards is no alarm. `isEarlier`: nobody here waits for it. */
export function killSwitchRemark(
  outcome: ShownKillSwitch,
  market: MarketLookup,
  context: ViewContext,
  isEarlier = false,
): CancelRemark {
  const { t } = context;
  const { request, left = [], lost, isCut } = outcome;
  const isRefused = request.kind === 'refused' || request.kind === 'noEffect';
  if (isRefused && isChanged(request.error))
    return { note: otherAccountText(context), isAlarming: true, lines: [] };
  const lines = cancelRows(left, market, context).map((row) =>
    t('Still open: {0}', `${row.what}, ${row.left}`),
  );
  const asked = isRefused
    ? t('The kill switch had no effect: {0}.', failureCause(request.error, context))
    : request.kind === 'unanswered'
      ? t('It is unknown whether the service took the request.')
      : '';
  const isAlarming = isRefused || outcome.left === undefined || left.length + lost > 0 || isCut;
  const isClear = request.kind === 'unanswered' && !isAlarming;
  const which = isEarlier ? t('Outcome of an earlier kill switch.') : '';
  return { note: sentences([which, isClear ? '' : asked, leftText(outcome, context)]), isAlarming, lines };
}

function leftText({ left, lost, isCut, error }: ShownKillSwitch, context: ViewContext): string {
  const { t } = context;
  if (left === undefined)
    return error === undefined
      ? t('The open orders could not be read afterwards.')
      : t('The open orders could not be read afterwards: {0}.', failureCause(error, context));
  if (left.length + lost === 0 && !isCut) return t('No order is open now.');
  const open = left.length === 0 ? '' : t('Orders still open: {0}.', context.format.ownCount(left.length));
  return sentences([open, ...incompleteCaveat(lost, isCut, context)]);
}
