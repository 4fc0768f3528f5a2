import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ConnectionProfile } from '../../../src/exchange/profile.ts';
import { customProfile } from '../../../src/exchange/service/profiles.ts';
import { createCredentialStore } from '../../../src/features/connection/credentials.ts';
import { freshKey } from '../../support/canary.ts';
import { setUp } from '../../support/client.ts';
import { EvilSecrets } from '../../support/evil-secrets.ts';
import { SOON, wanted } from './stream-support.ts';

const KEY = freshKey();
const HOME = 'https://api.example';

function profileOf(privateUrl: string): ConnectionProfile | undefined {
  const result = customProfile({ publicUrl: HOME, privateUrl, auth: 'ed25519', wire: 'seed' });
  return result.ok ? result.profile : undefined;
}

/** Every address something signed was sent to while a profile was in use. */
async function signedAddresses(profile: ConnectionProfile, location?: string): Promise<readonly URL[]> {
  const answer =
    location === undefined ? {} : { status: 307, headers: { location, refresh: `0; url=${location}` } };
  const { clock, transport, service, exchange } = setUp([answer], { ...profile, credentials: KEY });
  const asked = [
    exchange.openOrders(),
    exchange.order('../../@evil.example//x?y#z'),
    exchange.cancelOrder({ id: '\\\\evil.example\\', marketSlug: 'a' }),
    exchange.positions('https://evil.example/'),
    exchange.balances(),
  ];
  await clock.run(Promise.allSettled(asked));
  exchange.streams.wantMarkets(wanted(['a'], 'lite'));
  exchange.streams.wantAccount(true);
  await clock.advance(SOON);
  exchange.dispose();
  const sent = [...transport.sent, ...service.requests];
  return sent.filter(({ headers }) => 'x-pm-signature' in headers).map(({ url }) => url);
}

/** The origin of an address, whichever of http and ws it speaks. */
const originOf = (url: URL): string => `${url.protocol.replace(/^ws/, 'http')}//${url.host}`;

