import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore } from '../base/lifecycle.ts';
import type { Log } from '../base/log.ts';
import type { Session } from '../store/session/session.ts';
import type { Config } from './config.ts';
import { configuredProfile, type Profiles } from './connection-settings.ts';
import { CONNECTION_SETTINGS } from './ids.ts';

/** Settings of a connection count once nothing was written for so long, milliseconds: another window writes them one by one. */
const SETTLED_MS = 300;
/** The same while this window writes them, which ends it sooner; a write of the editor that takes longer has failed. */
const WRITTEN_MS = 30_000;

interface ConnectionFollowerOptions {
  readonly session: Pick<Session, 'connect'>;
  readonly config: Config;
  readonly profiles: Profiles;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Connects the session to what the settings name. An address, a scheme and a dialect are written one after the other: what
 * they name in between is never connected to.
 */
export class ConnectionFollower implements Disposable {
  readonly #options: ConnectionFollowerOptions;
  readonly #own = new DisposableStore();
  /** Each gives its writing up. */
  readonly #writers = new Set<() => void>();
  /** The settings in use, as text. */
  #inUse: string;
  #settling: Disposable | undefined;

  constructor(options: ConnectionFollowerOptions) {
    this.#options = options;
    this.#inUse = connectionKey(options.config);
    this.#own.add(
      options.config.onDidChange((names) => {
        if (CONNECTION_SETTINGS.some((name) => names.has(name))) this.#settle();
      }),
    );
  }

  /**
   * Has the settings of a connection written, and takes over what they name then, if it is another one: never what they
   * name in between, unless writing stands still for half a minute. Rejects as `write` does, and then.
   */
  async change(write: () => Promise<void>): Promise<void> {
    const hung = Promise.withResolvers<never>();
    const giveUp = (): void => hung.reject(new Error('The editor has not written the settings.'));
    this.#writers.add(giveUp);
    this.#settle();
    try {
      await Promise.race([write(), hung.promise]);
    } finally {
      this.#writers.delete(giveUp);
      if (this.#writers.size === 0) this.#apply();
    }
  }

  dispose(): void {
    this.#settling?.dispose();
    this.#own.dispose();
  }

  #settle(): void {
    this.#settling?.dispose();
    const applyAnyway = (): void => {
      for (const giveUp of this.#writers) giveUp();
      this.#writers.clear();
      this.#apply();
    };
    const waitMs = this.#writers.size > 0 ? WRITTEN_MS : SETTLED_MS;
    this.#settling = this.#options.clock.setTimeout(applyAnyway, waitMs);
  }

  #apply(): void {
    const { config, profiles, log, session } = this.#options;
    this.#settling?.dispose();
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
