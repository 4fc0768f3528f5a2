import type { Clock } from '../../base/clock.ts';
import { Emitter, type Event } from '../../base/event.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import type { Log } from '../../base/log.ts';
import type { ConnectionProfile, Credentials } from '../../exchange/profile.ts';

/** Credentials as they are stored. */
export interface StoredCredentials extends Credentials {
  /**
   * Identifies the account where a key has no id: 128 random bits, so that nothing is derived from the secret. Lasts until
   * signing out. Absent beside an id, and in what was stored before there were marks.
   */
  readonly mark?: string | undefined;
}

/** The outcome of storing. `stored`: false when they last until the window closes. */
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

/** Why it is unknown whether there are credentials: the source `failed`, or was `silent` for too long. */
export type StorageTrouble = 'failed' | 'silent';

/** What a change in the source means for the credentials in use. */
type KeyChange = 'none' | 'gone' | 'other';

/** Longest time a source may take before work goes on without it, milliseconds. */
export const TIMEOUT_MS = 10_000;
/** Milliseconds after each failure until the source is read again; after the last, only when it reports a change. */
const RETRY_MS: readonly number[] = [5_000, 30_000, 120_000];

/**
 * The source as the session needs it: one that fails, forgets, hangs or reports no change never stops work. What was signed
 * out stays out; what could not be stored is not taken for lost; a late answer is used when it comes.
 */
export class Keychain implements Disposable {
  readonly #source: CredentialSource;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #changed = new Emitter<void>();
  readonly #following: Disposable;
  #state: KeyState = {};
  #dropping: Promise<unknown> = Promise.resolve();
  #trouble: StorageTrouble | undefined;
  #failures = 0;
  #again: Disposable | undefined;

