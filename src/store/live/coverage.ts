import { isOver, lifecycle } from '../../core/lifecycle.ts';
import { ActivityStore } from '../account/activity.ts';
import { PortfolioStore } from '../account/portfolio.ts';
import type { BookWatch } from '../markets/books.ts';
import type { EventsStore } from '../markets/events.ts';
import type { MarketsStore } from '../markets/markets.ts';
import type { FreshnessMap } from './freshness.ts';
import type { MarketsBySlug } from './markets-by-slug.ts';
import type { PortfolioMarkets } from './portfolio-markets.ts';
import { CHECK_MS, type Refreshable, type RefreshPolicy } from './scheduler.ts';
import type { VisibleMarkets } from './visible-markets.ts';

/** Scores and clocks of games in play come over no stream: their list is read this often, milliseconds. */
const SCORES_MS = 60_000;
/** A longer list of events costs more requests than scores are worth. */
const MOST_SCORED = 100;

export interface CoverageParts {
  readonly markets: MarketsStore;
  readonly events: EventsStore;
  readonly held: PortfolioMarkets;
  readonly orders: Refreshable;
  readonly positions: Refreshable;
  readonly balances: Refreshable;
  readonly activity: Refreshable;
}

/** Which stores the streams keep up to date, so that they need only be checked now and then. */
export class Coverage implements RefreshPolicy {
  readonly #parts: CoverageParts;
  readonly #freshness: FreshnessMap;
  readonly #visible: VisibleMarkets;
  readonly #bySlug: MarketsBySlug;
  readonly #isAccountOpen: () => boolean;

  constructor(
    parts: CoverageParts,
    freshness: FreshnessMap,
    visible: VisibleMarkets,
    bySlug: MarketsBySlug,
    isAccountOpen: () => boolean,
  ) {
    this.#parts = parts;
    this.#freshness = freshness;
    this.#visible = visible;
    this.#bySlug = bySlug;
    this.#isAccountOpen = isAccountOpen;
  }

  checkMs(store: Refreshable): number | undefined {
    if (store.state.kind === 'failed') return undefined;
    const { markets, events, held } = this.#parts;
    if (isOfAccount(this.#parts, store))
      return this.#freshness.isAccountLive && !this.#isLacking(store) ? CHECK_MS : undefined;
    if (store === this.#bySlug) return this.#bySlug.isIdle ? CHECK_MS : undefined;
    const coversLists = this.#freshness.isMarketsLive && this.#bySlug.suffices;
    if (store === events) return coversLists ? this.#eventsMs() : undefined;
    if (store === markets || store === held) return coversLists ? CHECK_MS : undefined;
    const watch = watchOf(store);
    if (watch === undefined || !this.coversMarket(watch.slug)) return undefined;
    return watch.needsBook && !this.coversBook(watch.slug) ? undefined : CHECK_MS;
  }

  costOf(store: Refreshable): number {
    const { markets, events } = this.#parts;
    const listed = store === markets ? markets.markets : store === events ? events.events : [];
    return Math.max(1, Math.ceil(listed.length / markets.pageSize));
  }

  isOwn(store: Refreshable): boolean {
    const { orders, positions, balances, activity } = this.#parts;
    return [orders, positions, balances, activity, this.#bySlug].includes(store);
  }

  /** The activity alone waits until somebody looks at it. */
  isFollowed(store: Refreshable): boolean {
    const { activity } = this.#parts;
    return this.#isAccountOpen() && store !== activity && store !== this.#bySlug && this.isOwn(store);
  }

  /** Whether anybody looks at a market, or did a moment ago. */
  shows(slug: string): boolean {
    return this.#visible.wanted.has(slug) || this.#visible.shown.has(slug);
  }

  /** A market that is over has no prices any more and is not streamed. */
  coversMarket(slug: string): boolean {
    return this.#freshness.isMarketsLive && (this.#freshness.covers(slug) || isMarketOver(this.#parts, slug));
  }

  /** Whether the depth behind its best prices is streamed, or cannot change any more. */
  coversBook(slug: string): boolean {
    return this.#freshness.coversBook(slug) || isMarketOver(this.#parts, slug);
  }

  /** Whether the stream of the account stands without what the store is about. */
  #isLacking(store: Refreshable): boolean {
    const { orders, positions, balances } = this.#parts;
    const freshness = this.#freshness;
    if (store === orders) return freshness.lacks('orders');
    if (store === positions) return freshness.lacks('positions');
    if (store === balances) return freshness.lacks('balances');
    // An order or a position announces an entry of the activity; the portfolio is of everything.
    if (store instanceof ActivityStore) return freshness.lacks('orders') || freshness.lacks('positions');
    return freshness.lacks(undefined);
  }

  #eventsMs(): number {
    const { events } = this.#parts.events;
    return events.length <= MOST_SCORED && events.some(({ live }) => live === true) ? SCORES_MS : CHECK_MS;
  }
}

export function isOfAccount(
  { orders, positions, balances }: Pick<CoverageParts, 'orders' | 'positions' | 'balances'>,
  store: Refreshable,
): boolean {
  if (store === orders || store === positions || store === balances) return true;
  return store instanceof ActivityStore || store instanceof PortfolioStore;
}

export function isMarketOver({ markets }: Pick<CoverageParts, 'markets'>, slug: string): boolean {
  const market = markets.get(slug);
  return market !== undefined && isOver(lifecycle(market));
}

/** A panel's readings are of one market and say which. */
function watchOf(store: Refreshable): Pick<BookWatch, 'slug' | 'needsBook'> | undefined {
  if (!('slug' in store && typeof store.slug === 'string')) return undefined;
  return { slug: store.slug, needsBook: 'needsBook' in store && store.needsBook === true };
}
