import {
  type TlsProblem,
  TransportError,
  type TransportErrorKind,
  type TransportReply,
} from '../transport.ts';

const BY_CODE: ReadonlyMap<string, TransportErrorKind> = new Map<string, TransportErrorKind>([
  ['ENOTFOUND', 'connect'],
  ['EAI_AGAIN', 'connect'],
  ['EAI_FAIL', 'connect'],
  ['UND_ERR_CONNECT_TIMEOUT', 'connect'],
  ['ECONNRESET', 'reset'],
  ['ECONNABORTED', 'reset'],
  ['EPIPE', 'reset'],
  ['UND_ERR_SOCKET', 'reset'],
  ['UND_ERR_DESTROYED', 'reset'],
  ['UND_ERR_CLOSED', 'reset'],
  ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'timeout'],
  ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'tooLarge'],
  ['ERR_BUFFER_TOO_LARGE', 'tooLarge'],
  ['UND_ERR_HEADERS_OVERFLOW', 'tooLarge'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'protocol'],
  ['EPROTO', 'tls'],
]);

/** What OpenSSL says of a certificate it does not take, as Node spells it; all that Node has no name for is UNSPECIFIED. */
const OF_CERTIFICATE: ReadonlySet<string> = new Set([
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_GET_CRL',
  'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
  'UNABLE_TO_DECRYPT_CRL_SIGNATURE',
  'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_SIGNATURE_FAILURE',
  'CRL_SIGNATURE_FAILURE',
  'CERT_NOT_YET_VALID',
  'CERT_HAS_EXPIRED',
  'CRL_NOT_YET_VALID',
  'CRL_HAS_EXPIRED',
  'ERROR_IN_CERT_NOT_BEFORE_FIELD',
  'ERROR_IN_CERT_NOT_AFTER_FIELD',
  'ERROR_IN_CRL_LAST_UPDATE_FIELD',
  'ERROR_IN_CRL_NEXT_UPDATE_FIELD',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'CERT_CHAIN_TOO_LONG',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'HOSTNAME_MISMATCH',
  'OUT_OF_MEM',
  // A key that is too short, a signature that is too weak …
  'UNSPECIFIED',
]);

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
  const { kind: meant, error } = meaningOf(cause, 0) ?? UNKNOWN;
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
  /** The one that decided. */
  readonly error: Error | undefined;
}

const UNKNOWN: Meaning = { kind: 'reset', error: undefined };

/** Undefined where nothing is known: the caller must then assume that the request may have arrived. */
function meaningOf(cause: unknown, depth: number): Meaning | undefined {
  if (!(cause instanceof Error) || depth > 5) return undefined;
  const code = codeOf(cause);
  // Before its code, which is the one of its first error.
  if (cause instanceof AggregateError && cause.errors.length > 0) {
    const all = cause.errors.map((one) => meaningOf(one, depth + 1));
    return (
      all.find((one) => one !== undefined && one.kind !== 'connect') ??
      (all.includes(undefined) ? undefined : all[0])
    );
  }
  if (code !== undefined && OF_CONNECTING.has(code)) {
    const isConnecting =
      'syscall' in cause && (cause.syscall === 'connect' || cause.syscall === 'getaddrinfo');
    return { kind: isConnecting ? 'connect' : code === 'ETIMEDOUT' ? 'timeout' : 'reset', error: cause };
  }
  // undici's parser gives its error no code.
  if (cause.name === 'HTTPParserError') return { kind: 'protocol', error: cause };
  const known = code === undefined ? undefined : (BY_CODE.get(code) ?? byName(code));
  if (known !== undefined) return { kind: known, error: cause };
  return meaningOf(cause.cause, depth + 1);
}

function byName(code: string): TransportErrorKind | undefined {
  if (OF_CERTIFICATE.has(code)) return 'tls';
  // HTTP that cannot be parsed, a body that cannot be decompressed.
  if (code.startsWith('HPE_') || code.startsWith('Z_')) return 'protocol';
  return code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') ? 'tls' : undefined;
}

/** Undefined: the certificate is not accepted for another reason, mostly because nobody vouches for it. */
function tlsProblemOf(error: Error | undefined): TlsProblem | undefined {
  const code = codeOf(error) ?? '';
  const known = TLS_PROBLEMS.get(code);
  if (known !== undefined) return known;
  // node:https gives what OpenSSL says no code of its own, only its text.
  if (code === 'EPROTO') return error !== undefined && NO_TLS.test(error.message) ? 'noTls' : 'handshake';
  const isCertificate = OF_CERTIFICATE.has(code) || code.startsWith('ERR_TLS_CERT_');
  return !isCertificate && /^ERR_(?:SSL|TLS)_/.test(code) ? 'handshake' : undefined;
}

const TLS_PROBLEMS: ReadonlyMap<string, TlsProblem> = new Map<string, TlsProblem>([
  ['CERT_HAS_EXPIRED', 'expired'],
  ['CERT_NOT_YET_VALID', 'notYetValid'],
  ['HOSTNAME_MISMATCH', 'otherHost'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'otherHost'],
  // What plain text looks like when read as TLS.
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'noTls'],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'noTls'],
]);
const NO_TLS = /wrong version number|packet length too long/;

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
