import type { Event } from '../base/event.ts';
import type { Log } from '../base/log.ts';
import type { ConnectionProfile, Credentials } from '../exchange/profile.ts';

/** Where credentials are kept, bound to connection and origin. */
export interface CredentialSource {
  get(profile: ConnectionProfile): Promise<Credentials | undefined>;
  store(profile: ConnectionProfile, credentials: Credentials): Promise<void>;
  delete(profile: ConnectionProfile): Promise<void>;
  /** Something was stored or deleted, here or in another window. */
  readonly onDidChange: Event<void>;
}

/** The source as the session needs it: a failing one never stops work, and what was signed out stays out. */
export class Keychain {
  readonly #source: CredentialSource;
  readonly #log: Log;
  #dropped: Credentials | undefined;
  #dropping: Promise<unknown> = Promise.resolve();

  constructor(source: CredentialSource, log: Log) {
    this.#source = source;
    this.#log = log;
  }

  get onDidChange(): Event<void> {
    return this.#source.onDidChange;
  }

  /** A keychain that cannot be read is one without a key: the person is asked to sign in again. */
  async read(profile: ConnectionProfile): Promise<Credentials | undefined> {
    if (profile.auth === 'none') return undefined;
    await this.#dropping;
    try {
      const found = await this.#source.get(profile);
      return found !== undefined && sameCredentials(found, this.#dropped) ? undefined : found;
    } catch (cause) {
      this.#log.error('The stored credentials could not be read.', cause);
      return undefined;
    }
  }

  /** Resolves false when they could not be stored. */
  async keep(profile: ConnectionProfile, credentials: Credentials): Promise<boolean> {
    this.#dropped = undefined;
    if (profile.auth === 'none') return true;
    await this.#dropping;
    try {
      await this.#source.store(profile, credentials);
      return true;
    } catch (cause) {
      this.#log.error('The credentials work but could not be stored.', cause);
      return false;
    }
  }

  /** Rejects when the source does; `inUse` is not handed out again all the same. */
  drop(profile: ConnectionProfile, inUse: Credentials | undefined): Promise<void> {
    this.#dropped = inUse;
    const deleted = this.#source.delete(profile);
    this.#dropping = deleted.catch(() => undefined);
    return deleted;
  }

  /** Another connection: its credentials were not signed out here. */
  forget(): void {
    this.#dropped = undefined;
  }
}

export function sameCredentials(a: Credentials | undefined, b: Credentials | undefined): boolean {
  return a?.keyId === b?.keyId && a?.secret === b?.secret;
}
