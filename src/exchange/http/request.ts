import { sleep } from '../../base/async.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { ExchangeError } from '../errors.ts';
import type { RatePermit } from '../exchange.ts';
import { type ConnectionProfile, isLoopbackHost } from '../profile.ts';
import {
  type Transport,
  TransportError,
  type TransportErrorKind,
  type TransportLimits,
  type TransportReply,
} from '../transport.ts';
import { parseJson, TooMuchJson } from '../wire/json.ts';
import type { QueryPairs } from '../wire/requests.ts';
import { errorOfReply, errorOfTransport } from './failures.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { requestIdOf } from './reply-headers.ts';

/** What every request of one connection shares. */
export interface RequestContext {
  readonly profile: ConnectionProfile;
  readonly transport: Transport;
  /** Headers that prove who asks; undefined while nobody is signed in. `path` as sent, without the query. */
  readonly sign:
    | ((method: string, path: string, nowMs: number) => Readonly<Record<string, string>>)
    | undefined;
  readonly limiter: RateLimiter;
  readonly inflight: Inflight;
  readonly log: Log;
  readonly clock: Clock;
  /** 0…1, 1 excluded. */
  readonly random: () => number;
  /** The requests under way; disposing the connection aborts them. */
  readonly active: Set<AbortController>;
}

