import { Decimal } from '../../core/decimal.ts';
import { isTerminal, type Order } from '../../core/order.ts';
import { ExchangeError, type ExchangeErrorCode } from '../../exchange/errors.ts';
import type { Owner } from '../session/owner.ts';
import { failureOf, type IntentStep, type IntentStepName } from './intent.ts';

/**
 * What a cancel came to, by what the order's own record says.
 *
 * - `cancelled`: the order reads cancelled; `filled` contracts were traded before.
 * - `alreadyFilled`: it filled before the cancel could act.
 * - `alreadyGone`: the service does not know it, or it ended otherwise (`order` says how, where it can be read).
 * - `refused`: the request was refused or certainly not sent, and the order was not seen to have ended; `order`
 *   is its record read after that, absent where it could not be read and nobody had looked at the order for that request.
 * - `unknown`: could not be found out yet; it is re-read until known and then told by `onDidResolve`.
 */
export type CancelOutcome =
  | { readonly kind: 'cancelled'; readonly order: Order; readonly filled: Decimal | undefined }
  | { readonly kind: 'alreadyFilled'; readonly order: Order; readonly filled: Decimal | undefined }
  | { readonly kind: 'alreadyGone'; readonly order: Order | undefined }
  | { readonly kind: 'refused'; readonly error: ExchangeError; readonly order?: Order }
  | { readonly kind: 'unknown'; readonly error: ExchangeError | undefined };

/**
 * How much is known of the order by that, more or less: 0 – only that one request had no effect, 1 – that one may have had
 * some, 2 – how it ended.
 */
export function knowledgeOf({ kind }: CancelOutcome): number {
  if (kind === 'refused') return 0;
  return kind === 'unknown' ? 1 : 2;
}

export interface CancelReport {
  /** The order as it was confirmed. */
  readonly order: Order;
  readonly outcome: CancelOutcome;
  /** Whose it was: whoever tells of it speaks of that one. */
  readonly owner: Owner;
  /** Unix milliseconds. */
  readonly at: number;
  /** The intent in the record of cancels, which may be another window's; empty: nothing was written down for it. */
  readonly intent: string;
  /** Asked for in another window, or in one that is gone: nobody here waits for it. */
  readonly recovered: boolean;
  /** `cancel` answers with it or with what is known later, so that whoever called it tells of it. */
  readonly awaited: boolean;
}

/**
 * What the answer to the request alone says: `accepted` is not proof of anything yet; `noEffect` certainly changed
 * nothing; `perhaps` may or may not have been acted on, now or later.
 */
export type Answer =
  | { readonly kind: 'accepted'; readonly requestId: string | undefined }
  | { readonly kind: 'noEffect'; readonly error: ExchangeError }
  | { readonly kind: 'perhaps'; readonly error: ExchangeError };

/** A refusal is an answer; silence, a broken reply and a 5xx are none (live interface §8, interface §7). */
export function answerOf(error: ExchangeError): Answer {
  const { mayHaveArrived } = error.details;
  if (mayHaveArrived !== undefined) return { kind: mayHaveArrived ? 'perhaps' : 'noEffect', error };
  switch (error.code) {
    case 'refused':
    case 'auth':
    case 'clockSkew':
    case 'rateLimit':
    case 'notFound':
    case 'unsupported':
      return { kind: 'noEffect', error };
    default:
      return { kind: 'perhaps', error };
  }
}

/** What an order's own record says after the request was answered; `undefined`: read it again. */
export function outcomeOf(order: Order, answer: Answer): CancelOutcome | undefined {
  if (order.state === 'FILLED') return { kind: 'alreadyFilled', order, filled: order.cumQuantity };
  if (order.state === 'CANCELED' && answer.kind !== 'noEffect') {
    return { kind: 'cancelled', order, filled: order.cumQuantity };
  }
  if (isTerminal(order.state)) return { kind: 'alreadyGone', order };
  // On its way out, by whoever's request.
  if (order.state === 'PENDING_CANCEL') return undefined;
  return answer.kind === 'noEffect' ? { kind: 'refused', error: answer.error, order } : undefined;
}

