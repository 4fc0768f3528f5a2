import { ExchangeError, isExchangeError } from '../errors.ts';
import type { Diagnostics, Probe, ProbeTarget, RatePermit } from '../exchange.ts';
import { skewSecondsOf } from '../http/reply-headers.ts';
import type { RequestContext } from '../http/request.ts';
import { noKey, permitFor, rateLimited, request, withCaller } from '../http/request.ts';
import type { OpenSocket } from '../socket.ts';
import { dial } from '../stream/stream-connection.ts';
import type { StreamUrls } from './profiles.ts';

interface DiagnosticsOptions {
  readonly context: RequestContext;
  /** Undefined: there is no safe address, or no way to open one. */
  readonly urls: StreamUrls | undefined;
  readonly openSocket: OpenSocket | undefined;
}

/** Sends each probe once, so that it shows what happens now. */
export function createDiagnostics({ context, urls, openSocket }: DiagnosticsOptions): Diagnostics {
  const { profile, clock, limiter, sign } = context;

  const read = async (isSigned: boolean, permit: RatePermit, signal: AbortSignal) => {
    const asked = isSigned
      ? ({ path: '/v1/orders/open' } as const)
      : ({ path: '/v1/markets', query: [['limit', '1']] } as const);
    const sentAt = clock.now();
    const sent = { method: 'GET', ...asked, signed: isSigned, permit, signal } as const;
    const { headers, receivedAt } = await request(context, sent);
    return skewSecondsOf(headers['date'], sentAt, receivedAt);
  };

  const shake = async (url: URL | undefined, permit: RatePermit, signal: AbortSignal) => {
    if (sign === undefined) throw noKey();
    if (url === undefined || openSocket === undefined) throw noStream();
    permit.leave();
    const dialled = await dial({ url, sign, auth: profile.auth, openSocket, clock }, signal);
    if (!('close' in dialled)) throw dialled.verdict === 'unsupported' ? noStream() : dialled.error;
    dialled.close();
  };

  const find = async (target: ProbeTarget, permit: RatePermit, signal: AbortSignal) => {
    if (target === 'public' || target === 'account') return read(target === 'account', permit, signal);
    await shake(target === 'marketsStream' ? urls?.markets : urls?.account, permit, signal);
    return undefined;
  };

  const probe = async (target: ProbeTarget, signal: AbortSignal): Promise<Probe> => {
    let permit: RatePermit | undefined;
    try {
      if (limiter.pausedMs > 0) throw rateLimited(limiter.pausedMs);
      permit = await permitFor(context, signal);
      return { error: undefined, skewSeconds: await find(target, permit, signal) };
    } catch (cause) {
      const error = isExchangeError(cause)
        ? cause
        : new ExchangeError('network', 'The exchange failed.', { cause });
      return { error, skewSeconds: error.details.skewSeconds };
    } finally {
      permit?.release();
    }
  };

  return {
    probe: (target, signal) => withCaller(context, signal, (own) => probe(target, own.signal)),
    budget: () => limiter.budget,
  };
}

function noStream(): ExchangeError {
  return new ExchangeError('unsupported', 'The service has no such stream.');
}
