import type { Log } from '../../base/log.ts';
import type { AuthScheme, Credentials } from '../profile.ts';
import { type OpenSocket, type Socket, SocketError } from '../socket.ts';
import type { Transport, TransportReply } from '../transport.ts';
import { Redactor } from './redact.ts';
import { SIGNATURE_HEADER } from './sign.ts';

/** No service needs more to say what is wrong. */
const LONGEST_ERROR = 64 * 1024;

type Headers = Readonly<Record<string, string>>;

/** Everything that goes between a client and the world, without what its account must not be told by. */
export interface Redacted {
  log(log: Log): Log;
  transport(transport: Transport): Transport;
  openSocket(open: OpenSocket): OpenSocket;
}

/**
 * What is said or went wrong is without secret, key id and signature. A good reply and a frame are without a token, which
 * is the only secret that is sent; a key id in one is a figure like any other.
 */
export function redacted(auth: AuthScheme, credentials: Credentials | undefined): Redacted {
  const secret = credentials?.secret.trim() ?? '';
  const isSent = auth === 'bearer' || auth === 'apiKey';
  const words = new Redactor([secret, credentials?.keyId.trim() ?? '']);
  const figures = new Redactor(isSent ? [secret] : []);
  return {
    log: (log) => logOf(log, words),
    transport: (transport) => ({
      name: transport.name,
      send: async (request, signal) => {
        const reply = await transport.send(request, signal);
        const proof = proofFor(reply, request.headers);
        const headers = headersOf(headersOf(reply.headers, words), proof);
        if (isGood(reply)) return { ...reply, headers, body: proof.bytes(figures.bytes(reply.body)) };
        return { ...reply, headers, body: proof.bytes(words.bytes(reply.body.subarray(0, LONGEST_ERROR))) };
      },
      dispose: () => transport.dispose(),
    }),
    openSocket: (open) => async (request, signal) => {
      try {
        return socketOf(await open(request, signal), words, figures);
      } catch (cause) {
        if (!(cause instanceof SocketError) || cause.status === undefined) throw cause;
        const { status, kind, message } = cause;
        const proof = new Redactor([request.headers[SIGNATURE_HEADER] ?? '']);
        const headers = headersOf(headersOf(cause.headers, words), proof);
        throw new SocketError(kind, message, { status, headers });
      }
    },
  };
}

function isGood({ status }: TransportReply): boolean {
  return status >= 200 && status < 300;
}

/**
 * For as long as its time is good, a signature is too, for the same path with another body. A good reply, of which there
 * are many, is looked through for all of it only.
 */
function proofFor(reply: TransportReply, { [SIGNATURE_HEADER]: signature }: Headers): Redactor {
  if (signature === undefined) return NOTHING;
  const isQuoted =
    Object.values(reply.headers).some((value) => value.includes(signature)) ||
    Buffer.from(reply.body.buffer, reply.body.byteOffset, reply.body.byteLength).includes(signature);
  return isQuoted || !isGood(reply) ? new Redactor([signature]) : NOTHING;
}

const NOTHING = new Redactor([]);

function logOf(log: Log, words: Redactor): Log {
  return {
    trace: (message) => log.trace(words.text(message)),
    debug: (message) => log.debug(words.text(message)),
    info: (message) => log.info(words.text(message)),
    warn: (message) => log.warn(words.text(message)),
    error: (message, cause) =>
      cause === undefined
        ? log.error(words.text(message))
        : log.error(words.text(message), causeOf(cause, words, 5)),
  };
}

function headersOf(headers: Headers, redactor: Redactor): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, redactor.text(value)]));
}

function socketOf(socket: Socket, words: Redactor, figures: Redactor): Socket {
  return {
    onMessage: (listener) => socket.onMessage((text) => listener(figures.json(text))),
    onClose: (listener) =>
      socket.onClose(({ code, reason }) => listener({ code, reason: words.text(reason) })),
    send: (text) => socket.send(text),
    close: () => socket.close(),
  };
}

/** The same error where nothing has to go; else its words alone. */
function causeOf(cause: unknown, words: Redactor, depth: number): unknown {
  if (depth === 0) return undefined;
  if (!(cause instanceof Error)) return words.text(String(cause));
  const inner = cause.cause === undefined ? undefined : causeOf(cause.cause, words, depth - 1);
  const message = words.text(cause.message);
  if (inner === cause.cause && message === cause.message) return cause;
  const clean = new Error(message, inner === undefined ? undefined : { cause: inner });
  clean.name = cause.name;
  return clean;
}
