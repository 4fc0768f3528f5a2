import { ChangeSource } from '../../base/change-source.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, toDisposable } from '../../base/disposable.ts';
import type { Event } from '../../base/event.ts';
import type { Log } from '../../base/log.ts';
import type { ConnectionProfile, Credentials } from '../../exchange/profile.ts';

export interface StoredCredentials extends Credentials {
  /**
   * Identifies the account where a key has no id: 128 random bits, so that nothing is derived from the secret. Lasts until
   * signing out. Absent beside an id, and in what was stored before there were marks.
   */
  readonly mark?: string | undefined;
}

/** `stored`: false when they last until the window closes. */
interface StoreOutcome {
  readonly stored: boolean;
  readonly credentials: StoredCredentials;
}

/** Where credentials are stored, bound to connection and origin. Every call may fail, or never return. */
export interface CredentialSource {
  get(profile: ConnectionProfile): Promise<StoredCredentials | undefined>;
  store(profile: ConnectionProfile, credentials: StoredCredentials): Promise<void>;
  delete(profile: ConnectionProfile): Promise<void>;
  /** Something was stored or deleted, here or in another window; may fire twice, and for nothing. */
  readonly onDidChange: Event<void>;
}

/** Longest time a source may take before work goes on without it, milliseconds. */
export const TIMEOUT_MS = 10_000;
/** Milliseconds after each failure until the source is read again; after the last, only when it reports a change. */
const RETRY_MS: readonly number[] = [5_000, 30_000, 120_000];

/**
 * The credentials of one connection, over a source that may fail, forget or hang. Changes: the source reported one, or should be
 * read again.
 */
export class Keychain extends ChangeSource {
  readonly #source: CredentialSource;
  readonly #profile: ConnectionProfile;
  readonly #clock: Clock;
  readonly #log: Log;
  /**
   * What counts in this window instead of what the source has: credentials that could not be stored; or none, after
   * signing out, until the source is empty for certain.
   */
  #own: { readonly credentials: StoredCredentials | undefined } | undefined;
  /** In use last, until signing out: the same token entered again is the same account, also where the source lost it. */
  #last: StoredCredentials | undefined;
  #unfinishedStores = 0;
  #isFailing = false;
  #failures = 0;
  #retry: Disposable | undefined;

  constructor(source: CredentialSource, profile: ConnectionProfile, clock: Clock, log: Log) {
    super();
    this.#source = source;
    this.#profile = profile;
    this.#clock = clock;
    this.#log = log;
    this.own.add(source.onDidChange(() => this.changes.fire()));
    this.own.add(toDisposable(() => this.#retry?.dispose()));
  }

  /** Whether the source could not be read when it was last tried. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** Never rejects. */
  async read(): Promise<StoredCredentials | 'unreadable' | undefined> {
    if (this.#profile.auth === 'none') return undefined;
    if (this.#own !== undefined) return this.#own.credentials;
    try {
      const found = await this.#withTimeout(this.#source.get(this.#profile));
      this.#isFailing = false;
      this.#failures = 0;
      this.#remember(found);
      return found;
    } catch {
      this.#isFailing = true;
      this.#log.warn('The secret storage could not be read.');
      const delay = RETRY_MS[this.#failures++];
      this.#retry?.dispose();
      if (delay !== undefined) this.#retry = this.#clock.setTimeout(() => this.changes.fire(), delay);
      return 'unreadable';
    }
  }

  /**
   * Stores what was entered, with the mark it already has. Undefined once it is not `wanted` any more: then nothing more is
   * given to the source. Never rejects.
   */
  async store(entered: Credentials, wanted: () => boolean): Promise<StoreOutcome | undefined> {
    if (this.#profile.auth === 'none') return { stored: true, credentials: entered };
    const credentials = await this.#withMark(entered);
    if (!wanted()) return undefined;
    const stored = await this.#write(credentials);
    if (!wanted()) return undefined;
    if (!stored) this.#log.error('The credentials work but could not be stored.');
    this.#own = stored ? undefined : { credentials };
    this.#last = credentials;
    return { stored, credentials };
  }

  /** Rejects when the source does, or still has them; they are not handed out again all the same. */
  async drop(): Promise<void> {
    const own = { credentials: undefined };
    this.#own = own;
    this.#last = undefined;
    // A store that has not ended may put its key there after the deletion.
    const isCertain = this.#unfinishedStores === 0;
    await this.#withTimeout(this.#source.delete(this.#profile));
    const found = await this.#withTimeout(this.#source.get(this.#profile));
    if (found !== undefined) throw new Error('The secret storage still has what was deleted.');
    if (isCertain && this.#own === own) this.#own = undefined;
  }

  async #withMark(entered: Credentials): Promise<StoredCredentials> {
    if (entered.keyId !== '') return entered;
    await this.read();
    const same = isSameKey(this.#last, entered) ? this.#last : undefined;
    const mark = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex');
    return same ?? { ...entered, mark };
  }

  /** Whether the source has the key afterwards; false also where that is unknown. */
  async #write(credentials: StoredCredentials): Promise<boolean> {
    this.#unfinishedStores++;
    const storing = this.#source.store(this.#profile, credentials).finally(() => this.#unfinishedStores--);
    try {
      await this.#withTimeout(storing);
      return isSameKey(await this.#withTimeout(this.#source.get(this.#profile)), credentials);
    } catch {
      // Not what the storage threw: it may quote what it was given.
      this.#log.warn('The secret storage could not be written.');
      return false;
    }
  }

  /** Not what was signed out while it was read. */
  #remember(found: StoredCredentials | undefined): void {
    if (this.#own === undefined) this.#last = found ?? this.#last;
  }

  #withTimeout<T>(work: Promise<T>): Promise<T> {
    const { promise: silence, reject } = Promise.withResolvers<never>();
    const timer = this.#clock.setTimeout(() => reject(new Error('No answer.')), TIMEOUT_MS);
    return Promise.race([work, silence]).finally(() => timer.dispose());
  }
}

function isSameKey(one: Credentials | undefined, other: Credentials | undefined): boolean {
  return one?.keyId === other?.keyId && one?.secret === other?.secret;
}

/** With another mark it is another account: another window signed out and in again, or stored the same token last. */
export function isSameAccount(one?: StoredCredentials, other?: StoredCredentials): boolean {
  return isSameKey(one, other) && one?.mark === other?.mark;
}
