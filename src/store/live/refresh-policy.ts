import type { AccountTopic } from '../../exchange/streams.ts';
import { ActivityStore } from '../account/activity.ts';
import type { BookWatch } from '../markets/books.ts';
import type { Coverage } from './coverage.ts';
import { type LiveStores, topicOf } from './live-stores.ts';
import { CHECK_MS, type Refreshable, type RefreshPolicy } from './scheduler.ts';

/** Scores and clocks of games in play come over no stream: their list is read this often, milliseconds. */
const SCORES_MS = 60_000;
/** The lists of markets and of events are read on this often, milliseconds, as far as the budget lets it. */
const AHEAD_MS = 10_000;

/** An order or a position announces an entry of the activity. */
const ANNOUNCING: readonly AccountTopic[] = ['orders', 'positions'];

type Stores = Omit<LiveStores, 'portfolio' | 'quotes'>;

/** How often each store is read, by what the streams cover. */
export class LiveRefreshPolicy implements RefreshPolicy {
  readonly #stores: Stores;
  readonly #coverage: Coverage;

  constructor(stores: Stores, coverage: Coverage) {
    this.#stores = stores;
    this.#coverage = coverage;
  }

  checkMs(store: Refreshable): number | undefined {
    if (store.state.kind === 'failed') return undefined;
    const { markets, events, catalogue, ahead, eventsAhead, marketsBySlug } = this.#stores;
    const { isMarketsLive } = this.#coverage;
    if (store instanceof ActivityStore || this.#isStreamed(store)) {
      const isLive = this.#coverage.state('account').kind === 'live';
      return isLive && !this.#isLacking(store) ? CHECK_MS : undefined;
    }
    if (store === marketsBySlug) return isMarketsLive && marketsBySlug.isIdle ? CHECK_MS : undefined;
    // Without a stream the lists are polled whatever the budget, and reading on would leave nothing of it.
    for (const each of [ahead, eventsAhead])
      if (store === each && !each.isDue) return Number.POSITIVE_INFINITY;
    if (store === ahead || store === eventsAhead) return isMarketsLive ? AHEAD_MS : undefined;
    const coversLists = isMarketsLive && marketsBySlug.suffices;
    if (store === catalogue) return coversLists ? (catalogue.hasLive ? SCORES_MS : CHECK_MS) : undefined;
    if (store === markets || store === events) return coversLists ? CHECK_MS : undefined;
    return this.#coversPanel(store) ? CHECK_MS : undefined;
  }

  costOf(store: Refreshable): number {
    const { markets, events, catalogue, ahead, eventsAhead, marketsBySlug } = this.#stores;
    if (store === marketsBySlug) return marketsBySlug.cost;
    // One request each, counted twice: room is left for what fills bring about.
    if (store === catalogue || store === ahead || store === eventsAhead) return 2;
    const listed = store === markets ? markets.markets : store === events ? events.events : [];
    return Math.max(1, Math.ceil(listed.length / markets.pageSize));
  }

  outlivesWatchers(store: Refreshable): boolean {
    const { activity, marketsBySlug } = this.#stores;
    return store === activity || store === marketsBySlug || this.#isStreamed(store);
  }

  /** The activity alone waits until somebody looks at it. */
  isReadUnwatched(store: Refreshable): boolean {
    return this.#coverage.wantsAccount && this.#isStreamed(store);
  }

  #isStreamed(store: Refreshable): boolean {
    return topicOf(this.#stores, store) !== undefined;
  }

  /** Whether the stream of the account stands without what the store is about. */
  #isLacking(store: Refreshable): boolean {
    const topics = store instanceof ActivityStore ? ANNOUNCING : [topicOf(this.#stores, store)];
    return topics.some((topic) => topic !== undefined && this.#coverage.lacks(topic));
  }

  #coversPanel(store: Refreshable): boolean {
    const watch = watchOf(store);
    if (watch === undefined || !this.#coverage.coversMarket(watch.slug)) return false;
    return !watch.needsBook || this.#coverage.coversBook(watch.slug);
  }
}

/** A panel's readings are of one market and say which. */
function watchOf(store: Refreshable): Pick<BookWatch, 'slug' | 'needsBook'> | undefined {
  if (!('slug' in store && typeof store.slug === 'string')) return undefined;
  return { slug: store.slug, needsBook: 'needsBook' in store && store.needsBook === true };
}
