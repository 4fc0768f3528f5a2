import type { Event } from '../../base/event.ts';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import { marketOf } from '../../core/activity.ts';
import type { ActivityStore } from '../account/activity.ts';
import type { OrdersStore } from '../account/orders.ts';
import type { PositionsStore } from '../account/positions.ts';
import type { MarketsStore } from '../markets/markets.ts';
import type { Change, LoadState, RefreshReason } from '../reading/load-state.ts';
import { Loader, type Read } from '../reading/loader.ts';
import type { Session } from '../session/session.ts';
import { readMarkets, SLUGS_PER_REQUEST } from './markets-by-slug.ts';

/** Reads in a row for what turned up meanwhile; what is still unknown then waits for the next change. */
const MOST_TURNS = 3;

export interface PortfolioMarketsParts {
  readonly markets: MarketsStore;
  readonly orders: OrdersStore;
  readonly positions: PositionsStore;
  readonly activity: ActivityStore;
}

/**
 * Reads the markets that orders, positions and the activity shown are in, so that those are called by their names and
 * valued at a present price. What it reads goes into the markets store. A market the service does not list is asked for
 * once.
 */
export class PortfolioMarkets implements Disposable {
  readonly #loader: Loader;
  readonly #parts: PortfolioMarketsParts;
  readonly #disposables = new DisposableStore();
  readonly #asked = new Set<string>();
  #reading = false;

  constructor(session: Session, parts: PortfolioMarketsParts) {
    this.#parts = parts;
    this.#loader = this.#disposables.add(new Loader(session, 'public', () => this.#asked.clear()));
    for (const store of [parts.orders, parts.positions, parts.activity]) {
      this.#disposables.add(store.onDidChange(() => void this.#readNew()));
    }
  }

  get state(): LoadState {
    return this.#loader.state;
  }

  /** How many a reading takes. */
  get requests(): number {
    return Math.max(1, Math.ceil(this.#priced().size / SLUGS_PER_REQUEST));
  }

  readonly onDidChange: Event<Change> = (listener) => this.#loader.onDidChange(listener);

  load(): Promise<void> {
    return this.#unknown().length === 0
      ? Promise.resolve()
      : this.#loader.first(this.#read(() => this.#unknown()));
  }

  refresh(reason: RefreshReason = 'asked'): Promise<void> {
    // A read of nothing would say that the service is reachable.
    if (this.#priced().size === 0) return Promise.resolve();
    return this.#loader.run(
      reason,
      this.#read(() => [...this.#priced()]),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** A read under way began before these were known, and joining it would leave them out: hence more than one turn. */
  async #readNew(): Promise<void> {
    if (this.#reading || this.#unknown().length === 0) return;
    this.#reading = true;
    for (let turn = 0; turn < MOST_TURNS && this.#unknown().length > 0; turn++) {
      await this.#loader.run(
        'load',
        this.#read(() => this.#unknown()),
      );
      if (this.state.kind === 'failed') break;
    }
    this.#reading = false;
  }

  #unknown(): readonly string[] {
    return [...this.#named()].filter(
      (slug) => !this.#asked.has(slug) && this.#parts.markets.get(slug) === undefined,
    );
  }

  /** Markets whose prices still matter: those of expired positions and of past trades are read once, for their names. */
  #priced(): Set<string> {
    const slugs = new Set(this.#parts.orders.orders.map(({ marketSlug }) => marketSlug));
    for (const { marketSlug, expired } of this.#parts.positions.positions) {
      if (expired !== true) slugs.add(marketSlug);
    }
    return slugs;
  }

  #named(): ReadonlySet<string> {
    const slugs = this.#priced();
    for (const { marketSlug } of this.#parts.positions.positions) slugs.add(marketSlug);
    for (const activity of this.#parts.activity.activities) {
      const slug = marketOf(activity);
      if (slug !== undefined) slugs.add(slug);
    }
    return slugs;
  }

  #read(which: () => readonly string[]): Read {
    return async (exchange, signal) => {
      const wanted = which();
      const take = await readMarkets(exchange, wanted, this.#parts.markets, signal);
      return () => {
        for (const slug of wanted) this.#asked.add(slug);
        return take();
      };
    };
  }
}