export interface ServiceRequest {
  readonly method: 'GET' | 'POST';
  /** From `/v1/…` on, its parameters percent-encoded. */
  readonly path: string;
  /** Arrays are repeated names. */
  readonly query?: QueryPairs;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Signed requests go to the private origin only. */
  readonly signed: boolean;
  /** A GET that must not be answered by an identical one already in flight. */
  readonly isUnshared?: boolean | undefined;
  /** Of a POST that has waited for the rate already. */
  readonly permit?: RatePermit | undefined;
  /** Milliseconds for everything: waiting for the rate, all attempts, all pauses. */
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ServiceReply {
  readonly json: unknown;
  /** Unix milliseconds. */
  readonly receivedAt: number;
  readonly requestId: string | undefined;
}

export const DEADLINE_MS = 30_000;

export const LIMITS: TransportLimits = {
  connectMs: 10_000,
  headersMs: 15_000,
  bodyMs: 15_000,
  // A page of 500 markets is about 2 MB.
  maxReplyBytes: 32 * 1024 * 1024,
};

/** However long a service asks to be left alone, a cancel must not be out of reach for the rest of the day. */
const LONGEST_PAUSE_MS = 10 * 60_000;

const TRANSIENT: ReadonlySet<TransportErrorKind> = new Set<TransportErrorKind>([
  'connect',
  'reset',
  'timeout',
]);

/**
 * Sends a request; the one function all of them go through. Reads are retried and, unless unshared, joined with identical
 * ones in flight; a POST is sent once. Rejects with ExchangeError only; no message holds a secret, a header or a query.
 */
export async function request(context: RequestContext, asked: ServiceRequest): Promise<ServiceReply> {
  const url = urlOf(context.profile, asked);
  if (asked.signed && context.sign === undefined) {
    throw new ExchangeError('auth', 'Sign in to see this.', { auth: 'noKey', mayHaveArrived: false });
  }
  const send = (controller: AbortController): Promise<ServiceReply> =>
    sendUntilDeadline(context, asked, url, controller);
  if (asked.method === 'POST' || asked.isUnshared === true) return withCaller(asked.signal, send);
  try {
    return await context.inflight.share(
      `${asked.signed ? 'signed' : 'open'} ${url.href}`,
      asked.signal,
      send,
    );
  } catch (cause) {
    // Sharing rejects with the caller's own reason when the caller leaves.
    throw asked.signal?.aborted && !(cause instanceof ExchangeError) ? cancelled(cause, false) : cause;
  }
}

/**
 * Resolves when a request may leave, however long the service wants to be left alone. Rejects with ExchangeError
 * `cancelled` only: the caller left, or the connection was closed.
 */
export function permitFor(
  { active, limiter }: RequestContext,
  signal: AbortSignal | undefined,
): Promise<RatePermit> {
  return withCaller(signal, async (controller) => {
    active.add(controller);
    try {
      return await limiter.reserve(controller.signal);
    } catch (cause) {
      throw cancelled(cause, false);
    } finally {
      active.delete(controller);
    }
  });
}

/** Returns the address of a request. Throws ExchangeError `refused` for one nothing may be sent to. */
export function urlOf(
  profile: ConnectionProfile,
  { path, query = [], signed }: Pick<ServiceRequest, 'path' | 'query' | 'signed'>,
): URL {
  const base = signed ? profile.privateUrl : profile.publicUrl;
  const url = new URL(base + path);
  for (const [name, value] of query) url.searchParams.append(name, value);
  // A key must never leave for another origin or in the clear, whatever a path or a profile may hold.
  const isSecure = url.protocol === 'https:' || isLoopbackHost(url.hostname);
  const isSameOrigin = base.startsWith(`${url.origin}/`) || new URL(base).origin === url.origin;
  if (!isSecure || !isSameOrigin || url.username !== '' || url.password !== '') {
    throw new ExchangeError('refused', 'The address of the service is not one requests may be sent to.', {
      mayHaveArrived: false,
    });
  }
  return url;
}

/** After a 429, pauses all requests of the connection for as long as it asks, ten minutes at most, or for some seconds. */
export function applyRetryAfter(
  limiter: RateLimiter,
  { details: { status, retryAfterMs } }: ExchangeError,
): void {
  if (status !== 429) return;
  if (retryAfterMs === undefined) limiter.backOff();
  else limiter.pause(Math.min(retryAfterMs, LONGEST_PAUSE_MS));
}

/** Gives `work` a controller that follows the caller's signal. */
async function withCaller<T>(
  signal: AbortSignal | undefined,
  work: (controller: AbortController) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await work(controller);
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/** How far a request has come. */
interface Progress {
  /** By the clock timers go by, so that a sleeping machine takes no time away. */
  readonly startedAt: number;
  readonly deadlineMs: number;
  isLate: boolean;
  /** Something was handed to the transport that may have arrived. */
  mayHaveArrived: boolean;
  lastError: ExchangeError | undefined;
}

async function sendUntilDeadline(
  context: RequestContext,
  asked: ServiceRequest,
  url: URL,
  controller: AbortController,
): Promise<ServiceReply> {
  const { clock, active } = context;
  const { signal } = controller;
  const { deadlineMs = DEADLINE_MS } = asked;
  const startedAt = clock.steady();
  const progress: Progress = {
    startedAt,
    deadlineMs,
    isLate: false,
    mayHaveArrived: false,
    lastError: undefined,
  };
  active.add(controller);
  const timer = clock.setTimeout(() => {
    progress.isLate = true;
    controller.abort();
  }, deadlineMs);
  try {
    for (let attempt = 1; ; attempt += 1) {
      const permit = await acquirePermit(context, asked.permit, signal, progress);
      progress.mayHaveArrived = true;
      let outcome: AttemptOutcome;
      try {
        outcome = await attemptOnce(context, asked, url, signal);
      } finally {
        permit.release();
      }
      if (outcome.ok) return outcome.reply;
      const { error, failure } = outcome;
      const isAnswered = failure.kind === 'status';
      // An answered request arrived, whatever the answer is worth.
      progress.mayHaveArrived = isAnswered || error.details.mayHaveArrived !== false;
      // Ignore errors caused by our own abort; an answer counts, however late.
      if (isAnswered || !signal.aborted) progress.lastError = error;
      const decision = decideRetry({
        method: asked.method,
        attempt,
        failure,
        elapsedMs: clock.steady() - startedAt,
        deadlineMs,
        random: context.random(),
      });
      if (!decision.retry || signal.aborted) throw error;
      await sleep(clock, decision.delayMs, signal);
    }
  } catch (cause) {
    if (!signal.aborted) throw cause;
    throw progress.isLate ? timedOut(progress, cause) : cancelled(cause, progress.mayHaveArrived);
  } finally {
    timer.dispose();
    active.delete(controller);
  }
}

/** Waits for the rate, unless the service wants a pause longer than there is time. */
async function acquirePermit(
  { clock, limiter }: RequestContext,
  permit: RatePermit | undefined,
  signal: AbortSignal,
  progress: Progress,
): Promise<RatePermit> {
  if (permit !== undefined) {
    if (!permit.leave()) throw cancelled('The permit was used or released before', false);
    return permit;
  }
  const leftMs = progress.deadlineMs - (clock.steady() - progress.startedAt);
  // The timer of the deadline is due, and has not run yet.
  if (leftMs <= 0) throw timedOut(progress, undefined);
  const { pausedMs } = limiter;
  if (pausedMs > leftMs) throw rateLimited(pausedMs);
  return limiter.acquire(signal);
}

/** The last error says more than that time ran out. */
function timedOut({ lastError, mayHaveArrived }: Progress, cause: unknown): ExchangeError {
  return (
    lastError ??
    new ExchangeError('timeout', 'The service did not answer in time.', { mayHaveArrived, cause })
  );
}

function cancelled(cause: unknown, mayHaveArrived: boolean): ExchangeError {
  return new ExchangeError('cancelled', 'The request was cancelled.', { mayHaveArrived, cause });
}

function rateLimited(pausedMs: number): ExchangeError {
  return new ExchangeError('rateLimit', 'Too many requests: the service asks to wait.', {
    retryAfterMs: pausedMs,
    mayHaveArrived: false,
  });
}

type AttemptOutcome =
  | { readonly ok: true; readonly reply: ServiceReply }
  | { readonly ok: false; readonly error: ExchangeError; readonly failure: AttemptFailure };

/**
 * Sends once and writes one line to the log, without query or headers. Throws ExchangeError `badReply` for a reply that is
 * not JSON: it is final, the same question would get the same answer.
 */
async function attemptOnce(
  context: RequestContext,
  asked: ServiceRequest,
  url: URL,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const { clock, log, profile } = context;
  const { method, signed } = asked;
  const startedAt = clock.steady();
  const sentAt = clock.now();
  const logEnd = (what: string): void =>
    log.debug(`${method} ${url.pathname} → ${what}, ${clock.steady() - startedAt} ms`);
  const headers = {
    accept: 'application/json',
    ...(asked.body === undefined ? undefined : { 'content-type': 'application/json' }),
    ...(signed ? context.sign?.(method, url.pathname, sentAt) : undefined),
  };
  const body = asked.body === undefined ? undefined : JSON.stringify(asked.body);
  let reply: TransportReply;
  try {
    reply = await context.transport.send({ method, url, headers, body, limits: LIMITS }, signal);
  } catch (cause) {
    const broken =
      cause instanceof TransportError ? cause : new TransportError('reset', 'The exchange failed', cause);
    logEnd(broken.kind);
    const failure: AttemptFailure = { kind: 'transport', transient: TRANSIENT.has(broken.kind) };
    return { ok: false, error: errorOfTransport(broken), failure };
  }
  const { status } = reply;
  const { requestId } = requestIdOf(reply);
  logEnd(`${status}${requestId === undefined ? '' : ` (${requestId})`}, ${reply.body.length} bytes`);
  const receivedAt = clock.now();
  if (status >= 200 && status < 300)
    return { ok: true, reply: { json: jsonOf(reply), receivedAt, requestId } };
  const error = errorOfReply(reply, { scheme: signed ? profile.auth : 'none', sentAt, receivedAt });
  applyRetryAfter(context.limiter, error);
  return { ok: false, error, failure: { kind: 'status', status, retryAfterMs: error.details.retryAfterMs } };
}

function jsonOf(reply: TransportReply): unknown {
  const type = foreignType(reply);
  if (type !== undefined) throw notJson(reply, type, type === 'text/html' ? 'page' : 'notJson');
  try {
    return parseJson(reply.body);
  } catch (cause) {
    if (cause instanceof TooMuchJson) {
      throw badReply(reply, 'The reply of the service is too large.', 'tooLarge', cause);
    }
    // Something in between (a network's sign-in) answers with a page whatever was asked for.
    const isPage = new TextDecoder().decode(reply.body.subarray(0, 200)).trimStart().startsWith('<');
    throw notJson(reply, isPage ? 'a web page' : 'not JSON', isPage ? 'page' : 'notJson', cause);
  }
}

/** The media type of a reply that says it is neither JSON nor of no type in particular. */
function foreignType({ body, headers }: TransportReply): string | undefined {
  const header = headers['content-type'];
  if (header === undefined || header === 'application/json' || body.byteLength === 0) return undefined;
  const type = header.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === '' || UNSPECIFIC.has(type) || /[/+]json$/.test(type)) return undefined;
  return /^[a-z0-9.+-]{1,40}\/[a-z0-9.+-]{1,40}$/.test(type) ? type : 'of no known kind';
}

const UNSPECIFIC: ReadonlySet<string> = new Set(['text/plain', 'application/octet-stream']);

function notJson(
  reply: TransportReply,
  what: string,
  reason: 'page' | 'notJson',
  cause?: unknown,
): ExchangeError {
  return badReply(reply, `The reply of the service is not what its interface says (${what}).`, reason, cause);
}

function badReply(
  reply: TransportReply,
  sentence: string,
  reason: 'page' | 'notJson' | 'tooLarge',
  cause: unknown,
): ExchangeError {
  return new ExchangeError('badReply', sentence, {
    status: reply.status,
    ...requestIdOf(reply),
    reason,
    mayHaveArrived: true,
    ...(cause === undefined ? {} : { cause }),
  });
}

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

type RetryDecision = { readonly retry: false } | { readonly retry: true; readonly delayMs: number };

const MAX_ATTEMPTS = 4;
const BASE_MS = 500;
const CAP_MS = 8_000;
const RETRIED_STATUSES: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Whether and when to send again. Only reads are: there is no idempotency key, so a POST that may have arrived must
 * not be repeated. What the service asks for in Retry-After wins over the back-off; otherwise the
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

/** Makes identical reads that overlap in time one request. */
interface Inflight {
  /**
   * Joins the running work of `key`, or starts it. Each caller leaves by its own signal, with that signal's reason;
   * when the last one has left, the work's own signal fires.
   */
  share<T>(
    key: string,
    signal: AbortSignal | undefined,
    start: (controller: AbortController) => Promise<T>,
  ): Promise<T>;
}

interface Entry {
  readonly work: Promise<unknown>;
  readonly controller: AbortController;
  callers: number;
}

export function createInflight(): Inflight {
  const running = new Map<string, Entry>();

  const begin = <T>(key: string, start: (controller: AbortController) => Promise<T>): Entry => {
    const controller = new AbortController();
    const work = start(controller);
    const entry: Entry = { work, controller, callers: 0 };
    const forget = (): void => {
      if (running.get(key) === entry) running.delete(key);
    };
    work.then(forget, forget);
    running.set(key, entry);
    return entry;
  };

  return {
    share: <T>(
      key: string,
      signal: AbortSignal | undefined,
      start: (controller: AbortController) => Promise<T>,
    ) => {
      if (signal?.aborted) return Promise.reject(signal.reason);
      const entry = running.get(key) ?? begin(key, start);
      entry.callers += 1;
      // The key names the request, so everyone who shares it waits for the same kind of value.
      const work = entry.work as Promise<T>;
      if (signal === undefined) return work;
      return new Promise<T>((resolve, reject) => {
        const leave = (): void => {
          entry.callers -= 1;
          if (entry.callers === 0) {
            // Someone who asks from now on must not join work that is being given up.
            if (running.get(key) === entry) running.delete(key);
            entry.controller.abort(signal.reason);
          }
          reject(signal.reason);
        };
        signal.addEventListener('abort', leave, { once: true });
        const stay = (): void => signal.removeEventListener('abort', leave);
        work.then(
          (value) => {
            stay();
            resolve(value);
          },
          (cause: unknown) => {
            stay();
            reject(cause);
          },
        );
      });
    },
  };
}
