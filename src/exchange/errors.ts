import type { TlsProblem } from './transport.ts';

/**
 * The one family of errors a request can end in. Distinguish them by `code`, never by the message.
 *
 * - `network`: no connection, or it broke. `mayHaveArrived` says whether the request could have been acted on.
 * - `timeout`: a time limit or the total deadline passed.
 * - `auth`: 401/403 – the key is wrong, missing or refused. `detail` says which.
 * - `clockSkew`: 401 while this machine's clock is off by more than the service allows.
 * - `rateLimit`: 429. - `notFound`: 404. - `unsupported`: the service lacks this endpoint (404/501 on it).
 * - `refused`: any other 4xx, or `unreadable`. - `server`: 5xx. - `badReply`: a reply that is not what the interface says.
 * - `cancelled`: the caller's signal fired.
 * - `notRecorded`: the cancellation log could not be written; nothing was sent.
 */
export type ExchangeErrorCode =
  | 'network'
  | 'timeout'
  | 'auth'
  | 'clockSkew'
  | 'rateLimit'
  | 'notFound'
  | 'unsupported'
  | 'refused'
  | 'server'
  | 'badReply'
  | 'cancelled'
  | 'notRecorded';

/**
 * Of `network`: a `TlsProblem`; `broken` – a connection that was there. Of `badReply`: `redirect`; `tooLarge`;
 * `page` – a web page, perhaps of something in between; `damaged` – no HTTP, or not decompressible; `notJson`;
 * `otherThing` – a right reply about something that was not asked for. Of `refused`: `unreadable` – the service does not let a browser
 * read its replies. Of `cancelled`: `changed` – another connection or
 * account is in use than it was asked for under; `late` – of its own accord, because what was confirmed is void by now.
 * `unsaid` – of any: it stands for what nobody said, so it is no reason to name.
 */
export type FailureReason =
  | TlsProblem
  | 'broken'
  | 'redirect'
  | 'tooLarge'
  | 'page'
  | 'damaged'
  | 'notJson'
  | 'otherThing'
  | 'unreadable'
  | 'changed'
  | 'late'
  | 'unsaid';

export interface ExchangeErrorDetails {
  readonly status?: number;
  /** The service's own id of the request (x-pm-trace-id, x-request-id). */
  readonly requestId?: string;
  /** Milliseconds the service asked to wait. */
  readonly retryAfterMs?: number;
  /** Seconds this machine's clock is ahead of the service's (negative: behind). */
  readonly skewSeconds?: number;
  /** `noKey`: nothing to sign with; `badKey`: the service does not know or accept it; `refused`: known, not allowed. */
  readonly auth?: 'noKey' | 'badKey' | 'refused';
  /** The text the service sent, cleaned of control characters and cut to 300 characters. */
  readonly serviceMessage?: string;
  /**
   * Who wrote the body of a reply that is no 2xx: `service` – JSON as its errors are; `other` – anything else, such as the
   * page of an edge in front of it, which says nothing about the thing asked for.
   */
  readonly saidBy?: 'service' | 'other';
  /** What exactly was wrong, where `code` alone does not say it. */
  readonly reason?: FailureReason;
  /** False only when the request certainly had no effect; a cancel then need not be re-read. */
  readonly mayHaveArrived?: boolean;
  readonly cause?: unknown;
}

export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  readonly code: ExchangeErrorCode;
  readonly details: ExchangeErrorDetails;

  /** `message` is a sentence for people: what went wrong and what to do. It never holds a secret, header or query. */
  constructor(code: ExchangeErrorCode, message: string, details: ExchangeErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.details = details;
  }
}

export function isExchangeError(value: unknown): value is ExchangeError {
  return value instanceof ExchangeError;
}
