import { sleep } from '../../base/async.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { CallLog, OpenCall } from '../call-log.ts';
import { ExchangeError, type FailureReason } from '../errors.ts';
import type { RatePermit } from '../exchange.ts';
import { type ConnectionProfile, isLoopbackHost } from '../profile.ts';
import { type Transport, TransportError, type TransportLimits, type TransportReply } from '../transport.ts';
import { parseJson, TooMuchJson } from '../wire/json.ts';
import type { QueryPairs } from '../wire/requests.ts';
import { errorOfReply, errorOfTransport } from './failures.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { requestIdOf } from './reply-headers.ts';

/**
 * Headers that prove who asks. `method` in upper case; `path` is the URL's pathname as sent (percent-encoded, no query);
 * `nowMs` Unix time. Called for every attempt, because a timestamp is good for 30 s only. May throw ExchangeError.
 */
export type Sign = (method: string, path: string, nowMs: number) => Readonly<Record<string, string>>;

export interface RequestContext {
  readonly profile: ConnectionProfile;
  readonly transport: Transport;
  /** Undefined while nobody is signed in. */
  readonly sign: Sign | undefined;
  readonly limiter: RateLimiter;
  readonly log: Log;
  readonly clock: Clock;
  /** 0…1, 1 excluded. */
  readonly random: () => number;
  /** The requests under way; disposing the connection aborts them. */
  readonly active: Set<AbortController>;
  readonly callLog: CallLog;
}

export interface ServiceRequest {
  readonly method: 'GET' | 'POST';
  /** From `/v1/…` on, its parameters percent-encoded. */
  readonly path: string;
  /** Arrays are repeated names. */
  readonly query?: QueryPairs;
  readonly body?: unknown;
  /** Signed requests go to the private origin only. */
  readonly signed: boolean;
  /** Has waited for the rate already; what has one is sent once, a read too. */
  readonly permit?: RatePermit | undefined;
  readonly signal?: AbortSignal | undefined;
  /** What is made of the reply; recorded with it. */
  readonly decode?: ((json: unknown) => unknown) | undefined;
}

export interface ServiceReply {
  readonly json: unknown;
  /** Lower-case names. */
  readonly headers: TransportReply['headers'];
  readonly receivedAt: number;
  readonly requestId: string | undefined;
  /** What is made of it took so long, milliseconds: to be recorded. */
  noteDecoded(ms: number): void;
}

/** For everything: waiting for the rate, all attempts, all pauses. */
export const DEADLINE_MS = 30_000;

const LIMITS: TransportLimits = {
  connectMs: 10_000,
  headersMs: 15_000,
  bodyMs: 15_000,
  // A page of 500 markets is about 2 MB.
  maxReplyBytes: 32 * 1024 * 1024,
};

/** However long a service asks to be left alone, a cancel must not be out of reach for the rest of the day. */
const LONGEST_PAUSE_MS = 10 * 60_000;

/**
 * Sends a request and records it; the one function all of them go through. Reads are retried, a POST is sent once. Rejects
 * with ExchangeError only; no message holds a secret, a header or a query.
 */
export async function request(context: RequestContext, asked: ServiceRequest): Promise<ServiceReply> {
  const { callLog, clock, profile } = context;
  const call = callLog.begin(profile, asked, clock.now());
  try {
    const reply = await send(context, asked, call);
    call.ended(clock.now());
    return reply;
  } catch (cause) {
    call.ended(clock.now(), cause instanceof ExchangeError ? cause.code : undefined);
    throw cause;
  }
}

