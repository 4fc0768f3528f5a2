import assert from 'node:assert/strict';
import type { Credentials } from '../../../src/exchange/profile.ts';
import { streamUrls } from '../../../src/exchange/service/profiles.ts';
import { setUp } from '../../support/client.ts';
import { SOON, wanted } from './stream-support.ts';

const KEY: Credentials = { keyId: 'key-1', secret: Buffer.alloc(32, 7).toString('base64') };

async function connect(part: Parameters<typeof setUp>[1]) {
  const privateUrl = 'https://private.example/base';
  const all = setUp([{}], { auth: 'ed25519', dialect: 'current', privateUrl, ...part });
  const { streams } = all.exchange;
  streams.wantMarkets(wanted(['a'], 'lite'));
  streams.wantAccount(true);
  await all.clock.advance(SOON);
  return { ...all, streams };
}

describe('the streams of a service', () => {
  it('are on the private host under its prefix, and signed there, both', async () => {
    const { service } = await connect({ credentials: KEY });
    assert.deepEqual(
      service.requests.map(({ url }) => url.href),
      ['wss://private.example/base/v1/ws/private', 'wss://private.example/base/v1/ws/markets'],
    );
    const signatures = service.requests.map(({ headers }) => headers['x-pm-signature']);
    assert.equal(new Set(signatures).size, 2);
    assert.equal(service.requests[0]?.headers['x-pm-access-key'], 'key-1');
  });

  it('speak the dialect of the service', async () => {
    const { service } = await connect({ credentials: KEY, dialect: 'seed' });
    assert.match(service.sockets.at(-1)?.sent[0] ?? '', /"subscription_type":2,"market_slugs":\["a"\]/);
  });

  it('are closed with the exchange', async () => {
    const { clock, service, exchange } = await connect({ credentials: KEY });
    exchange.dispose();
    assert.equal(service.sockets.length, 2);
    assert.equal(service.standing.length, 0);
    assert.equal(clock.pending, 0);
  });

  const without: readonly [why: string, part: Parameters<typeof setUp>[1]][] = [
    ['without a key', { signedIn: false }],
    ['without a way to open sockets', { credentials: KEY, hasStreams: false }],
    ['on an address that is not safe', { credentials: KEY, privateUrl: 'http://private.example' }],
    ['on no address', { credentials: KEY, privateUrl: '' }],
  ];
  for (const [why, part] of without) {
    it(`there are none ${why}`, async () => {
      const { service, streams } = await connect(part);
      assert.deepEqual(
        [streams.state('markets').kind, streams.state('account').kind],
        ['unsupported', 'unsupported'],
      );
      assert.equal(service.requests.length, 0);
    });
  }

  it('of a service that wants no key need none', async () => {
    const { service, streams } = await connect({ auth: 'none', signedIn: false });
    assert.equal(streams.state('markets').kind, 'live');
    assert.deepEqual(service.requests[0]?.headers, {});
  });

  it('with a key that cannot sign stop and say so', async () => {
    const { service, streams } = await connect({ credentials: { keyId: 'key-1', secret: 'short' } });
    const state = streams.state('account');
    assert.ok(state.kind === 'stopped');
    assert.equal(state.error.details.auth, 'badKey');
    assert.equal(service.requests.length, 0);
  });
});

describe('addresses of streams', () => {
  const table: readonly [string, string | undefined][] = [
    ['https://api.example', 'wss://api.example/v1/ws/markets'],
    ['https://api.example:8443/base', 'wss://api.example:8443/base/v1/ws/markets'],
    ['http://127.0.0.1:8080', 'ws://127.0.0.1:8080/v1/ws/markets'],
    ['http://localhost:8080', 'ws://localhost:8080/v1/ws/markets'],
    ['http://api.example', undefined],
    ['https://a:b@evil.example', undefined],
    ['https://api.example@evil.example', undefined],
    ['x', undefined],
    ['ftp://api.example', undefined],
    ['', undefined],
  ];
  for (const [base, expected] of table) {
    it(`${base || 'nothing'} → ${expected ?? 'none'}`, () =>
      assert.equal(streamUrls(base)?.markets.href, expected));
  }
});
