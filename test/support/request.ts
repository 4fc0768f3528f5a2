import assert from 'node:assert/strict';
import { silentLog } from '../../src/base/log.ts';
import { CallLog } from '../../src/exchange/call-log.ts';
import { ExchangeError } from '../../src/exchange/errors.ts';
import { errorOfReply, errorOfTransport } from '../../src/exchange/http/failures.ts';
import { RateLimiter } from '../../src/exchange/http/rate-limiter.ts';
import type { RequestContext, ServiceRequest } from '../../src/exchange/http/request.ts';
import { request } from '../../src/exchange/http/request.ts';
import type { ConnectionProfile } from '../../src/exchange/profile.ts';
import { TransportError, type TransportErrorKind } from '../../src/exchange/transport.ts';
import { VirtualClock } from './clock.ts';
import { FakeTransport } from './transport.ts';

export const profile: ConnectionProfile = {
  id: 'custom',
  label: 'test',
  publicUrl: 'https://public.example/base',
  privateUrl: 'https://private.example',
  auth: 'ed25519',
  dialect: 'current',
};

export const get: ServiceRequest = { method: 'GET', path: '/v1/markets', signed: false };
export const post: ServiceRequest = {
  method: 'POST',
  path: '/v1/order/A/cancel',
  body: { a: 1 },
  signed: true,
};

/** The error of a signed request that was answered so, without a body. */
export function errorOfReplyWith(status: number, retryAfter?: string): ExchangeError {
  const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  const reply = { status, headers, body: new Uint8Array() };
  return errorOfReply(reply, { scheme: 'ed25519', sentAt: 0, receivedAt: 0 });
}

export function errorOfTransportWith(kind: TransportErrorKind): ExchangeError {
  return errorOfTransport(new TransportError(kind, 'Scripted'));
}

/** The request function over a scripted transport and a clock that stands still. */
export function setUp(
  answers: ConstructorParameters<typeof FakeTransport>[0],
  part: Partial<RequestContext> = {},
) {
  const clock = new VirtualClock();
  const transport = new FakeTransport(answers);
  const lines: string[] = [];
  const active = new Set<AbortController>();
  const context: RequestContext = {
    profile,
    transport,
    sign: (method, path, now) => ({ 'x-signed': `${now} ${method} ${path}`, 'x-secret': 'hush-hush' }),
    limiter: new RateLimiter({ clock, perSecond: 20 }),
    log: { ...silentLog, debug: (line) => lines.push(line()) },
    clock,
    random: () => 0.5,
    active,
    callLog: new CallLog(0),
    ...part,
  };
  const ask = (asked: ServiceRequest) => request(context, asked);
  /** Runs the clock until the request fails. */
  const failure = async (asked: ServiceRequest): Promise<ExchangeError> => {
    const outcome = await clock.run(ask(asked).catch((cause: unknown) => cause));
    assert.ok(outcome instanceof ExchangeError, `expected an ExchangeError, got ${String(outcome)}`);
    return outcome;
  };
  return { clock, transport, lines, active, context, ask, failure };
}
