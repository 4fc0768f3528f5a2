import { Decimal } from '../../core/decimal.ts';
import { money } from '../../core/money.ts';
import { isTerminal, type Order } from '../../core/order.ts';
import { ExchangeError } from '../../exchange/errors.ts';
import type { Owner } from '../session/owner.ts';

/**
 * How far an attempt is. Each state is one line of the log.
 *
 * - `requested`: a person confirmed it. Nothing was sent.
 * - `sent`: written right before the request leaves, so after a crash it may or may not have left.
 * - `accepted`: the service took the request. That proves nothing yet.
 * - `refused`: the service turned the request away. The order is read, as it may have ended before.
 * - `unknown`: no usable answer, or no proof within half a minute. The request may still be acted on.
 *
 * The final outcomes:
 *
 * - `cancelled`: the order reads cancelled. Of the kill switch: no order was open afterwards.
 * - `filled`: the order filled before the cancel could act.
 * - `gone`: the order ended otherwise, or the service does not know it any more.
 * - `rejected`: without effect. The order was still open afterwards, or the request was never sent.
 * - `notFollowed`: not known, and not looked at any more. Of the kill switch: an order was open afterwards, or that is
 *   not known.
 */
export type AttemptState = keyof typeof NEXT;

/** What may follow a state. `notFollowed` gives way to an outcome that becomes known all the same. */
const NEXT = {
  requested: ['sent', ...finals()],
  sent: ['accepted', 'refused', 'unknown', ...finals()],
  accepted: ['unknown', ...finals()],
  refused: ['unknown', ...finals()],
  unknown: [...finals()],
  cancelled: [],
  filled: [],
  gone: [],
  rejected: [],
  notFollowed: ['cancelled', 'filled', 'gone', 'rejected'],
} as const;

function finals() {
  return ['cancelled', 'filled', 'gone', 'rejected', 'notFollowed'] as const;
}

const FINAL: ReadonlySet<AttemptState> = new Set(finals());

/** The state after an event, which is named after the state it leads to. What cannot follow changes nothing. */
export function next(state: AttemptState, event: AttemptState): AttemptState {
  return (NEXT[state] as readonly AttemptState[]).includes(event) ? event : state;
}

export function isFinal(state: AttemptState): boolean {
  return FINAL.has(state);
}

export function isAttemptState(value: unknown): value is AttemptState {
  return typeof value === 'string' && Object.hasOwn(NEXT, value);
}

/** How a request was sent: for one order, for several, or as the kill switch. */
export type RequestKind = 'single' | 'batch' | 'everything';

export interface AttemptEvent {
  readonly state: AttemptState;
  /** Unix milliseconds. */
  readonly at: number;
  readonly by?: RequestKind | undefined;
  /** Our id of the one request, the same for all attempts it was sent for. */
  readonly request?: string | undefined;
  /** The service's id of the request. */
  readonly serviceRequest?: string | undefined;
  /** Code of the error family, and the HTTP status. The service's own words are not stored. */
  readonly error?: string | undefined;
  readonly status?: number | undefined;
  /** What the order read; `filled` is contracts as decimal text. */
  readonly orderState?: string | undefined;
  readonly filled?: string | undefined;
}

/** The order as it was confirmed; decimal texts. */
export interface AttemptOrder {
  readonly id: string;
  readonly marketSlug: string;
  readonly side?: string | undefined;
  readonly intent?: string | undefined;
  readonly type?: string | undefined;
  readonly price?: { readonly value: string; readonly currency: string } | undefined;
  readonly quantity?: string | undefined;
  readonly filled?: string | undefined;
  readonly left?: string | undefined;
}

/** One confirmed wish to cancel one order, or, as the kill switch, everything that is open. */
export interface Attempt {
  readonly id: string;
  readonly scope: 'order' | 'everything';
  /** Digest of connection, origin and key: whose order it is. */
  readonly account: string;
  /** Id of the connection and origin of its private requests. */
  readonly connection: string;
  readonly window: string;
  readonly command: string;
  /** What was confirmed together: an id of the list, and how many orders it has. */
  readonly list: string;
  readonly of: number;
  /** Undefined for the kill switch. */
  readonly order: AttemptOrder | undefined;
}

/**
 * What a cancel came to, by the order's own record.
 *
 * - `rejected`: `order` is how it read afterwards; absent where it could not be read, or the request was never sent.
 * - `gone`: `order` says how it ended; absent where the service does not know it any more.
 * - `unknown`: not found out yet. The order is read until it is, and `onDidResolve` reports that.
 */
export type CancelOutcome =
  | { readonly kind: 'cancelled'; readonly order: Order }
  | { readonly kind: 'filled'; readonly order: Order }
  | { readonly kind: 'gone'; readonly order: Order | undefined }
  | { readonly kind: 'rejected'; readonly error: ExchangeError; readonly order?: Order | undefined }
  | { readonly kind: 'unknown'; readonly error: ExchangeError | undefined };

