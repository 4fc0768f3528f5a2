import type { Disposable } from '../base/disposable.ts';
import type { Activity } from '../core/activity.ts';
import type { RateBudget } from '../core/api-call.ts';
import type { AssetCourse, AssetSpan } from '../core/asset-terms.ts';
import type { Balance } from '../core/balance.ts';
import type { BestQuote, Book, HistorySpan, PriceSample } from '../core/book.ts';
import type { LeagueEvents, ListedLeague, Sport } from '../core/league.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import type { Order } from '../core/order.ts';
import type { Position } from '../core/position.ts';
import type { RawReply, RawTarget } from '../core/raw-reply.ts';
import type { ActivityQuery, EventQuery, MarketQuery, OffsetPage } from '../core/request-queries.ts';
import type { Settlement } from '../core/settlement.ts';
import type { ListedTag, Series } from '../core/topic.ts';
import type { ExchangeError } from './errors.ts';
import type { Streams } from './streams.ts';

/** Orders one batched cancel takes, at most (interface.md 8.3). */
export const BATCH_LIMIT = 20;

export interface Problem {
  /** Which item: its id or slug where it has one, else its place, e.g. `markets[3]`. */
  readonly item: string;
  readonly field: string;
  readonly reason: string;
}

/** A list as far as it could be read. `lost` counts items dropped whole; every drop and lost field is a problem, of which the first 1,000 are listed. */
export interface Listing<T> {
  readonly items: readonly T[];
  readonly lost: number;
  readonly problems: readonly Problem[];
  /** When the reply arrived, Unix milliseconds. */
  readonly receivedAt: number;
}

export interface CursorListing<T> extends Listing<T> {
  /** `undefined` on the last page (eof, empty or repeated cursor). */
  readonly nextCursor: string | undefined;
}

/** Endpoints a service may lack. Without one, what it tells is missing, not the view. */
export type OptionalEndpoint =
  | 'events'
  | 'event'
  | 'leagues'
  | 'sports'
  | 'tags'
  | 'series'
  | 'book'
  | 'bbo'
  | 'search'
  | 'priceHistory'
  | 'assetPrices'
  | 'balances'
  | 'batchedCancel';

export interface OrderRef {
  readonly id: string;
  readonly marketSlug: string;
}

/** Called with the service's own id of the request as soon as a reply has one, whether or not the reply is usable. */
export type OnRequestId = (requestId: string) => void;

/**
 * The exchange in core terms: the one port between the stores and any service. Every call rejects with ExchangeError
 * only. Reads are retried inside; `cancelOrder`, `cancelOrders` and `killSwitch` are sent exactly once: in
 * a permit at once, without one after waiting for the rate, if there is time for that.
 */
export interface Exchange extends Disposable {
  /**
   * `no` once the service answered 404/501 for the endpoint itself; such calls then reject at once with `unsupported`. `yes`
   * once it worked, or from the first where it is part of what the service has published.
   */
  supports(endpoint: OptionalEndpoint): 'yes' | 'no' | 'unknown';
  /** The real-time streams; closed until something is wanted of them. `noStreams` where there is no way to any. */
  readonly streams: Streams;
  /** What there is to find out about the connection itself. */
  readonly diagnostics: Diagnostics;

  markets(query: MarketQuery, page: OffsetPage, signal?: AbortSignal): Promise<Listing<Market>>;
  /** `id` is an int32 in text. */
  marketById(id: string, signal?: AbortSignal): Promise<Market>;
  marketBySlug(slug: string, signal?: AbortSignal): Promise<Market>;
  /** `undefined`: not settled (the service answers 404 until then). */
  settlement(slug: string, signal?: AbortSignal): Promise<Settlement | undefined>;
  order(id: string, signal?: AbortSignal): Promise<Order>;
  /** One page; most services send the whole list as one. With a permit it is sent once. */
  openOrders(signal?: AbortSignal, permit?: RatePermit, cursor?: string): Promise<CursorListing<Order>>;
  /**
   * Resolves when a request may leave, however long the service wants to be left alone until then. Rejects with `cancelled`
   * only. Release every permit, used or not.
   */
  permit(signal?: AbortSignal): Promise<RatePermit>;
  /** Resolves when the service accepted the request: not yet proof that the order is cancelled. */
  cancelOrder(order: OrderRef, permit?: RatePermit, onRequestId?: OnRequestId): Promise<void>;
  positions(cursor: string | undefined, signal?: AbortSignal): Promise<CursorListing<Position>>;
  activities(
    query: ActivityQuery,
    cursor: string | undefined,
    signal?: AbortSignal,
  ): Promise<CursorListing<Activity>>;

