import { ExchangeError, isExchangeError } from '../errors.ts';
import type { Diagnostics, Probe, ProbeTarget, RatePermit } from '../exchange.ts';
import { errorOfReply, errorOfTransport } from '../http/failures.ts';
import { clockSkewMs } from '../http/reply-headers.ts';
import type { RequestContext } from '../http/request.ts';
import { applyRetryAfter, DEADLINE_MS, LIMITS, urlOf } from '../http/request.ts';
import { type OpenSocket, SocketError } from '../socket.ts';
import { failureOfHandshake } from '../stream/stream-errors.ts';
import { TransportError } from '../transport.ts';
import type { StreamUrls } from './stream-urls.ts';

const HANDSHAKE_MS = 10_000;
const MAX_FRAME_BYTES = 64 * 1024;

interface DiagnosticsOptions {
  readonly context: RequestContext;
  /** Requests a second, 0 for no limit. */
  readonly perSecond: number;
  /** Undefined: there is no safe line, or no way to open one. */
  readonly lines: StreamUrls | undefined;
  readonly openSocket: OpenSocket | undefined;
}

/** Asks without retrying or sharing, so that a probe shows what happens now. */
export function createDiagnostics({
  context,
  perSecond,
  lines,
  openSocket,
}: DiagnosticsOptions): Diagnostics {
  const { profile, clock, limiter } = context;

  const ask = async (signed: boolean, signal: AbortSignal): Promise<Found> => {
    const url = signed
      ? urlOf(profile, { path: '/v1/orders/open', signed })
      : urlOf(profile, { path: '/v1/markets', query: [['limit', '1']], signed });
    const proof = signed ? signer(context)('GET', url.pathname, clock.now()) : {};
    const headers = { accept: 'application/json', ...proof };
    const sentAt = clock.now();
    const reply = await context.transport.send(
      { method: 'GET', url, headers, body: undefined, limits: LIMITS },
      signal,
    );
    const skewSeconds = skewOf(reply.headers['date'], sentAt, clock.now());
    const scheme = signed ? profile.auth : 'none';
    const isGood = reply.status >= 200 && reply.status < 300;
    if (isGood) return { error: undefined, skewSeconds };
    const error = errorOfReply(reply, { scheme, sentAt, receivedAt: clock.now() });
    applyRetryAfter(limiter, error);
    return { error, skewSeconds };
  };

  const shake = async (url: URL | undefined, signal: AbortSignal): Promise<Found> => {
    const sign = signer(context);
    if (url === undefined || openSocket === undefined) return { error: noLine(), skewSeconds: undefined };
    const sentAt = clock.now();
    const headers = sign('GET', url.pathname, sentAt);
    try {
      const asked = { url, headers, handshakeMs: HANDSHAKE_MS, maxFrameBytes: MAX_FRAME_BYTES };
      (await openSocket(asked, signal)).close();
      return { error: undefined, skewSeconds: undefined };
    } catch (cause) {
      const { error, verdict } = failureOfHandshake(cause, profile.auth, clock.now());
      const date = cause instanceof SocketError ? cause.headers['date'] : undefined;
      return {
        error: verdict === 'unsupported' ? noLine() : error,
        skewSeconds: skewOf(date, sentAt, clock.now()),
      };
    }
  };

  const find = (target: ProbeTarget, signal: AbortSignal): Promise<Found> => {
    switch (target) {
      case 'public':
      case 'account':
        return ask(target === 'account', signal);
      case 'marketsStream':
        return shake(lines?.markets, signal);
      case 'accountStream':
        return shake(lines?.account, signal);
    }
  };

  return {
    probe: async (target, signal) => {
      const controller = new AbortController();
      const leave = (): void => controller.abort();
      if (signal?.aborted) leave();
      signal?.addEventListener('abort', leave, { once: true });
      context.active.add(controller);
      let startedAt: number | undefined;
      let permit: RatePermit | undefined;
      let late = false;
      // The limits of a transport are of silence: a body that drips has none.
      const timer = clock.setTimeout(() => {
        late = true;
        controller.abort();
      }, DEADLINE_MS);
      try {
        if (limiter.pausedMs > 0) throw paused(limiter.pausedMs);
        permit = await limiter.acquire(controller.signal);
        startedAt = clock.steady();
        const found = await find(target, controller.signal);
        // Nothing was sent where there is no key, or no line.
        const sent = found.error?.code !== 'unsupported';
        return { ...found, ms: sent ? clock.steady() - startedAt : undefined };
      } catch (cause) {
        const error = late && !isExchangeError(cause) ? tooLate(cause) : asError(cause, controller.signal);
        const sent = startedAt !== undefined && !isExchangeError(cause);
        return { error, ms: sent ? clock.steady() - (startedAt ?? 0) : undefined, skewSeconds: undefined };
      } finally {
        timer.dispose();
        permit?.release();
        signal?.removeEventListener('abort', leave);
        context.active.delete(controller);
      }
    },
    rate: () => ({ perSecond, used: limiter.used, pausedMs: limiter.pausedMs }),
  };
}

type Found = Pick<Probe, 'error' | 'skewSeconds'>;

/** Throws where nobody is signed in, or the key cannot sign. */
function signer({ sign }: RequestContext): NonNullable<RequestContext['sign']> {
  if (sign === undefined)
    throw new ExchangeError('auth', 'Sign in to see this.', { auth: 'noKey', mayHaveArrived: false });
  return sign;
}

function noLine(): ExchangeError {
  return new ExchangeError('unsupported', 'The service has no such live line.', { mayHaveArrived: false });
}

function paused(ms: number): ExchangeError {
  return new ExchangeError('rateLimit', 'Too many requests: the service asks to wait.', {
    retryAfterMs: ms,
    mayHaveArrived: false,
  });
}

function tooLate(cause: unknown): ExchangeError {
  return new ExchangeError('timeout', 'The service did not answer in time.', { cause });
}

function asError(cause: unknown, signal: AbortSignal): ExchangeError {
  if (isExchangeError(cause)) return cause;
  if (signal.aborted) return new ExchangeError('cancelled', 'The request was cancelled.', { cause });
  return errorOfTransport(
    cause instanceof TransportError ? cause : new TransportError('reset', 'The exchange failed', cause),
  );
}

/** Whole seconds this machine's clock is ahead of the service's. */
function skewOf(date: string | undefined, sentAt: number, receivedAt: number): number | undefined {
  const skewMs = clockSkewMs(date, sentAt, receivedAt);
  return skewMs === undefined ? undefined : Math.round(skewMs / 1_000);
}
