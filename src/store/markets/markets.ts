import type { Event } from '../../base/event.ts';
import { matches } from '../../core/filter.ts';
import type { Market, MarketOverview } from '../../core/market.ts';
import type { MarketQuery, OffsetPage } from '../../core/query.ts';
import { SORT_KEYS, serviceOrder, sortMarkets } from '../../core/sort.ts';
import { type ExchangeError, isExchangeError } from '../../exchange/errors.ts';
import type { Exchange, Listing } from '../../exchange/exchange.ts';
import { unavailableFilters } from '../../exchange/profile.ts';
import type { Change, LoadState, RefreshReason, Store } from '../reading/load-state.ts';
import { Loader, type Read, type ReadKind } from '../reading/loader.ts';
import { PagedReads } from '../reading/paged-reads.ts';
import { Pages } from '../reading/pages.ts';
import type { Session } from '../session/session.ts';

export interface MarketsOptions {
  readonly query?: MarketQuery;
  /** Items per page, default 50. */
  readonly pageSize?: number;
  /** Most pages held, default 2,000. */
  readonly maxPages?: number;
}

/** Markets known from elsewhere than the list are kept up to this many, oldest out first. */
const MOST_UNLISTED = 20_000;

/** The market list as paged so far. Changes are keyed by slug. */
export class MarketsStore implements Store {
  readonly #session: Session;
  readonly #loader: Loader;
  readonly #pages = new Pages<Market>({
    now: () => this.#session.clock.now(),
    keyOf: (market) => market.slug,
    merge: mergeMarket,
    stamp: (market) => market.updatedAt?.text,
  });
  readonly #reads = new PagedReads(this.#pages);
  readonly #unlisted = new Set<string>();
  readonly #maxPages: number;
  #query: MarketQuery;
  #pageSize: number;
  #pageSizeInUse: number;
  #sortedLocally = false;
  #shown: { readonly from: readonly Market[]; readonly markets: readonly Market[] } | undefined;

  constructor(session: Session, options: MarketsOptions = {}) {
    this.#session = session;
    this.#query = options.query ?? {};
    this.#pageSize = this.#pageSizeInUse = options.pageSize ?? 50;
    this.#maxPages = options.maxPages ?? 2_000;
    this.#loader = new Loader(session, 'public', () => this.#clear());
  }

  get state(): LoadState {
    return this.#loader.state;
  }

  readonly onDidChange: Event<Change> = (listener) => this.#loader.onDidChange(listener);

  get query(): MarketQuery {
    return this.#query;
  }

  /** Filters of `query` that requests of this connection cannot say. They are neither sent nor applied here. */
  get unavailableFilters(): readonly (keyof MarketQuery)[] {
    return unavailableFilters(this.#query, this.#session.profile.dialect);
  }

  /** `query` without the filters that are not available. */
  get appliedQuery(): MarketQuery {
    const applied = { ...this.#query };
    for (const name of this.unavailableFilters) delete applied[name];
    return applied;
  }

  /** Starts over with another filter or order, and reads if anything was read before. */
  async setQuery(query: MarketQuery): Promise<void> {
    this.#query = query;
    const known = [...this.known()].map((market) => ({ market, at: this.readAt(market.slug) ?? 0 }));
    const wasUsed = this.#loader.restart();
    for (const { market, at } of known.slice(-MOST_UNLISTED)) this.#put(market, at);
    this.#loader.announce('all');
    if (wasUsed) await this.load();
  }

  get pageSize(): number {
    return this.#pageSize;
  }

  /** Items, 1 or more. Counts from the next first page on. */
  setPageSize(size: number): void {
    this.#pageSize = Math.max(1, Math.trunc(size));
  }

  /** The listed markets in list order; the same array until something changed. */
  get markets(): readonly Market[] {
    const from = this.#pages.items;
    if (this.#shown?.from !== from) {
      const query = this.appliedQuery;
      const passing = from.filter((market) => matches(market, query));
      this.#shown = { from, markets: inOrder(passing, query) };
    }
    return this.#shown.markets;
  }

  /** Whether `loadMore` may bring more. A short page proves nothing; an empty one, or one with nothing new, does. */
  get hasMore(): boolean {
    return this.#pages.hasMore && this.#pages.count < this.#maxPages;
  }

  get loadingMore(): boolean {
    return this.#loader.loadingMore;
  }

  /** The failure of the last `loadMore`, until the next read. */
  get moreError(): ExchangeError | undefined {
    return this.#loader.moreError;
  }

  /** Items of the last replies that could not be read. */
  get lost(): number {
    return this.#pages.lost;
  }

  /** True when the service refused the order asked for: only what was loaded is in order. */
  get sortedLocally(): boolean {
    return this.#sortedLocally;
  }

  /** A market by slug, listed or put in by `upsert`. */
  get(slug: string): Market | undefined {
    return this.#pages.get(slug);
  }

  /** Unix milliseconds of the reply a market came from. */
  readAt(slug: string): number | undefined {
    return this.#pages.readAt(slug);
  }

  /** Listed markets, then those known from elsewhere only. */
  known(): Iterable<Market> {
    return this.#pages.known();
  }

  /** Takes in markets read elsewhere (a panel, an event) at `readAt`. They are not added to the list. */
  upsert(markets: Market | readonly Market[], readAt: number): void {
    const changed = new Set<string>();
    for (const market of 'slug' in markets ? [markets] : markets) {
      if (this.#put(market, readAt)) changed.add(market.slug);
    }
    if (changed.size > 0) this.#loader.announce(changed);
  }

  load(): Promise<void> {
    return this.#loader.first(this.#read('load'));
  }

  async loadMore(): Promise<void> {
    if (this.hasMore) await this.#loader.run('more', this.#read('more'));
  }

  refresh(reason: RefreshReason = 'asked'): Promise<void> {
    return this.#loader.run(reason, this.#read(reason));
  }

  dispose(): void {
    this.#loader.dispose();
  }

  #read(kind: ReadKind): Read {
    return async (exchange, signal) => {
      if (this.#pages.count === 0) this.#pageSizeInUse = this.#pageSize;
      const query = this.appliedQuery;
      const order = { refused: this.#sortedLocally };
      const commit = await this.#reads.read(kind, this.#pageSizeInUse, (page) =>
        readPage(exchange, query, order, page, signal),
      );
      return () => {
        this.#sortedLocally = order.refused;
        return commit();
      };
    };
  }

  #put(market: Market, readAt: number): boolean {
    if (this.#pages.get(market.slug) === undefined) this.#unlisted.add(market.slug);
    const [oldest] = this.#unlisted;
    if (this.#unlisted.size > MOST_UNLISTED && oldest !== undefined) {
      this.#unlisted.delete(oldest);
      this.#pages.drop(oldest);
    }
    return this.#pages.put(market, readAt);
  }

  #clear(): void {
    this.#pages.clear();
    this.#reads.clear();
    this.#unlisted.clear();
    this.#shown = undefined;
    this.#sortedLocally = false;
  }
}

/** Sorts again what the service was asked to sort: services were seen to ignore the order. */
function inOrder(markets: readonly Market[], query: MarketQuery): readonly Market[] {
  const key = SORT_KEYS.find((each) => serviceOrder(each) === query.orderBy?.[0]);
  // `desc` is what the service does unless told otherwise.
  return key === undefined
    ? markets
    : sortMarkets(markets, { key, direction: query.orderDirection ?? 'desc' });
}

/** A service that refuses the order answers 400 or 500: reads that page without it, and every later one. */
async function readPage(
  exchange: Exchange,
  query: MarketQuery,
  order: { refused: boolean },
  page: OffsetPage,
  signal: AbortSignal,
): Promise<Listing<Market>> {
  const { orderBy, orderDirection: _, ...unordered } = query;
  if (orderBy === undefined || order.refused) return exchange.markets(unordered, page, signal);
  try {
    return await exchange.markets(query, page, signal);
  } catch (cause) {
    if (!isExchangeError(cause) || (cause.details.status !== 400 && cause.details.status !== 500))
      throw cause;
    const listing = await exchange.markets(unordered, page, signal);
    order.refused = true;
    return listing;
  }
}

/** Endpoints differ in what they send: parents, tags and volumes seen before are kept, prices of the overview are not. */
function mergeMarket(newer: Market, older: Market): Market {
  const lacks =
    (newer.events.length === 0 && older.events.length > 0) ||
    (newer.tags.length === 0 && older.tags.length > 0) ||
    (newer.overview === undefined && older.overview !== undefined);
  if (!lacks) return newer;
  return {
    ...newer,
    events: newer.events.length > 0 ? newer.events : older.events,
    tags: newer.tags.length > 0 ? newer.tags : older.tags,
    overview: newer.overview ?? withoutPrices(older.overview),
  };
}

function withoutPrices(overview: MarketOverview | undefined): MarketOverview | undefined {
  if (overview === undefined) return undefined;
  return {
    ...overview,
    lastTradePrice: undefined,
    bestBid: undefined,
    bestAsk: undefined,
    spread: undefined,
    oneDayPriceChange: undefined,
    oneWeekPriceChange: undefined,
  };
}
