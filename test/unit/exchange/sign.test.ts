import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import type { AuthScheme, CredentialsProblem } from '../../../src/exchange/profile.ts';
import { checkCredentialsShape, createSigner } from '../../../src/exchange/service/sign.ts';

const now = Date.UTC(2026, 8, 1, 12);

function newKey() {
  const { privateKey } = generateKeyPairSync('ed25519');
  const jwk = privateKey.export({ format: 'jwk' });
  const seed = Buffer.from(jwk.d ?? '', 'base64url');
  return { seed, publicBytes: Buffer.from(jwk.x ?? '', 'base64url'), publicKey: createPublicKey(privateKey) };
}

describe('signing', () => {
  it('RFC 8032 test 1: a known seed gives the known public key', () => {
    const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
    const known = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex');
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: known.toString('base64url') };
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    const sign = createSigner('ed25519', { keyId: 'k', secret: seed.toString('base64') });
    const signature = Buffer.from(sign('GET', '/v1/x', 1)['x-pm-signature'] ?? '', 'base64');
    assert.ok(verify(null, Buffer.from('1GET/v1/x'), publicKey, signature));
  });

  it('signs timestamp, method and path, for 32- and 64-byte secrets alike', () => {
    const { seed, publicBytes, publicKey } = newKey();
    const secrets = [seed, Buffer.concat([seed, publicBytes])].map((bytes) => bytes.toString('base64'));
    const [short, long] = secrets.map((secret) =>
      createSigner('ed25519', { keyId: 'key-1', secret })('POST', '/v1/order/A%2FB/cancel', now),
    );
    assert.deepEqual(short, long);
    assert.equal(short?.['x-pm-access-key'], 'key-1');
    assert.equal(short?.['x-pm-timestamp'], String(now));
    const signature = Buffer.from(short?.['x-pm-signature'] ?? '', 'base64');
    assert.equal(signature.length, 64);
    const text = (path: string): Buffer => Buffer.from(`${now}POST${path}`);
    assert.ok(verify(null, text('/v1/order/A%2FB/cancel'), publicKey, signature));
    assert.ok(!verify(null, text('/v1/order/A%2FB/cancel?x=1'), publicKey, signature));
  });

  it('the other schemes send one header each', () => {
    const credentials = { keyId: '', secret: ' token-1 ' };
    assert.deepEqual(createSigner('bearer', credentials)('GET', '/', 0), {
      authorization: 'Bearer token-1',
    });
    assert.deepEqual(createSigner('apiKey', credentials)('GET', '/', 0), { 'x-api-key': 'token-1' });
    assert.deepEqual(createSigner('none', { keyId: '', secret: '' })('GET', '/', 0), {});
  });
});

describe('shape of credentials', () => {
  const key = (bytes: number): string => Buffer.alloc(bytes, 7).toString('base64');
  const table: readonly [AuthScheme, keyId: string, secret: string, CredentialsProblem | undefined][] = [
    ['ed25519', 'id', key(32), undefined],
    ['ed25519', 'id', key(64), undefined],
    ['ed25519', 'id', key(32).replace(/=+$/, ''), undefined],
    ['ed25519', ' id ', ` ${key(64)}\n`, undefined],
    ['ed25519', '', key(32), 'noKeyId'],
    ['ed25519', 'a b', key(32), 'badKeyId'],
    ['ed25519', 'id', '', 'noSecret'],
    ['ed25519', 'id', key(33), 'notEd25519'],
    ['ed25519', 'id', key(31), 'notEd25519'],
    ['ed25519', 'id', 'not*base64', 'notEd25519'],
    ['ed25519', 'id', `${key(32)}\n${key(32)}`, 'badSecret'],
    ['ed25519', 'i'.repeat(8_192), key(32), undefined],
    ['ed25519', 'i'.repeat(8_193), key(32), 'badKeyId'],
    ['bearer', '', 'abcdef', undefined],
    ['bearer', '', 'abcde', 'shortSecret'],
    ['bearer', '', 'x'.repeat(8_192), undefined],
    ['bearer', '', 'x'.repeat(1_000_000), 'badSecret'],
    ['bearer', '', '', 'noSecret'],
    ['bearer', '', 'a\r\nx-evil: 1', 'badSecret'],
    ['apiKey', '', 'abcdef', undefined],
    ['apiKey', '', 'abc', 'shortSecret'],
    ['apiKey', '', 'ключ', 'badSecret'],
    ['none', '', '', undefined],
  ];
  for (const [index, [scheme, keyId, secret, problem]] of table.entries()) {
    it(`${index + 1}. ${scheme}: ${problem ?? 'fits'}`, () => {
      const found = checkCredentialsShape(scheme, { keyId, secret });
      assert.equal(found, problem);
      if (found !== undefined) assert.throws(() => createSigner(scheme, { keyId, secret }), RangeError);
    });
  }
});
