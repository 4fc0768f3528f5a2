import * as machine from '../exchange/service/profiles.ts';

export * from '../exchange/service/profiles.ts';

/**
 * Without authentication everybody would be signed in. A cancel has to outlast the window in a log on a disk, of which there is none: so
 * there is no account, as where a key is needed.
 */
export const customProfile: typeof machine.customProfile = (settings) =>
  machine.customProfile(settings.auth === 'none' ? { ...settings, auth: 'bearer' } : settings);
