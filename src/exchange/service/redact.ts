import { Emitter } from '../../base/event.ts';
import type { Log } from '../../base/log.ts';
import { type OpenSocket, type Socket, SocketError } from '../socket.ts';
import type { Transport, TransportReply } from '../transport.ts';

/** What stands where a secret was. */
export const REDACTED = '•••';

/** A run of that many characters of a secret counts as the secret; a shorter secret counts whole. */
const RUN = 12;
/** A secret shorter than that is found in ordinary words. */
const SHORTEST = 6;
/** No service needs more to say what is wrong. */
const LONGEST_ERROR = 64 * 1024;

/**
 * Takes a secret out of what comes back or is written down. A token is sent to the service, and services quote what
 * they refuse ("invalid token …"): without this it would stand in a message, a log and a screenshot of either.
 */
export class Redactor {
  readonly #secret: string;
  readonly #runs = new Set<string>();
  readonly #length: number;

  constructor(secret: string) {
    this.#secret = secret.length < SHORTEST ? '' : secret;
    this.#length = Math.min(RUN, secret.length);
    for (const form of this.#secret === '' ? [] : formsOf(secret)) {
      for (let at = 0; at + this.#length <= form.length; at += 1) {
        this.#runs.add(form.slice(at, at + this.#length));
      }
    }
  }

  /** The text without any run of the secret, plain, URL-encoded, in base64 or hexadecimal. */
  text(text: string): string {
    if (this.#runs.size === 0 || text.length < this.#length) return text;
    let clean = '';
    let kept = 0;
    for (let at = 0; at + this.#length <= text.length; at += 1) {
      if (!this.#runs.has(text.slice(at, at + this.#length))) continue;
      clean += text.slice(kept, at) + REDACTED;
      while (this.#runs.has(text.slice(at + 1, at + 1 + this.#length))) at += 1;
      kept = at + this.#length;
      at = kept - 1;
    }
    return kept === 0 ? text : clean + text.slice(kept);
  }

  log(log: Log): Log {
    return {
      trace: (message) => log.trace(this.text(message)),
      debug: (message) => log.debug(this.text(message)),
      info: (message) => log.info(this.text(message)),
      warn: (message) => log.warn(this.text(message)),
      error: (message, cause) =>
        cause === undefined
          ? log.error(this.text(message))
          : log.error(this.text(message), this.#cause(cause, 5)),
    };
  }

  transport(transport: Transport): Transport {
    return {
      name: transport.name,
      send: async (request, signal) => this.#reply(await transport.send(request, signal)),
      dispose: () => transport.dispose(),
    };
  }

  openSocket(open: OpenSocket): OpenSocket {
    return async (request, signal) => {
      try {
        return this.#socket(await open(request, signal));
      } catch (cause) {
        if (!(cause instanceof SocketError) || cause.status === undefined) throw cause;
        const { status, kind, message } = cause;
        throw new SocketError(kind, message, { status, headers: this.#headers(cause.headers) });
      }
    };
  }

  #reply(reply: TransportReply): TransportReply {
    const headers = this.#headers(reply.headers);
    const isError = reply.status < 200 || reply.status >= 300;
    const body = Buffer.from(reply.body.buffer, reply.body.byteOffset, reply.body.byteLength);
    // A good reply may have megabytes, and nobody quotes a token in halves there.
    if (!isError && (this.#secret === '' || !body.includes(this.#secret))) return { ...reply, headers };
    const text = (isError ? body.subarray(0, LONGEST_ERROR) : body).toString('utf8');
    return { ...reply, headers, body: Buffer.from(this.text(text)) };
  }

  #headers(headers: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, this.text(value)]));
  }

  #socket(socket: Socket): Socket {
    const closed = new Emitter<{ readonly code: number; readonly reason: string }>();
    socket.onClose(({ code, reason }) => closed.fire({ code, reason: this.text(reason) }));
    const secret = this.#secret;
    return {
      onMessage: (listener) =>
        socket.onMessage((text) => listener(secret !== '' && text.includes(secret) ? this.text(text) : text)),
      onClose: closed.event,
      send: (text) => socket.send(text),
      close: () => socket.close(),
    };
  }

  /** The same error where nothing has to go; else its words alone. */
  #cause(cause: unknown, depth: number): unknown {
    if (depth === 0) return undefined;
    if (!(cause instanceof Error)) return this.text(String(cause));
    const inner = cause.cause === undefined ? undefined : this.#cause(cause.cause, depth - 1);
    const message = this.text(cause.message);
    if (inner === cause.cause && message === cause.message) return cause;
    const clean = new Error(message, inner === undefined ? undefined : { cause: inner });
    clean.name = cause.name;
    return clean;
  }
}

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString('base64');
  return [
    secret,
    secret.replaceAll('/', '\\/'),
    encodeURIComponent(secret),
    // Where the secret stands inside a longer text, base64 of it begins in the middle of a group.
    ...[0, 1, 2].map((skip) => bytes.subarray(skip).toString('base64url').replace(/.$/, '')),
    ...[0, 1, 2].map((skip) => bytes.subarray(skip).toString('base64').replace(/.=*$/, '')),
    base64,
    bytes.toString('hex'),
  ];
}
