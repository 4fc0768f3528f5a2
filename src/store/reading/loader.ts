import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { ExchangeError } from '../../exchange/errors.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { asExchangeError } from '../session/failure.ts';
import type { Scope, Session } from '../session/session.ts';
import { type Change, type LoadState, NOTHING_CHANGED } from './load-state.ts';

/** Takes what was read into the store; runs only if the read is still wanted. Says what changed. */
export type Commit = () => Change;

/** Reads, changing nothing; what it read is taken in by the commit it returns. */
export type Read = (exchange: Exchange, signal: AbortSignal) => Promise<Commit>;

/** `more` adds to what is shown and leaves the state alone; the others are the store's state. */
export type ReadKind = 'load' | 'poll' | 'asked' | 'more';

/**
 * How every store reads: one read at a time, joined where one like it is under way, and dropped without a trace when the
 * connection, the account or the query changed while it was out.
 */
export class Loader implements Disposable {
  readonly #session: Session;
  readonly #scope: Scope;
  readonly #clear: () => void;
  readonly #changes = new Emitter<Change>();
  readonly #disposables = new DisposableStore();
  readonly #jobs = new Map<ReadKind, Promise<void>>();
  #state: LoadState = { kind: 'idle' };
  #readAt: number | undefined;
  #abort = new AbortController();
  #epoch: number;
  #loadingMore = false;
  #moreError: ExchangeError | undefined;

  /** `clear` forgets the store's data when it belongs to a connection or account that is no longer in use. */
  constructor(session: Session, scope: Scope, clear: () => void) {
    this.#session = session;
    this.#scope = scope;
    this.#clear = clear;
    this.#epoch = session.epoch(scope);
    this.#disposables.add(session.onDidChange(() => this.#followSession()));
  }

  readonly onDidChange: Event<Change> = (listener) => this.#changes.event(listener);

  get state(): LoadState {
    return this.#state;
  }

  get loadingMore(): boolean {
    return this.#loadingMore;
  }

  get moreError(): ExchangeError | undefined {
    return this.#moreError;
  }

  /** Tells listeners of a change that came from elsewhere than a read. */
  announce(change: Change): void {
    this.#changes.fire(change);
  }

  /** Reads if nothing was read or tried yet. A failed first read is repeated by `run` only, never by a view that redraws. */
  first(read: Read): Promise<void> {
    const out = this.#jobs.get('load') ?? this.#jobs.get('asked') ?? this.#jobs.get('poll');
    if (out !== undefined) return out;
    return this.#state.kind === 'idle' ? this.run('load', read) : Promise.resolve();
  }

  /** Never rejects. */
  run(kind: ReadKind, read: Read): Promise<void> {
    const joined = this.#joinable(kind);
    if (joined !== undefined) return joined;
    if (this.#signedOut()) return Promise.resolve();
    const before = [...this.#jobs.values()].at(-1);
    const job = this.#queue(kind, read, this.#abort.signal, before).finally(() => {
      if (this.#jobs.get(kind) === job) this.#jobs.delete(kind);
    });
    this.#jobs.set(kind, job);
    return job;
  }

  /** Resolves once nothing is out any more of what is now. What `run` joins after that was asked for later. */
  async idle(): Promise<void> {
    await Promise.all(this.#jobs.values());
  }

  /** Forgets everything and whatever is out; says whether anything had been asked for. */
  restart(): boolean {
    const wasUsed = this.#state.kind !== 'idle';
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#jobs.clear();
    this.#state = { kind: 'idle' };
    this.#readAt = undefined;
    this.#loadingMore = false;
    this.#moreError = undefined;
    this.#clear();
    return wasUsed;
  }

  dispose(): void {
    this.#abort.abort();
    this.#jobs.clear();
    this.#disposables.dispose();
    this.#changes.dispose();
  }

  #joinable(kind: ReadKind): Promise<void> | undefined {
    const same = this.#jobs.get(kind);
    if (same !== undefined || kind === 'more') return same;
    if (kind === 'asked') return this.#jobs.get('load');
    return this.#jobs.get('asked') ?? this.#jobs.get('load') ?? this.#jobs.get('poll');
  }

  #signedOut(): boolean {
    const { account, canSign } = this.#session;
    return this.#scope === 'private' && !canSign && account.kind !== 'unknown';
  }

