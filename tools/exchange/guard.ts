import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from '../../src/demo/handler/refusal.ts';

/** What one client of the demo server may use; a client that takes more is refused or cut off. */
export interface ServerLimits {
  /** Until all header fields are there, from the opening of the connection or the first byte of a later request. */
  readonly headerMs: number;
  /** Until the whole request is there, body included. */
  readonly requestMs: number;
  /** A connection without a request, after one was answered. */
  readonly idleMs: number;
  /** How often the first two are looked at. */
  readonly checkMs: number;
  readonly headerBytes: number;
  readonly bodyBytes: number;
  /** Between two pings on a stream; a client that leaves one unanswered until the next is cut off. */
  readonly pingMs: number;
  /** At a time, streams included; further ones are closed as they come. */
  readonly connections: number;
}

export const SERVER_LIMITS: ServerLimits = {
  headerMs: 10_000,
  requestMs: 30_000,
  idleMs: 30_000,
  checkMs: 5_000,
  headerBytes: 16 * 1024,
  bodyBytes: 64 * 1024,
  pingMs: 30_000,
  connections: 256,
};

/** Clients of ours send a dozen. */
const HEADER_FIELDS = 100;

/**
 * Why a request is not one of a program on this machine; undefined when it is. `hosts`: what the one Host may say.
 */
export function foreign(hosts: ReadonlySet<string>, request: IncomingMessage): string | undefined {
  const { headers, headersDistinct, rawHeaders } = request;
  if (rawHeaders.length > HEADER_FIELDS * 2) return 'too many header fields';
  // Of several, a proxy might read another one than this server does.
  if (headersDistinct['host']?.length !== 1 || !hosts.has(headers.host ?? '')) return 'unknown host';
  return Object.keys(headers).some(saysPage) ? 'browsers are not served' : undefined;
}

/** Node's own `fetch` sends a Sec-Fetch-Mode; the others come from pages only. */
function saysPage(name: string): boolean {
  return (
    name === 'origin' || name === 'referer' || (name.startsWith('sec-fetch-') && name !== 'sec-fetch-mode')
  );
}

/**
 * Reads a body of at most `most` bytes, of a client that is served, and tells it to go on if it waits for that. @throws Refusal 413 as soon as it says to be, or is, larger.
 */
export async function bodyOf(
  request: IncomingMessage,
  response: ServerResponse,
  most: number,
): Promise<Uint8Array> {
  const tooLarge = (): Refusal => new Refusal('tooLarge', 'request body too large');
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge();
  if (request.headers.expect !== undefined) response.writeContinue();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > most) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
