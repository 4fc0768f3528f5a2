import type { Event } from '../base/event.ts';

/**
 * A connection that carries text frames. Four members, so that anything can be one: `ws`, a function call, nothing at all. Who
 * listens in the turn in which it was opened misses nothing.
 */
export interface Socket {
  readonly onMessage: Event<string>;
  /** Fires once, whichever end closed it and also after a failure; nothing is heard after it. */
  readonly onClose: Event<SocketClose>;
  /** Without effect once closed. */
  send(text: string): void;
  /** Closes it from this end; a socket that does not answer is dropped. */
  close(): void;
}

export interface SocketClose {
  /** As of RFC 6455: 1000 normal, 1006 broken off without a word. */
  readonly code: number;
  readonly reason: string;
}

export interface SocketRequest {
  readonly url: URL;
  /** Sent with the handshake; lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Longest time for the whole handshake, milliseconds. */
  readonly handshakeMs: number;
  /** Largest frame accepted, bytes. */
  readonly maxFrameBytes: number;
}

/** Resolves with an open socket, or rejects with TransportError or HandshakeRefused. */
export type OpenSocket = (request: SocketRequest, signal: AbortSignal) => Promise<Socket>;

/** The service answered the handshake with an HTTP status. */
export class HandshakeRefused extends Error {
  override readonly name = 'HandshakeRefused';
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, headers: Readonly<Record<string, string>> = {}) {
    super(`The handshake was answered with ${status}`);
    this.status = status;
    this.headers = headers;
  }
}
