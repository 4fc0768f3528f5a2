import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Clock } from '../../../src/base/clock.ts';
import type { DemoHandler, DemoRequest } from '../../../src/demo/api.ts';
import {
  type TlsProblem,
  type Transport,
  TransportError,
  type TransportErrorKind,
  type TransportLimits,
  type TransportReply,
  type TransportRequest,
} from '../../../src/exchange/transport.ts';
import { type Delivery, type ReplyFault, type SentReply, sent, sizeOf } from './delivery.ts';

interface FaultyTransportOptions {
  readonly handler: Pick<DemoHandler, 'handle'>;
  /** All delays and time limits pass on it. */
  readonly clock: Clock;
  readonly fault: (request: DemoRequest) => ReplyFault | undefined;
}

/**
 * Carries deliveries in this process, by a clock that may be a virtual one, and ends as a connection would: the contract
 * tests hold it to what both real transports do on a socket.
 */
export function createFaultyTransport({ handler, clock, fault }: FaultyTransportOptions): Transport {
  return {
    send: async (request, signal) => {
      if (signal.aborted) throw aborted(signal);
      const wait = waiter(clock, signal);
      await wait(0);
      const asked = asDemoRequest(request);
      const answer = (one: DemoRequest) => handler.handle(one);
      const delivery = fault(asked)?.deliver(asked, answer) ?? sent(answer(asked));
      return receive(delivery, request.limits, wait);
    },
    dispose: () => {},
  };
}

/** Resolves after so many milliseconds, never for `Infinity`; rejects when the request is given up. */
type Wait = (ms: number) => Promise<void>;

async function receive(delivery: Delivery, limits: TransportLimits, wait: Wait): Promise<TransportReply> {
  if (delivery.kind === 'none')
    throw delivery.how === 'connect' ? broken('connect') : broken('tls', delivery.how);
  if (delivery.kind === 'raw') throw broken(delivery.reads);
  if (delivery.headersAfter > limits.headersMs) return late(limits.headersMs, wait);
  await wait(delivery.headersAfter);
  const { status, headers } = delivery;
  try {
    return { status, headers, body: await receiveBody(delivery, limits, wait) };
  } catch (cause) {
    if (status >= 200 && status < 300) throw cause;
    return { status, headers, body: new Uint8Array() };
  }
}

async function receiveBody(delivery: SentReply, limits: TransportLimits, wait: Wait): Promise<Uint8Array> {
  const { pieces, end } = delivery;
  if (pieces !== undefined) {
    if (pieces.every > limits.bodyMs) return late(limits.bodyMs, wait);
    await wait(pieces.count * pieces.every);
  }
  if (sizeOf(delivery.body) > limits.maxReplyBytes) throw broken('tooLarge');
  if (end === 'silence') return late(limits.bodyMs, wait);
  if (end === 'break') throw broken('reset');
  if (end === 'drip') await wait(Number.POSITIVE_INFINITY);
  return plainBody(delivery, limits);
}

async function late(ms: number, wait: Wait): Promise<never> {
  await wait(ms);
  throw broken('timeout');
}

/** No body belongs to 204 and 304, whatever was to be sent. */
function plainBody({ status, headers, body }: SentReply, limits: TransportLimits): Uint8Array {
  if (status === 204 || status === 304) return new Uint8Array();
  const encoding = headers['content-encoding'];
  const bytes = body.times === 1 ? body.bytes : Buffer.concat(Array(body.times).fill(body.bytes));
  return encoding === undefined || bytes.byteLength === 0
    ? bytes
    : decompressed(bytes, encoding, limits.maxReplyBytes);
}

/** Limits, in bytes, above which bodies came out: the one bomb is played at every endpoint, and unpacked once. */
const tooLargeFor = new WeakMap<Uint8Array, number>();

function decompressed(bytes: Uint8Array, encoding: string, maxOutputLength: number): Uint8Array {
  const decompress = DECOMPRESS.get(encoding);
  if (decompress === undefined) throw broken('protocol');
  if ((tooLargeFor.get(bytes) ?? -1) >= maxOutputLength) throw broken('tooLarge');
  try {
    return decompress(bytes, { maxOutputLength });
  } catch (cause) {
    const isTooLarge = cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
    if (isTooLarge) tooLargeFor.set(bytes, maxOutputLength);
    throw broken(isTooLarge ? 'tooLarge' : 'protocol');
  }
}

const DECOMPRESS: ReadonlyMap<string, typeof gunzipSync> = new Map([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
  ['deflate', inflateSync],
]);

function waiter(clock: Clock, signal: AbortSignal): Wait {
  return (ms) =>
    new Promise((resolve, reject) => {
      const timer = ms === Number.POSITIVE_INFINITY ? undefined : clock.setTimeout(() => done(resolve), ms);
      const leave = (): void => {
        timer?.dispose();
        reject(aborted(signal));
      };
      const done = (settle: () => void): void => {
        signal.removeEventListener('abort', leave);
        settle();
      };
      signal.addEventListener('abort', leave, { once: true });
    });
}

function asDemoRequest({ method, url, headers, body }: TransportRequest): DemoRequest {
  return {
    method,
    path: url.pathname,
    query: url.searchParams,
    headers,
    body: new TextEncoder().encode(body ?? ''),
  };
}

function broken(kind: TransportErrorKind, tls?: TlsProblem): TransportError {
  return new TransportError(kind, `The exchange failed (${kind}, on purpose)`, undefined, tls);
}

function aborted(signal: AbortSignal): TransportError {
  return new TransportError('aborted', 'The request was given up', signal.reason);
}
