import { marketOf } from '../../core/activity.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { ActivityStore } from '../account/activity.ts';
import type { OrdersStore } from '../account/orders.ts';
import type { PositionsStore } from '../account/positions.ts';
import type { MarketsStore } from '../markets/markets.ts';
import { marketsBySlug, SLUGS_PER_REQUEST } from '../markets/read-markets.ts';
import type { RefreshReason } from '../reading/load-state.ts';
import { type Commit, LoadedStore, type ReadKind } from '../reading/loaded-store.ts';
import type { Session } from '../session/session.ts';
import type { Coverage } from './coverage.ts';

/** Reads in a row for what turned up meanwhile; what is still unknown then waits for the next change. */
const MOST_TURNS = 3;

interface MarketsBySlugParts {
  readonly markets: MarketsStore;
  readonly orders: OrdersStore;
  readonly positions: PositionsStore;
  readonly activity: ActivityStore;
  /** Knows which markets are on show that no live stream tells of. */
  readonly coverage: Pick<Coverage, 'missing'>;
}

/**
 * Reads single markets by slug, so that a few of them do not cost whole lists: those that orders, positions and the activity
 * name, those on show that a live stream does not tell of, and those a frame changed in a way only a read explains. What it
 * reads goes into the markets store.
 */
export class MarketsBySlug extends LoadedStore {
  readonly #parts: MarketsBySlugParts;
  #asked = new Set<string>();
  /** Asked for by slug and not listed: only the lists may have them. */
  readonly #unlisted = new Set<string>();

  constructor(session: Session, parts: MarketsBySlugParts) {
    super(session, 'public');
    this.#parts = parts;
    for (const store of [parts.orders, parts.positions, parts.activity])
      this.own.add(store.onDidChange(() => void this.#readNames()));
  }

  /** Whether nothing is to be read but prices of the portfolio. */
  get isIdle(): boolean {
    return this.#asked.size === 0 && this.#parts.coverage.missing.length === 0;
  }

  /** Whether reading by slug makes up for what the stream does not tell; else the lists have to be polled. */
  get suffices(): boolean {
    const missing = this.#parts.coverage.missing;
    if (missing.length > SLUGS_PER_REQUEST || this.state.kind === 'failed') return false;
    return !missing.some((slug) => this.#unlisted.has(slug));
  }

  /** Requests the next read takes. */
  get cost(): number {
    return Math.max(
      1,
      Math.ceil((this.#priced().size + this.#parts.coverage.missing.length) / SLUGS_PER_REQUEST),
    );
  }

  ask(slug: string): void {
    this.#asked.add(slug);
  }

  override load(): Promise<void> {
    return this.refresh('poll');
  }

  override async refresh(reason: RefreshReason = 'asked'): Promise<void> {
    // A read of nothing would say that the service is reachable.
    if (!this.isIdle || this.#priced().size > 0) await super.refresh(reason);
  }

  protected override async read(kind: ReadKind, exchange: Exchange, signal: AbortSignal): Promise<Commit> {
    const { markets } = this.#parts;
    const startedAt = this.session.clock.now();
    // What is asked for from now on may be newer than the reply.
    const asked = this.#asked;
    this.#asked = new Set();
    const missing = this.suffices ? this.#parts.coverage.missing : [];
    const others = kind === 'load' ? this.#unknown() : [...missing, ...this.#priced()];
    const wanted = [...new Set([...asked, ...others])];
    try {
      const found = await marketsBySlug(exchange, wanted, signal);
      return () => {
        const own = this.#ofPortfolio();
        for (const { items, receivedAt } of found) {
          const { own: listed = [], other = [] } = Object.groupBy(items, ({ slug }) =>
            own.has(slug) ? 'own' : 'other',
          );
          markets.upsertOwn(listed, receivedAt);
          markets.setAside(other, receivedAt);
        }
        for (const slug of wanted) if ((markets.readAt(slug) ?? 0) < startedAt) this.#unlisted.add(slug);
        return new Set(wanted);
      };
    } catch (cause) {
      for (const slug of asked) this.ask(slug);
      throw cause;
    }
  }

  protected override clear(): void {
    this.#asked.clear();
    this.#unlisted.clear();
  }

  /** A read under way began before these were known, and joining it would leave them out: hence more than one turn. */
  async #readNames(): Promise<void> {
    for (let turn = 0; turn < MOST_TURNS && this.#unknown().length > 0; turn++) {
      await this.run('load');
      if (this.state.kind === 'failed') return;
    }
  }

  #unknown(): readonly string[] {
    const { activity, markets } = this.#parts;
    const own = this.#ofPortfolio();
    const named = new Set(own);
    for (const each of activity.activities) {
      const slug = marketOf(each);
      if (slug !== undefined) named.add(slug);
    }
    const isUnknown = (slug: string): boolean =>
      own.has(slug) ? markets.isInNoList(slug) : markets.get(slug) === undefined;
    return [...named].filter((slug) => !this.#unlisted.has(slug) && isUnknown(slug));
  }

  /** Markets of orders and positions: views list them as one's own. */
  #ofPortfolio(): Set<string> {
    const own = this.#priced();
    for (const { marketSlug } of this.#parts.positions.positions) own.add(marketSlug);
    return own;
  }

  /** Markets whose prices still matter: those of expired positions and of past trades are read once, for their names. */
  #priced(): Set<string> {
    const { orders, positions } = this.#parts;
    const slugs = new Set(orders.orders.map(({ marketSlug }) => marketSlug));
    for (const { marketSlug, expired } of positions.positions) if (expired !== true) slugs.add(marketSlug);
    return slugs;
  }
}
