import type { Event } from '../../base/event.ts';
import type { ExchangeError } from '../../exchange/errors.ts';
import type { Scope, Session } from '../session/session.ts';
import type { Change, LoadState, RefreshReason, Store } from './load-state.ts';
import { Loader, type Read, type ReadKind } from './loader.ts';

/** A store that loads from the session's exchange and forgets its data when the connection or account changes. */
export abstract class LoadedStore implements Store {
  protected readonly session: Session;
  protected readonly loader: Loader;

  constructor(session: Session, scope: Scope) {
    this.session = session;
    this.loader = new Loader(session, scope, () => this.clear());
  }

  get state(): LoadState {
    return this.loader.state;
  }

  readonly onDidChange: Event<Change> = (listener) => this.loader.onDidChange(listener);

  load(): Promise<void> {
    return this.loader.first(this.read('load'));
  }

  refresh(reason: RefreshReason = 'asked'): Promise<void> {
    return this.loader.run(reason, this.read(reason));
  }

  dispose(): void {
    this.loader.dispose();
  }

  protected abstract read(kind: ReadKind): Read;

  /** Forgets everything loaded. */
  protected abstract clear(): void;

  /** Announces a change that did not come from a read, if it is one. */
  protected announce(change: Change): void {
    if (change === 'all' || change.size > 0) this.loader.announce(change);
  }
}

/** A loaded store whose list comes in pages. */
export abstract class PagedStore extends LoadedStore {
  abstract readonly hasMore: boolean;

  get loadingMore(): boolean {
    return this.loader.loadingMore;
  }

  /** The failure of the last `loadMore`, until the next read. */
  get moreError(): ExchangeError | undefined {
    return this.loader.moreError;
  }

  async loadMore(): Promise<void> {
    if (this.hasMore) await this.loader.run('more', this.read('more'));
  }

  /** Starts over with another query, and reads if anything was read before. */
  protected async restart(): Promise<void> {
    const wasUsed = this.loader.restart();
    this.loader.announce('all');
    if (wasUsed) await this.load();
  }
}
