import type { Activity } from '../../src/core/activity.ts';
import type { AssetCourse, AssetSpan } from '../../src/core/asset-terms.ts';
import type { Balance } from '../../src/core/balance.ts';
import type { BestQuote, Book, HistorySpan, PriceSample } from '../../src/core/book.ts';
import type { LeagueEvents, ListedLeague, Sport } from '../../src/core/league.ts';
import type { Market, MarketEvent } from '../../src/core/market.ts';
import { isReplacedWithLeaves, isTerminal, type Order } from '../../src/core/order.ts';
import type { Position } from '../../src/core/position.ts';
import type { RawReply, RawTarget } from '../../src/core/raw-reply.ts';
import type { ActivityQuery, EventQuery, MarketQuery, OffsetPage } from '../../src/core/request-queries.ts';
import type { Settlement } from '../../src/core/settlement.ts';
import type { ListedTag, Series } from '../../src/core/topic.ts';
import {
  ExchangeError,
  type ExchangeErrorCode,
  type ExchangeErrorDetails,
} from '../../src/exchange/errors.ts';
import type {
  CursorListing,
  Diagnostics,
  Exchange,
  Listing,
  OnRequestId,
  OptionalEndpoint,
  OrderRef,
  RatePermit,
} from '../../src/exchange/exchange.ts';
import { noStreams, type Streams } from '../../src/exchange/streams.ts';

export type Method = Exclude<keyof Exchange, 'supports' | 'streams' | 'diagnostics' | 'permit' | 'dispose'>;

export interface Call {
  readonly method: Method;
  readonly args: readonly unknown[];
}

/** A call that waits until the test lets it go. */
export interface Held {
  /** Answers as if it had not been held. */
  release(): void;
  fail(error: ExchangeError): void;
}

export function failure(code: ExchangeErrorCode, details: ExchangeErrorDetails = {}): ExchangeError {
  return new ExchangeError(code, `Failed: ${code}`, details);
}

type Script = (answer: () => unknown) => unknown;

/** An exchange in memory that does as a test tells it: serves what is put in, and fails, waits or lies on request. */
export class FakeExchange implements Exchange {
  readonly calls: Call[] = [];
  readonly lacks = new Set<OptionalEndpoint>();
  now: () => number = () => 0;
  markets_: Market[] = [];
  events_: MarketEvent[] = [];
  /** Whether the list of events goes by the times it is asked for. */
  filtersTimes = false;
  leagues_: ListedLeague[] = [];
  sports_: Sport[] = [];
  /** By league and list: `nba games`. */
  leagueEvents_ = new Map<string, MarketEvent[]>();
  tags_: ListedTag[] = [];
  /** By the slug of their tag. */
  tagEvents_ = new Map<string, MarketEvent[]>();
  series_: Series[] = [];
  orders_ = new Map<string, Order>();
  positions_: Position[] = [];
  activities_: Activity[] = [];
  balances_: Balance[] = [];
  books_ = new Map<string, Book>();
  quotes_ = new Map<string, BestQuote>();
  history_ = new Map<string, readonly PriceSample[]>();
  courses_ = new Map<string, AssetCourse>();
  settlements_ = new Map<string, Settlement>();
  /** By their target as JSON. */
  raws_ = new Map<string, RawReply>();
  /** Items of a cursor page. */
  cursorPage = 3;
  /** Open orders on one page. */
  openOrdersPage = Number.POSITIVE_INFINITY;
  disposed = false;
  streams: Streams = noStreams;
  diagnostics: Diagnostics = {
    probe: async () => ({ error: undefined, skewSeconds: undefined }),
    budget: () => ({ perSecond: 20, free: 20, waiting: 0, pausedMs: 0 }),
  };
  /** What was asked for once, and what needs no asking. */
  readonly #known = new Set<OptionalEndpoint>(['batchedCancel']);
  readonly #next = new Map<Method, Script[]>();
  readonly #always = new Map<Method, Script>();

  /** How often something was asked. */
  count(method: Method): number {
    return this.calls.filter((call) => call.method === method).length;
  }

  /** The next call of a method does this instead; `answer` is what it would have answered. */
  next(method: Method, script: Script | ExchangeError): void {
    const scripts = this.#next.get(method) ?? [];
    this.#next.set(method, [...scripts, asScript(script)]);
  }

  /** Every call of a method does this; `undefined` ends it. */
  always(method: Method, script: Script | ExchangeError | undefined): void {
    if (script === undefined) this.#always.delete(method);
    else this.#always.set(method, asScript(script));
  }

  /** Keeps the next call of a method waiting. What it answers is worked out when it is called, as by a slow network. */
  hold(method: Method): Held {
    const gate = Promise.withResolvers<void>();
    this.next(method, async (answer) => {
      const value = await answer();
      await gate.promise;
      return value;
    });
    return { release: () => gate.resolve(), fail: (error) => gate.reject(error) };
  }

