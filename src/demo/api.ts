import type { Clock } from '../base/clock.ts';
import type { Event } from '../base/event.ts';
import type { Activity } from '../core/activity.ts';
import type { Balance } from '../core/balance.ts';
import type { BestQuote, Book, PriceInterval, PriceSample } from '../core/book.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import type { Order, OrderIntent } from '../core/order.ts';
import type { Position } from '../core/position.ts';
import type { ActivityQuery, EventQuery, MarketQuery } from '../core/query.ts';
import type { Settlement } from '../core/settlement.ts';
import type { Trade } from '../core/trade.ts';
import type { AuthScheme, Dialect } from '../exchange/profile.ts';
import type { WireObject } from './wire/encode-values.ts';

/** What a user (or a test) did. The id makes a union of two lists meaningful: the same deed has the same id. */
export type DemoAction =
  | { readonly kind: 'cancel'; readonly id: string; readonly atMs: number; readonly orderId: string }
  | {
      readonly kind: 'placeOrder';
      readonly id: string;
      readonly atMs: number;
      readonly orderId: string;
      readonly marketSlug: string;
      readonly intent: OrderIntent;
      /** Long-side price, decimal text between 0 and 1 on the market's tick. */
      readonly price: string;
      /** Contracts, decimal text with up to two decimals. */
      readonly quantity: string;
    }
  | {
      readonly kind: 'fillOrder';
      readonly id: string;
      readonly atMs: number;
      readonly orderId: string;
      /** Contracts; all that is left when absent. */
      readonly quantity?: string;
    }
  /** The exchange takes back the last fill of the order. */
  | { readonly kind: 'bustFill'; readonly id: string; readonly atMs: number; readonly orderId: string };

/** An action before it has an id; `World.apply` gives it one. */
export type DemoDeed =
  | { readonly kind: 'cancel'; readonly orderId: string }
  | {
      readonly kind: 'placeOrder';
      readonly marketSlug: string;
      readonly intent: OrderIntent;
      readonly price: string;
      readonly quantity: string;
      readonly orderId?: string;
    }
  | { readonly kind: 'fillOrder'; readonly orderId: string; readonly quantity?: string }
  | { readonly kind: 'bustFill'; readonly orderId: string };

/** All a demo world depends on besides the time; plain JSON. */
export interface DemoState {
  readonly seed: number;
  readonly epochMs: number;
  readonly actions: readonly DemoAction[];
}

/** Where the editor keeps the state of the demo. */
export interface DemoStateStore {
  /** The stored value; it is checked before use. */
  load(): unknown;
  save(state: DemoState): void;
}

export interface WorldOptions {
  /** Integer; the same seed gives the same events, teams and prices. */
  readonly seed: number;
  /** Unix milliseconds at which the account's past ends and the user takes over. Between 2021 and 2069. */
  readonly epochMs: number;
  /** At least so many markets are listed at any time; up to 100,000. Default 600. */
  readonly markets?: number;
  /** `large`: 250 positions, 300 open orders, 5,000 activities. */
  readonly account?: 'normal' | 'large';
  readonly actions?: readonly DemoAction[];
  /**
   * Interval in milliseconds (at least 1; rounded) at which each market's book is replaced, one market after the other:
   * sizes each time, the best prices by a tick about every second time. Undefined: as prices move.
   */
  readonly churnMs?: number;
}

/** Outcome of a cancel: `filled` and `closed` (cancelled, expired) leave the order as it was. */
export type WorldCancelResult = 'cancelled' | 'filled' | 'closed' | 'unknownOrder' | 'wrongMarket';

/** A page of a list: the items from `offset`, at most `limit`. */
export interface WorldPage {
  readonly limit: number;
  readonly offset: number;
}

/** The demo's world: everything is a function of the options, the actions and `now` (Unix milliseconds). */
export interface World {
  readonly seed: number;
  readonly epochMs: number;
  /** Seed, epoch and what was done so far; give it to `createWorld` to have the same world again. */
  readonly state: DemoState;

