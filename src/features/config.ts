import { ConfigurationTarget, workspace } from 'vscode';
import type { Event } from '../base/event.ts';
import { Emitter } from '../base/event.ts';
import type { Disposable } from '../base/lifecycle.ts';
import { SETTINGS, type SettingName, type SettingValue } from './ids.ts';

const SECTION = 'predictionMarkets';

/** The settings, typed. Values a workspace or folder carries are never looked at. */
export interface Config extends Disposable {
  get<N extends SettingName>(name: N): SettingValue<N>;
  /** Writes the user's own settings. */
  set<N extends SettingName>(name: N, value: SettingValue<N>): Promise<void>;
  /** The names that changed, at least one. */
  readonly onDidChange: Event<ReadonlySet<SettingName>>;
}

export function createConfig(): Config {
  const changed = new Emitter<ReadonlySet<SettingName>>();
  const subscription = workspace.onDidChangeConfiguration((event) => {
    const names = settingNames().filter((name) => event.affectsConfiguration(`${SECTION}.${name}`));
    if (names.length > 0) changed.fire(new Set(names));
  });
  return {
    get: (name) => usable(name, userValue(name)),
    set: async (name, value) => {
      await workspace.getConfiguration(SECTION).update(name, value, ConfigurationTarget.Global);
    },
    onDidChange: changed.event,
    dispose: () => {
      subscription.dispose();
      changed.dispose();
    },
  };
}

/**
 * The application scope already keeps workspace files out; reading the user's own value by name is the second belt,
 * because what these settings say decides where a key is sent.
 */
function userValue(name: SettingName): unknown {
  const found = workspace.getConfiguration(SECTION).inspect(name);
  return found?.globalValue ?? found?.defaultValue;
}

/** A settings file may hold anything: a value of the wrong type, or none of the choices, counts as not set. */
function usable<N extends SettingName>(name: N, value: unknown): SettingValue<N> {
  const { default: fallback, choices } = SETTINGS[name];
  const fits = typeof value === typeof fallback && (choices?.includes(value as never) ?? true);
  return fits ? (value as SettingValue<N>) : fallback;
}

function settingNames(): SettingName[] {
  return Object.keys(SETTINGS) as SettingName[];
}
