import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import type { DemoKey } from './api.ts';

const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key pair of a demo world. It guards play money only, so it may follow from the seed and be the same everywhere. */
export function keyOf(seed: number | string): DemoKey {
  const digest = createHash('sha256').update(`prediction-markets demo key ${seed}`).digest();
  const privateKey = createPrivateKey({
    key: Buffer.concat([ED25519_PKCS8, digest]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);
  const hex = createHash('sha256').update(`prediction-markets demo key id ${seed}`).digest('hex');
  const keyId = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return { keyId: keyId.join('-'), secretKey: Buffer.concat([digest, publicKey]).toString('base64') };
}
