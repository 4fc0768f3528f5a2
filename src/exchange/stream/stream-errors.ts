import { ExchangeError, isExchangeError } from '../errors.ts';
import { errorOfReply, errorOfTransport } from '../http/failures.ts';
import type { AuthScheme } from '../profile.ts';
import { HandshakeRefused, type SocketClose } from '../socket.ts';
import { TransportError } from '../transport.ts';
import { cleanLine } from '../wire/text.ts';

/** What to do after a handshake that failed: try again, wait to be asked, or do without. */
type HandshakeVerdict = 'again' | 'stop' | 'unsupported';

/** Asking again by itself would not help, or would make it worse. */
const STOPPING: ReadonlySet<number> = new Set([401, 403, 429]);
const MISSING: ReadonlySet<number> = new Set([404, 501]);

/** `sentAt`, `receivedAt`: Unix milliseconds; show whether this machine's clock is why a signature was refused. */
export function failureOfHandshake(
  cause: unknown,
  auth: AuthScheme,
  sentAt: number,
  receivedAt: number,
): { readonly error: ExchangeError; readonly verdict: HandshakeVerdict } {
  // Signing failed: the key is not one that could sign.
  if (isExchangeError(cause)) return { error: cause, verdict: 'stop' };
  if (!(cause instanceof HandshakeRefused)) {
    const failure = cause instanceof TransportError ? cause : new TransportError('connect', CONNECT, cause);
    const isUnreadable = failure.kind === 'protocol';
    const error = isUnreadable ? errorOfGarbage(cause) : errorOfTransport(failure);
    return { error, verdict: 'again' };
  }
  const { status, headers } = cause;
  const error = errorOfReply({ status, headers, body: NOTHING }, { scheme: auth, sentAt, receivedAt });
  const verdict = STOPPING.has(status) ? 'stop' : MISSING.has(status) ? 'unsupported' : 'again';
  return { error, verdict };
}

/** The error of a connection that the other end or the network closed; 1000 is no better than any other code. */
export function errorOfClose({ code, reason }: SocketClose): ExchangeError {
  const said = cleanLine(reason).trim().slice(0, 300);
  return new ExchangeError('network', `The live connection to the service was closed (${code}).`, {
    ...(said === '' ? {} : { serviceMessage: said }),
  });
}

export function errorOfSilence(limitMs: number): ExchangeError {
  const seconds = Math.round(limitMs / 1_000);
  return new ExchangeError('timeout', `Nothing was heard of the service for ${seconds} seconds.`);
}

export function errorOfGarbage(cause?: unknown): ExchangeError {
  return new ExchangeError('badReply', 'The live connection of the service cannot be read.', { cause });
}

/** The service does not tell of something that is needed from it. `text` is what it says about that. */
export function errorOfSubscription(text: string): ExchangeError {
  const said = cleanLine(text).trim().slice(0, 300);
  return new ExchangeError('server', 'The service does not tell of changes at the moment.', {
    ...(said === '' ? {} : { serviceMessage: said }),
  });
}

const NOTHING = new Uint8Array();
const CONNECT = 'The handshake failed';
