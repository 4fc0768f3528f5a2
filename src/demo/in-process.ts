import { Emitter } from '../base/event.ts';
import { HandshakeRefused, type OpenSocket, type Socket, type SocketClose } from '../exchange/socket.ts';
import {
  type Transport,
  TransportError,
  type TransportReply,
  type TransportRequest,
} from '../exchange/transport.ts';
import type { DemoHandler } from './api.ts';
import type { DemoStreams, StreamPeer, StreamSink } from './stream/api.ts';

/** Carries requests to a handler in this process: bytes in, bytes out, no socket. What it owns is nothing. */
export function createInProcessTransport(handler: DemoHandler): Transport {
  return {
    send: async (request, signal) => {
      await nextTurn(signal);
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

/** Opens sockets to streams in this process. A turn of the event loop lies between anything and its effect. */
export function createInProcessSocket(streams: () => DemoStreams): OpenSocket {
  return async ({ url, headers, maxFrameBytes }, signal) => {
    await nextTurn(signal);
    const admission = streams().admit(url.pathname, headers);
    if (!admission.ok) throw new HandshakeRefused(admission.status);
    const socket = new InProcessSocket(maxFrameBytes);
    socket.peer = admission.open(socket.sink);
    return socket;
  };
}

class InProcessSocket implements Socket {
  readonly #messages = new Emitter<string>();
  readonly #closed = new Emitter<SocketClose>();
  readonly #maxFrameBytes: number;
  readonly #queue: (() => void)[] = [];
  #scheduled = false;
  #over = false;
  peer: StreamPeer | undefined;

  readonly onMessage = this.#messages.event;
  readonly onClose = this.#closed.event;

  readonly sink: StreamSink = {
    send: (text) => this.#later(() => this.#arrived(text)),
    close: (code, reason) => this.#later(() => this.#end({ code, reason })),
    breakOff: () => this.#later(() => this.#end({ code: 1006, reason: '' })),
  };

  constructor(maxFrameBytes: number) {
    this.#maxFrameBytes = maxFrameBytes;
  }

  send(text: string): void {
    if (!this.#over) this.#later(() => this.peer?.receive(text));
  }

  close(): void {
    this.#later(() => this.#end({ code: 1000, reason: '' }));
  }

  #arrived(text: string): void {
    // As a socket does: a frame above its limit ends it.
    if (Buffer.byteLength(text) > this.#maxFrameBytes) this.#end({ code: 1009, reason: '' });
    else this.#messages.fire(text);
  }

  #end(close: SocketClose): void {
    if (this.#over) return;
    this.#over = true;
    this.#queue.length = 0;
    this.peer?.gone();
    this.#closed.fire(close);
    this.#messages.dispose();
    this.#closed.dispose();
  }

  /** In order, in the next turn; what that leads to comes in the turn after. */
  #later(what: () => void): void {
    if (this.#over) return;
    this.#queue.push(what);
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      for (const each of this.#queue.splice(0)) if (!this.#over) each();
    });
  }
}

/**
 * A turn of the event loop lies between request and reply, as with any transport. Rejects with `aborted` where the signal
 * fires by then: nothing was sent.
 */
async function nextTurn(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await new Promise((resolve) => setImmediate(resolve));
  if (signal.aborted) throw new TransportError('aborted', 'The request was aborted', signal.reason);
}
