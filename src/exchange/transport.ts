/** One HTTP exchange, bytes in and out. What carries it (undici, the editor's fetch, a function call) is not visible above. */
export interface Transport {
  /**
   * Sends once, follows no redirect, resolves with whatever status came. Rejects with TransportError only. A status other
   * than 2xx says enough by itself: once it is there, what goes wrong with its body leaves that empty and is no error.
   * Calls `onHeaders` once status and headers are there, where that can be seen.
   * When `signal` fires the connection is freed, and this rejects with kind `aborted` where no such status is there.
   */
  send(request: TransportRequest, signal: AbortSignal, onHeaders?: () => void): Promise<TransportReply>;
  dispose(): void;
}

export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly limits: TransportLimits;
}

export interface TransportLimits {
  readonly connectMs: number;
  readonly headersMs: number;
  readonly bodyMs: number;
  /** Largest decompressed body accepted, bytes. */
  readonly maxReplyBytes: number;
}

/** Of a status other than 2xx `body` is all there was to read or empty. */
export interface TransportReply {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * - `connect`: no connection was made (DNS, refused, connect timeout): the request did not arrive.
 * - `tls`: no secure connection was made, `tls` says why: the request did not arrive.
 * - `reset`: the connection broke; `timeout`: no headers or body in time: the request may have arrived.
 * - `unreadable`: in a browser, which got a reply and keeps it, because the service does not let pages read it.
 * - `tooLarge`: the body passes the limit. `protocol`: not HTTP. `aborted`: the signal fired.
 */
export type TransportErrorKind =
  | 'connect'
  | 'tls'
  | 'reset'
  | 'timeout'
  | 'unreadable'
  | 'tooLarge'
  | 'protocol'
  | 'aborted';

/**
 * Why there was no secure connection. The certificate: `certificate` – nobody here vouches for it; `date` – it has expired
 * or is not valid yet; `otherHost` – it is for another name. `handshake`: what came was no TLS, or none both sides allow.
 */
export type TlsProblem = 'certificate' | 'date' | 'otherHost' | 'handshake';

export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly kind: TransportErrorKind;
  /** Of the kind `tls` only. */
  readonly tls: TlsProblem | undefined;

  constructor(kind: TransportErrorKind, message: string, cause?: unknown, tls?: TlsProblem) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.tls = kind === 'tls' ? (tls ?? 'certificate') : undefined;
  }
}
