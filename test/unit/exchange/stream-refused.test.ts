import assert from 'node:assert/strict';
import type { ExchangeErrorCode } from '../../../src/exchange/errors.ts';
import type { AuthScheme } from '../../../src/exchange/profile.ts';
import { HandshakeRefused } from '../../../src/exchange/socket.ts';
import { TransportError } from '../../../src/exchange/transport.ts';
import { SOON, setUp, wanted } from './stream-support.ts';

const refused = (status: number, headers: Readonly<Record<string, string>> = {}): HandshakeRefused =>
  new HandshakeRefused(status, headers);

describe('a refused handshake', () => {
  const late = { date: 'Tue, 01 Sep 2026 11:58:00 GMT' };
  type Stop = readonly [
    cause: HandshakeRefused,
    scheme: AuthScheme,
    code: ExchangeErrorCode,
    details: object,
  ];
  const stops: readonly Stop[] = [
    [refused(401), 'ed25519', 'auth', { auth: 'badKey' }],
    [refused(401, { date: 'Tue, 01 Sep 2026 12:00:20 GMT' }), 'ed25519', 'auth', { auth: 'badKey' }],
    [refused(401, late), 'ed25519', 'clockSkew', { skewSeconds: 120 }],
    // A token has no clock to be wrong.
    [refused(401, late), 'bearer', 'auth', { auth: 'badKey' }],
    [refused(403), 'ed25519', 'auth', { auth: 'refused' }],
    [refused(429), 'ed25519', 'rateLimit', {}],
    [refused(429, { 'retry-after': '7' }), 'ed25519', 'rateLimit', { retryAfterMs: 7_000 }],
  ];
  for (const [cause, auth, code, details] of stops) {
    it(`${cause.status} ${JSON.stringify(cause.headers)}, ${auth}: stopped until asked to try again`, async () => {
      const { clock, service, streams, kinds } = setUp({ auth });
      service.handshake = cause;
      streams.wantMarkets(wanted(['a'], 'book'));
      await clock.advance(SOON);
      const state = streams.state('markets');
      assert.ok(state.kind === 'stopped');
      assert.equal(state.error.code, code);
      assert.partialDeepStrictEqual(state.error.details, details);
      assert.equal(state.heardAt, undefined);
      assert.equal(clock.pending, 0);
      // Neither time nor wanting something else is a reason to ask again.
      streams.wantMarkets(new Map());
      await clock.advance(3_600_000);
      streams.wantMarkets(wanted(['b'], 'book'));
      await clock.advance(3_600_000);
      assert.equal(service.requests.length, 1);
      assert.equal(streams.state('markets').kind, 'stopped');
      assert.deepEqual(kinds(), ['connecting', 'stopped']);
    });
  }

  for (const status of [404, 501]) {
    it(`${status}: there is no such stream, for good`, async () => {
      const { clock, service, streams } = setUp();
      service.handshake = refused(status);
      streams.wantAccount(true);
      await clock.advance(0);
      streams.wantAccount(false);
      streams.wantAccount(true);
      await clock.advance(3_600_000);
      assert.equal(service.requests.length, 1);
      assert.deepEqual(streams.state('account'), { kind: 'unsupported' });
      assert.equal(clock.pending, 0);
    });
  }

  const others: readonly [cause: HandshakeRefused | TransportError, code: ExchangeErrorCode][] = [
    [refused(500), 'server'],
    [refused(503, { 'retry-after': '1' }), 'server'],
    [refused(302), 'badReply'],
    [refused(400), 'refused'],
    [new TransportError('connect', 'Scripted'), 'network'],
    [new TransportError('tls', 'Scripted'), 'network'],
    [new TransportError('timeout', 'Scripted'), 'timeout'],
    [new TransportError('protocol', 'Scripted'), 'badReply'],
  ];
  for (const [cause, code] of others) {
    it(`${'status' in cause ? cause.status : cause.kind}: tried again, and again`, async () => {
      const { clock, service, streams, kinds } = setUp();
      service.handshake = cause;
      streams.wantAccount(true);
      await clock.advance(0);
      const state = streams.state('account');
      assert.ok(state.kind === 'lost');
      assert.equal(state.error.code, code);
      assert.equal(state.retryAt, clock.now() + 375);
      await clock.advance(374);
      assert.equal(service.requests.length, 1);
      await clock.advance(1);
      assert.equal(service.requests.length, 2);
      assert.deepEqual(kinds('account'), ['connecting', 'lost', 'connecting', 'lost']);
      await clock.advance(3_600_000);
      // 22.5 s each in the long run.
      assert.ok(service.requests.length > 155 && service.requests.length < 170);
      service.handshake = 'accept';
      await clock.advance(30_000);
      assert.equal(streams.state('account').kind, 'live');
    });
  }
});
