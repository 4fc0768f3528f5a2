import { createPublicKey, verify } from 'node:crypto';
import type { Authenticate, AuthVerdict, DemoKey, DemoRequest } from '../api.ts';

/** How far a client's clock may be off, either way (interface.md 2). */
const CLOCK_TOLERANCE_MS = 30_000;

const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex');
export const NO_KEY = 'invalid or missing authentication token/API key';

/** Checks who sends a request by a signature over timestamp + METHOD + path, without query and body (interface.md 2). */
export function signedBy(keys: readonly DemoKey[]): Authenticate {
  return (request, now) => signature(keys, request, now);
}

function signature(keys: readonly DemoKey[], request: DemoRequest, now: number): AuthVerdict {
  const { headers } = request;
  const [keyId, timestamp, signed] = [
    headers['x-pm-access-key'],
    headers['x-pm-timestamp'],
    headers['x-pm-signature'],
  ];
  const key = keys.find((known) => known.keyId === keyId);
  if (key === undefined || timestamp === undefined || signed === undefined) return refused(NO_KEY);
  if (!/^\d{1,15}$/.test(timestamp)) return refused('invalid timestamp');
  if (Math.abs(Number(timestamp) - now) > CLOCK_TOLERANCE_MS)
    return refused('timestamp outside of the allowed window');
  const bytes = Buffer.from(signed, 'base64');
  const text = Buffer.from(timestamp + request.method + request.path);
  const valid = bytes.length === 64 && verify(null, text, publicKeyOf(key), bytes);
  return valid ? { ok: true, client: key.keyId } : refused('invalid signature');
}

function publicKeyOf(key: DemoKey) {
  const raw = Buffer.from(key.secretKey, 'base64').subarray(32);
  return createPublicKey({ key: Buffer.concat([ED25519_SPKI, raw]), format: 'der', type: 'spki' });
}

export function refused(message: string): AuthVerdict {
  return { ok: false, message };
}