/** The step of the record an outcome is. */
export function stepOf(outcome: CancelOutcome): {
  readonly step: IntentStepName;
  readonly details: Partial<IntentStep>;
} {
  switch (outcome.kind) {
    case 'cancelled':
    case 'alreadyFilled': {
      const { order, filled, kind } = outcome;
      const step = kind === 'cancelled' ? 'confirmed' : 'filled';
      return { step, details: { state: order.state, filled: filled?.toString() } };
    }
    case 'alreadyGone':
      return {
        step: 'gone',
        details: { state: outcome.order?.state, filled: outcome.order?.cumQuantity?.toString() },
      };
    case 'refused':
      return { step: 'refused', details: { ...failureOf(outcome.error), state: outcome.order?.state } };
    case 'unknown':
      return { step: 'unknown', details: { ...failureOf(outcome.error), told: true } };
  }
}

/** What a recorded end says of the order itself; undefined where it says that nothing is known of it, or that it is open. */
export function outcomeOfStep(order: Order, step: IntentStep | undefined): CancelOutcome | undefined {
  const filled = Decimal.parse(step?.filled);
  const read = { ...order, state: step?.state, cumQuantity: filled };
  switch (step?.step) {
    case 'confirmed':
      return { kind: 'cancelled', order: read, filled };
    case 'filled':
      return { kind: 'alreadyFilled', order: read, filled };
    case 'gone':
      return { kind: 'alreadyGone', order: isTerminal(read.state) ? read : undefined };
    default:
      return undefined;
  }
}

/** The step of the record an answer is. */
export function stepOfAnswer(answer: Answer): {
  readonly step: IntentStepName;
  readonly details: Partial<IntentStep>;
} {
  const step = { accepted: 'accepted', noEffect: 'rejected', perhaps: 'unknown' } as const;
  return {
    step: step[answer.kind],
    details: answer.kind === 'accepted' ? { serviceRequest: answer.requestId } : failureOf(answer.error),
  };
}

/** What a recorded answer says: of a request this window did not send, or does not remember. */
export function answerOfStep(step: IntentStep | undefined): Answer {
  switch (step?.step) {
    case 'accepted':
      return { kind: 'accepted', requestId: step.serviceRequest };
    case 'rejected':
    case 'refused':
      return { kind: 'noEffect', error: recorded(step, false) };
    default:
      return { kind: 'perhaps', error: recorded(step, true) };
  }
}

function recorded(step: IntentStep | undefined, mayHaveArrived: boolean): ExchangeError {
  const code = (step?.error as ExchangeErrorCode | undefined) ?? 'network';
  return new ExchangeError(code, 'Sent from another window, or before this one was opened.', {
    // Of what broke then the record keeps no more than a code.
    ...(mayHaveArrived ? { reason: 'unsaid' } : {}),
    ...(step?.status === undefined ? {} : { status: step.status }),
    ...(step?.serviceRequest === undefined ? {} : { requestId: step.serviceRequest }),
    mayHaveArrived,
  });
}

export function notEchoed(requestId: string | undefined): ExchangeError {
  return new ExchangeError('refused', 'The service did not accept this order for cancelling.', {
    reason: 'unsaid',
    ...(requestId === undefined ? {} : { requestId }),
  });
}

export function notSent(): ExchangeError {
  return new ExchangeError('cancelled', 'Not sent: it was called off before.', { mayHaveArrived: false });
}

/** Of its own accord: nobody stopped it. */
export function tooLate(): ExchangeError {
  return new ExchangeError('cancelled', 'Not sent: it was confirmed too long ago.', {
    reason: 'late',
    mayHaveArrived: false,
  });
}

export function notFollowed(): ExchangeError {
  return new ExchangeError(
    'cancelled',
    'Sent, but the connection changed before the order could be read again.',
    { reason: 'changed' },
  );
}
