import { l10n } from 'vscode';
import type { Clock } from '../base/clock.ts';
import { DisposableOwner } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import { Timer } from '../base/timer.ts';
import type { ConnectionProfile, CustomSettings, SettingProblem } from '../exchange/profile.ts';
import { type AddressFinding, probeAddress } from '../store/session/probe-address.ts';
import type { ExchangeFactory, Session } from '../store/session/session.ts';
import { settingSentence } from '../view/setup-text.ts';
import type { Config } from './config.ts';
import { CONNECTION_SETTINGS } from './ids.ts';

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

/**
 * What every view, dialog and notice about money and the status bar begin with: `DEMO`, the host of a custom service, or
 * the name of the public one.
 */
export function connectionMark({ id, label }: ConnectionProfile): string {
  return id === 'demo' ? l10n.t('DEMO') : label;
}

export function customSettings(config: Config): CustomSettings {
  return {
    publicUrl: config.get('custom.publicUrl'),
    privateUrl: config.get('custom.privateUrl'),
    auth: config.get('custom.auth'),
    wire: config.get('custom.wire'),
  };
}

/** Settings count once nothing was written for so long, milliseconds: another window writes them one by one. */
const SETTLED_MS = 300;

interface ConnectionOptions {
  readonly session: Pick<Session, 'connect'>;
  readonly config: Config;
  readonly profiles: Profiles;
  readonly factory: ExchangeFactory;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Connects the session to what the settings name. An address, a scheme and a dialect are written one after the other: what
 * they name in between is never connected to.
 */
export class ConnectionSettings extends DisposableOwner {
  readonly #options: ConnectionOptions;
  #writing = 0;
  #inUse: string;
  readonly #settling: Timer;

  constructor(options: ConnectionOptions) {
    super();
    const { config, clock } = options;
    this.#options = options;
    this.#inUse = connectionKey(config);
    this.#settling = this.own.add(new Timer(clock, () => this.#apply()));
    this.own.add(
      config.onDidChange((names) => {
        if (CONNECTION_SETTINGS.some((name) => names.has(name))) this.#settling.set(SETTLED_MS);
      }),
    );
  }

  /** What is wrong with the custom settings, as a sentence that names the setting; undefined when nothing is. */
  get problem(): string | undefined {
    const { config, profiles } = this.#options;
    if (config.get('connection') !== 'custom') return undefined;
    const result = profiles.custom(customSettings(config));
    return result.ok ? undefined : settingSentence(result.setting, result.problem, l10n.t);
  }

  /** What answers at an address; without a key. Rejects as `probeAddress` does. */
  probe(profile: ConnectionProfile, signal: AbortSignal): Promise<AddressFinding> {
    const { factory, log } = this.#options;
    return probeAddress(factory, profile, log, signal);
  }

  /**
   * Has the settings of a connection written, and takes over what they name then, if it is another one: never what they
   * name in between. Rejects as `write` does.
   */
  async change(write: () => Promise<void>): Promise<void> {
    this.#writing += 1;
    try {
      await write();
    } finally {
      this.#writing -= 1;
      this.#apply();
    }
  }

  #apply(): void {
    const { config, profiles, log, session } = this.#options;
    if (this.#writing > 0) return;
    this.#settling.stop();
    const wanted = connectionKey(config);
    if (wanted === this.#inUse) return;
    this.#inUse = wanted;
    const profile = configuredProfile(config, profiles);
    log.info(`Connection: ${profile.label}`);
    session.connect(profile);
  }
}

/** The settings that decide about a connection; those of the custom one count only while it is in use. */
function connectionKey(config: Config): string {
  const isCustom = config.get('connection') === 'custom';
  const names = CONNECTION_SETTINGS.filter((name) => isCustom || !name.startsWith('custom.'));
  return JSON.stringify(names.map((name) => config.get(name)));
}
