import type { ConnectionProfile } from '../exchange/profile.ts';
import type { Config } from './config.ts';
import type { ConnectionId, SettingName } from './ids.ts';

/** The texts of the `custom.*` settings, unchecked. */
export interface CustomSettings {
  readonly publicUrl: string;
  readonly privateUrl: string;
  readonly auth: string;
  readonly wire: string;
}

/** The connections there are. Handed in, because who knows hosts and rules of addresses is below this layer. */
export interface Profiles {
  readonly demo: ConnectionProfile;
  readonly polymarketUS: ConnectionProfile;
  custom(
    settings: CustomSettings,
  ):
    | { readonly ok: true; readonly profile: ConnectionProfile }
    | { readonly ok: false; readonly setting: string; readonly problem: string };
}

/** Settings after whose change a connection must be made anew. */
export const CONNECTION_SETTINGS: readonly SettingName[] = [
  'connection',
  'custom.publicUrl',
  'custom.privateUrl',
  'custom.auth',
  'custom.wire',
  'transport',
];

/**
 * The connection the settings name. A custom one whose settings are wrong has no address; requests to it fail with the
 * sentence of `connectionProblem`.
 */
export function configuredProfile(config: Config, profiles: Profiles): ConnectionProfile {
  const id: ConnectionId = config.get('connection');
  if (id !== 'custom') return profiles[id];
  const result = profiles.custom(customSettings(config));
  if (result.ok) return result.profile;
  return { id: 'custom', label: 'custom', publicUrl: '', privateUrl: '', auth: 'none', dialect: 'seed' };
}

/** What is wrong with the custom settings, as a sentence that names the setting; undefined when nothing is. */
export function connectionProblem(config: Config, profiles: Profiles): string | undefined {
  if (config.get('connection') !== 'custom') return undefined;
  const result = profiles.custom(customSettings(config));
  return result.ok ? undefined : result.problem;
}

export function customSettings(config: Config): CustomSettings {
  return {
    publicUrl: config.get('custom.publicUrl'),
    privateUrl: config.get('custom.privateUrl'),
    auth: config.get('custom.auth'),
    wire: config.get('custom.wire'),
  };
}
