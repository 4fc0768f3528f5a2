import type { Clock } from '../../base/clock.ts';
import { type Transport, TransportError, type TransportReply } from '../transport.ts';
import { bodiless, toTransportError } from './transport-errors.ts';

interface EditorTransportOptions {
  /** The editor's `globalThis.fetch`: it knows the proxy, its login and the system's certificates. */
  readonly fetch: (input: URL, init: RequestInit) => Promise<Response>;
  readonly clock: Clock;
}

export function createEditorTransport({ fetch, clock }: EditorTransportOptions): Transport {
  const disposal = new AbortController();

  return {
    send: async (request, signal, onHeaders): Promise<TransportReply> => {
      const { limits } = request;
      const limit = new AbortController();
      const arm = (ms: number) => clock.setTimeout(() => limit.abort(), ms);
      // fetch does not say when it is connected, so connecting and the reply's headers share one limit.
      let timer = arm(limits.connectMs + limits.headersMs);
      let sent = false;
      let status: number | undefined;
      let received: Record<string, string> = {};
      const body = bodyOf(request.body, () => {
        sent = true;
      });
      try {
        const response = await fetch(request.url, {
          method: request.method,
          headers: { ...request.headers, ...body.headers },
          ...body.init,
          redirect: 'manual',
          credentials: 'omit',
          cache: 'no-store',
          signal: AbortSignal.any([signal, disposal.signal, limit.signal]),
        });
        // Browser-like fetches hide a redirect they do not follow behind status 0.
        status = response.type === 'opaqueredirect' ? 302 : response.status;
        received = Object.fromEntries(response.headers);
        onHeaders?.();
        const bytes = await read(response, limits.maxReplyBytes, () => {
          timer.dispose();
          timer = arm(limits.bodyMs);
        });
        return { status, headers: received, body: bytes };
      } catch (cause) {
        const known = bodiless(status, received);
        if (known !== undefined) return known;
        if (limit.signal.aborted && !signal.aborted)
          throw new TransportError('timeout', 'No reply in time', cause);
        if (disposal.signal.aborted) throw new TransportError('aborted', 'The connection was closed', cause);
        throw toTransportError(cause, signal, sent);
      } finally {
        timer.dispose();
      }
    },
    dispose: () => disposal.abort(),
  };
}

/**
 * A body that can be read once only. Given as text, fetch would send the request a second time by itself: after a 421, as
 * the rules of fetch want it. Read when there is a connection to send it over, which is what `onSending` tells.
 */
function bodyOf(
  text: string | undefined,
  onSending: () => void,
): { headers: Record<string, string>; init: RequestInit } {
  if (text === undefined) return { headers: {}, init: {} };
  const bytes = Buffer.from(text);
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        onSending();
        controller.enqueue(bytes);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  // With its length, because not every service reads chunks.
  return { headers: { 'content-length': String(bytes.byteLength) }, init: { body: stream, duplex: 'half' } };
}

/** Reads the (already decompressed) body chunk by chunk, so that a huge one is given up at the limit. */
async function read(response: Response, maxBytes: number, progress: () => void): Promise<Uint8Array> {
  progress();
  const reader = response.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    progress();
    size += part.value.byteLength;
    if (size > maxBytes) {
      await reader.cancel().catch(() => {});
      throw new TransportError('tooLarge', 'The reply is too large');
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}
