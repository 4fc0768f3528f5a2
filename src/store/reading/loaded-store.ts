import { ChangeSource } from '../../base/change-source.ts';
import { toDisposable } from '../../base/disposable.ts';
import type { ExchangeError } from '../../exchange/errors.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { asExchangeError } from '../session/failure.ts';
import { onVoid } from '../session/owner.ts';
import type { Scope, Session } from '../session/session.ts';
import {
  type Change,
  type LoadState,
  NOTHING_CHANGED,
  type RefreshReason,
  type Store,
} from './load-state.ts';

/** Takes what was read into the store; runs only if the read is still wanted. Says what changed. */
export type Commit = () => Change;

/** `more` adds to what is shown and leaves the state alone; the others are the store's state. */
export type ReadKind = 'load' | RefreshReason | 'more';

/**
 * A store that reads from the session's exchange: one read at a time, joined where one like it is under way, and dropped
 * without a trace when the connection, the account or the query changed while it was out.
 */
export abstract class LoadedStore extends ChangeSource<Change> implements Store {
  protected readonly session: Session;
  readonly #scope: Scope;
  readonly #jobs = new Map<ReadKind, Promise<void>>();
  #state: LoadState = { kind: 'idle' };
  #readAt: number | undefined;
  #abort = new AbortController();
  #loadingMore = false;
  #moreError: ExchangeError | undefined;

  constructor(session: Session, scope: Scope) {
    super();
    this.session = session;
    this.#scope = scope;
    this.own.add(toDisposable(() => this.#abort.abort()));
    this.own.add(
      onVoid(session, scope, () => {
        this.forget();
        this.fire('all');
      }),
    );
  }

  get state(): LoadState {
    return this.#state;
  }

  load(): Promise<void> {
    const joined = this.#joinable('load');
    if (joined !== undefined) return joined;
    return this.#state.kind === 'idle' ? this.run('load') : Promise.resolve();
  }

  refresh(reason: RefreshReason = 'asked'): Promise<void> {
    return this.run(reason);
  }

  get loadingMore(): boolean {
    return this.#loadingMore;
  }

  /** The failure of the last read of more, until the next read. */
  get moreError(): ExchangeError | undefined {
    return this.#moreError;
  }

  /** Reads, changing nothing; what it read is taken in by the commit it returns. */
  protected abstract read(kind: ReadKind, exchange: Exchange, signal: AbortSignal): Promise<Commit>;

  /** Forgets everything loaded: it belongs to a connection, an account or a query that is no longer in use. */
  protected abstract clear(): void;

  /** Announces a change that did not come from a read, if it is one. */
  protected announce(change: Change): void {
    if (change === 'all' || change.size > 0) this.fire(change);
  }

  /** The same, also where only the state changed. */
  protected fire(change: Change): void {
    this.changes.fire(change);
  }

  /** Reads, or joins a read under way that will do. Never rejects. */
  protected run(kind: ReadKind): Promise<void> {
    const joined = this.#joinable(kind);
    if (joined !== undefined) return joined;
    if (this.#isSignedOut) return Promise.resolve();
    const before = [...this.#jobs.values()].at(-1);
    const job = this.#readAfter(before, kind, this.#abort.signal).finally(() => {
      if (this.#jobs.get(kind) === job) this.#jobs.delete(kind);
    });
    this.#jobs.set(kind, job);
    return job;
  }

  /** Resolves once nothing is out any more of what is now. What `run` joins after that was asked for later. */
  protected async idle(): Promise<void> {
    await Promise.all(this.#jobs.values());
  }

  /** Forgets everything and whatever is out; says whether anything had been asked for. */
  protected forget(clear = (): void => this.clear()): boolean {
    const wasUsed = this.#state.kind !== 'idle';
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#jobs.clear();
    this.#state = { kind: 'idle' };
    this.#readAt = undefined;
    this.#loadingMore = false;
    this.#moreError = undefined;
    clear();
    return wasUsed;
  }

  #joinable(kind: ReadKind): Promise<void> | undefined {
    const same = this.#jobs.get(kind);
    if (same !== undefined || kind === 'more') return same;
    if (kind === 'asked') return this.#jobs.get('load');
    return this.#jobs.get('asked') ?? this.#jobs.get('load') ?? this.#jobs.get('poll');
  }

  get #isSignedOut(): boolean {
    const { account, canSign } = this.session;
    return this.#scope === 'private' && !canSign && account.kind !== 'unknown';
  }

  async #readAfter(before: Promise<void> | undefined, kind: ReadKind, signal: AbortSignal): Promise<void> {
    if (before !== undefined) await before;
    if (signal.aborted) return;
    this.#begin(kind);
    const epoch = this.session.epoch(this.#scope);
    for (;;) {
      let exchange: Exchange | undefined;
      try {
        exchange = await this.session.ensure();
        if (signal.aborted) return;
        if (this.#isSignedOut) return this.#end(kind, undefined, NOTHING_CHANGED);
        const commit = await this.read(kind, exchange, signal);
        if (signal.aborted) return;
        this.session.report(this.#scope, epoch, undefined);
        const change = commit();
        if (kind !== 'more') this.#readAt = this.session.clock.now();
        return this.#end(kind, undefined, change);
      } catch (cause) {
        if (signal.aborted) return;
        // Its client was replaced (signed in or out): public data can be read with the new one.
        if (exchange !== undefined && exchange !== this.session.current) continue;
        const error = asExchangeError(cause, this.session.log);
        this.session.report(this.#scope, epoch, error);
        if (!signal.aborted) this.#end(kind, error, NOTHING_CHANGED);
        return;
      }
    }
  }

  #begin(kind: ReadKind): void {
    const at = this.#readAt;
    if (kind === 'more') this.#loadingMore = true;
    else this.#state = at === undefined ? { kind: 'loading' } : { kind: 'refreshing', at };
    if (kind === 'more') this.#moreError = undefined;
    this.fire(NOTHING_CHANGED);
  }

  #end(kind: ReadKind, error: ExchangeError | undefined, change: Change): void {
    if (kind === 'more') {
      this.#loadingMore = false;
      this.#moreError = error;
    } else {
      this.#state = this.#stateAfter(error);
      if (error === undefined) this.#moreError = undefined;
    }
    this.fire(change);
  }

  #stateAfter(error: ExchangeError | undefined): LoadState {
    const readAt = this.#readAt;
    if (error !== undefined) return { kind: 'failed', error, at: this.session.clock.now(), readAt };
    return readAt === undefined ? { kind: 'idle' } : { kind: 'ready', at: readAt };
  }
}

/** A loaded store whose list comes in pages. */
export abstract class PagedStore extends LoadedStore {
  /** Of the page that is loaded with more; undefined: that of the others. */
  protected moreSize: number | undefined;
  abstract readonly hasMore: boolean;

  async loadMore(pageSize?: number): Promise<void> {
    this.moreSize = pageSize;
    if (this.hasMore) await this.run('more');
  }

  /** Starts over with another query, and reads if anything was read before. */
  protected async restart(clear?: () => void): Promise<void> {
    const wasUsed = this.forget(clear);
    this.announce('all');
    if (wasUsed) await this.load();
  }
}
