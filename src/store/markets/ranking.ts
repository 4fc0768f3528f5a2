import type { Clock } from '../../base/clock.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import { isOver, lifecycle } from '../../core/lifecycle.ts';
import type { Market } from '../../core/market.ts';
import type { LiveQuotes } from '../../core/pricing.ts';
import { compareRanked, type MarketSort, type RankedMarket, sortValue } from '../../core/sort.ts';
import type { MarketsStore } from './markets.ts';

interface RankingSources {
  readonly clock: Clock;
  readonly markets: Pick<MarketsStore, 'known' | 'readAt' | 'onDidChange'>;
  readonly quotes: { live(slug: string, readAt: number | undefined): LiveQuotes | undefined };
}

/** So many markets a ranking shows at first, and more at each request. */
export const RANKED_STEP = 500;
/** Longest run without a pause, milliseconds; so many markets are looked at between two looks at the time. */
const SLICE_MS = 10;
const STEP = 200;
/** Prices move: a ranking is worked out again so often, milliseconds. */
const AGAIN_MS = 10_000;

/** The best of all open markets that are known, by one order. Worked out in slices: until one is done the last stands. */
export class Ranking implements Disposable {
  readonly #sources: RankingSources;
  readonly #own = new DisposableStore();
  readonly #changes = this.#own.add(new Emitter<void>());
  #scan: Iterator<Market> | undefined;
  #sort: MarketSort | undefined;
  #most = RANKED_STEP;
  #found: RankedMarket[] = [];
  #seen = 0;
  #result: { readonly markets: readonly Market[]; readonly total: number } = { markets: [], total: 0 };
  #isDue = true;
  #madeAt = 0;
  #timer: Disposable | undefined;

  constructor(sources: RankingSources) {
    this.#sources = sources;
    this.#own.add(sources.markets.onDidChange(() => (this.#isDue = true)));
  }

  /** A ranking is done that took longer than one slice. */
  readonly onDidChange: Event<void> = (listener) => this.#changes.event(listener);

  /** The best of them, and how many there are. Without an order as they are known. */
  best(sort: MarketSort | undefined): { readonly markets: readonly Market[]; readonly total: number } {
    const isOther = sort?.key !== this.#sort?.key || sort?.direction !== this.#sort?.direction;
    const isOld = Math.abs(this.#sources.clock.now() - this.#madeAt) >= AGAIN_MS;
    if (isOther) this.#most = RANKED_STEP;
    if (isOther || (this.#scan === undefined && (this.#isDue || isOld))) this.#begin(sort);
    return this.#result;
  }

  /** Shows as many again; false when there are no more. */
  showMore(): boolean {
    if (this.#result.total <= this.#result.markets.length) return false;
    this.#most += RANKED_STEP;
    this.#begin(this.#sort);
    this.#changes.fire();
    return true;
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#own.dispose();
  }

  #begin(sort: MarketSort | undefined): void {
    this.#timer?.dispose();
    this.#sort = sort;
    this.#isDue = false;
    this.#found = [];
    this.#seen = 0;
    this.#scan = this.#sources.markets.known()[Symbol.iterator]();
    this.#work();
  }

  /** True when it came to the end. */
  #work(): boolean {
    const { clock } = this.#sources;
    const end = performance.now() + SLICE_MS;
    do {
      for (let step = 0; step < STEP; step++) {
        const next = this.#scan?.next();
        if (next === undefined || next.done === true) return this.#finish();
        if (!isOver(lifecycle(next.value))) this.#take(next.value);
      }
    } while (performance.now() < end);
    this.#timer = clock.setTimeout(() => {
      if (this.#work()) this.#changes.fire();
    }, 0);
    return false;
  }

  #take(market: Market): void {
    const { quotes, markets } = this.#sources;
    const live = (slug: string): LiveQuotes => quotes.live(slug, markets.readAt(slug)) ?? {};
    this.#seen += 1;
    this.#found.push({ market, value: this.#sort && sortValue(market, this.#sort.key, live) });
    if (this.#found.length >= 2 * this.#most + STEP) this.#cut();
  }

  #cut(): void {
    if (this.#sort !== undefined) this.#found.sort(compareRanked(this.#sort));
    this.#found.length = Math.min(this.#found.length, this.#most);
  }

  /** The same list while its order stands, so that what was made of it stands too. */
  #finish(): boolean {
    this.#cut();
    this.#scan = undefined;
    this.#madeAt = this.#sources.clock.now();
    this.#result = { markets: this.#found.map(({ market }) => market), total: this.#seen };
    this.#found = [];
    return true;
  }
}
