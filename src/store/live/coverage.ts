import type { Disposable } from '../../base/lifecycle.ts';
import { isOver, lifecycle } from '../../core/lifecycle.ts';
import { ActivityStore } from '../account/activity.ts';
import { PortfolioStore } from '../account/portfolio.ts';
import type { MarketWatch } from '../markets/books.ts';
import type { EventsStore } from '../markets/events.ts';
import type { MarketsStore } from '../markets/markets.ts';
import type { Session } from '../session/session.ts';
import type { AccountLine } from './account-line.ts';
import type { Allowance } from './allowance.ts';
import type { Interests } from './interest.ts';
import { MissingMarkets } from './missing-markets.ts';
import { CHECK_MS, type Checks, type Pollable, type Poller } from './poller.ts';
import type { PortfolioMarkets } from './portfolio-markets.ts';
import type { PriceLine } from './price-line.ts';

/** Scores and clocks of games in play come over no stream: their list is read this often, milliseconds. */
const SCORES_MS = 60_000;
/** A longer list of events costs more requests than scores are worth. */
const MOST_SCORED = 100;

export interface CoverageParts {
  readonly session: Session;
  readonly poller: Pick<Poller, 'reschedule'>;
  readonly markets: MarketsStore;
  readonly events: EventsStore;
  readonly held: PortfolioMarkets;
  readonly orders: Pollable;
  readonly positions: Pollable;
  readonly balances: Pollable;
  readonly allowance: Allowance;
}

/** Which stores a stream tells of, so that they need only be checked now and then. */
export class Coverage implements Checks, Disposable {
  /** To be polled while markets are on show. */
  readonly missing: MissingMarkets;
  readonly #parts: CoverageParts;
  readonly #account: AccountLine;
  readonly #prices: PriceLine;
  readonly #interests: Interests;

  constructor(parts: CoverageParts, account: AccountLine, prices: PriceLine, interests: Interests) {
    this.#parts = parts;
    this.#account = account;
    this.#prices = prices;
    this.#interests = interests;
    this.missing = new MissingMarkets(parts, () => this.#missing());
  }

  dispose(): void {
    this.missing.dispose();
  }

  isOfAccount(store: Pollable): boolean {
    const { orders, positions, balances } = this.#parts;
    if (store === orders || store === positions || store === balances) return true;
    return store instanceof ActivityStore || store instanceof PortfolioStore;
  }

  /** Milliseconds between two checks; undefined where no stream tells of the store, or its last read failed. */
  checkMs(store: Pollable): number | undefined {
    if (store.state.kind === 'failed') return undefined;
    const { markets, events, held } = this.#parts;
    if (this.isOfAccount(store))
      return this.#account.isLive && !this.#isLacking(store) ? CHECK_MS : undefined;
    if (store === this.missing) return this.#missing().length === 0 ? CHECK_MS : undefined;
    if (store === events) return this.#coversLists ? this.#eventsMs() : undefined;
    if (store === markets || store === held) return this.#coversLists ? CHECK_MS : undefined;
    const watch = watchOf(store);
    if (watch === undefined || !this.coversMarket(watch.slug)) return undefined;
    return watch.needsBook && !this.coversBook(watch.slug) ? undefined : CHECK_MS;
  }

  /** Checks are not made all at once. */
  admit(store: Pollable): number {
    const { allowance } = this.#parts;
    const requests = this.#requestsOf(store);
    const wait = allowance.waitMs('check', requests);
    if (wait === 0) allowance.spend(requests);
    return wait;
  }

  /** Whether anybody looks at a market, or did a moment ago. */
  shows(slug: string): boolean {
    return this.#interests.wanted.has(slug) || this.#interests.shown.has(slug);
  }

  /** One that is over has no prices any more and is not told of. */
  coversMarket(slug: string): boolean {
    return this.#prices.isLive && (this.#prices.covers(slug) || this.isOver(slug));
  }

  /** Whether the depth behind its best prices is told of, or cannot change any more. */
  coversBook(slug: string): boolean {
    return this.#prices.coversBook(slug) || this.isOver(slug);
  }

  isOver(slug: string): boolean {
    const market = this.#parts.markets.get(slug);
    return market !== undefined && isOver(lifecycle(market));
  }

  /** Whether the line of the account stands without what the store is about. */
  #isLacking(store: Pollable): boolean {
    const { orders, positions, balances } = this.#parts;
    const account = this.#account;
    if (store === orders) return account.lacks('orders');
    if (store === positions) return account.lacks('positions');
    if (store === balances) return account.lacks('balances');
    // An entry of the activity is told by an order or a position; the portfolio is of all of them.
    if (store instanceof ActivityStore) return account.lacks('orders') || account.lacks('positions');
    return account.lacks(undefined);
  }

  /** Whether every market somebody looks at is told of, or read by name. */
  get #coversLists(): boolean {
    return this.#prices.isLive && this.missing.suffice(this.#missing());
  }

  /** On show, and not told of though the line is live. */
  #missing(): readonly string[] {
    if (!this.#prices.isLive) return [];
    return [...this.#interests.shown].filter((slug) => !this.coversMarket(slug));
  }

  #requestsOf(store: Pollable): number {
    const { markets, events, held } = this.#parts;
    if (store === markets) return Math.max(1, Math.ceil(markets.markets.length / markets.pageSize));
    if (store === events) return Math.max(1, Math.ceil(events.events.length / markets.pageSize));
    // The markets that are missing count themselves.
    if (store === this.missing) return 0;
    return store === held ? held.requests : 1;
  }

  #eventsMs(): number {
    const { events } = this.#parts.events;
    return events.length <= MOST_SCORED && events.some(({ live }) => live === true) ? SCORES_MS : CHECK_MS;
  }
}

/** A panel's readings are of one market and say which. */
function watchOf(store: Pollable): Pick<MarketWatch, 'slug' | 'needsBook'> | undefined {
  if (!('slug' in store && typeof store.slug === 'string')) return undefined;
  return { slug: store.slug, needsBook: 'needsBook' in store && store.needsBook === true };
}
