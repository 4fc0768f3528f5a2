import type { Credentials } from '../exchange/profile.ts';
import type { Authenticate } from './api.ts';
import { signedBy } from './handler/auth.ts';
import { keyOf } from './keys.ts';

/** The key of a world, for its window, and who is let in: what is signed with that key. */
export function accessTo(seed: number): {
  readonly credentials: Credentials;
  readonly authenticate: Authenticate;
} {
  const key = keyOf(seed);
  return {
    credentials: { keyId: key.keyId, secret: key.secretKey },
    authenticate: signedBy([key]),
  };
}
