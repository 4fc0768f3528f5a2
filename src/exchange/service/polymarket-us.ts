import type { ConnectionProfile } from '../profile.ts';

/** The public service this interface belongs to: hosts and scheme of live interface §1 and §2. */
export const polymarketUS: ConnectionProfile = {
  id: 'polymarketUS',
  label: 'Polymarket US',
  publicUrl: 'https://gateway.polymarket.us',
  privateUrl: 'https://api.polymarket.us',
  auth: 'ed25519',
  dialect: 'current',
};
