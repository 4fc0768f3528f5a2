import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { Sign } from '../http/request.ts';
import type { AuthScheme, Credentials, CredentialsProblem } from '../profile.ts';

/** What an Ed25519 key makes of time, method and path, in base64. */
export const SIGNATURE_HEADER = 'x-pm-signature';

/**
 * Makes the headers that prove who sends a request: three of `ed25519`; `Authorization: Bearer <secret>` of `bearer`;
 * `X-API-Key: <secret>` of `apiKey`. Throws RangeError when `checkCredentialsShape` would find a problem.
 */
export function createSigner(scheme: AuthScheme, credentials: Credentials): Sign {
  const problem = checkCredentialsShape(scheme, credentials);
  if (problem !== undefined) throw new RangeError(`The credentials cannot be used: ${problem}.`);
  const keyId = credentials.keyId.trim();
  const secret = credentials.secret.trim();
  switch (scheme) {
    case 'none':
      return () => ({});
    case 'bearer':
      return () => ({ authorization: `Bearer ${secret}` });
    case 'apiKey':
      return () => ({ 'x-api-key': secret });
    case 'ed25519':
      return ed25519Signer(keyId, keyFrom(secret));
  }
}

/** What is wrong with the shape of entered credentials; undefined when nothing is. */
export function checkCredentialsShape(
  scheme: AuthScheme,
  credentials: Credentials,
): CredentialsProblem | undefined {
  const keyId = credentials.keyId.trim();
  const secret = credentials.secret.trim();
  if (scheme === 'none') return undefined;
  if (secret === '') return 'noSecret';
  if (secret.length > LONGEST || !HEADER_SAFE.test(secret)) return 'badSecret';
  if (scheme !== 'ed25519') return secret.length >= SHORTEST ? undefined : 'shortSecret';
  if (keyId === '') return 'noKeyId';
  if (keyId.length > LONGEST || !HEADER_SAFE.test(keyId)) return 'badKeyId';
  const length = decodeBase64(secret)?.length;
  return length === 32 || length === 64 ? undefined : 'notEd25519';
}

/** Characters: one as short as a word would be found in ordinary text. */
const SHORTEST = 6;
/** Characters: most servers take no longer header field, and redacting takes memory for each. */
const LONGEST = 8_192;
const HEADER_SAFE = /^[\x21-\x7e]+$/;

/** DER of a PKCS#8 Ed25519 private key up to its 32-byte seed, hexadecimal. */
const PKCS8_PREFIX = '302e020100300506032b657004220420';

function ed25519Signer(keyId: string, key: KeyObject): Sign {
  return (method, path, nowMs) => {
    const timestamp = String(Math.trunc(nowMs));
    const signature = sign(null, Buffer.from(timestamp + method + path), key).toString('base64');
    return { 'x-pm-access-key': keyId, 'x-pm-timestamp': timestamp, [SIGNATURE_HEADER]: signature };
  };
}

/** A 64-byte secret is seed then public key; only the seed is needed. */
function keyFrom(secret: string): KeyObject {
  const seed = Buffer.from(secret, 'base64').subarray(0, 32);
  const key = Buffer.concat([Buffer.from(PKCS8_PREFIX, 'hex'), seed]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

/** Strict, because Buffer skips whatever it does not know and would sign with half a key. */
function decodeBase64(text: string): Buffer | undefined {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.replace(/=+$/, '').length % 4 !== 1
    ? Buffer.from(text, 'base64')
    : undefined;
}
