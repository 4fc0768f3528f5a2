import type { AuthScheme, ConnectionProfile, Dialect } from '../../src/exchange/profile.ts';

/** A custom service nobody runs, with an origin of its own for what is signed. */
export function customProfile(auth: AuthScheme, dialect: Dialect = 'current'): ConnectionProfile {
  return {
    id: 'custom',
    label: 'test',
    publicUrl: 'https://public.example',
    privateUrl: 'https://private.example',
    auth,
    dialect,
  };
}
