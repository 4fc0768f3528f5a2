import assert from 'node:assert/strict';
import { toTransportError } from '../../../src/exchange/http/classify.ts';
import { TransportError, type TransportErrorKind } from '../../../src/exchange/transport.ts';

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
  ];
  for (const [name, cause, kind] of table) {
    it(`${name}: ${kind}`, () => assert.equal(toTransportError(cause, never).kind, kind));
  }

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