describe('the origin a key is bound to', () => {
  /** Spelled, and what that comes to; undefined: refused. */
  const names: readonly [spelled: string, origin: string | undefined][] = [
    ['https://api.example', HOME],
    ['HTTPS://API.Example', HOME],
    ['https://api.example:443', HOME],
    ['https://api.example:0443/', HOME],
    ['https://api.example/%2e%2e/', HOME],
    ['https://api%2Eexample', HOME],
    ['https://ａｐｉ.example', HOME],
    ['https://api。example', HOME],
    // Looks the same, is another: the key is not found there.
    ['https://api.example.', 'https://api.example.'],
    ['https://api.example:444', 'https://api.example:444'],
    ['https://аpi.example', 'https://xn--pi-6kc.example'],
    ['https://api.example.evil.example', 'https://api.example.evil.example'],
    ['https://api-example', 'https://api-example'],
    ['https://evil.example/https://api.example', 'https://evil.example'],
    ['https://evil.example/@api.example', 'https://evil.example'],
    ['https://[2001:db8::1]:443', 'https://[2001:db8::1]'],
    ['https://[2001:DB8:0:0:0:0:0:1]', 'https://[2001:db8::1]'],
    // Plain http to this machine, however it is written, and to no other.
    ['http://[0:0:0:0:0:0:0:1]', 'http://[::1]'],
    ['http://127.1:80', 'http://127.0.0.1'],
    ['http://127.8.9.1', 'http://127.8.9.1'],
    ['http://0x7f.1', 'http://127.0.0.1'],
    ['http://2130706433', 'http://127.0.0.1'],
    ['http://127.0.0.1.', 'http://127.0.0.1'],
    ['http://LOCALHOST:8080', 'http://localhost:8080'],
    ['http://localhost.', undefined],
    ['http://localhost.evil.example', undefined],
    ['http://127.0.0.1.evil.example', undefined],
    ['http://128.0.0.1', undefined],
    ['http://0', undefined],
    ['http://[::]', undefined],
    ['http://[::ffff:127.0.0.1]', undefined],
    ['http://[::1', undefined],
    ['http://[fe80::1%25lo]', undefined],
    ['http://api.example', undefined],
    // Read differently by different readers.
    ['https://api.example@evil.example', undefined],
    ['https://api.example:pw@evil.example', undefined],
    ['https://api.example%40evil.example', undefined],
    ['https://@evil.example', undefined],
    ['https://api.example\\@evil.example', undefined],
    ['https:\\\\evil.example', undefined],
    ['https://api.ex\tample', undefined],
    ['https://api.ex\nample', undefined],
    ['https://api.ex\r\nample', undefined],
    ['https://api. example', undefined],
    ['https://api.ex\u200bample', undefined],
    ['https://api.ex\u00adample', undefined],
    ['https://\u202eelpmaxe.ipa', undefined],
    ['https://api.example\u0000.evil.example', undefined],
    ['https:api.example', undefined],
    ['https:/api.example', undefined],
    ['https:///api.example', undefined],
    ['//api.example', undefined],
    ['https://', undefined],
    ['https://api.example?.evil.example', undefined],
    ['https://api.example#.evil.example', undefined],
    ['https://api.example:99999', undefined],
    ['https://api.example:-1', undefined],
    ['https://256.1.1.1', undefined],
    ['wss://api.example', undefined],
    ['file:///api.example', undefined],
    ['javascript://api.example/%0aalert(1)', undefined],
    ['blob:https://api.example/x', undefined],
  ];
  for (const [spelled, origin] of names) {
    it(`${JSON.stringify(spelled)} is ${origin ?? 'refused'}`, async () => {
      const profile = profileOf(spelled);
      assert.equal(profile === undefined ? undefined : new URL(profile.privateUrl).origin, origin);
      const keys = createCredentialStore(new EvilSecrets());
      const home = profileOf(HOME);
      assert.ok(home);
      await keys.store(home, KEY);
      if (profile === undefined) return;
      assert.deepEqual(await keys.get(profile), origin === HOME ? KEY : undefined);
      const addresses = await signedAddresses(profile);
      assert.ok(addresses.length >= 7);
      assert.deepEqual([...new Set(addresses.map(originOf))], [origin]);
      for (const { username, password } of addresses) assert.equal(username + password, '');
    });
  }

  it('a redirect leads nothing signed anywhere, to another origin or the same', async () => {
    const profile = profileOf(HOME);
    assert.ok(profile);
    const plain = (await signedAddresses(profile)).map(({ href }) => href).sort();
    for (const location of [
      'https://evil.example/v1/orders/open',
      `${HOME}/v1/other`,
      '//evil.example',
      '/v1/x',
    ]) {
      assert.deepEqual((await signedAddresses(profile, location)).map(({ href }) => href).sort(), plain);
    }
  });

  it('whatever text is an address, what is signed goes to its origin over TLS, or to this machine', async () => {
    const host = fc.oneof(
      fc.domain(),
      fc.ipV4Extended(),
      fc.ipV6().map((ip) => `[${ip}]`),
      fc.constant('localhost'),
    );
    const text = fc.oneof(
      fc.webUrl({
        withFragments: true,
        withQueryParameters: true,
        authoritySettings: { withUserInfo: true, withPort: true },
      }),
      fc
        .tuple(fc.constantFrom('http://', 'https://', 'HTTPS://', 'https:', ''), host, fc.string())
        .map((p) => p.join('')),
      fc.tuple(fc.constant('https://api.example'), fc.string({ unit: 'binary' })).map((p) => p.join('')),
    );
    await fc.assert(
      fc.asyncProperty(text, async (spelled) => {
        const profile = profileOf(spelled);
        if (profile === undefined) return;
        const expected = spelled.trim() === '' ? HOME : new URL(spelled.trim()).origin;
        for (const url of await signedAddresses(profile)) {
          assert.equal(originOf(url), expected);
          assert.match(url.href, /^(https|wss):|^(http|ws):\/\/(localhost|127\.[\d.]+|\[::1\])[:/]/);
        }
      }),
      { numRuns: 150 },
    );
  });
});
