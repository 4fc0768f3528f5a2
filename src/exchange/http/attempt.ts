import { ExchangeError } from '../errors.ts';
import {
  TransportError,
  type TransportErrorKind,
  type TransportLimits,
  type TransportReply,
} from '../transport.ts';
import { parseJson, TooMuchJson } from '../wire/json.ts';
import type { RateBudget } from './budget.ts';
import { errorOfReply, errorOfTransport, requestIdOf } from './failures.ts';
import type { RequestContext, ServiceReply, ServiceRequest } from './request-context.ts';
import type { AttemptFailure } from './retry.ts';

export const LIMITS: TransportLimits = {
  connectMs: 10_000,
  headersMs: 15_000,
  bodyMs: 15_000,
  // A page of 500 markets is about 2 MB (live interface §6).
  maxReplyBytes: 32 * 1024 * 1024,
};

/** However long a service asks to be left alone: a cancel must not be out of reach for the rest of the day. */
const LONGEST_PAUSE_MS = 10 * 60_000;

export type Outcome =
  | { readonly ok: true; readonly reply: ServiceReply }
  | { readonly ok: false; readonly error: ExchangeError; readonly failure: AttemptFailure };

/**
 * Sends once and says what came of it; one line in the log, without query or headers. A 429 is heeded. Throws ExchangeError
 * `badReply` for a reply that is not JSON: it is final, the same question would get the same answer.
 */
export async function attemptOnce(
  context: RequestContext,
  asked: ServiceRequest,
  url: URL,
  signal: AbortSignal,
): Promise<Outcome> {
  const { clock, log } = context;
  const startedAt = clock.steady();
  const sentAt = clock.now();
  const said = (what: string): void =>
    log.debug(`${asked.method} ${url.pathname} → ${what}, ${clock.steady() - startedAt} ms`);
  const { method } = asked;
  const headers = headersOf(context, asked, url);
  let reply: TransportReply;
  try {
    reply = await context.transport.send(
      { method, url, headers, body: bodyOf(asked), limits: LIMITS },
      signal,
    );
  } catch (cause) {
    const broken =
      cause instanceof TransportError ? cause : new TransportError('reset', 'The exchange failed', cause);
    said(broken.kind);
    const failure: AttemptFailure = { kind: 'transport', transient: TRANSIENT.has(broken.kind) };
    return { ok: false, error: errorOfTransport(broken), failure };
  }
  const { requestId } = requestIdOf(reply);
  said(`${reply.status}${requestId === undefined ? '' : ` (${requestId})`}, ${reply.body.length} bytes`);
  const receivedAt = clock.now();
  if (reply.status >= 200 && reply.status < 300) return { ok: true, reply: read(reply, receivedAt) };
  const scheme = asked.signed ? context.profile.auth : 'none';
  const error = errorOfReply(reply, { scheme, sentAt, receivedAt });
  heed(context.budget, error);
  const { retryAfterMs } = error.details;
  return { ok: false, error, failure: { kind: 'status', status: reply.status, retryAfterMs } };
}

/** Holds back the whole connection where a reply was a 429: for as long as it asks, ten minutes at most, or for some seconds. */
export function heed(budget: RateBudget, { details: { status, retryAfterMs } }: ExchangeError): void {
  if (status !== 429) return;
  if (retryAfterMs === undefined) budget.backOff();
  else budget.pause(Math.min(retryAfterMs, LONGEST_PAUSE_MS));
}

const TRANSIENT: ReadonlySet<TransportErrorKind> = new Set<TransportErrorKind>([
  'connect',
  'reset',
  'timeout',
]);

function read(reply: TransportReply, receivedAt: number): ServiceReply {
  const { requestId } = requestIdOf(reply);
  const type = otherType(reply);
  if (type !== undefined) throw notJson(reply, type, type === 'text/html' ? 'page' : 'notJson');
  try {
    return { json: parseJson(reply.body), receivedAt, requestId };
  } catch (cause) {
    if (cause instanceof TooMuchJson) throw tooMuch(reply, cause);
    // Something in between (a network's sign-in) answers with a page whatever was asked for.
    const isPage = startsLikePage(reply.body);
    throw notJson(reply, isPage ? 'a web page' : 'not JSON', isPage ? 'page' : 'notJson', cause);
  }
}

/** What the reply says it is, where that is neither JSON nor nothing in particular. */
function otherType({ body, headers }: TransportReply): string | undefined {
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (body.byteLength === 0 || type === '' || UNSPECIFIC.has(type) || /[/+]json$/.test(type))
    return undefined;
  return /^[a-z0-9.+-]{1,40}\/[a-z0-9.+-]{1,40}$/.test(type) ? type : 'of no known kind';
}

const UNSPECIFIC: ReadonlySet<string> = new Set(['text/plain', 'application/octet-stream']);

function startsLikePage(body: Uint8Array): boolean {
  return new TextDecoder().decode(body.subarray(0, 200)).trimStart().startsWith('<');
}

function notJson(
  reply: TransportReply,
  what: string,
  reason: 'page' | 'notJson',
  cause?: unknown,
): ExchangeError {
  return new ExchangeError('badReply', `The reply of the service is not what its interface says (${what}).`, {
    status: reply.status,
    ...requestIdOf(reply),
    reason,
    mayHaveArrived: true,
    ...(cause === undefined ? {} : { cause }),
  });
}

function tooMuch(reply: TransportReply, cause: TooMuchJson): ExchangeError {
  return new ExchangeError('badReply', 'The reply of the service is too large.', {
    status: reply.status,
    ...requestIdOf(reply),
    reason: 'tooLarge',
    mayHaveArrived: true,
    cause,
  });
}

function headersOf(context: RequestContext, asked: ServiceRequest, url: URL): Record<string, string> {
  return {
    accept: 'application/json',
    ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(asked.signed ? context.sign?.(asked.method, url.pathname, context.clock.now()) : undefined),
  };
}

function bodyOf(asked: ServiceRequest): string | undefined {
  return asked.body === undefined ? undefined : JSON.stringify(asked.body);
}
