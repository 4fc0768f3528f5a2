import {
  type Transport,
  TransportError,
  type TransportReply,
  type TransportRequest,
} from '../exchange/transport.ts';
import type { DemoHandler } from './api.ts';

/** Carries requests to a handler in this process: bytes in, bytes out, no socket. What it owns is nothing. */
export function createInProcessTransport(handler: DemoHandler): Transport {
  return {
    name: 'in-process',
    send: async (request, signal) => {
      stopIfAborted(signal);
      // A turn of the event loop lies between request and reply, as with any transport.
      await new Promise((resolve) => setImmediate(resolve));
      // Aborted by now, the request was never sent.
      stopIfAborted(signal);
      return replyOf(handler, request);
    },
    dispose: () => {},
  };
}

function replyOf(handler: DemoHandler, request: TransportRequest): TransportReply {
  const reply = handler.handle({
    method: request.method,
    path: request.url.pathname,
    query: request.url.searchParams,
    headers: request.headers,
    body: new TextEncoder().encode(request.body ?? ''),
  });
  if (reply.body.byteLength > request.limits.maxReplyBytes) {
    throw new TransportError('tooLarge', `The reply has ${reply.body.byteLength} bytes`);
  }
  return reply;
}

function stopIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new TransportError('aborted', 'The request was aborted', signal.reason);
}
