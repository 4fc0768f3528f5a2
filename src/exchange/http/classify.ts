import { TransportError, type TransportErrorKind } from '../transport.ts';

const BY_CODE: Readonly<Record<string, TransportErrorKind>> = {
  ENOTFOUND: 'connect',
  EAI_AGAIN: 'connect',
  EAI_FAIL: 'connect',
  UND_ERR_CONNECT_TIMEOUT: 'connect',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_DESTROYED: 'reset',
  UND_ERR_CLOSED: 'reset',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'tooLarge',
  ERR_BUFFER_TOO_LARGE: 'tooLarge',
  UND_ERR_HEADERS_OVERFLOW: 'tooLarge',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'protocol',
  // OpenSSL's answers to a certificate it does not take.
  EPROTO: 'tls',
  CERT_HAS_EXPIRED: 'tls',
  CERT_NOT_YET_VALID: 'tls',
  CERT_REVOKED: 'tls',
  CERT_UNTRUSTED: 'tls',
  CERT_REJECTED: 'tls',
  CERT_SIGNATURE_FAILURE: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls',
  UNABLE_TO_GET_ISSUER_CERT: 'tls',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
  INVALID_CA: 'tls',
  INVALID_PURPOSE: 'tls',
  HOSTNAME_MISMATCH: 'tls',
};

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
  const told = kindOf(cause, 0) ?? 'reset';
  const kind = sent && (told === 'connect' || told === 'tls') ? 'reset' : told;
  return new TransportError(kind, `The exchange failed (${codeOf(cause) ?? kind})`, cause);
}

/** Undefined where nothing is known: the caller must then assume that the request may have arrived. */
function kindOf(cause: unknown, depth: number): TransportErrorKind | undefined {
  if (!(cause instanceof Error) || depth > 5) return undefined;
  const code = codeOf(cause);
  // Before its code, which is the one of its first error.
  if (cause instanceof AggregateError && cause.errors.length > 0) {
    const kinds = cause.errors.map((one) => kindOf(one, depth + 1));
    return kinds.find((kind) => kind !== 'connect') ?? (kinds.includes(undefined) ? undefined : 'connect');
  }
  if (code !== undefined && OF_CONNECTING.has(code)) {
    const isConnecting =
      'syscall' in cause && (cause.syscall === 'connect' || cause.syscall === 'getaddrinfo');
    return isConnecting ? 'connect' : code === 'ETIMEDOUT' ? 'timeout' : 'reset';
  }
  // undici's parser gives its error no code.
  if (cause.name === 'HTTPParserError') return 'protocol';
  const known = code === undefined ? undefined : (BY_CODE[code] ?? byPrefix(code));
  if (known !== undefined) return known;
  return kindOf(cause.cause, depth + 1);
}

function byPrefix(code: string): TransportErrorKind | undefined {
  // HTTP that cannot be parsed, a body that cannot be decompressed.
  if (code.startsWith('HPE_') || code.startsWith('Z_')) return 'protocol';
  return code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') ? 'tls' : undefined;
}

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}