export interface CancelReport {
  /** The order as it was confirmed. */
  readonly order: Order;
  readonly outcome: CancelOutcome;
  readonly owner: Owner;
  /** Unix milliseconds. */
  readonly at: number;
  /** Id of the attempt in the log; empty where nothing was written down. */
  readonly attempt: string;
  /** Asked for in a window that is gone. */
  readonly recovered: boolean;
  /** The caller of `cancel` still waits and gets this outcome, or a later one, as the result. */
  readonly awaited: boolean;
}

/**
 * What is known of a request alone. `accepted` proves nothing, `refused` had no effect, `unknown` may be acted on now or
 * later, `notSent` never left.
 */
export type CancelAnswer =
  | { readonly kind: 'accepted'; readonly requestId: string | undefined }
  | { readonly kind: 'refused' | 'unknown' | 'notSent'; readonly error: ExchangeError };

/** What an order's record says after an answer; `undefined`: read it again. */
export function outcomeOf(order: Order, answer: CancelAnswer): CancelOutcome | undefined {
  if (order.state === 'FILLED') return { kind: 'filled', order };
  if (order.state === 'CANCELED' && answer.kind !== 'refused') return { kind: 'cancelled', order };
  if (isTerminal(order.state)) return { kind: 'gone', order };
  if (order.state === 'PENDING_CANCEL') return undefined;
  return answer.kind === 'refused' ? { kind: 'rejected', error: answer.error, order } : undefined;
}

/** The line of the log an outcome is. */
export function eventOfOutcome(outcome: CancelOutcome, at: number): AttemptEvent {
  const { order } = outcome as { readonly order?: Order };
  const failure = 'error' in outcome ? failureDetails(outcome.error) : {};
  const filled = outcome.kind === 'rejected' ? undefined : order?.cumQuantity?.toString();
  return { state: outcome.kind, at, ...failure, orderState: order?.state, filled };
}

/** The line of the log an answer is. */
export function eventOfAnswer(answer: CancelAnswer, at: number): AttemptEvent {
  if (answer.kind === 'accepted') return { state: 'accepted', at, serviceRequest: answer.requestId };
  const state = answer.kind === 'notSent' ? 'rejected' : answer.kind;
  return { state, at, ...failureDetails(answer.error) };
}

function failureDetails(
  error: ExchangeError | undefined,
): Pick<AttemptEvent, 'error' | 'status' | 'serviceRequest'> {
  const { status, requestId } = error?.details ?? {};
  return { error: error?.code, status, serviceRequest: requestId };
}

export function attemptOrder(order: Order): AttemptOrder {
  const { id, marketSlug, side, intent, type, price } = order;
  return {
    id,
    marketSlug,
    side,
    intent,
    type,
    price: price && { value: price.value.toString(), currency: price.currency },
    quantity: order.quantity?.toString(),
    filled: order.cumQuantity?.toString(),
    left: order.leavesQuantity?.toString(),
  };
}

/** The order as far as the log knows it. */
export function orderOfAttempt(of: AttemptOrder): Order {
  const value = Decimal.parse(of.price?.value);
  return {
    id: of.id,
    marketSlug: of.marketSlug,
    side: of.side,
    intent: of.intent,
    type: of.type,
    price: of.price === undefined || value === undefined ? undefined : money(value, of.price.currency),
    quantity: Decimal.parse(of.quantity),
    cumQuantity: Decimal.parse(of.filled),
    leavesQuantity: Decimal.parse(of.left),
    tif: undefined,
    goodTillTime: undefined,
    marketMetadata: undefined,
    state: undefined,
    avgPx: undefined,
    insertTime: undefined,
    createTime: undefined,
    lastTransactTime: undefined,
    cashOrderQty: undefined,
    commission: undefined,
  };
}

export function notSent(): ExchangeError {
  return stopped('Not sent: stopped before.');
}

/** Nobody stopped it: the confirmation is too old, or the window was not running for a while. */
export function tooLate(): ExchangeError {
  return stopped('Not sent: confirmed too long ago.', 'late');
}

export function notFollowed(): ExchangeError {
  const message = 'Sent, but the connection changed before the order was read.';
  return new ExchangeError('cancelled', message, { reason: 'changed' });
}

function stopped(message: string, reason?: 'late'): ExchangeError {
  const details = { mayHaveArrived: false, ...(reason === undefined ? {} : { reason }) };
  return new ExchangeError('cancelled', message, details);
}

/** Of a request whose answer nobody here has seen: it gives no reason to name. */
export function unanswered(requestId?: string): ExchangeError {
  return new ExchangeError('network', 'It is not known whether the service took this request.', {
    reason: 'unsaid',
    mayHaveArrived: true,
    ...(requestId === undefined ? {} : { requestId }),
  });
}
