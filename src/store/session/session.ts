import { ChangeSource } from '../../base/change-source.ts';
import type { Clock } from '../../base/clock.ts';
import { type Log, silentLog } from '../../base/log.ts';
import { ExchangeError } from '../../exchange/errors.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { ConnectionProfile, Credentials } from '../../exchange/profile.ts';
import { asExchangeError, refusesKey } from './failure.ts';
import { type CredentialSource, isSameAccount, Keychain, type StoredCredentials } from './keychain.ts';

/**
 * - `unknown`: nothing was asked for yet. - `signingIn`: credentials are being tried.
 * - `signedIn`: there is a key (or the connection needs none) that was not refused so far.
 * - `needsSignIn`: there was one: `lost` – it is gone; `refused` – the service does not take it. Or nobody knows:
 *   `unreadable` – the secret storage fails or does not answer.
 */
type AccountState =
  | { readonly kind: 'unknown' | 'signedOut' | 'signingIn' | 'signedIn' }
  | { readonly kind: 'needsSignIn'; readonly why: 'lost' | 'unreadable' }
  | { readonly kind: 'needsSignIn'; readonly why: 'refused'; readonly error: ExchangeError };

/** Whether the service answered the last request at all. */
type LinkState =
  | { readonly kind: 'unknown' | 'online' }
  /** `at`: when it was tried last, Unix milliseconds. */
  | { readonly kind: 'offline'; readonly error: ExchangeError; readonly at: number };

/** Makes the client of a connection; may load code lazily. `credentials` is undefined when signed out. */
export type ExchangeFactory = (
  profile: ConnectionProfile,
  credentials: Credentials | undefined,
) => Promise<Exchange>;

/** `connection`: another profile, everything read so far is void. `account`: who is signed in. `link`: reachable or not. */
export type SessionChange = 'connection' | 'account' | 'link';

/** `stored`: false when the credentials work but could not be stored, so they last until the window closes. */
type SignInResult =
  | { readonly ok: true; readonly stored: boolean }
  | { readonly ok: false; readonly error: ExchangeError };

interface SessionOptions {
  readonly profile: ConnectionProfile;
  readonly factory: ExchangeFactory;
  readonly credentials: CredentialSource;
  readonly clock: Clock;
  readonly log?: Log;
}

/** Milliseconds from a read that was not answered to the next one of `checkLink`. */
const RECHECK_MS = 30_000;

/** What a store's data belongs to: `public` data to the connection, `private` data to who is signed in there. */
export type Scope = 'public' | 'private';

/** The one connection in use, who is signed in on it, and the client made for both. */
export class Session extends ChangeSource<SessionChange> {
  readonly clock: Clock;
  readonly log: Log;
  readonly #factory: ExchangeFactory;
  readonly #source: CredentialSource;
  #profile: ConnectionProfile;
  #keychain: Keychain;
  #account: AccountState = { kind: 'unknown' };
  #link: LinkState = { kind: 'unknown' };
  /** Grows whenever the client in use is replaced; what began under an older generation no longer counts. */
  #generation = 0;
  #opening: Promise<Exchange> | undefined;
  #current: Exchange | undefined;
  #credentials: StoredCredentials | undefined;
  /** Grows with every attempt to sign in and with everything that voids one. */
  #attempt = 0;
  #trying = false;
  #isChecking = false;
  /** The source reported a change while there was no client to compare with. */
  #missed = false;
  readonly #epochs = { public: 0, private: 0 };

  constructor(options: SessionOptions) {
    super();
    this.clock = options.clock;
    this.log = options.log ?? silentLog;
    this.#profile = options.profile;
    this.#factory = options.factory;
    this.#source = options.credentials;
    this.#keychain = this.#openKeychain();
  }

  get profile(): ConnectionProfile {
    return this.#profile;
  }

  get account(): AccountState {
    return this.#trying ? { kind: 'signingIn' } : this.#account;
  }

  get link(): LinkState {
    return this.#link;
  }

  /** Whether signed requests make sense now; stays true while other credentials are being tried. */
  get canSign(): boolean {
    return this.#account.kind === 'signedIn';
  }

  /** The client in use, if one was made. A read that failed with another one is worth repeating with this. */
  get current(): Exchange | undefined {
    return this.#current;
  }

