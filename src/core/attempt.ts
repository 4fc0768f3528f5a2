import type { AgentCaller } from './agent-access.ts';
import type { Order } from './order.ts';

/**
 * How far an attempt to cancel is. Each state is one line of the log.
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
 * - `rejected`: without effect. The order was still open afterwards, or the request certainly never counted.
 * - `notFollowed`: not known, and not looked at any more. Of the kill switch: an order was open afterwards, or that is
 *   not known.
 */
export type AttemptState = keyof typeof NEXT;

const FINALS = ['cancelled', 'filled', 'gone', 'rejected', 'notFollowed'] as const;

/** What may follow a state. */
const NEXT = {
  requested: ['sent', ...FINALS],
  sent: ['accepted', 'refused', 'unknown', ...FINALS],
  accepted: ['unknown', ...FINALS],
  refused: ['unknown', ...FINALS],
  unknown: FINALS,
  cancelled: [],
  filled: [],
  gone: [],
  rejected: [],
  notFollowed: [],
} as const;

/** The state after an event, which is named after the state it leads to. What cannot follow changes nothing. */
export function next(state: AttemptState, event: AttemptState): AttemptState {
  return (NEXT[state] as readonly AttemptState[]).includes(event) ? event : state;
}

export function isFinal(state: AttemptState): boolean {
  return (FINALS as readonly AttemptState[]).includes(state);
}

export function isAttemptState(value: unknown): value is AttemptState {
  return typeof value === 'string' && Object.hasOwn(NEXT, value);
}

/**
 * How far the cancel of an order is that has no final outcome yet.
 *
 * - `underWay`: requested, and nothing says yet that the result is unknown.
 * - `unknown`: an attempt for it is in the state `unknown`, and the order is read again.
 * - `stillOpen`: unknown, though the order was read since and is open.
 */
export type CancelProgress = 'underWay' | 'unknown' | 'stillOpen';

export interface AttemptEvent {
  readonly state: AttemptState;
  /** Unix milliseconds. */
  readonly at: number;
  /** With `sent`: for one order, for several, or as the kill switch. */
  readonly by?: 'single' | 'batch' | 'killSwitch' | undefined;
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

/** One confirmed wish to cancel one order, or, as the kill switch, everything that is open. */
export interface Attempt {
  readonly id: string;
  readonly scope: 'order' | 'killSwitch';
  /** Digest of connection, origin and key: the account the order is of. */
  readonly account: string;
  /** Id of the connection and origin of its private requests. */
  readonly connection: string;
  readonly window: string;
  readonly command: string;
  /** The agent that asked for it; undefined where the person did. */
  readonly agent?: AgentCaller | undefined;
  /** What was confirmed together: an id of the list, and how many orders it has. */
  readonly list: string;
  readonly of: number;
  /** The order as it was confirmed; undefined for the kill switch. */
  readonly order: Order | undefined;
}

/** An attempt with everything the log holds about it. */
export interface LoggedAttempt extends Attempt {
  /** The file its first line is in. */
  readonly file: string;
  readonly state: AttemptState;
  /** As written, beginning with `requested`. */
  readonly events: readonly AttemptEvent[];
}
