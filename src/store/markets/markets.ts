import { isOver, lifecycle } from '../../core/lifecycle.ts';
import type { Market, MarketOverview } from '../../core/market.ts';
import { lacksTeam, teamsOfSides, withTeams } from '../../core/market-teams.ts';
import type { MarketQuery, OffsetPage } from '../../core/request-queries.ts';
import { isExchangeError } from '../../exchange/errors.ts';
import type { Exchange, Listing } from '../../exchange/exchange.ts';
import { availableQuery } from '../../exchange/profile.ts';
import { type Commit, PagedStore, type ReadKind } from '../reading/loaded-store.ts';
import { type PageLimits, Pages } from '../reading/pages.ts';
import type { Session } from '../session/session.ts';

export interface MarketsOptions extends PageLimits {
  readonly query?: MarketQuery | undefined;
}

/** Most markets known from elsewhere than the list: the largest catalogue in sight. */
const MAX_UNLISTED = 120_000;

/** The market list as paged so far. Changes are keyed by slug. */
export class MarketsStore extends PagedStore {
  readonly #pages: Pages<Market>;
  #query: MarketQuery;
  #sortedLocally = false;
  /** Known because one holds or ordered in them. */
  readonly #own = new Set<string>();

  constructor(session: Session, { query = {}, ...limits }: MarketsOptions = {}) {
    super(session, 'public');
    this.#query = query;
    this.#pages = new Pages({
      clock: session.clock,
      keyOf: (market) => market.slug,
      merge: mergeMarket,
      mostUnlisted: MAX_UNLISTED,
      ...limits,
    });
  }

  get query(): MarketQuery {
    return this.#query;
  }

  /** `query` without the filters that requests of this connection cannot say. */
  get appliedQuery(): MarketQuery {
    return availableQuery(this.#query, this.session.profile.dialect);
  }

  /** Starts over with another filter or order, and reads if anything was read before. */
  async setQuery(query: MarketQuery): Promise<void> {
    this.#query = query;
    await this.restart(() => {
      this.#pages.unlist();
      this.#sortedLocally = false;
    });
  }

  get pageSize(): number {
    return this.#pages.pageSize;
  }

  set pageSize(size: number) {
    this.#pages.pageSize = size;
  }

  /** The listed markets as the service orders them, which may ignore order and filters; the same array until something changed. */
  get markets(): readonly Market[] {
    return this.#pages.items;
  }

  isListed(slug: string): boolean {
    return this.#pages.isListed(slug);
  }

  /** Whether `loadMore` may bring more. A short page proves nothing; an empty one, or one with nothing new, does. */
  get hasMore(): boolean {
    return this.#pages.hasMore;
  }

  /** Items of the last replies that could not be read. */
  get lost(): number {
    return this.#pages.lost;
  }

  /** True when the service refused the order: only loaded markets are sorted. */
  get sortedLocally(): boolean {
    return this.#sortedLocally;
  }

  get(slug: string): Market | undefined {
    return this.#pages.get(slug);
  }

  /** A market as it was read last; read now, and set aside, where it was not. Rejects with ExchangeError. */
  async getOrRead(slug: string): Promise<Market> {
    const known = this.get(slug);
    if (known !== undefined) return known;
    const market = await (await this.session.ensure()).marketBySlug(slug);
    this.setAside(market, this.session.clock.now());
    return market;
  }

  /** Unix milliseconds of the reply a market came from. */
  readAt(slug: string): number | undefined {
    return this.#pages.readAt(slug);
  }

  /** Whether trading in it has ended for good, by what was read last; false of an unknown market. */
  isOver(slug: string): boolean {
    const market = this.get(slug);
    return market !== undefined && isOver(lifecycle(market));
  }

  /** Listed markets, then those known from elsewhere only; not what is set aside. */
  known(): Iterable<Market> {
    return this.#pages.known();
  }

  /** How many `known()` has. */
  get knownCount(): number {
    return this.#pages.knownCount;
  }

  /** Stores markets read elsewhere (a group, an event, the watchlist) at `readAt`. They are not added to the list. */
  upsert(markets: Market | readonly Market[], readAt: number): void {
    for (const { slug } of 'slug' in markets ? [markets] : markets) this.#own.delete(slug);
    this.#put(markets, readAt, false);
  }

  /** The same of markets that were read because one holds or ordered in them. */
  upsertOwn(markets: readonly Market[], readAt: number): void {
    for (const { slug } of markets) if (this.isInNoList(slug)) this.#own.add(slug);
    this.#put(markets, readAt, false);
  }

  /** Known for no other reason than that one holds or ordered in it, now or before: that it is known tells of the account. */
  isOwnAlone(slug: string): boolean {
    return this.#own.has(slug) && !this.isListed(slug);
  }

  /** Stores markets that were read for a search or a page alone: no view shows or counts them because of it. */
  setAside(markets: Market | readonly Market[], readAt: number): void {
    this.#put(markets, readAt, true);
  }

  /** Known from a search or a page alone, or not at all. */
  isInNoList(slug: string): boolean {
    return this.get(slug) === undefined || this.#pages.isAside(slug);
  }

  #put(markets: Market | readonly Market[], readAt: number, isSetAside: boolean): void {
    const changed = new Set<string>();
    for (const market of 'slug' in markets ? [markets] : markets) {
      if (this.#pages.put(market, readAt, isSetAside)) changed.add(market.slug);
    }
    this.announce(changed);
  }

  protected override async read(kind: ReadKind, exchange: Exchange, signal: AbortSignal): Promise<Commit> {
    const query = this.appliedQuery;
    const order = { refused: this.#sortedLocally };
    const commit = await this.#pages.read(
      kind,
      (page) => readPage(exchange, query, order, page, signal),
      kind === 'more' ? this.moreSize : undefined,
    );
    return () => {
      this.#sortedLocally = order.refused;
      return commit();
    };
  }

  protected override clear(): void {
    this.#pages.clear();
    this.#own.clear();
    this.#sortedLocally = false;
  }
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

/** Some endpoints leave out parents, teams, tags and volumes: the earlier ones stay, prices of the overview do not. */
function mergeMarket(read: Market, older: Market): Market {
  const newer = lacksTeam(read) ? withTeams(read, teamsOfSides(older)) : read;
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
