import {
  type TlsProblem,
  TransportError,
  type TransportErrorKind,
  type TransportReply,
} from '../transport.ts';

/** What OpenSSL says of a certificate it does not take, as Node spells it; all that Node has no name for is UNSPECIFIED. */
const OF_CERTIFICATE =
  /CERT|CRL|^UNABLE_TO_|^INVALID_(?:CA|PURPOSE)$|^(?:HOSTNAME_MISMATCH|PATH_LENGTH_EXCEEDED|OUT_OF_MEM|UNSPECIFIED)$/;
const OF_TLS = /^ERR_(?:SSL|TLS)_/;

const BY_CODE: readonly (readonly [code: RegExp, kind: TransportErrorKind])[] = [
  [/^(?:ENOTFOUND|EAI_AGAIN|EAI_FAIL|UND_ERR_CONNECT_TIMEOUT)$/, 'connect'],
  [/^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|UND_ERR_DESTROYED|UND_ERR_CLOSED)$/, 'reset'],
  [/^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/, 'timeout'],
  [/^(?:UND_ERR_RES_EXCEEDED_MAX_SIZE|UND_ERR_HEADERS_OVERFLOW|ERR_BUFFER_TOO_LARGE)$/, 'tooLarge'],
  // HTTP that cannot be parsed, a body that cannot be decompressed.
  [/^(?:HPE_|Z_|UND_ERR_RES_CONTENT_LENGTH_MISMATCH$)/, 'protocol'],
  [/^EPROTO$/, 'tls'],
  [OF_TLS, 'tls'],
  [OF_CERTIFICATE, 'tls'],
];

/** What the system says of an attempt to connect as well as, later, of a connection over which a request has gone. */
const OF_CONNECTING: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
]);

/**
 * What a broken exchange of Node, undici or a fetch means. Errors hide in `cause` (fetch) and `errors` (two addresses).
 * `sent`: the request was on its way, so it may have arrived whatever the error says.
 */
export function toTransportError(cause: unknown, signal: AbortSignal, sent = false): TransportError {
  if (cause instanceof TransportError) return cause;
  if (signal.aborted) return new TransportError('aborted', 'The request was given up', signal.reason);
  const { kind: meant, error } = meaningOf(cause, 0);
  const kind = sent && (meant === 'connect' || meant === 'tls') ? 'reset' : meant;
  return new TransportError(
    kind,
    `The exchange failed (${codeOf(cause) ?? kind})`,
    cause,
    tlsProblemOf(error),
  );
}

interface Meaning {
  readonly kind: TransportErrorKind;
  readonly error?: Error;
}

/** `reset` also where nothing is known: the request may have arrived. */
function meaningOf(cause: unknown, depth: number): Meaning {
  if (!(cause instanceof Error) || depth > 5) return { kind: 'reset' };
  // Before its code, which is the one of its first error.
  if (cause instanceof AggregateError && cause.errors.length > 0) {
    const all = cause.errors.map((one) => meaningOf(one, depth + 1));
    return all.find(({ kind }) => kind !== 'connect') ?? (all[0] as Meaning);
  }
  const code = codeOf(cause) ?? '';
  if (OF_CONNECTING.has(code)) {
    const isConnecting =
      'syscall' in cause && (cause.syscall === 'connect' || cause.syscall === 'getaddrinfo');
    return { kind: isConnecting ? 'connect' : code === 'ETIMEDOUT' ? 'timeout' : 'reset', error: cause };
  }
  // undici's parser gives its error no code.
  if (cause.name === 'HTTPParserError') return { kind: 'protocol', error: cause };
  const known = BY_CODE.find(([pattern]) => pattern.test(code));
  return known === undefined ? meaningOf(cause.cause, depth + 1) : { kind: known[1], error: cause };
}

/** Undefined: the certificate is not accepted for another reason, mostly because nobody vouches for it. */
function tlsProblemOf(error: Error | undefined): TlsProblem | undefined {
  const code = codeOf(error) ?? '';
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') return 'date';
  if (code === 'HOSTNAME_MISMATCH' || code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'otherHost';
  const isHandshake = code === 'EPROTO' || (OF_TLS.test(code) && !code.startsWith('ERR_TLS_CERT_'));
  return isHandshake ? 'handshake' : undefined;
}

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}

/**
 * The reply whose body does not come, or cannot be read. A status other than 2xx stands without: how long to wait, and
 * that nothing was done, must not depend on the words beside it. Undefined where there is no such status.
 */
export function bodiless(
  status: number | undefined,
  headers: TransportReply['headers'],
): TransportReply | undefined {
  if (status === undefined || (status >= 200 && status < 300)) return undefined;
  return { status, headers, body: new Uint8Array() };
}
