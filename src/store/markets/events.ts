import { deriveEvents } from '../../core/derive-events.ts';
import type { MarketEvent } from '../../core/market.ts';
import { type ExchangeError, isExchangeError } from '../../exchange/errors.ts';
import { KeyedList } from '../reading/keyed-list.ts';
import type { Change, LoadState, RefreshReason } from '../reading/load-state.ts';
import type { Read, ReadKind } from '../reading/loaded-store.ts';
import { PagedStore } from '../reading/loaded-store.ts';
import { Pages } from '../reading/pages.ts';
import type { Session } from '../session/session.ts';
import type { MarketsStore } from './markets.ts';

interface EventsOptions {
  /** Items per page, default 50. */
  readonly pageSize?: number;
  /** Most pages held, default 500. */
  readonly maxPages?: number;
}

/** The event list; where the service has none, events of the markets loaded so far. Changes are keyed by event id. */
export class EventsStore extends PagedStore {
  readonly #markets: MarketsStore;
  readonly #pages = new Pages<MarketEvent>({
    now: () => this.session.clock.now(),
    keyOf: (event) => event.id,
  });
  readonly #derivedList = new KeyedList<MarketEvent>((event) => event.id);
  readonly #maxPages: number;
  #pageSize: number;
  #pageSizeInUse: number;
  #derived = false;
  #all: readonly MarketEvent[] | undefined;
  /** Ids of events by the slugs of their markets. */
  readonly #parents = new Map<string, string>();

  constructor(session: Session, markets: MarketsStore, options: EventsOptions = {}) {
    super(session, 'public');
    this.#markets = markets;
    this.#pageSize = this.#pageSizeInUse = options.pageSize ?? 50;
    this.#maxPages = options.maxPages ?? 500;
    this.own.add(
      markets.onDidChange((change) => {
        if (this.#derived) this.fire(change === 'all' || change.size > 0 ? this.#rederive() : change);
      }),
    );
  }

  override get state(): LoadState {
    return this.#derived ? this.#markets.state : super.state;
  }

  /** Items, 1 or more. Counts from the next first page on. */
  setPageSize(size: number): void {
    this.#pageSize = Math.max(1, Math.trunc(size));
  }

  /** The listed events in list order; the same array until something changed. */
  get events(): readonly MarketEvent[] {
    return this.#derived ? this.#derivedList.items : this.#pages.items;
  }

  /** True when the service has no event list and these come from the markets loaded so far. */
  get derived(): boolean {
    return this.#derived;
  }

  get hasMore(): boolean {
    if (this.#derived) return this.#markets.hasMore;
    return this.#pages.hasMore && this.#pages.count < this.#maxPages;
  }

  override get loadingMore(): boolean {
    return this.#derived ? this.#markets.loadingMore : super.loadingMore;
  }

  override get moreError(): ExchangeError | undefined {
    return this.#derived ? this.#markets.moreError : super.moreError;
  }

  /** Items of the last replies that could not be read. */
  get lost(): number {
    return this.#derived ? this.#markets.lost : this.#pages.lost;
  }

  get(id: string): MarketEvent | undefined {
    return (this.#derived ? this.#derivedList.get(id) : undefined) ?? this.#pages.get(id);
  }

  /** Every event that was read, the listed ones first. `onDidChange` says when there are others, or newer ones. */
  known(): Iterable<MarketEvent> {
    return this.#derived ? this.#derivedList.items : this.#pages.known();
  }

  /** Every event that was read; the same array until something changed. */
  get all(): readonly MarketEvent[] {
    this.#all ??= [...this.known()];
    return this.#all;
  }

  /** The event that came with this market among its own. */
  ofMarket(slug: string): MarketEvent | undefined {
    const id = this.#parents.get(slug);
    return id === undefined ? undefined : this.get(id);
  }

  /** Takes in events read elsewhere at `readAt`, with their markets. They do not join the list. */
  upsert(events: readonly MarketEvent[], readAt: number): void {
    const changed = new Set<string>();
    for (const event of events) {
      if (this.#pages.put(event, readAt)) changed.add(event.id);
      this.#adopt(event);
    }
    const nested = events.flatMap((event) => event.markets);
    this.#markets.upsert(nested, readAt);
    if (changed.size > 0) this.fire(changed);
  }

  /** Unix milliseconds of the reply an event came from; a derived event is as old as its oldest market. */
  readAt(id: string): number | undefined {
    if (!this.#derived) return this.#pages.readAt(id);
    const times = this.get(id)?.markets.map((market) => this.#markets.readAt(market.slug) ?? Infinity) ?? [];
    const oldest = Math.min(...times);
    return Number.isFinite(oldest) ? oldest : undefined;
  }

  override load(): Promise<void> {
    return this.#derived ? this.#markets.load() : super.load();
  }

  override loadMore(): Promise<void> {
    return this.#derived ? this.#markets.loadMore() : super.loadMore();
  }

  override refresh(reason: RefreshReason = 'asked'): Promise<void> {
    return this.#isLacking() ? this.#markets.refresh(reason) : super.refresh(reason);
  }

  /** True while the client takes the event list to be missing; it forgets that after a while, in case it was wrong. */
  #isLacking(): boolean {
    return this.#derived && this.session.current?.supports('events') === 'no';
  }

  protected override read(kind: ReadKind): Read {
    return async (exchange, signal) => {
      if (this.#pages.count === 0) this.#pageSizeInUse = this.#pageSize;
      try {
        const commit = await this.#pages.read(kind, this.#pageSizeInUse, async (page) => {
          const listing = await exchange.events({}, page, signal);
          if (!signal.aborted) {
            for (const event of listing.items) this.#adopt(event);
            const nested = listing.items.flatMap((event) => event.markets);
            this.#markets.upsert(nested, listing.receivedAt);
          }
          return listing;
        });
        return () => {
          const change = commit();
          const wasDerived = this.#derived;
          this.#derived = false;
          return wasDerived ? 'all' : change;
        };
      } catch (cause) {
        if (!isExchangeError(cause) || cause.code !== 'unsupported') throw cause;
        await this.#markets.load();
        return () => {
          this.#derived = true;
          this.#rederive();
          return 'all';
        };
      }
    };
  }

  #rederive(): Change {
    const change = this.#derivedList.replace(deriveEvents(this.#markets.markets));
    for (const event of this.#derivedList.items) this.#adopt(event);
    return change;
  }

  protected override fire(change: Change): void {
    this.#all = undefined;
    super.fire(change);
  }

  #adopt({ id, markets }: MarketEvent): void {
    for (const { slug } of markets) this.#parents.set(slug, id);
  }

  protected override clear(): void {
    this.#pages.clear();
    this.#derivedList.clear();
    this.#parents.clear();
    this.#derived = false;
  }
}
