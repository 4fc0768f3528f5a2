import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoReply, DemoRequest } from '../../../src/demo/api.ts';
import type { TlsProblem } from '../../../src/exchange/transport.ts';

/** What leaves instead of an honest reply, and when. All times in milliseconds. */
export type Delivery = SentReply | RawBytes | NoConnection;

export interface SentReply {
  readonly kind: 'reply';
  readonly status: number;
  /** Lower-case names. `content-length` is added unless it is here: then it is what the sender claims. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
  /** Until the headers leave; `Infinity`: they never do. */
  readonly headersAfter: number;
  /** The body leaves in so many pieces, one every so many milliseconds; undefined: at once. */
  readonly pieces: { readonly count: number; readonly every: number } | undefined;
  /** After the body: nothing more; a blank every second without end; silence; the connection breaks. */
  readonly end: 'whole' | 'drip' | 'silence' | 'break';
}

/** A body that need not be in memory as a whole. */
export interface Body {
  readonly bytes: Uint8Array;
  readonly times: number;
}

/** Bytes that are no proper HTTP, after which the connection is closed; `reads` is what a client makes of them. */
export interface RawBytes {
  readonly kind: 'raw';
  readonly bytes: Uint8Array;
  readonly reads: 'reset' | 'protocol' | 'tooLarge';
}

/** No connection over which anything could be asked. Only the carrier in this process can play it. */
interface NoConnection {
  readonly kind: 'none';
  /** `connect`: nobody is there; else why it is not secure. */
  readonly how: 'connect' | TlsProblem;
}

export type FaultGroup = 'time' | 'connection' | 'status' | 'bytes' | 'shape' | 'pages';

export interface ReplyFault {
  /** Small letters, digits and dashes. */
  readonly name: string;
  readonly group: FaultGroup;
  readonly what: string;
  /** `answer` works the request out, effects included; a fault that breaks before that does not call it. */
  readonly deliver: (request: DemoRequest, answer: (request: DemoRequest) => DemoReply) => Delivery;
}

export function sent(reply: DemoReply, part: Partial<SentReply> = {}): SentReply {
  return {
    kind: 'reply',
    status: reply.status,
    headers: reply.headers,
    body: bodyOf(reply.body),
    headersAfter: 0,
    pieces: undefined,
    end: 'whole',
    ...part,
  };
}

export function bodyOf(bytes: Uint8Array | string): Body {
  return { bytes: typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes, times: 1 };
}

/** How long the body is when it has left, in bytes. */
export function sizeOf({ bytes, times }: Body): number {
  return bytes.byteLength * times;
}

/** A blank so often, milliseconds. */
const DRIP_MS = 1_000;
/** The longest a timer runs, milliseconds: nobody waits for its end. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Plays a delivery on the connection a request came in on; ends when there is nothing left to do or the other end has
 * gone. Where there should have been no connection, this one breaks. `pace` stretches or shortens every delay.
 */
export async function deliver(response: ServerResponse, delivery: Delivery, pace = 1): Promise<void> {
  const { socket } = response;
  if (delivery.kind === 'reply') {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    response.on('error', () => gone.abort());
    await play(response, delivery, waiter(pace, gone.signal)).catch(() => socket?.destroy());
  } else if (delivery.kind === 'raw' && delivery.bytes.byteLength > 0) {
    socket?.end(delivery.bytes, () => socket.destroySoon());
  } else {
    socket?.resetAndDestroy();
  }
}

/** Resolves after so many milliseconds; rejects when the other end has gone. */
type Wait = (ms: number) => Promise<void>;

async function play(response: ServerResponse, reply: SentReply, wait: Wait): Promise<void> {
  await wait(reply.headersAfter);
  const isCounted = reply.end !== 'drip' && !('content-length' in reply.headers);
  response.writeHead(reply.status, {
    ...reply.headers,
    ...(isCounted ? { 'content-length': sizeOf(reply.body) } : {}),
  });
  response.flushHeaders();
  await sendBody(response, reply, wait);
  if (reply.end === 'whole') response.end();
  else if (reply.end === 'break') response.socket?.destroySoon();
  else if (reply.end === 'silence') await wait(Number.POSITIVE_INFINITY);
  else for (;;) await wait(DRIP_MS).then(() => response.write(' '));
}

async function sendBody(response: ServerResponse, { body, pieces }: SentReply, wait: Wait): Promise<void> {
  if (pieces === undefined) {
    for (let time = 0; time < body.times; time += 1) {
      if (!response.write(body.bytes))
        await Promise.race([once(response, 'drain'), wait(Number.POSITIVE_INFINITY)]);
    }
    return;
  }
  const size = Math.ceil(body.bytes.byteLength / pieces.count);
  for (let piece = 0; piece < pieces.count; piece += 1) {
    await wait(pieces.every);
    response.write(body.bytes.subarray(piece * size, (piece + 1) * size));
  }
}

function waiter(pace: number, signal: AbortSignal): Wait {
  return (ms) => sleep(Math.min(ms * pace, LONGEST_MS), undefined, { signal });
}