  markets(query: MarketQuery, page: WorldPage, now: number): readonly Market[];
  /** Markets listed at `now`, before any filter. */
  marketCount(now: number): number;
  marketById(id: string, now: number): Market | undefined;
  marketBySlug(slug: string, now: number): Market | undefined;
  events(query: EventQuery, page: WorldPage, now: number): readonly MarketEvent[];
  eventById(id: string, now: number): MarketEvent | undefined;
  eventBySlug(slug: string, now: number): MarketEvent | undefined;
  search(text: string, page: WorldPage, now: number): readonly MarketEvent[];
  book(slug: string, now: number): Book | undefined;
  bbo(slug: string, now: number): BestQuote | undefined;
  /**
   * Another number whenever `book` or `bbo` may differ, the same as long as they hold still; made without making them.
   * `undefined` for an unknown slug.
   */
  bookVersion(slug: string, now: number): number | undefined;
  /**
   * The tape: trades after `afterMs` until and including `untilMs`, oldest first; the same ones however the span is cut.
   * Empty while nothing trades and for an unknown slug.
   */
  trades(slug: string, afterMs: number, untilMs: number): readonly Trade[];
  /** Oldest first, `stepMs` apart, from its listing at the earliest; empty for an unknown slug. */
  priceHistory(slug: string, interval: PriceInterval, stepMs: number, now: number): readonly PriceSample[];
  /** `undefined` until the market is resolved. */
  settlement(slug: string, now: number): Settlement | undefined;

  order(id: string, now: number): Order | undefined;
  openOrders(now: number): readonly Order[];
  positions(now: number): readonly Position[];
  /** Newest first unless the query says otherwise. */
  activities(query: ActivityQuery, page: WorldPage, now: number): readonly Activity[];
  balances(now: number): readonly Balance[];
  /**
   * Another number whenever orders, positions or balances may be others, what positions are worth aside; the same as long
   * as they hold still.
   */
  accountVersion(now: number): number;

  cancel(orderId: string, marketSlug: string, now: number): WorldCancelResult;
  /** The test hook: places, fills, cancels or takes a fill back without a request. Returns the order's id. */
  apply(deed: DemoDeed, now: number): string;
  /** Takes over actions of another window; true when there were new ones. */
  merge(actions: readonly DemoAction[]): boolean;
  /** Fires after every action of this world, not for those merged in. */
  readonly onDidAct: Event<DemoState>;
}

export interface DemoRequest {
  readonly method: string;
  /** As sent: percent-encoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface DemoReply {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** A key the demo accepts. */
export interface DemoKey {
  readonly keyId: string;
  /** Ed25519: base64 of the 32-byte seed followed by the 32-byte public key. Bearer, API key: the text itself. */
  readonly secretKey: string;
}

/** What an endpoint works with. */
export interface DemoCall {
  readonly world: World;
  readonly dialect: Dialect;
  /** Of the world. */
  readonly now: number;
  /** The variable part of the path, decoded; empty where there is none. */
  readonly name: string;
  readonly query: URLSearchParams;
  /** The body as JSON. @throws WireError `badRequest` */
  body(): unknown;
}

export interface DemoEndpoint {
  readonly method: 'GET' | 'POST';
  /** `*` stands for the variable part. */
  readonly path: string;
  /** Signed requests only. */
  readonly private: boolean;
  /** One of the nine endpoints both dialects have (interface.md 7 and 8). */
  readonly seed: boolean;
  answer(call: DemoCall): WireObject;
}

export interface DemoHandlerOptions {
  /** Called for each request, so that a reset can put a new world in place. */
  readonly world: () => World;
  /** Real time: signatures, limits, Date headers. */
  readonly clock: Pick<Clock, 'now'>;
  /** The world's time, Unix milliseconds. Default: the clock's. */
  readonly worldNow?: (() => number) | undefined;
  readonly dialect: Dialect;
  readonly keys: readonly DemoKey[];
  /** Default `ed25519`. */
  readonly auth?: AuthScheme;
  /** Only the nine endpoints of the `seed` dialect; 404 for everything else. Default false. */
  readonly onlySeed?: boolean;
  /** Requests a second per key (per client where there is none). 0: no limit. Default 20. */
  readonly rateLimit?: number;
  /** Served besides those of the interface. */
  readonly endpoints?: readonly DemoEndpoint[];
}

export interface DemoHandler {
  handle(request: DemoRequest): DemoReply;
}