  events(query: EventQuery, page: OffsetPage, signal?: AbortSignal): Promise<Listing<MarketEvent>>;
  eventById(id: string, signal?: AbortSignal): Promise<MarketEvent>;
  eventBySlug(slug: string, signal?: AbortSignal): Promise<MarketEvent>;
  /** At most 50 a page. */
  leagues(page: OffsetPage, signal?: AbortSignal): Promise<Listing<ListedLeague>>;
  sports(signal?: AbortSignal): Promise<Listing<Sport>>;
  /** Events of one league, by its slug, with their markets. */
  leagueEvents(
    slug: string,
    which: LeagueEvents,
    page: OffsetPage,
    signal?: AbortSignal,
  ): Promise<Listing<MarketEvent>>;
  tags(page: OffsetPage, signal?: AbortSignal): Promise<Listing<ListedTag>>;
  /** Open events of one tag, by its slug, with their markets. */
  tagEvents(slug: string, page: OffsetPage, signal?: AbortSignal): Promise<Listing<MarketEvent>>;
  series(page: OffsetPage, signal?: AbortSignal): Promise<Listing<Series>>;
  search(text: string, limit: number, signal?: AbortSignal): Promise<Listing<MarketEvent>>;
  book(slug: string, signal?: AbortSignal): Promise<Book>;
  bbo(slug: string, signal?: AbortSignal): Promise<BestQuote>;
  priceHistory(slug: string, span: HistorySpan, signal?: AbortSignal): Promise<readonly PriceSample[]>;
  /** The course of an asset between two moments, Unix milliseconds; the service keeps to 3,600 points. */
  assetCourse(asset: string, span: AssetSpan, signal?: AbortSignal): Promise<AssetCourse>;
  balances(signal?: AbortSignal): Promise<Listing<Balance>>;
  /** The service's own reply about a thing, read for this purpose. */
  raw(target: RawTarget, signal?: AbortSignal): Promise<RawReply>;
  /** 1–20 orders. Resolves with the ids the service says it accepted: an echo, not proof. */
  cancelOrders(
    orders: readonly OrderRef[],
    permit?: RatePermit,
    onRequestId?: OnRequestId,
  ): Promise<readonly string[]>;
  /**
   * The kill switch: whatever is open when it arrives, in all markets, also what the caller has never seen; resolves as
   * `cancelOrders`.
   */
  killSwitch(permit?: RatePermit, onRequestId?: OnRequestId): Promise<readonly string[]>;
}

/**
 * A place in the service's rate for one request, which keeps all others from it until then. What must be done last before a request that
 * is sent once is done between getting the permit and leaving.
 */
export interface RatePermit {
  /** The request leaves now. False: the turn was used or given back before. */
  leave(): boolean;
  /** Nothing leaves, somebody else may; or what left is over, answered or not. Does nothing a second time. */
  release(): void;
}

/** `public`: a read without a key. `account`: one with it. The streams: a handshake, closed at once. */
export type ProbeTarget = 'public' | 'account' | 'marketsStream' | 'accountStream';

export interface Probe {
  readonly error: ExchangeError | undefined;
  /** Seconds this machine's clock is ahead of the service's (negative: behind), where the reply has a date. */
  readonly skewSeconds: number | undefined;
}

export interface Diagnostics {
  /** Asks once, within the rate, and never rejects. */
  probe(target: ProbeTarget, signal?: AbortSignal): Promise<Probe>;
  /** How many requests may leave now. */
  budget(): RateBudget;
}
