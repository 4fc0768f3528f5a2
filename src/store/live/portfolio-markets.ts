import { DisposableStore } from '../../base/lifecycle.ts';
import { marketOf } from '../../core/activity.ts';
import type { ActivityStore } from '../account/activity.ts';
import type { OrdersStore } from '../account/orders.ts';
import type { PositionsStore } from '../account/positions.ts';
import type { MarketsStore } from '../markets/markets.ts';
import type { RefreshReason } from '../reading/load-state.ts';
import { LoadedStore } from '../reading/loaded-store.ts';
import type { Read, ReadKind } from '../reading/loader.ts';
import type { Session } from '../session/session.ts';
import { readMarkets } from './markets-by-slug.ts';

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
export class PortfolioMarkets extends LoadedStore {
  readonly #parts: PortfolioMarketsParts;
  readonly #own = new DisposableStore();
  readonly #asked = new Set<string>();

  constructor(session: Session, parts: PortfolioMarketsParts) {
    super(session, 'public');
    this.#parts = parts;
    for (const store of [parts.orders, parts.positions, parts.activity])
      this.#own.add(store.onDidChange(() => void this.#readNew()));
  }

  override async load(): Promise<void> {
    if (this.#unknown().length > 0) await super.load();
  }

  override async refresh(reason: RefreshReason = 'asked'): Promise<void> {
    // A read of nothing would say that the service is reachable.
    if (this.#priced().size > 0) await super.refresh(reason);
  }

  override dispose(): void {
    this.#own.dispose();
    super.dispose();
  }

  /** A read under way began before these were known, and joining it would leave them out: hence more than one turn. */
  async #readNew(): Promise<void> {
    for (let turn = 0; turn < MOST_TURNS && this.#unknown().length > 0; turn++) {
      await this.loader.run('load', this.read('load'));
      if (this.state.kind === 'failed') return;
    }
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

  protected override read(kind: ReadKind): Read {
    return async (exchange, signal) => {
      const wanted = kind === 'load' ? this.#unknown() : [...this.#priced()];
      const take = await readMarkets(exchange, wanted, this.#parts.markets, signal);
      return () => {
        for (const slug of wanted) this.#asked.add(slug);
        return take();
      };
    };
  }

  protected override clear(): void {
    this.#asked.clear();
  }
}
