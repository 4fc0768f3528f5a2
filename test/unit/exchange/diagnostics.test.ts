import assert from 'node:assert/strict';
import { sleep } from '../../../src/base/async.ts';
import type { ProbeTarget } from '../../../src/exchange/exchange.ts';
import type { ConnectionProfile, Credentials } from '../../../src/exchange/profile.ts';
import { HandshakeRefused } from '../../../src/exchange/socket.ts';
import { freshKey } from '../../support/canary.ts';
import { setUp } from '../../support/client.ts';
import type { Answer } from '../../support/transport.ts';

const TARGETS: readonly ProbeTarget[] = ['public', 'account', 'marketsStream', 'accountStream'];

function connect(
  answer: Answer | (() => Promise<Answer>),
  credentials: Credentials = freshKey(),
  part: Partial<ConnectionProfile> = {},
) {
  const profile = { auth: 'ed25519', privateUrl: 'https://private.example/base', ...part } as const;
  const all = setUp(typeof answer === 'function' ? answer : [answer], { ...profile, credentials });
  const probe = (target: ProbeTarget) => all.clock.run(all.exchange.diagnostics.probe(target));
  return { ...all, probe };
}

describe('probing a connection', () => {
  it('gives its rate permit back: its place is free again a second after the answer', async () => {
    const { clock, transport, exchange } = connect({ json: {} });
    await Promise.all(Array.from({ length: 20 }, () => exchange.diagnostics.probe('public')));
    const next = exchange.diagnostics.probe('public');
    await clock.advance(1_009);
    assert.equal(transport.sent.length, 20);
    await clock.advance(1);
    assert.equal(transport.sent.length, 21);
    await next;
  });

  it('asks once each, the public origin without a key and the other with one, and keeps no stream', async () => {
    const { transport, service, probe } = connect({ json: {} });
    for (const target of TARGETS) assert.equal((await probe(target)).error, undefined, target);
    assert.deepEqual(
      transport.sent.map(({ url, headers }) => [url.href, 'x-pm-signature' in headers]),
      [
        ['https://public.example/v1/markets?limit=1', false],
        ['https://private.example/base/v1/orders/open', true],
      ],
    );
    assert.equal(service.sockets.length, 2);
    assert.equal(service.standing.length, 0);
  });

  it('measures the clock by the date of any reply, also of a refusal', async () => {
    const date = new Date(Date.UTC(2026, 8, 1, 12) + 12_000).toUTCString();
    assert.equal((await connect({ headers: { date } }).probe('public')).skewSeconds, -12);
    assert.equal((await connect({ status: 503, headers: { date } }).probe('public')).skewSeconds, -12);
    const { service, probe } = connect({});
    service.handshake = new HandshakeRefused(401, { date });
    assert.equal((await probe('marketsStream')).skewSeconds, -12);
    assert.equal((await connect({ headers: { date: 'soon' } }).probe('public')).skewSeconds, undefined);
  });

  it('does not take a slow reply for a wrong clock', async () => {
    for (const [status, aheadMs, skewSeconds, code] of [
      [200, 0, 0, undefined],
      [401, 0, 0, 'auth'],
      [401, 60_000, 60, 'clockSkew'],
    ] as const) {
      const { clock, exchange } = connect(async () => {
        const date = new Date(clock.now() - aheadMs).toUTCString();
        await sleep(clock, 9_000);
        return { status, headers: { date } };
      });
      const { error, skewSeconds: found } = await clock.run(exchange.diagnostics.probe('account'));
      assert.equal(found, skewSeconds);
      assert.equal(error?.code, code);
    }
  });

  it('says how it failed, in the family of errors, and never rejects', async () => {
    const codes = async (answer: Answer) => {
      const { error } = await connect(answer).probe('account');
      return [error?.code, error?.details.auth];
    };
    assert.deepEqual(await codes({ status: 401 }), ['auth', 'badKey']);
    assert.deepEqual(await codes({ status: 302 }), ['badReply', undefined]);
    assert.deepEqual(await codes({ fail: 'tls' }), ['network', undefined]);
    assert.deepEqual(await codes({ fail: 'timeout' }), ['timeout', undefined]);
  });

  it('sends nothing without a key, with one that cannot sign, or to no safe address', async () => {
    const without = connect({}, { keyId: '', secret: '' });
    const clumsy = connect({}, { keyId: 'id', secret: 'short' });
    for (const { probe, transport, service } of [without, clumsy]) {
      for (const target of TARGETS.slice(1)) {
        assert.equal((await probe(target)).error?.code, 'auth');
      }
      assert.equal(transport.sent.length + service.requests.length, 0);
    }
    const unsafe = connect({}, freshKey(), { privateUrl: 'http://private.example' });
    assert.equal((await unsafe.probe('account')).error?.code, 'refused');
    assert.equal((await unsafe.probe('accountStream')).error?.code, 'unsupported');
    assert.equal(unsafe.transport.sent.length + unsafe.service.requests.length, 0);
  });

  it('leaves a service alone that asked for it, and says for how long', async () => {
    const { exchange, probe, transport, clock } = connect({ status: 429, headers: { 'retry-after': '20' } });
    await clock.run(exchange.cancelOrder({ id: 'A', marketSlug: 'a' }).catch(() => undefined));
    const sent = transport.sent.length;
    assert.equal(exchange.diagnostics.budget().pausedMs, 20_000);
    assert.equal((await probe('public')).error?.code, 'rateLimit');
    assert.equal(transport.sent.length, sent);
    // Set back meanwhile, the machine's clock changes nothing of that.
    clock.shift(-3_600_000);
    await clock.advance(20_000);
    assert.equal((await probe('public')).error?.details.status, 429);
    assert.equal(transport.sent.length, sent + 1);
  });

  it('holds everything else back too where the service asks to wait', async () => {
    const said = connect({ status: 429, headers: { 'retry-after': '20' } });
    assert.equal((await said.probe('account')).error?.code, 'rateLimit');
    assert.equal(said.exchange.diagnostics.budget().pausedMs, 20_000);
    const unsaid = connect({ status: 429 });
    await unsaid.probe('public');
    assert.equal(unsaid.exchange.diagnostics.budget().pausedMs, 1_000);
  });

  it('ends after half a minute, though something may come for ever', async () => {
    const { probe, clock, transport } = connect('silence');
    for (const target of ['public', 'account'] as const) {
      const startedAt = clock.now();
      assert.equal((await probe(target)).error?.code, 'timeout');
      assert.equal(clock.now() - startedAt, 30_000);
    }
    assert.equal(transport.aborted, 2);
    assert.equal(clock.pending, 0);
  });

  it('is given up with its signal, and with the connection', async () => {
    const { exchange } = connect('silence');
    const controller = new AbortController();
    const asked = exchange.diagnostics.probe('public', controller.signal);
    controller.abort();
    assert.equal((await asked).error?.code, 'cancelled');
    const other = exchange.diagnostics.probe('public');
    exchange.dispose();
    assert.equal((await other).error?.code, 'cancelled');
  });
});
