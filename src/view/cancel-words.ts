import type { Order } from '../core/order.ts';
import { type CancelNotice, cancelLine, type MarketLookup } from './cancel-text.ts';
import { type Failure, failureSentence, isChanged } from './messages.ts';
import type { ViewContext } from './row.ts';
import { sentences } from './sentences.ts';

/** What is said around a cancel: beside its dialog, while it runs, and after it. */

/** A button that only said "Cancel" would be read as the very thing it does not do. */
export function keepButton(count: number, { t }: ViewContext): string {
  return count === 1 ? t('Keep Order') : t('Keep Orders');
}

/** Why none of these can be cancelled now. `isUnknown`: of one of them it was told that it is not known. */
export function busyText(count: number, isUnknown: boolean, { t }: ViewContext): string {
  if (count === 1) {
    return isUnknown
      ? t('It is not known yet what the last cancel came to. The order is being read again.')
      : t('This order is being cancelled already.');
  }
  return isUnknown
    ? t('It is not known yet what the last cancels came to. The orders are being read again.')
    : t('These orders are being cancelled already.');
}

/** What went while the dialog stood: it was about orders of somebody else. */
export function otherAccountText({ t }: ViewContext): string {
  return t('The connection or account changed meanwhile: nothing was cancelled.');
}

export function progressTitle(count: number, { t }: ViewContext): string {
  return count === 1 ? t('Cancelling 1 order…') : t('Cancelling {0} orders…', count);
}

/** `done` of `count` are known; what is not sent yet waits `waitMs` milliseconds more, where that is not 0. */
export function progressText(
  done: number,
  count: number,
  waitMs: number,
  { t, format }: ViewContext,
): string {
  if (waitMs === 0) return t('{0} of {1}', done, count);
  const wait = format.duration(waitMs);
  if (count === 1) return t('the service asked for a pause, so this waits {0}', wait);
  return t('{0} of {1}; the service asked for a pause, so the rest waits {2}', done, count, wait);
}

/** The same of the one request for whatever is open; undefined while it does not wait. */
export function waitText(waitMs: number, { t, format }: ViewContext): string | undefined {
  return waitMs === 0
    ? undefined
    : t('the service asked for a pause, so this waits {0}', format.duration(waitMs));
}

/** There is nothing to cancel; `market`: the name of the one that was asked about. */
export function nothingOpenText(market: string | undefined, { t }: ViewContext): string {
  return market === undefined
    ? t('There are no open orders.')
    : t('There are no open orders in {0}.', market);
}

/** What is to be said beside any list of open orders of which some could not be read. */
export function lostCaveat(lost: number, { t }: ViewContext): readonly string[] {
  if (lost === 0) return [];
  return [lost === 1 ? t('1 open order could not be read.') : t('{0} open orders could not be read.', lost)];
}

/** What is to be said beside a list that is empty, where more than the list goes. */
export function emptyCaveat({ t }: ViewContext): string {
  return t('In the list just read no order is open; one that was placed just now may not be in it yet.');
}

/** Open orders that could not be read anew. */
export interface Unread {
  /** How many are known from before. */
  readonly count: number;
  /** Of when they are, or that there was none, Unix milliseconds; undefined where nothing was read or told yet. */
  readonly asOf: number | undefined;
  /** Why not; undefined where it was only waited for them no longer than `waitedMs` milliseconds. */
  readonly error: Failure | undefined;
  readonly waitedMs: number;
}

/** Why a list of open orders is not of now, and of when it is. */
export function unreadCaveat(unread: Unread, context: ViewContext): string {
  const { error, waitedMs } = unread;
  const { t, format } = context;
  const why =
    error === undefined
      ? [t('The open orders could not be read within {0}.', format.duration(waitedMs))]
      : [t('The open orders could not be read now.'), failureSentence(error, context)];
  return sentences([...why, knownText(unread, context)]);
}

function knownText({ count, asOf }: Unread, { t, format }: ViewContext): string {
  if (asOf === undefined) return t('Which orders are open is not known.');
  const time = format.moment(asOf);
  return count === 0
    ? t('When they were last read, at {0}, none was open; which are open now is not known.', time)
    : t('What is listed is as of {0}; which are open now is not known.', time);
}

/** What was found out about all of a list. */
export interface Afterwards {
  readonly note: string;
  readonly isAlarming: boolean;
  /** More for the proof, line by line. */
  readonly lines: readonly string[];
}

/** How a cancel of whatever is open ended. */
export interface EverythingEnd {
  /** `noEffect`: nothing went out, or it was refused. */
  readonly request:
    | { readonly kind: 'accepted' }
    | { readonly kind: 'noEffect' | 'perhaps'; readonly error: Failure };
  /** What is open after all; undefined where that could not be read. */
  readonly left: readonly Order[] | undefined;
  /** How many more are open, which could not be read. */
  readonly lost: number;
  readonly error: Failure | undefined;
}

/** What came of asking the service to cancel whatever is open. Only a list that is empty is no alarm. */
export function everythingAfterwards(
  end: EverythingEnd,
  market: MarketLookup,
  context: ViewContext,
): Afterwards {
  const { t } = context;
  const { request, left = [] } = end;
  const note = leftText(end, context);
  if (request.kind === 'noEffect' && isChanged(request.error))
    return { note: otherAccountText(context), isAlarming: true, lines: [] };
  const lines = left.map((order) =>
    t('Still open: {0}', cancelLine(order, market(order.marketSlug), context)),
  );
  if (request.kind === 'noEffect') {
    const why = failureSentence(request.error, context);
    const none = t('The service was not made to cancel anything.');
    return { note: sentences([none, why, note]), isAlarming: true, lines };
  }
  return { note, isAlarming: end.left === undefined || left.length + end.lost > 0, lines };
}

/** The same of one that was asked for in a window that is gone: nobody here waits for it. */
export function everythingOfOther(
  end: EverythingEnd,
  market: MarketLookup,
  context: ViewContext,
): Afterwards {
  const after = everythingAfterwards(end, market, context);
  const whose = context.t('Whatever was open was to be cancelled from a window that is gone.');
  return { ...after, note: sentences([whose, after.note]) };
}

function leftText({ request, left, lost, error }: EverythingEnd, context: ViewContext): string {
  const { t } = context;
  const doubt = request.kind === 'perhaps' ? t('It is not known whether the service took the request.') : '';
  if (left === undefined) {
    const taken = request.kind === 'accepted' ? t('The service took the request.') : doubt;
    const why = error === undefined ? '' : failureSentence(error, context);
    return sentences([taken, t('What is open now could not be read.'), why]);
  }
  if (left.length + lost === 0) return t('Read afterwards: no order is open.');
  const open =
    left.length === 0
      ? ''
      : left.length === 1
        ? t('Read afterwards: 1 order is still open.')
        : t('Read afterwards: {0} orders are still open.', left.length);
  return sentences([doubt, open, ...lostCaveat(lost, context)]);
}

/** The notice and what was found out besides, in one message; `mark`: which connection, where that is to be said. */
export function endMessage(notice: CancelNotice, note: string | undefined, mark: string | undefined): string {
  const said = sentences([notice.message, note ?? '']);
  return mark === undefined ? said : `${mark}: ${said}`;
}
