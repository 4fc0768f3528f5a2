import { ConfigurationTarget, commands, workspace } from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/event.ts';
import { type ContextKey, SETTINGS, type SettingName, type SettingValue } from './ids.ts';

const SECTION = 'predictionMarkets';

/** The user's settings, typed. Values of a workspace or folder are ignored. */
export interface Config extends Disposable {
  get<N extends SettingName>(name: N): SettingValue<N>;
  set<N extends SettingName>(name: N, value: SettingValue<N>): Promise<void>;
  readonly onDidChange: Event<ReadonlySet<SettingName>>;
}

export function createConfig(): Config {
  const changed = new Emitter<ReadonlySet<SettingName>>();
  const subscription = workspace.onDidChangeConfiguration((event) => {
    const names = (Object.keys(SETTINGS) as SettingName[]).filter((name) =>
      event.affectsConfiguration(`${SECTION}.${name}`),
    );
    if (names.length > 0) changed.fire(new Set(names));
  });
  return {
    get: (name) => validValue(name, userValue(name)),
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

/** The application scope keeps workspace files out already; these settings decide where a key is sent, so twice is better. */
function userValue(name: SettingName): unknown {
  const found = workspace.getConfiguration(SECTION).inspect(name);
  return found?.globalValue ?? found?.defaultValue;
}

/** A value of the wrong type, or none of the choices, counts as not set; an object is judged by the one who reads it. */
function validValue<N extends SettingName>(name: N, value: unknown): SettingValue<N> {
  const { default: fallback, choices } = SETTINGS[name];
  const isValid =
    typeof fallback === 'object' ||
    (typeof value === typeof fallback && (choices?.includes(value as never) ?? true));
  return isValid ? (value as SettingValue<N>) : fallback;
}

/** Returns what sets a context key of the editor. Setting the value it already has does nothing. */
export function contextKeySetter<T extends string | boolean>(key: ContextKey): (value: T) => void {
  let current: T | undefined;
  return (value) => {
    if (value === current) return;
    current = value;
    void commands.executeCommand('setContext', key, value);
  };
}