async function send(context: RequestContext, asked: ServiceRequest, call: OpenCall): Promise<ServiceReply> {
  const url = urlOf(context.profile, asked);
  if (asked.signed && context.sign === undefined) {
    throw noKey();
  }
  const { clock, limiter } = context;
  // By the clock timers go by, so that a sleeping machine takes no time away.
  const startedAt = clock.steady();
  return withCaller(context, asked.signal, async (controller) => {
    const { signal } = controller;
    let isLate = false;
    let isSent = false;
    let lastError: ExchangeError | undefined;
    const timer = clock.setTimeout(() => {
      isLate = true;
      controller.abort();
    }, DEADLINE_MS);
    try {
      for (let attempt = 1; ; attempt += 1) {
        const leftMs = DEADLINE_MS - (clock.steady() - startedAt);
        // The timer of the deadline is due, and has not run yet.
        if (leftMs <= 0) throw lastError ?? timedOut(isSent);
        if (asked.permit === undefined && limiter.pausedMs > leftMs) throw rateLimited(limiter.pausedMs);
        const permit = asked.permit ?? (await limiter.acquire(signal));
        if (asked.permit?.leave() === false) throw cancelled('The permit was used or released before', false);
        isSent = true;
        try {
          return await sendOnce(context, asked, url, call, signal);
        } catch (cause) {
          // An answer counts, however late; what broke because of our own abort does not.
          if (!(cause instanceof ExchangeError) || (signal.aborted && !isAnswer(cause))) throw cause;
          lastError = cause;
        } finally {
          permit.release();
        }
        const delayMs = retryDelayMs(asked, lastError, attempt, context.random());
        const isTooLate = clock.steady() - startedAt + (delayMs ?? 0) >= DEADLINE_MS;
        if (delayMs === undefined || isTooLate || signal.aborted) throw lastError;
        await sleep(clock, delayMs, signal);
      }
    } catch (cause) {
      if (!signal.aborted || (cause instanceof ExchangeError && isAnswer(cause))) throw cause;
      // The error of an earlier attempt says more than that time ran out.
      throw isLate ? (lastError ?? timedOut(isSent, cause)) : cancelled(cause, isSent);
    } finally {
      timer.dispose();
    }
  });
}

/**
 * Resolves when a request may leave, however long the service wants to be left alone. Rejects with ExchangeError
 * `cancelled` only: the caller left, or the connection was closed.
 */
export function permitFor(context: RequestContext, signal: AbortSignal | undefined): Promise<RatePermit> {
  return withCaller(context, signal, async (controller) => {
    try {
      return await context.limiter.reserve(controller.signal);
    } catch (cause) {
      throw cancelled(cause, false);
    }
  });
}

/** Gives `work` a controller that follows the caller's signal and the end of the connection. */
export async function withCaller<T>(
  { active }: RequestContext,
  signal: AbortSignal | undefined,
  work: (controller: AbortController) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  active.add(controller);
  try {
    return await work(controller);
  } finally {
    active.delete(controller);
    signal?.removeEventListener('abort', abort);
  }
}

/** Returns the address of a request. Throws ExchangeError `refused` for one nothing may be sent to. */
function urlOf(profile: ConnectionProfile, { path, query = [], signed }: ServiceRequest): URL {
  const base = signed ? profile.privateUrl : profile.publicUrl;
  const url = new URL(base + path);
  for (const [name, value] of query) url.searchParams.append(name, value);
  // A key must never leave for another origin or in the clear, whatever a path or a profile may hold.
  const isSecure = url.protocol === 'https:' || isLoopbackHost(url.hostname);
  const { origin } = url;
  const isSameOrigin = base === origin || base.startsWith(`${origin}/`) || new URL(base).origin === origin;
  if (!isSecure || !isSameOrigin || url.username !== '' || url.password !== '') {
    throw new ExchangeError('refused', 'The address of the service is not one requests may be sent to.', {
      mayHaveArrived: false,
    });
  }
  return url;
}

/** After a 429, pauses all requests of the connection for as long as it asks, ten minutes at most, or for some seconds. */
function applyRetryAfter(limiter: RateLimiter, { details: { status, retryAfterMs } }: ExchangeError): void {
  if (status !== 429) return;
  if (retryAfterMs === undefined) limiter.backOff();
  else limiter.pause(Math.min(retryAfterMs, LONGEST_PAUSE_MS));
}

/** For a signed request while nobody is signed in. */
export function noKey(): ExchangeError {
  return new ExchangeError('auth', 'Sign in to see this.', { auth: 'noKey', mayHaveArrived: false });
}

function isAnswer({ details }: ExchangeError): boolean {
  return details.status !== undefined;
}

function timedOut(mayHaveArrived: boolean, cause?: unknown): ExchangeError {
  return new ExchangeError('timeout', 'The service did not answer in time.', { mayHaveArrived, cause });
}

function cancelled(cause: unknown, mayHaveArrived: boolean): ExchangeError {
  return new ExchangeError('cancelled', 'The request was cancelled.', { mayHaveArrived, cause });
}

/** `pausedMs`: how long the service still wants to be left alone. */
export function rateLimited(pausedMs: number): ExchangeError {
  return new ExchangeError('rateLimit', 'Too many requests: the service asks to wait.', {
    retryAfterMs: pausedMs,
    mayHaveArrived: false,
  });
}

