import type { Log } from '../../base/log.ts';
import type { AuthScheme, Credentials } from '../profile.ts';
import { type OpenSocket, type Socket, SocketError } from '../socket.ts';
import type { Transport, TransportReply } from '../transport.ts';
import { Redactor } from './redact.ts';
import type { Extent } from './secret-forms.ts';
import { checkCredentialsShape, SIGNATURE_HEADER } from './sign.ts';

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
 * What is said or went wrong is without secret, key id and the signature of the request, any part of them. A good reply and
 * a frame are without the greater part of what was sent to prove who asks, token or signature; a key id in one is a figure
 * like any other.
 */
export function redacted(auth: AuthScheme, credentials: Credentials | undefined): Redacted {
  // Of another shape it is never sent, and may be of any length.
  const isUsed = credentials !== undefined && checkCredentialsShape(auth, credentials) === undefined;
  const secret = isUsed ? credentials.secret.trim() : '';
  const isSent = auth === 'bearer' || auth === 'apiKey';
  const words = new Redactor(isUsed ? [secret, credentials.keyId.trim()] : [], 'any');
  const figures = new Redactor(isSent ? [secret] : [], 'most');
  return {
    log: (log) => logOf(log, [words]),
    transport: (transport) => ({
      name: transport.name,
      send: async (request, signal) => {
        const reply = await transport.send(request, signal);
        if (isGood(reply)) {
          const proof = proofOf(request.headers, 'most');
          const headers = headersOf(reply.headers, [words, proof]);
          return { ...reply, headers, body: bytesOf(reply.body, [figures, proof]) };
        }
        const said = [words, proofOf(request.headers, 'any')];
        const body = bytesOf(reply.body.subarray(0, LONGEST_ERROR), said);
        return { ...reply, headers: headersOf(reply.headers, said), body };
      },
      dispose: () => transport.dispose(),
    }),
    openSocket: (open) => async (request, signal) => {
      const said = [words, proofOf(request.headers, 'any')];
      try {
        const told = [figures, proofOf(request.headers, 'most')];
        return socketOf(await open(request, signal), said, told);
      } catch (cause) {
        if (!(cause instanceof SocketError) || cause.status === undefined) throw cause;
        const { status, kind, message } = cause;
        throw new SocketError(kind, message, { status, headers: headersOf(cause.headers, said) });
      }
    },
  };
}

type Redactors = readonly Redactor[];

function isGood({ status }: TransportReply): boolean {
  return status >= 200 && status < 300;
}

/** For as long as its time is good, a signature is too, for the same path with another body. */
function proofOf({ [SIGNATURE_HEADER]: signature }: Headers, extent: Extent): Redactor {
  return signature === undefined ? NOTHING : new Redactor([signature], extent);
}

const NOTHING = new Redactor([], 'any');

function textOf(text: string, hidden: Redactors): string {
  return hidden.reduce((clean, redactor) => redactor.text(clean), text);
}

function bytesOf(bytes: Uint8Array, hidden: Redactors): Uint8Array {
  return hidden.reduce((clean, redactor) => redactor.bytes(clean), bytes);
}

function logOf(log: Log, words: Redactors): Log {
  return {
    trace: (message) => log.trace(textOf(message, words)),
    debug: (message) => log.debug(textOf(message, words)),
    info: (message) => log.info(textOf(message, words)),
    warn: (message) => log.warn(textOf(message, words)),
    error: (message, cause) =>
      cause === undefined
        ? log.error(textOf(message, words))
        : log.error(textOf(message, words), causeOf(cause, words, 5)),
  };
}

function headersOf(headers: Headers, hidden: Redactors): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, textOf(value, hidden)]));
}

function socketOf(socket: Socket, said: Redactors, told: Redactors): Socket {
  return {
    onMessage: (listener) =>
      socket.onMessage((frame) => {
        const hidden = ERROR.test(frame) ? said : told;
        listener(hidden.reduce((clean, redactor) => redactor.json(clean), frame));
      }),
    onClose: (listener) =>
      socket.onClose(({ code, reason }) => listener({ code, reason: textOf(reason, said) })),
    send: (text) => socket.send(text),
    close: () => socket.close(),
  };
}

/** Of a frame that says that something went wrong: an empty error is none. JSON may write a letter by its number. */
const ERROR = /"(?:e|\\u0065)(?:r|\\u0072){2}(?:o|\\u006[fF])(?:r|\\u0072)"\s*:\s*(?!""|null|\s)/;

/** The same error where nothing has to go; else its words alone. */
function causeOf(cause: unknown, words: Redactors, depth: number): unknown {
  if (depth === 0) return undefined;
  if (!(cause instanceof Error)) return textOf(String(cause), words);
  const inner = cause.cause === undefined ? undefined : causeOf(cause.cause, words, depth - 1);
  const message = textOf(cause.message, words);
  if (inner === cause.cause && message === cause.message) return cause;
  const clean = new Error(message, inner === undefined ? undefined : { cause: inner });
  clean.name = cause.name;
  return clean;
}
