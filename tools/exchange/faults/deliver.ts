import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Delivery, SentReply } from './delivery.ts';
import { sizeOf } from './delivery.ts';

/** A blank so often, milliseconds. */
const DRIP_MS = 1_000;

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

function waiter(pace: number, gone: AbortSignal): Wait {
  return (ms) =>
    new Promise((resolve, reject) => {
      if (gone.aborted) {
        reject(gone.reason);
        return;
      }
      const stop = (): void => {
        clearTimeout(timer);
        reject(gone.reason);
      };
      const timer =
        ms === Number.POSITIVE_INFINITY
          ? undefined
          : setTimeout(() => {
              gone.removeEventListener('abort', stop);
              resolve();
            }, ms * pace);
      gone.addEventListener('abort', stop, { once: true });
    });
}