  /** Whether the secret storage cannot be read, so that it is unknown whether a key is stored. */
  get isStorageFailing(): boolean {
    return this.#keychain.isFailing;
  }

  /** Identifies an account of a connection without its secret: the key's id or, without one, its mark. */
  get accountMark(): string {
    const { keyId = '', mark } = this.#credentials ?? {};
    return keyId === '' && mark !== undefined ? `\n${mark}` : keyId;
  }

  /** The client of the current connection; made on the first call. Rejects with ExchangeError. */
  ensure(): Promise<Exchange> {
    if (this.own.disposed) return Promise.reject(closed());
    this.#opening ??= this.#open(this.#generation);
    return this.#opening;
  }

  /** Switches to another connection; nothing of the old one is shown any more. Opens nothing by itself. */
  connect(profile: ConnectionProfile): void {
    this.#profile = profile;
    this.#attempt++;
    this.#trying = false;
    this.own.release(this.#keychain);
    this.#keychain = this.#openKeychain();
    this.#missed = false;
    this.#replace(undefined, undefined);
    this.#epochs.public++;
    this.#epochs.private++;
    this.#account = { kind: 'unknown' };
    this.#link = { kind: 'unknown' };
    this.changes.fire('connection');
  }

  /** Tries the credentials with one signed read, never repeated, and stores them if they work; otherwise the old ones stay in use. */
  async signIn(credentials: Credentials, signal?: AbortSignal): Promise<SignInResult> {
    const attempt = ++this.#attempt;
    const wanted = (): boolean => attempt === this.#attempt;
    const profile = this.#profile;
    let trial: Exchange | undefined;
    this.#setTrying(true);
    try {
      trial = await this.#factory(profile, profile.auth === 'none' ? undefined : credentials);
      await trial.openOrders(signal, await trial.permit(signal));
      if (!wanted()) throw superseded();
      const outcome = await this.#keychain.store(credentials, wanted);
      if (outcome === undefined || !wanted()) throw superseded();
      this.#replace(trial, outcome.credentials);
      trial = undefined;
      this.#trying = false;
      this.#setAccount({ kind: 'signedIn' });
      return { ok: true, stored: outcome.stored };
    } catch (cause) {
      trial?.dispose();
      if (wanted()) this.#setTrying(false);
      return { ok: false, error: asExchangeError(cause, this.log) };
    } finally {
      this.#catchUp();
    }
  }

  /** Rejects when the credentials could not be deleted; they are out of use here all the same. */
  async signOut(): Promise<void> {
    if (this.#profile.auth === 'none') return;
    this.#attempt++;
    this.#trying = false;
    const dropped = this.#keychain.drop();
    this.#replace(undefined, undefined);
    this.#setAccount({ kind: 'signedOut' });
    await dropped;
  }

  /** Grows whenever data of that scope read before is void. */
  epoch(scope: Scope): number {
    return this.#epochs[scope];
  }

  /** Reports the outcome of a request, so that `account` and `link` follow. Reports of an older epoch are ignored. */
  report(scope: Scope, epoch: number, error: ExchangeError | undefined): void {
    if (epoch !== this.#epochs[scope] || error?.code === 'cancelled') return;
    if (error?.code !== 'unsupported') this.#setLink(linkAfter(error, this.clock.now()));
    if (scope !== 'private' || error === undefined || !refusesKey(error)) return;
    if (!this.canSign || this.#profile.auth === 'none') return;
    this.#setAccount({ kind: 'needsSignIn', why: 'refused', error });
  }

  /**
   * Looks whether the service answers, where no request said so: one read without a key, again half a minute after one that
   * was not answered. Never rejects.
   */
  async checkLink(): Promise<void> {
    const link = this.#link;
    const isDue =
      link.kind === 'unknown' || (link.kind === 'offline' && this.clock.now() - link.at >= RECHECK_MS);
    if (!isDue || this.#isChecking) return;
    this.#isChecking = true;
    const epoch = this.epoch('public');
    try {
      const { diagnostics } = await this.ensure();
      this.report('public', epoch, (await diagnostics.probe('public')).error);
    } catch {
      // Without a client the views say why.
    } finally {
      this.#isChecking = false;
    }
  }

  override dispose(): void {
    this.#attempt++;
    this.#replace(undefined, undefined);
    super.dispose();
  }

  #openKeychain(): Keychain {
    const keychain = new Keychain(this.#source, this.#profile, this.clock, this.log);
    keychain.onDidChange(() => void this.#takeStoredKey());
    return this.own.add(keychain);
  }

  async #open(generation: number): Promise<Exchange> {
    try {
      const profile = this.#profile;
      const found = await this.#keychain.read();
      if (generation !== this.#generation) return await this.ensure();
      const credentials = found === 'unreadable' ? undefined : found;
      const exchange = await this.#factory(profile, credentials);
      if (generation === this.#generation) return this.#settle(exchange, credentials);
      exchange.dispose();
      return await this.ensure();
    } catch (cause) {
      if (generation === this.#generation) this.#opening = undefined;
      throw asExchangeError(cause, this.log);
    }
  }

  #settle(exchange: Exchange, credentials: StoredCredentials | undefined): Exchange {
    this.#current = exchange;
    this.#credentials = credentials;
    const signed = credentials !== undefined || this.#profile.auth === 'none';
    if (this.#account.kind === 'unknown') {
      // Nothing private was read yet, so nothing is void and reads go on.
      this.#account = signed ? { kind: 'signedIn' } : this.#withoutKey();
      this.changes.fire('account');
    } else if (signed && !this.canSign) {
      this.#setAccount({ kind: 'signedIn' });
    }
    this.#catchUp();
    return exchange;
  }

  #withoutKey(): AccountState {
    return this.isStorageFailing ? { kind: 'needsSignIn', why: 'unreadable' } : { kind: 'signedOut' };
  }

  #catchUp(): void {
    if (this.#missed) void this.#takeStoredKey();
  }

  /** Another window may have signed in or out; what this session did itself shows no difference here. */
  async #takeStoredKey(): Promise<void> {
    if (this.#profile.auth === 'none') return;
    this.#missed = this.#trying || this.#current === undefined;
    if (this.#missed) return;
    const generation = this.#generation;
    const found = await this.#keychain.read();
    if (generation !== this.#generation) return;
    this.#missed = this.#trying;
    if (this.#missed || found === 'unreadable') return;
    const isSame = isSameAccount(found, this.#credentials);
    if (found !== undefined && !isSame) await this.#takeOver();
    else if (!isSame && this.canSign) {
      this.#replace(undefined, undefined);
      this.#setAccount({ kind: 'needsSignIn', why: 'lost' });
    } else if (this.#account.kind === 'needsSignIn' && this.#account.why === 'unreadable') {
      // It can be read again, and there is nothing in it.
      this.#setAccount({ kind: 'signedOut' });
    }
  }

  async #takeOver(): Promise<void> {
    this.#replace(undefined, undefined);
    this.#setAccount({ kind: 'unknown' });
    await this.ensure().catch((cause: unknown) => this.log.error('The new key could not be used.', cause));
  }

  #replace(exchange: Exchange | undefined, credentials: StoredCredentials | undefined): void {
    const old = this.#current;
    this.#generation++;
    this.#current = exchange;
    this.#credentials = credentials;
    this.#opening = exchange && Promise.resolve(exchange);
    old?.dispose();
  }

  /** Another account, or none: what was read for the last one is void. */
  #setAccount(account: AccountState): void {
    this.#account = account;
    this.#epochs.private++;
    this.changes.fire('account');
  }

  #setTrying(trying: boolean): void {
    if (this.#trying === trying) return;
    this.#trying = trying;
    this.changes.fire('account');
  }

  #setLink(link: LinkState): void {
    const same = this.#link.kind === link.kind;
    this.#link = link;
    if (!same) this.changes.fire('link');
  }
}

function superseded(): ExchangeError {
  return new ExchangeError('cancelled', 'Signing in was replaced by a newer attempt.');
}

function closed(): ExchangeError {
  return new ExchangeError('cancelled', 'The connection was closed.');
}

/** Any answer at all, also a refusal, shows that the service is there. */
function linkAfter(error: ExchangeError | undefined, at: number): LinkState {
  const silent = error?.code === 'network' || error?.code === 'timeout';
  return silent ? { kind: 'offline', error, at } : { kind: 'online' };
}