  async #queue(
    kind: ReadKind,
    read: Read,
    signal: AbortSignal,
    before: Promise<void> | undefined,
  ): Promise<void> {
    if (before !== undefined) await before;
    if (signal.aborted) return;
    this.#begin(kind);
    await this.#perform(kind, read, signal);
  }

  async #perform(kind: ReadKind, read: Read, signal: AbortSignal): Promise<void> {
    for (;;) {
      let exchange: Exchange | undefined;
      try {
        exchange = await this.#session.ensure();
        if (signal.aborted) return;
        if (this.#signedOut()) return this.#end(kind, undefined, NOTHING_CHANGED);
        const commit = await read(exchange, signal);
        if (signal.aborted) return;
        this.#session.report(this.#scope, this.#epoch, undefined);
        return this.#succeed(kind, commit());
      } catch (cause) {
        if (signal.aborted) return;
        // Its client was replaced (signed in or out): public data can be read with the new one.
        if (exchange !== undefined && exchange !== this.#session.current) continue;
        const error = asExchangeError(cause, this.#session.log);
        this.#session.report(this.#scope, this.#epoch, error);
        if (!signal.aborted) this.#end(kind, error, NOTHING_CHANGED);
        return;
      }
    }
  }

  #begin(kind: ReadKind): void {
    if (kind === 'more') {
      this.#loadingMore = true;
      this.#moreError = undefined;
    } else {
      const at = this.#readAt;
      this.#state = at === undefined ? { kind: 'loading' } : { kind: 'refreshing', at };
    }
    this.#changes.fire(NOTHING_CHANGED);
  }

  #succeed(kind: ReadKind, change: Change): void {
    if (kind !== 'more') {
      this.#readAt = this.#session.clock.now();
      this.#moreError = undefined;
    }
    this.#end(kind, undefined, change);
  }

  #end(kind: ReadKind, error: ExchangeError | undefined, change: Change): void {
    if (kind === 'more') {
      this.#loadingMore = false;
      this.#moreError = error;
    } else {
      this.#state = this.#settled(error);
    }
    this.#changes.fire(change);
  }

  #settled(error: ExchangeError | undefined): LoadState {
    const at = this.#readAt;
    if (error !== undefined) {
      return { kind: 'failed', error, at: this.#session.clock.now(), hasData: at !== undefined, readAt: at };
    }
    return at === undefined ? { kind: 'idle' } : { kind: 'ready', at };
  }

  #followSession(): void {
    const epoch = this.#session.epoch(this.#scope);
    if (epoch === this.#epoch) return;
    this.#epoch = epoch;
    this.restart();
    this.#changes.fire('all');
  }
}

/**
 * Numbers the readings a store asks for, so that a frame received meanwhile is not mistaken for older than a late reply, and
 * remembers whether another is due because a frame could not be decided.
 */
export class ReadSequence implements Disposable {
  readonly #due = new Emitter<void>();
  #asked = 0;
  /** How many had been asked for when one became due: only a later one answers. */
  #dueSince: number | undefined;

  /** Fires when a reading becomes due, and again after each that was asked for too early to answer. */
  readonly onDue: Event<void> = (listener) => this.#due.event(listener);

  /** How many were asked for so far. A frame received now is newer than all of them. */
  get asked(): number {
    return this.#asked;
  }

  get due(): boolean {
    return this.#dueSince !== undefined;
  }

  /** One is asked for now; its number, 1 or more. */
  begin(): number {
    return ++this.#asked;
  }

  /** Only a reading asked for from now on can say. */
  need(): void {
    const before = this.#dueSince;
    this.#dueSince = this.#asked;
    if (before === undefined) this.#due.fire();
  }

  /** That reading was taken in. It is still under way when `onDue` fires, so joining it would not do. */
  done(reading: number): void {
    if (this.#dueSince === undefined) return;
    if (reading > this.#dueSince) this.#dueSince = undefined;
    else this.#due.fire();
  }

  /** Nothing is due any more; what is out stays numbered. */
  clear(): void {
    this.#dueSince = undefined;
  }

  dispose(): void {
    this.#due.dispose();
  }
}