  constructor(source: CredentialSource, clock: Clock, log: Log) {
    this.#source = source;
    this.#clock = clock;
    this.#log = log;
    this.#following = source.onDidChange(() => {
      this.#state.late = undefined;
      this.#changed.fire();
    });
  }

  /** The source reported a change, or should be read again. */
  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  /** What was wrong with the last reading. */
  get trouble(): StorageTrouble | undefined {
    return this.#trouble;
  }

  /** Undefined also where the source cannot be read; `trouble` says so. Never rejects. */
  async read(profile: ConnectionProfile): Promise<StoredCredentials | undefined> {
    if (profile.auth === 'none') return undefined;
    await this.#dropping;
    try {
      const found = await this.#found(profile);
      this.#trouble = undefined;
      this.#failures = 0;
      return this.#state.droppedUnread || isSame(found, this.#state.dropped) ? undefined : found;
    } catch (cause) {
      this.#trouble = cause instanceof Silence ? 'silent' : 'failed';
      this.#log.warn(`The secret storage could not be read (${this.#trouble}).`);
      this.#askAgain();
      return undefined;
    }
  }

  /** What a change in the source means; `none` where it cannot be read. Never rejects. */
  async changeOf(profile: ConnectionProfile, inUse: StoredCredentials | undefined): Promise<KeyChange> {
    const found = await this.read(profile);
    if (this.#trouble !== undefined || isSame(found, inUse)) return 'none';
    const unstored = this.#state.unstored;
    if (unstored !== undefined && isSame(unstored.credentials, inUse) && !isSameKey(found, inUse)) {
      const { instead } = unstored;
      // Read before the new key is stored: `store` finds out what is there in the end.
      if (instead === 'storing') return 'none';
      // What is there now may have been there before.
      if (instead === 'unread') this.#state.unstored = { ...unstored, instead: found };
      if (instead === 'unread' || isSame(found, instead)) return 'none';
    }
    if (found !== undefined) return 'other';
    this.#state.lost = inUse;
    return 'gone';
  }

  /**
   * Stores what was entered, with the mark it has already: in the source, `inUse`, or when it was lost. Undefined once it is
   * not `wanted` any more: then nothing more is given to the source, and nothing remembered here. Never rejects.
   */
  async store(
    profile: ConnectionProfile,
    entered: Credentials,
    inUse: StoredCredentials | undefined,
    wanted: () => boolean,
  ): Promise<StoreOutcome | undefined> {
    if (profile.auth === 'none') return { stored: true, credentials: entered };
    await this.#dropping;
    const credentials = await this.#marked(profile, entered, [inUse, this.#state.lost]);
    // Signing out meanwhile deleted what was there already: what came after that would stay.
    if (!wanted()) return undefined;
    // Until it is there for certain: signing out before that may leave it there unread.
    const storing: Unstored = { credentials, instead: 'storing' };
    this.#state = { unstored: storing };
    const instead = await this.#stored(profile, credentials);
    if (this.#state.unstored === storing) this.#state.unstored = undefined;
    if (!wanted()) return undefined;
    // Another window may have stored the same key first: its mark counts in all windows.
    if (instead !== 'unread' && instead !== undefined && isSameKey(instead, credentials))
      return { stored: true, credentials: instead };
    const why = instead === 'unread' ? 'could not be stored' : 'were forgotten at once';
    this.#log.error(`The credentials work but ${why}.`);
    this.#state.unstored = { credentials, instead };
    return { stored: false, credentials };
  }

  /** Rejects when the source does, or still has them; `inUse` is not handed out again all the same. */
  drop(profile: ConnectionProfile, inUse: StoredCredentials | undefined): Promise<void> {
    // Credentials that could not be stored left the earlier ones there.
    const droppedUnread = inUse === undefined || this.#state.unstored !== undefined;
    this.#state = { dropped: inUse, droppedUnread };
    const deleted = this.#delete(profile);
    this.#dropping = deleted.catch(() => undefined);
    return deleted;
  }

  /** Another connection: its credentials were not signed out here. */
  forget(): void {
    this.#state = {};
    this.#trouble = undefined;
    this.#failures = 0;
    this.#again?.dispose();
  }

  dispose(): void {
    this.forget();
    this.#following.dispose();
    this.#changed.dispose();
  }

  async #marked(
    profile: ConnectionProfile,
    entered: Credentials,
    known: readonly (StoredCredentials | undefined)[],
  ): Promise<StoredCredentials> {
    if (entered.keyId !== '') return entered;
    const there = await this.#within(this.#source.get(profile)).catch(() => undefined);
    const same = [there, ...known].find((each) => isSameKey(each, entered));
    return same ?? { ...entered, mark: newMark() };
  }

  /** What is there after storing. Never rejects. */
  async #stored(profile: ConnectionProfile, credentials: StoredCredentials): Promise<Found> {
    try {
      await this.#within(this.#source.store(profile, credentials));
      return await this.#within(this.#source.get(profile));
    } catch (cause) {
      // What a storage throws may quote what it was given.
      this.#log.warn(
        `The secret storage could not be written (${cause instanceof Silence ? 'silent' : 'failed'}).`,
      );
      return 'unread';
    }
  }

  async #found(profile: ConnectionProfile): Promise<StoredCredentials | undefined> {
    const late = this.#state.late;
    if (late?.profile === profile) return late.found;
    const dropping = this.#dropping;
    return this.#within(this.#source.get(profile), (found) => {
      // What was there before it was signed out.
      if (dropping !== this.#dropping) return;
      this.#state.late = { profile, found };
      this.#changed.fire();
    });
  }

  async #delete(profile: ConnectionProfile): Promise<void> {
    const dropped = this.#state.dropped;
    await this.#within(this.#source.delete(profile));
    if ((await this.#within(this.#source.get(profile))) !== undefined) {
      throw new Error('The secret storage still has what was deleted.');
    }
    this.#state.droppedUnread = false;
    // It is gone for certain: what is there from now on was entered later, elsewhere.
    if (this.#state.dropped === dropped) this.#state.dropped = undefined;
  }

  /** Rejects with Silence when it takes too long; `late` gets a value that comes after that. */
  #within<T>(work: Promise<T>, late?: (value: T) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      let waiting = true;
      const timer = this.#clock.setTimeout(() => {
        waiting = false;
        reject(new Silence());
      }, TIMEOUT_MS);
      const ended = (then: () => void): void => {
        timer.dispose();
        if (waiting) then();
      };
      work.then(
        (value) => {
          ended(() => resolve(value));
          if (!waiting) late?.(value);
        },
        (cause: unknown) => ended(() => reject(cause)),
      );
    });
  }

  #askAgain(): void {
    const delay = RETRY_MS[this.#failures++];
    this.#again?.dispose();
    if (delay !== undefined) this.#again = this.#clock.setTimeout(() => this.#changed.fire(), delay);
  }
}

class Silence extends Error {
  constructor() {
    super('The secret storage does not answer.');
  }
}

/** What a source has, where it can be read. */
type Found = StoredCredentials | 'unread' | undefined;

/** In use here though the source does not have them, or being stored; `instead` is what it has. */
interface Unstored {
  readonly credentials: StoredCredentials;
  readonly instead: Found | 'storing';
}

/** What is known of credentials besides what the source says; void with another connection. */
interface KeyState {
  /** Signed out here: not handed out again. */
  dropped?: StoredCredentials | undefined;
  /** A key other than the one in use was signed out, perhaps never read, and may still be there. */
  droppedUnread?: boolean;
  /** Was in use when the source lost it: entered again it is the same account. */
  lost?: StoredCredentials | undefined;
  unstored?: Unstored | undefined;
  /** Came after its time; holds until something changes. */
  late?: { readonly profile: ConnectionProfile; readonly found: StoredCredentials | undefined } | undefined;
}

function newMark(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function isSameKey(a: Credentials | undefined, b: Credentials | undefined): boolean {
  return a?.keyId === b?.keyId && a?.secret === b?.secret;
}

/** With another mark it is another account: one that was signed out and in again meanwhile. */
function isSame(a: StoredCredentials | undefined, b: StoredCredentials | undefined): boolean {
  return isSameKey(a, b) && a?.mark === b?.mark;
}
