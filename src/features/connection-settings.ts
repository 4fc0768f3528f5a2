import { l10n } from 'vscode';
import type { ConnectionProfile, CustomSettings, SettingProblem } from '../exchange/profile.ts';
import { settingSentence } from '../view/setup-text.ts';
import type { Config } from './config.ts';

/** The available connections. Handed in: the rules for addresses are below this layer. */
export interface Profiles {
  readonly demo: ConnectionProfile;
  readonly polymarketUS: ConnectionProfile;
  custom(
    settings: CustomSettings,
  ):
    | { readonly ok: true; readonly profile: ConnectionProfile }
    | { readonly ok: false; readonly setting: string; readonly problem: SettingProblem };
}

/** The connection the settings name. A custom one with wrong settings has no address. */
export function configuredProfile(config: Config, profiles: Profiles): ConnectionProfile {
  const id = config.get('connection');
  if (id !== 'custom') return profiles[id];
  const result = profiles.custom(customSettings(config));
  if (result.ok) return result.profile;
  return { id: 'custom', label: 'custom', publicUrl: '', privateUrl: '', auth: 'none', dialect: 'seed' };
}

/** What is wrong with the custom settings, as a sentence that names the setting; undefined when nothing is. */
export function connectionProblem(config: Config, profiles: Profiles): string | undefined {
  if (config.get('connection') !== 'custom') return undefined;
  const result = profiles.custom(customSettings(config));
  return result.ok ? undefined : settingSentence(result.setting, result.problem, l10n.t);
}

export function customSettings(config: Config): CustomSettings {
  return {
    publicUrl: config.get('custom.publicUrl'),
    privateUrl: config.get('custom.privateUrl'),
    auth: config.get('custom.auth'),
    wire: config.get('custom.wire'),
  };
}
