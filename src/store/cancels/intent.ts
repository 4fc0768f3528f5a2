import type { Order } from '../../core/order.ts';
import type { ExchangeError } from '../../exchange/errors.ts';

/**
 * What became of a wish to cancel one order, one line of the record each.
 *
 * - `asked`: confirmed by a person; nothing was sent. - `sent`: goes out now.
 * - `accepted`: the service took the request. - `rejected`: it did not, or it never got it.
 * - `unknown`: it may or may not have been acted on, or was accepted and could not be proved within half a minute; or it
 * had no effect itself, but the one in whose place it went out may have.
 * - `askedAgain`: a second click, or one in another window. - `takenUp`: by a window that had heard nothing of the one
 * that asked for a minute; if nothing went out by then, nothing will.
 *
 * The rest are ends: `confirmed` (the order reads cancelled), `filled` (before the cancel could act), `gone` (ended
 * otherwise, or not known any more), `refused` (no effect: still open, or certainly never sent), `superseded` (a person
 * asked anew, knowing that this one is unknown; or it was written down anew before it went out), `joined` (another window's wish for the same order went out),
 * `unfollowed` (not known, and not looked at any more; if it becomes known all the same, that counts).
 */
export type IntentStepName = (typeof STEPS)[number];

const STEPS = [
  'asked',
  'sent',
  'accepted',
  'rejected',
  'unknown',
  'askedAgain',
  'takenUp',
  ...ends(),
] as const;
const ENDS: ReadonlySet<string> = new Set(ends());

export interface IntentStep {
  readonly step: IntentStepName;
  /** Unix milliseconds. */
  readonly at: number;
  /** Which window wrote it. */
  readonly window: string;
  /** How it was sent, and the id of that one request in this record. */
  readonly by: 'single' | 'batch' | 'openEnded' | undefined;
  readonly request: string | undefined;
  /** The service's own id of the request, where it sent one. */
  readonly serviceRequest: string | undefined;
  /** Code of the error family, and the HTTP status. The words of the service are not kept: nobody knows what is in them. */
  readonly error: string | undefined;
  readonly status: number | undefined;
  /** What the order read then, where it could be read; `filled` is contracts in decimal text. */
  readonly state: string | undefined;
  readonly filled: string | undefined;
  /** Of `unknown`: a person was told so, and may ask anew; otherwise only the request was not answered. */
  readonly told: true | undefined;
}

/** A step of which nothing is known but what it was, when and where. */
export const NO_DETAILS: Omit<IntentStep, 'step' | 'at' | 'window'> = {
  by: undefined,
  request: undefined,
  serviceRequest: undefined,
  error: undefined,
  status: undefined,
  state: undefined,
  filled: undefined,
  told: undefined,
};

/** The order as it was confirmed; decimal texts. */
export interface IntentOrder {
  readonly id: string;
  readonly marketSlug: string;
  readonly side: string | undefined;
  readonly intent: string | undefined;
  readonly type: string | undefined;
  readonly price: { readonly value: string; readonly currency: string } | undefined;
  readonly quantity: string | undefined;
  readonly filled: string | undefined;
  readonly left: string | undefined;
}

/** One wish to cancel one order, with everything that became of it. */
export interface IntentRecord {
  readonly id: string;
  /** Digest of connection, origin and key: whose order it is. */
  readonly account: string;
  /** Id of the connection and origin of its private requests. */
  readonly connection: string;
  readonly window: string;
  /** Whoever holds the claim of this name may send, once. */
  readonly slot: string;
  /**
   * The how many-th wish for this order, 1 or more: 1 more than all its writer knew of. It says which wish came after which
   * whatever a clock did in between. Undefined: for whatever is open when the request arrives.
   */
  readonly nth: number | undefined;
  /** Why it was asked: the command. */
  readonly why: string;
  /** What was confirmed together: an id of the list, and how many orders it has. */
  readonly list: string;
  readonly of: number;
  readonly order: IntentOrder;
  /** Oldest first, beginning with `asked`. */
  readonly steps: readonly IntentStep[];
}

/** The one step that ended it; undefined while it is open. */
export function endOf({ steps }: IntentRecord): IntentStep | undefined {
  return (
    steps.find(({ step }) => isEnd(step) && step !== 'unfollowed') ??
    steps.find(({ step }) => step === 'unfollowed')
  );
}

/**
 * Whether another wish for the same order is another one. After `unfollowed` it is the same: what was sent for it may be on
 * its way yet, whatever time it is.
 */
export function isOver(record: IntentRecord): boolean {
  const end = endOf(record);
  return end !== undefined && end.step !== 'unfollowed';
}

/** For whatever was open when the request arrived, not for one order. */
export function isForEverything({ nth }: IntentRecord): boolean {
  return nth === undefined;
}

export function isEnd(step: IntentStepName): boolean {
  return ENDS.has(step);
}

/** Whether a person was told that it is not known what it came to. */
export function wasTold({ steps }: IntentRecord): boolean {
  return steps.some(({ step, told }) => step === 'unknown' && told === true);
}

/** Whether this step's request was taken, turned away, or neither is known; undefined before any answer. */
export function answeredBy({ steps }: IntentRecord): IntentStep | undefined {
  return (
    steps.find(({ step }) => step === 'accepted') ??
    steps.findLast(({ step }) => step === 'rejected') ??
    steps.find(({ step }) => step === 'unknown')
  );
}

/** Somebody certainly has its claim: only then it is known how the request was answered, or that there was none. */
export function isClaimed({ steps }: IntentRecord): boolean {
  return steps.some(
    ({ step, told }) =>
      step === 'accepted' || step === 'rejected' || (step === 'unknown' && told === undefined),
  );
}

export function intentOrder(order: Order): IntentOrder {
  const { price } = order;
  return {
    id: order.id,
    marketSlug: order.marketSlug,
    side: order.side,
    intent: order.intent,
    type: order.type,
    price: price && { value: price.value.toString(), currency: price.currency },
    quantity: order.quantity?.toString(),
    filled: order.cumQuantity?.toString(),
    left: order.leavesQuantity?.toString(),
  };
}

/** What a failure adds to a step. */
export function failureOf(
  error: ExchangeError | undefined,
): Pick<IntentStep, 'error' | 'status' | 'serviceRequest'> {
  return {
    error: error?.code,
    status: error?.details.status,
    serviceRequest: error?.details.requestId,
  };
}

export function isStepName(value: unknown): value is IntentStepName {
  return STEPS.some((name) => name === value);
}

function ends() {
  return ['confirmed', 'filled', 'gone', 'refused', 'superseded', 'joined', 'unfollowed'] as const;
}