/** Sends once and writes one line to the log, without query or headers. */
async function sendOnce(
  context: RequestContext,
  { method, signed, body }: ServiceRequest,
  url: URL,
  call: OpenCall,
  signal: AbortSignal,
): Promise<ServiceReply> {
  const { clock, limiter, log, profile } = context;
  const startedAt = clock.steady();
  const sentAt = clock.now();
  const logEnd = (what: () => string): void =>
    log.debug(() => `${method} ${url.pathname} → ${what()}, ${clock.steady() - startedAt} ms`);
  const headers = {
    accept: 'application/json',
    ...(body === undefined ? undefined : { 'content-type': 'application/json' }),
    ...(signed ? context.sign?.(method, url.pathname, sentAt) : undefined),
  };
  const text = body === undefined ? undefined : JSON.stringify(body);
  call.sent(headers, limiter.left);
  let headersMs: number | undefined;
  const onHeaders = (): void => {
    headersMs = clock.steady() - startedAt;
  };
  let reply: TransportReply;
  try {
    const sending = { method, url, headers, body: text, limits: LIMITS };
    reply = await context.transport.send(sending, signal, onHeaders);
  } catch (cause) {
    const broken =
      cause instanceof TransportError ? cause : new TransportError('reset', 'The exchange failed', cause);
    call.broke(broken.kind, sentAt, clock.steady() - startedAt);
    logEnd(() => broken.kind);
    throw errorOfTransport(broken);
  }
  const { status } = reply;
  call.answered(reply, sentAt, clock.steady() - startedAt, headersMs);
  const { requestId } = requestIdOf(reply);
  logEnd(() => `${status}${requestId === undefined ? '' : ` (${requestId})`}, ${reply.body.length} bytes`);
  const receivedAt = clock.now();
  if (status >= 200 && status < 300) {
    const parsedFrom = clock.steady();
    const json = jsonOf(reply);
    const parseMs = clock.steady() - parsedFrom;
    const noteDecoded = (ms: number): void => call.decoded(parseMs + ms);
    return { json, headers: reply.headers, receivedAt, requestId, noteDecoded };
  }
  const error = errorOfReply(reply, { scheme: signed ? profile.auth : 'none', sentAt, receivedAt });
  applyRetryAfter(limiter, error);
  throw error;
}

function jsonOf(reply: TransportReply): unknown {
  try {
    return parseJson(reply.body);
  } catch (cause) {
    const bad = (sentence: string, reason: FailureReason): ExchangeError =>
      new ExchangeError('badReply', sentence, {
        status: reply.status,
        ...requestIdOf(reply),
        reason,
        mayHaveArrived: true,
        cause,
      });
    if (cause instanceof TooMuchJson) throw bad('The reply of the service is too large.', 'tooLarge');
    // Something in between (a network's sign-in) answers with a page whatever was asked for.
    const isPage = new TextDecoder().decode(reply.body.subarray(0, 200)).trimStart().startsWith('<');
    const what = isPage ? 'a web page' : 'not JSON';
    const sentence = `The reply of the service is not what its interface says (${what}).`;
    throw bad(sentence, isPage ? 'page' : 'notJson');
  }
}

const MAX_ATTEMPTS = 4;
const BASE_MS = 500;
const CAP_MS = 8_000;
const RETRIED_STATUSES: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/**
 * How long to wait before sending again; undefined: not at all. Only reads are: there is no idempotency key, so a POST that
 * may have arrived must not be repeated. What the service asks for in Retry-After wins over the back-off; otherwise the
 * wait is drawn from 0…min(8 s, 500 ms × 2ⁿ). `attempt`: 1 for the first. `random`: 0…1, 1 excluded, for the jitter.
 */
export function retryDelayMs(
  { method, permit }: Pick<ServiceRequest, 'method' | 'permit'>,
  { code, details: { status, reason, retryAfterMs } }: ExchangeError,
  attempt: number,
  random: number,
): number | undefined {
  if (method !== 'GET' || permit !== undefined || attempt >= MAX_ATTEMPTS) return undefined;
  const isBroken =
    code === 'timeout' || (code === 'network' && (reason === undefined || reason === 'broken'));
  if (status === undefined ? !isBroken : !RETRIED_STATUSES.has(status)) return undefined;
  return retryAfterMs ?? Math.floor(random * Math.min(CAP_MS, BASE_MS * 2 ** (attempt - 1)));
}
