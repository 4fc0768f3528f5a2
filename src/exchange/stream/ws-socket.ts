import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { Emitter } from '../../base/event.ts';
import { flatHeaders } from '../http/reply-headers.ts';
import { toTransportError } from '../http/transport-errors.ts';
import { createTrust } from '../http/trust.ts';
import { isLoopbackHost } from '../profile.ts';
import {
  HandshakeRefused,
  type OpenSocket,
  type Socket,
  type SocketClose,
  type SocketRequest,
} from '../socket.ts';
import { TransportError } from '../transport.ts';

interface WsOptions {
  /** How often a ping is sent, milliseconds. A connection that has not answered it by the next one is dropped. */
  readonly pingMs?: number;
  /** How long the other end may take to say goodbye, milliseconds. */
  readonly closeMs?: number;
}

/**
 * Sockets of the `ws` package over node's own http and tls, so that the editor's proxy settings hold. wss as a browser
 * would trust it, never weaker; ws to this machine only. Redirects are not followed: a signature is for one address.
 */
export function wsOpener({ pingMs = 10_000, closeMs = 2_000 }: WsOptions = {}): OpenSocket {
  const trust = createTrust();
  return (request, signal) =>
    new Promise((resolve, reject) => {
      const { url, headers, handshakeMs, maxFrameBytes } = request;
      const problem = problemOf(request, signal);
      if (problem !== undefined) return reject(problem);
      const ws = new WebSocket(url, {
        headers: { ...headers },
        perMessageDeflate: false,
        maxPayload: maxFrameBytes,
        followRedirects: false,
        // Said in words, because the environment (NODE_TLS_REJECT_UNAUTHORIZED) could switch it off.
        ...(url.protocol === 'wss:' ? { secureContext: trust(), rejectUnauthorized: true } : {}),
      });
      const end = (error: Error): void => {
        settle();
        reject(error);
        ws.terminate();
      };
      const onAbort = (): void => end(new TransportError('aborted', 'The handshake was given up'));
      // Its own limit is one of inactivity: a server that answers drop by drop would keep it up.
      const timer = setTimeout(
        () => end(new TransportError('timeout', `No handshake in ${handshakeMs} ms`)),
        handshakeMs,
      );
      const settle = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      // Stays for good: what fails later ends in `close`, and an error nobody listens to ends the process.
      ws.on('error', (cause) => end(errorOf(cause)));
      ws.once('unexpected-response', (_, response) => end(refusalOf(response)));
      const socket = new WsSocket(ws, pingMs, closeMs);
      ws.once('open', () => {
        settle();
        socket.begin();
        resolve(socket);
      });
    });
}

export const openWsSocket: OpenSocket = wsOpener();

class WsSocket implements Socket {
  readonly #ws: WebSocket;
  readonly #pingMs: number;
  readonly #closeMs: number;
  readonly #messages = new Emitter<string>();
  readonly #closed = new Emitter<SocketClose>();
  readonly onMessage = this.#messages.event;
  readonly onClose = this.#closed.event;
  #answered = true;
  #pings: NodeJS.Timeout | undefined;
  #goodbye: NodeJS.Timeout | undefined;

  constructor(ws: WebSocket, pingMs: number, closeMs: number) {
    this.#ws = ws;
    this.#pingMs = pingMs;
    this.#closeMs = closeMs;
    ws.on('message', (data, isBinary) => {
      this.#answered = true;
      // The interface has text frames only; any other is ignored.
      if (!isBinary) this.#messages.fire(data.toString());
    });
    ws.on('pong', () => {
      this.#answered = true;
    });
    ws.once('close', (code, reason) => {
      clearInterval(this.#pings);
      clearTimeout(this.#goodbye);
      this.#closed.fire({ code, reason: reason.toString() });
    });
  }

  /** Frames may come in the packet that ends the handshake: they wait until the one who opened it had a turn. */
  begin(): void {
    this.#ws.pause();
    setImmediate(() => this.#ws.resume());
    // After a busy turn the timer runs before the sockets are read: an answer that has arrived must count first.
    this.#pings = setInterval(() => setImmediate(() => this.#ping()), this.#pingMs);
  }

  send(text: string): void {
    if (this.#ws.readyState === WebSocket.OPEN) this.#ws.send(text);
  }

  close(): void {
    this.#messages.dispose();
    clearInterval(this.#pings);
    if (this.#ws.readyState !== WebSocket.OPEN) return;
    this.#goodbye = setTimeout(() => this.#ws.terminate(), this.#closeMs);
    this.#ws.close(1_000);
  }

  #ping(): void {
    if (this.#ws.readyState !== WebSocket.OPEN) return;
    if (!this.#answered) {
      this.#ws.terminate();
      return;
    }
    this.#answered = false;
    this.#ws.ping();
  }
}

function problemOf({ url }: SocketRequest, signal: AbortSignal): TransportError | undefined {
  if (signal.aborted) return new TransportError('aborted', 'The handshake was given up');
  const allowed = url.protocol === 'wss:' || (url.protocol === 'ws:' && isLoopbackHost(url.hostname));
  return allowed ? undefined : new TransportError('protocol', 'Only wss may leave this machine');
}

function refusalOf(response: IncomingMessage): HandshakeRefused {
  return new HandshakeRefused(response.statusCode ?? 0, flatHeaders(response.headers));
}

/** What `ws` itself objects to in an answer has no code. */
function errorOf(cause: Error): TransportError {
  if (!('code' in cause)) return new TransportError('protocol', 'The handshake failed', cause);
  const { kind, tls } = toTransportError(cause, NEVER);
  // Whatever broke before there was a socket: nothing had been asked for.
  return new TransportError(kind === 'reset' ? 'connect' : kind, 'The handshake failed', cause, tls);
}

const NEVER = new AbortController().signal;
