import { parseHttpDate } from './http-date.ts';

/** What came of one attempt: a status without a usable reply, or what broke on the way. */
export type AttemptFailure =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterMs: number | undefined }
  | { readonly kind: 'transport'; readonly transient: boolean };

export interface RetryQuestion {
  readonly method: 'GET' | 'POST';
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly failure: AttemptFailure;
  /** Milliseconds since the request was asked for, and how long it may take in all. */
  readonly elapsedMs: number;
  readonly deadlineMs: number;
  /** A number in 0…1 (1 excluded), for the jitter. */
  readonly random: number;
}

export type RetryDecision = { readonly retry: false } | { readonly retry: true; readonly delayMs: number };

export const MAX_ATTEMPTS = 4;
const BASE_MS = 500;
const CAP_MS = 8_000;
const RETRIED_STATUSES: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Whether and when to send again. Only reads are: there is no idempotency key, so a POST that may have arrived must
 * not be repeated (live interface §4). What the service asks for in Retry-After wins over the back-off; otherwise the
 * wait is drawn from 0…min(8 s, 500 ms × 2ⁿ). A wait that would pass the deadline is not begun.
 */
export function decideRetry(question: RetryQuestion): RetryDecision {
  const { method, attempt, failure } = question;
  if (method !== 'GET' || attempt >= MAX_ATTEMPTS) return { retry: false };
  if (failure.kind === 'transport' ? !failure.transient : !RETRIED_STATUSES.has(failure.status)) {
    return { retry: false };
  }
  const asked = failure.kind === 'status' ? failure.retryAfterMs : undefined;
  const ceiling = Math.min(CAP_MS, BASE_MS * 2 ** (attempt - 1));
  const delayMs = asked ?? Math.floor(question.random * ceiling);
  return question.elapsedMs + delayMs >= question.deadlineMs ? { retry: false } : { retry: true, delayMs };
}

/** Both forms count whole seconds. */
const SHORTEST_MS = 1_000;

/**
 * Milliseconds asked for by a Retry-After header: whole seconds, or an HTTP date. Undefined when it is neither, and when
 * it asks for no wait at all: 0, or a date that has come. Whoever says so while it turns requests away gets the pause
 * and the back-off of one that says nothing.
 */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  const asked = waitOf(value?.trim() ?? '', nowMs);
  return asked >= SHORTEST_MS ? asked : undefined;
}

function waitOf(text: string, nowMs: number): number {
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  return (parseHttpDate(text) ?? Number.NaN) - nowMs;
}