  supports(endpoint: OptionalEndpoint): 'yes' | 'no' | 'unknown' {
    if (!this.#known.has(endpoint)) return 'unknown';
    return this.lacks.has(endpoint) ? 'no' : 'yes';
  }

  markets(query: MarketQuery, page: OffsetPage, signal?: AbortSignal): Promise<Listing<Market>> {
    const wanted = this.markets_.filter(
      ({ slug }) => query.slugs === undefined || query.slugs.includes(slug),
    );
    return this.#answer('markets', [query, page], signal, () => this.#listing(slice(wanted, page)));
  }

  marketById(id: string, signal?: AbortSignal): Promise<Market> {
    return this.#answer('marketById', [id], signal, () =>
      found(this.markets_.find((each) => each.id === id)),
    );
  }

  marketBySlug(slug: string, signal?: AbortSignal): Promise<Market> {
    return this.#answer('marketBySlug', [slug], signal, () =>
      found(this.markets_.find((each) => each.slug === slug)),
    );
  }

  settlement(slug: string, signal?: AbortSignal): Promise<Settlement | undefined> {
    return this.#answer('settlement', [slug], signal, () => this.settlements_.get(slug));
  }

  order(id: string, signal?: AbortSignal): Promise<Order> {
    return this.#answer('order', [id], signal, () => found(this.orders_.get(id)));
  }

  openOrders(signal?: AbortSignal, _permit?: RatePermit, cursor?: string): Promise<CursorListing<Order>> {
    return this.#answer('openOrders', cursor === undefined ? [] : [cursor], signal, () => {
      const isOpen = (order: Order): boolean => !isTerminal(order.state) || isReplacedWithLeaves(order);
      const open = [...this.orders_.values()].filter(isOpen);
      const from = cursor === undefined ? 0 : Number(cursor);
      const to = from + this.openOrdersPage;
      return {
        ...this.#listing(open.slice(from, to)),
        nextCursor: to < open.length ? String(to) : undefined,
      };
    });
  }

  permit(_signal?: AbortSignal): Promise<RatePermit> {
    return Promise.resolve({ leave: () => true, release: () => {} });
  }

  cancelOrder(order: OrderRef, _turn?: RatePermit, onRequestId?: OnRequestId): Promise<void> {
    onRequestId?.('trace-1');
    return this.#answer('cancelOrder', [order], undefined, () => this.#cancel(order.id));
  }

  cancelOrders(orders: readonly OrderRef[]): Promise<readonly string[]> {
    return this.#answer('cancelOrders', [orders], undefined, () => {
      this.#need('batchedCancel');
      for (const { id } of orders) this.#cancel(id);
      return orders.map(({ id }) => id);
    });
  }

  killSwitch(): Promise<readonly string[]> {
    return this.#answer('killSwitch', [], undefined, () => {
      const open = [...this.orders_.values()].filter((order) => !isTerminal(order.state));
      for (const { id } of open) this.#cancel(id);
      return open.map(({ id }) => id);
    });
  }

  positions(cursor: string | undefined, signal?: AbortSignal): Promise<CursorListing<Position>> {
    return this.#answer('positions', [cursor], signal, () => this.#cursorListing(this.positions_, cursor));
  }

  activities(
    query: ActivityQuery,
    cursor: string | undefined,
    signal?: AbortSignal,
  ): Promise<CursorListing<Activity>> {
    return this.#answer('activities', [query, cursor], signal, () => {
      const ascending = query.sortOrder === 'ASCENDING';
      return this.#cursorListing(ascending ? [...this.activities_].reverse() : this.activities_, cursor);
    });
  }

  events(query: EventQuery, page: OffsetPage, signal?: AbortSignal): Promise<Listing<MarketEvent>> {
    return this.#answer('events', [query, page], signal, () => {
      this.#need('events');
      const from = Date.parse(query.startTimeMin ?? '1970-01-01');
      const to = Date.parse(query.startTimeMax ?? '9999-01-01');
      const isAny =
        !this.filtersTimes || (query.startTimeMin === undefined && query.startTimeMax === undefined);
      const passes = ({ startTime }: MarketEvent): boolean =>
        isAny || (startTime !== undefined && startTime.ms >= from && startTime.ms <= to);
      return this.#listing(slice(this.events_.filter(passes), page));
    });
  }

  eventById(id: string, signal?: AbortSignal): Promise<MarketEvent> {
    return this.#answer('eventById', [id], signal, () => found(this.events_.find((each) => each.id === id)));
  }

  eventBySlug(slug: string, signal?: AbortSignal): Promise<MarketEvent> {
    return this.#answer('eventBySlug', [slug], signal, () =>
      found(this.events_.find((each) => each.slug === slug)),
    );
  }

  leagues(page: OffsetPage, signal?: AbortSignal): Promise<Listing<ListedLeague>> {
    return this.#answer('leagues', [page], signal, () => {
      this.#need('leagues');
      return this.#listing(slice(this.leagues_, page));
    });
  }

  sports(signal?: AbortSignal): Promise<Listing<Sport>> {
    return this.#answer('sports', [], signal, () => {
      this.#need('sports');
      return this.#listing(this.sports_);
    });
  }

  leagueEvents(
    slug: string,
    which: LeagueEvents,
    page: OffsetPage,
    signal?: AbortSignal,
  ): Promise<Listing<MarketEvent>> {
    return this.#answer('leagueEvents', [slug, which, page], signal, () => {
      this.#need('leagues');
      return this.#listing(slice(this.leagueEvents_.get(`${slug} ${which}`) ?? [], page));
    });
  }

  tags(page: OffsetPage, signal?: AbortSignal): Promise<Listing<ListedTag>> {
    return this.#answer('tags', [page], signal, () => {
      this.#need('tags');
      return this.#listing(slice(this.tags_, page));
    });
  }

  tagEvents(slug: string, page: OffsetPage, signal?: AbortSignal): Promise<Listing<MarketEvent>> {
    return this.#answer('tagEvents', [slug, page], signal, () => {
      this.#need('tags');
      return this.#listing(slice(this.tagEvents_.get(slug) ?? [], page));
    });
  }

  series(page: OffsetPage, signal?: AbortSignal): Promise<Listing<Series>> {
    return this.#answer('series', [page], signal, () => {
      this.#need('series');
      return this.#listing(slice(this.series_, page));
    });
  }

  search(text: string, limit: number, signal?: AbortSignal): Promise<Listing<MarketEvent>> {
    return this.#answer('search', [text, limit], signal, () => {
      this.#need('search');
      return this.#listing(this.events_.slice(0, limit));
    });
  }

  book(slug: string, signal?: AbortSignal): Promise<Book> {
    return this.#answer('book', [slug], signal, () => {
      this.#need('book');
      return found(this.books_.get(slug));
    });
  }

  bbo(slug: string, signal?: AbortSignal): Promise<BestQuote> {
    return this.#answer('bbo', [slug], signal, () => {
      this.#need('bbo');
      return found(this.quotes_.get(slug));
    });
  }

  priceHistory(slug: string, span: HistorySpan, signal?: AbortSignal): Promise<readonly PriceSample[]> {
    const asked = typeof span === 'string' ? span : `${span.from}-${span.to}`;
    return this.#answer('priceHistory', [slug, asked], signal, () => {
      this.#need('priceHistory');
      return this.history_.get(slug) ?? [];
    });
  }

  assetCourse(asset: string, span: AssetSpan, signal?: AbortSignal): Promise<AssetCourse> {
    return this.#answer('assetCourse', [asset, span], signal, () => {
      this.#need('assetPrices');
      return this.courses_.get(asset) ?? { asset, currency: '', points: [] };
    });
  }

  balances(signal?: AbortSignal): Promise<Listing<Balance>> {
    return this.#answer('balances', [], signal, () => {
      this.#need('balances');
      return this.#listing(this.balances_);
    });
  }

  raw(target: RawTarget, signal?: AbortSignal): Promise<RawReply> {
    return this.#answer('raw', [target], signal, () => found(this.raws_.get(JSON.stringify(target))));
  }

  dispose(): void {
    this.disposed = true;
  }

  async #answer<T>(
    method: Method,
    args: readonly unknown[],
    signal: AbortSignal | undefined,
    answer: () => T,
  ): Promise<T> {
    this.calls.push({ method, args });
    if (this.disposed || signal?.aborted) throw failure('cancelled');
    const [first, ...rest] = this.#next.get(method) ?? [];
    if (first !== undefined) this.#next.set(method, rest);
    const script = first ?? this.#always.get(method) ?? ((plain: () => unknown) => plain());
    const value = (await script(answer)) as T;
    if (this.disposed) throw failure('cancelled');
    return value;
  }

  #need(endpoint: OptionalEndpoint): void {
    this.#known.add(endpoint);
    if (this.lacks.has(endpoint)) throw failure('unsupported', { status: 404 });
  }

  #cancel(id: string): void {
    const order = found(this.orders_.get(id));
    if (isTerminal(order.state)) throw failure('refused', { status: 400 });
    this.orders_.set(id, { ...order, state: 'CANCELED' });
  }

  #listing<T>(items: readonly T[]): Listing<T> {
    return { items, lost: 0, problems: [], receivedAt: this.now() };
  }

  #cursorListing<T>(items: readonly T[], cursor: string | undefined): CursorListing<T> {
    const from = cursor === undefined ? 0 : Number(cursor);
    const to = from + this.cursorPage;
    return {
      ...this.#listing(items.slice(from, to)),
      nextCursor: to < items.length ? String(to) : undefined,
    };
  }
}

function slice<T>(items: readonly T[], page: OffsetPage): readonly T[] {
  return items.slice(page.offset, page.offset + page.limit);
}

function found<T>(item: T | undefined): T {
  if (item === undefined) throw failure('notFound', { status: 404 });
  return item;
}

function asScript(script: Script | ExchangeError): Script {
  if (!(script instanceof ExchangeError)) return script;
  return () => {
    throw script;
  };
}
