import type { ConnectionProfile } from '../exchange/profile.ts';

/** The demo as a connection. A file of its own: naming the demo must not load its engine. */
export const DEMO_PROFILE: ConnectionProfile = {
  id: 'demo',
  label: 'Demo exchange',
  // A reserved name: if a request ever left the process, it would go nowhere.
  publicUrl: 'https://demo.exchange.invalid',
  privateUrl: 'https://demo.exchange.invalid',
  auth: 'ed25519',
  dialect: 'current',
};
