import { deriveEvents } from '../../core/derive-events.ts';
import type { MarketEvent } from '../../core/market.ts';
import type { OffsetPage } from '../../core/request-queries.ts';
import { isExchangeError } from '../../exchange/errors.ts';
import type { Exchange, Listing } from '../../exchange/exchange.ts';
import { KeyedList } from '../reading/keyed-list.ts';
import type { Change } from '../reading/load-state.ts';
import { type Commit, PagedStore, type ReadKind } from '../reading/loaded-store.ts';
import { type PageLimits, Pages } from '../reading/pages.ts';
import type { Session } from '../session/session.ts';
import type { MarketsStore } from './markets.ts';

/** The event list; where the service has none, events of the markets loaded so far. Changes are keyed by event id. */
export class EventsStore extends PagedStore {
  readonly #markets: MarketsStore;
  readonly #pages: Pages<MarketEvent>;
  readonly #derivedList = new KeyedList<MarketEvent>((event) => event.id);
  #derived = false;
  #all: readonly MarketEvent[] | undefined;
  #findable: readonly MarketEvent[] | undefined;
  /** Ids of events by the slugs of their markets. */
  readonly #parents = new Map<string, string>();

  constructor(session: Session, markets: MarketsStore, limits: PageLimits = {}) {
    super(session, 'public');
    this.#markets = markets;
    this.#pages = new Pages({ clock: session.clock, keyOf: (event) => event.id, ...limits });
    this.own.add(
      markets.onDidChange((change) => {
        if (this.#derived) this.fire(change === 'all' || change.size > 0 ? this.#rederive() : change);
      }),
    );
  }

  set pageSize(size: number) {
    this.#pages.pageSize = size;
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
    return this.#derived ? this.#markets.hasMore : this.#pages.hasMore;
  }

  /** Items of the last replies that could not be read. */
  get lost(): number {
    return this.#derived ? this.#markets.lost : this.#pages.lost;
  }

  get(id: string): MarketEvent | undefined {
    return (this.#derived ? this.#derivedList.get(id) : undefined) ?? this.#pages.get(id);
  }

  /** Every event that was read for a list, the listed ones first. `onDidChange` says when there are others, or newer ones. */
  known(): Iterable<MarketEvent> {
    return this.#derived ? this.#derivedList.items : this.#pages.known();
  }

  /** The same as an array, which stays until something changed. */
  get all(): readonly MarketEvent[] {
    this.#all ??= [...this.known()];
    return this.#all;
  }

  /** All of them and those that were read for a page alone; the same array until something changed. */
  get findable(): readonly MarketEvent[] {
    this.#findable ??= [...this.all, ...this.#pages.aside()];
    return this.#findable;
  }

  /** The event that came with this market among its own. */
  ofMarket(slug: string): MarketEvent | undefined {
    const id = this.#parents.get(slug);
    return id === undefined ? undefined : this.get(id);
  }

  /** Takes in events read elsewhere at `readAt`, with their markets. They do not join the list. */
  upsert(events: readonly MarketEvent[], readAt: number): void {
    this.#put(events, readAt, false);
  }

  /** Takes in events that were read for a page alone: no view shows or counts them or their markets because of it. */
  setAside(events: readonly MarketEvent[], readAt: number): void {
    this.#put(events, readAt, true);
  }

  #put(events: readonly MarketEvent[], readAt: number, isSetAside: boolean): void {
    const changed = new Set<string>();
    for (const event of events) if (this.#pages.put(event, readAt, isSetAside)) changed.add(event.id);
    this.#adopt(events);
    const markets = events.flatMap((event) => event.markets);
    if (isSetAside) this.#markets.setAside(markets, readAt);
    else this.#markets.upsert(markets, readAt);
    this.announce(changed);
  }

  /** Unix milliseconds of the reply an event came from; a derived event is as old as its oldest market. */
  readAt(id: string): number | undefined {
    if (!this.#derived) return this.#pages.readAt(id);
    const times = this.get(id)?.markets.map((market) => this.#markets.readAt(market.slug) ?? Infinity) ?? [];
    const oldest = Math.min(...times);
    return Number.isFinite(oldest) ? oldest : undefined;
  }

  protected override async read(kind: ReadKind, exchange: Exchange, signal: AbortSignal): Promise<Commit> {
    try {
      // The client forgets after a while that a service lacks it, in case that was wrong.
      if (exchange.supports('events') === 'no') return await this.#readMarkets(kind);
      const readPage = async (page: OffsetPage): Promise<Listing<MarketEvent>> => {
        const listing = await exchange.events({}, page, signal);
        if (!signal.aborted) this.#adoptAll(listing.items, listing.receivedAt);
        return listing;
      };
      const commit = await this.#pages.read(kind, readPage, kind === 'more' ? this.moreSize : undefined);
      return () => {
        const change = commit();
        const wasDerived = this.#derived;
        this.#derived = false;
        return wasDerived ? 'all' : change;
      };
    } catch (cause) {
      if (!isExchangeError(cause) || cause.code !== 'unsupported') throw cause;
      return this.#readMarkets(kind);
    }
  }

  /** Reads the markets in place of their events. */
  async #readMarkets(kind: ReadKind): Promise<Commit> {
    const markets = this.#markets;
    if (kind === 'more') await markets.loadMore(this.moreSize);
    else await (kind === 'load' ? markets.load() : markets.refresh(kind));
    const { state, moreError } = markets;
    const error = kind === 'more' ? moreError : state.kind === 'failed' ? state.error : undefined;
    if (error !== undefined) throw error;
    return () => {
      const wasDerived = this.#derived;
      this.#derived = true;
      const change = this.#rederive();
      return wasDerived ? change : 'all';
    };
  }

  #rederive(): Change {
    const change = this.#derivedList.replace(deriveEvents(this.#markets.markets));
    this.#adopt(this.#derivedList.items);
    return change;
  }

  protected override fire(change: Change): void {
    this.#all = undefined;
    this.#findable = undefined;
    super.fire(change);
  }

  #adopt(events: readonly MarketEvent[]): void {
    for (const { id, markets } of events) for (const { slug } of markets) this.#parents.set(slug, id);
  }

  #adoptAll(events: readonly MarketEvent[], readAt: number): void {
    this.#adopt(events);
    this.#markets.upsert(
      events.flatMap(({ markets }) => markets),
      readAt,
    );
  }

  protected override clear(): void {
    this.#pages.clear();
    this.#derivedList.replace([]);
    this.#parents.clear();
    this.#derived = false;
  }
}
