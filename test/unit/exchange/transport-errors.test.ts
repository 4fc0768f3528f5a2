import assert from 'node:assert/strict';
import { toTransportError } from '../../../src/exchange/http/transport-errors.ts';
import { type TlsProblem, TransportError, type TransportErrorKind } from '../../../src/exchange/transport.ts';

const never = new AbortController().signal;
const coded = (code: string, more: object = {}): Error => Object.assign(new Error('x'), { code, ...more });
const wrapped = (cause: unknown): Error => new TypeError('fetch failed', { cause });

const CONNECTING = { syscall: 'connect' };
/** As Node makes it: with the code of the first, and without a syscall. */
const BOTH_REFUSED = Object.assign(
  new AggregateError([coded('ECONNREFUSED', CONNECTING), coded('ENETUNREACH', CONNECTING)]),
  { code: 'ECONNREFUSED' },
);

describe('what a broken exchange means', () => {
  const table: readonly [name: string, cause: unknown, kind: TransportErrorKind][] = [
    ['refused', coded('ECONNREFUSED', CONNECTING), 'connect'],
    ['no such host', coded('ENOTFOUND'), 'connect'],
    ['no such host, through fetch', wrapped(coded('ENOTFOUND')), 'connect'],
    ['connecting took too long (undici)', coded('UND_ERR_CONNECT_TIMEOUT'), 'connect'],
    ['connecting took too long (system)', coded('ETIMEDOUT', { syscall: 'connect' }), 'connect'],
    ['an open connection fell silent (system)', coded('ETIMEDOUT', { syscall: 'read' }), 'timeout'],
    ['both addresses refused', BOTH_REFUSED, 'connect'],
    ['both addresses refused, through fetch', wrapped(BOTH_REFUSED), 'connect'],
    [
      'one address refused, one reset',
      new AggregateError([coded('ECONNREFUSED', CONNECTING), coded('ECONNRESET')]),
      'reset',
    ],
    ['reset', coded('ECONNRESET'), 'reset'],
    ['other side closed', wrapped(coded('UND_ERR_SOCKET')), 'reset'],
    ['self-signed', wrapped(coded('DEPTH_ZERO_SELF_SIGNED_CERT')), 'tls'],
    ['wrong name', coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'tls'],
    ['expired', coded('CERT_HAS_EXPIRED'), 'tls'],
    ['handshake', coded('ERR_SSL_WRONG_VERSION_NUMBER'), 'tls'],
    ['no headers', coded('UND_ERR_HEADERS_TIMEOUT'), 'timeout'],
    ['not HTTP', coded('HPE_INVALID_CONSTANT'), 'protocol'],
    ['too much', coded('UND_ERR_RES_EXCEEDED_MAX_SIZE'), 'tooLarge'],
    // Nothing known: it may have arrived, which is the careful answer for a cancel.
    ['an error without a code', new Error('what'), 'reset'],
    ['no error at all', 'text', 'reset'],
    ['a code every object has', coded('constructor'), 'reset'],
    ['another one', coded('__proto__'), 'reset'],
  ];
  for (const [name, cause, kind] of table) {
    it(`${name}: ${kind}`, () => assert.equal(toTransportError(cause, never).kind, kind));
  }

  it('what is wrong with a secure connection has a name, and only that has', () => {
    const named: readonly (readonly [cause: Error, problem: TlsProblem])[] = [
      [coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 'certificate'],
      [coded('CERT_REVOKED'), 'certificate'],
      [coded('UNSPECIFIED', { message: 'EE certificate key too weak' }), 'certificate'],
      [coded('CERT_CHAIN_TOO_LONG'), 'certificate'],
      [coded('PATH_LENGTH_EXCEEDED'), 'certificate'],
      [coded('UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY'), 'certificate'],
      [coded('ERROR_IN_CERT_NOT_AFTER_FIELD'), 'certificate'],
      [coded('ERR_TLS_CERT_ALTNAME_FORMAT'), 'certificate'],
      [coded('ERR_TLS_DH_PARAM_SIZE'), 'handshake'],
      [coded('ERR_TLS_HANDSHAKE_TIMEOUT'), 'handshake'],
      [coded('CERT_HAS_EXPIRED'), 'date'],
      [coded('CERT_NOT_YET_VALID'), 'date'],
      [coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'otherHost'],
      [coded('ERR_SSL_WRONG_VERSION_NUMBER'), 'handshake'],
      [coded('EPROTO', { message: 'write EPROTO 40:error:SSL routines::wrong version number' }), 'handshake'],
      [coded('EPROTO'), 'handshake'],
      [coded('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'), 'handshake'],
      [coded('ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE'), 'handshake'],
    ];
    for (const [cause, problem] of named) {
      for (const one of [cause, wrapped(cause), new AggregateError([coded('ENOTFOUND'), cause])])
        assert.equal(toTransportError(one, never).tls, problem, String(cause));
      assert.equal(toTransportError(cause, never, true).tls, undefined, 'of a connection that was there');
    }
    for (const [name, cause, kind] of table)
      assert.equal(toTransportError(cause, never).tls !== undefined, kind === 'tls', name);
  });

  for (const code of [
    'ECONNREFUSED',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'EHOSTDOWN',
    'ENETDOWN',
    'EADDRNOTAVAIL',
  ]) {
    it(`${code}: connect of connecting, reset of a connection`, () => {
      const kind = (more: object) => toTransportError(wrapped(coded(code, more)), never).kind;
      assert.equal(kind({ syscall: 'connect' }), 'connect');
      assert.equal(kind({ syscall: 'getaddrinfo' }), 'connect');
      for (const more of [{ syscall: 'read' }, { syscall: 'write' }, {}]) assert.equal(kind(more), 'reset');
    });
  }

  it('what was on its way may have arrived, whatever broke', () => {
    for (const [, cause] of table) {
      const { kind } = toTransportError(cause, never, true);
      assert.ok(kind !== 'connect' && kind !== 'tls', kind);
    }
  });

  it('a fired signal is `aborted`, whatever broke because of it', () => {
    assert.equal(toTransportError(coded('ECONNRESET'), AbortSignal.abort()).kind, 'aborted');
  });

  it('hands on what is classified already, and survives circles', () => {
    const known = new TransportError('tooLarge', 'x');
    assert.equal(toTransportError(known, never), known);
    const circle = new Error('circle');
    circle.cause = circle;
    assert.equal(toTransportError(circle, never).kind, 'reset');
  });
});
