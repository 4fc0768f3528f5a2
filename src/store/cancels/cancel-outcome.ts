import type { AttemptEvent, AttemptState } from '../../core/attempt.ts';
import { isTerminal, type Order } from '../../core/order.ts';
import { ExchangeError } from '../../exchange/errors.ts';
import type { Owner } from '../session/owner.ts';

/**
 * What a cancel came to.
 *
 * - `rejected`: `order` is how it read afterwards; absent where the request certainly had no effect.
 * - `gone`: `order` says how it ended; absent where the service does not know it any more.
 * - `unknown`: not found out yet. The order is read until it is, and `onDidResolve` reports that. `order`: it reads open, so the
 *   request had no effect so far.
 */
export type CancelOutcome =
  | { readonly kind: 'cancelled' | 'filled'; readonly order: Order }
  | { readonly kind: 'gone'; readonly order: Order | undefined }
  | { readonly kind: 'rejected'; readonly error: ExchangeError; readonly order?: Order | undefined }
  | {
      readonly kind: 'unknown';
      readonly error: ExchangeError | undefined;
      readonly order?: Order | undefined;
    };

export interface CancelReport {
  readonly order: Order;
  readonly outcome: CancelOutcome;
  readonly owner: Owner;
  /** Unix milliseconds. */
  readonly at: number;
  /** Id of the attempt, in the log where anything was written down. */
  readonly attempt: string;
  /** Requested in a window that is gone. */
  readonly recovered: boolean;
  /** The caller of `cancel` still waits and gets this outcome, or a later one, as the result. */
  readonly awaited: boolean;
}

/**
 * What is known of a request alone. `accepted` proves nothing; `refused` was turned away for what the order is; `unanswered`
 * may be acted on now or later; `noEffect` never left, or was turned away before anything was looked at.
 */
export type CancelAnswer =
  | { readonly kind: 'accepted'; readonly requestId: string | undefined }
  | { readonly kind: 'refused' | 'unanswered' | 'noEffect'; readonly error: ExchangeError };

/** What the kill switch left open, as read afterwards. */
export interface RemainingOrders {
  /** Undefined where the last reading failed. */
  readonly left: readonly Order[] | undefined;
  /** How many more are open but could not be read. */
  readonly lost: number;
  /** There are more than could be read. */
  readonly isCut: boolean;
  readonly error: ExchangeError | undefined;
}

export interface KillSwitchOutcome extends RemainingOrders {
  readonly owner: Owner;
  readonly request: CancelAnswer;
}

export interface KillSwitchReport extends KillSwitchOutcome {
  /** One per order that was known to be open. */
  readonly reports: readonly CancelReport[];
}

/** What an order's record says after an answer; `undefined`: read it again. */
export function outcomeOf(order: Order, answer: CancelAnswer): CancelOutcome | undefined {
  if (order.state === 'FILLED') return { kind: 'filled', order };
  if (order.state === 'CANCELED') return { kind: 'cancelled', order };
  if (isTerminal(order.state)) return { kind: 'gone', order };
  if (order.state === 'PENDING_CANCEL') return undefined;
  return answer.kind === 'refused' ? { kind: 'rejected', error: answer.error, order } : undefined;
}

export function eventOf(what: CancelAnswer | CancelOutcome, at: number): AttemptEvent {
  const error = 'error' in what ? what.error : undefined;
  const order = 'order' in what ? what.order : undefined;
  return {
    state: stateOf(what.kind),
    at,
    error: error?.code,
    status: error?.details.status,
    serviceRequest: 'requestId' in what ? what.requestId : error?.details.requestId,
    orderState: order?.state,
    filled: order?.cumQuantity?.toString(),
  };
}

/** A request that never counted has no effect; of one without an answer the result is unknown. */
function stateOf(kind: (CancelAnswer | CancelOutcome)['kind']): AttemptState {
  if (kind === 'noEffect') return 'rejected';
  return kind === 'unanswered' ? 'unknown' : kind;
}

/** Of what a person stopped; `late`: nobody did, its window was not running for a while, or is gone. */
export function notSent(reason?: 'late'): ExchangeError {
  const details = { mayHaveArrived: false, ...(reason === undefined ? {} : { reason }) };
  return new ExchangeError('cancelled', 'It was not sent.', details);
}

/** Of a request whose answer nobody here has seen: it gives no reason to name. */
export function unanswered(requestId?: string): ExchangeError {
  return new ExchangeError('network', 'It is not known whether the service took this request.', {
    reason: 'unsaid',
    mayHaveArrived: true,
    ...(requestId === undefined ? {} : { requestId }),
  });
}
