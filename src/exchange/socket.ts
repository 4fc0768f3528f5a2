import type { Event } from '../base/event.ts';
import type { TlsProblem } from './transport.ts';

/**
 * A line of text frames. Four members, so that anything can be one: `ws`, a function call, nothing at all. Who
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

/** Resolves with an open socket, or rejects with SocketError. When `signal` fires it rejects with kind `aborted`. */
export type OpenSocket = (request: SocketRequest, signal: AbortSignal) => Promise<Socket>;

/**
 * - `refused`: the service answered the handshake with an HTTP status.
 * - `connect`: nobody answered. `tls`: no secure connection, `tls` says why. `timeout`: no handshake in time.
 * - `protocol`: something else than a WebSocket. `aborted`: the signal fired.
 */
export type SocketErrorKind = 'refused' | 'connect' | 'tls' | 'timeout' | 'protocol' | 'aborted';

export class SocketError extends Error {
  override readonly name = 'SocketError';
  readonly kind: SocketErrorKind;
  /** HTTP status of a refused handshake. */
  readonly status: number | undefined;
  /** Lower-case names; empty unless refused. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of the kind `tls` only. */
  readonly tls: TlsProblem | undefined;

  constructor(
    kind: SocketErrorKind,
    message: string,
    more: {
      status?: number;
      headers?: Readonly<Record<string, string>>;
      tls?: TlsProblem | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.kind = kind;
    this.status = more.status;
    this.headers = more.headers ?? {};
    this.tls = more.tls;
  }
}
