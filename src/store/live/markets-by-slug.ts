import { DisposableStore } from '../../base/lifecycle.ts';
import { marketOf } from '../../core/activity.ts';
import type { Market } from '../../core/market.ts';
import type { Exchange, Listing } from '../../exchange/exchange.ts';
import type { ActivityStore } from '../account/activity.ts';
import type { OrdersStore } from '../account/orders.ts';
import type { PositionsStore } from '../account/positions.ts';
import type { MarketsStore } from '../markets/markets.ts';
import type { Change, RefreshReason } from '../reading/load-state.ts';
import type { Read, ReadKind } from '../reading/loaded-store.ts';
import { LoadedStore } from '../reading/loaded-store.ts';
import type { Session } from '../session/session.ts';

/** Slugs of one request: each is a query parameter, and a request line has its limits. */
const SLUGS_PER_REQUEST = 40;
/** A market read so shortly before is not read by slug as well, milliseconds. */
const RECENT_MS = 15_000;

/** Reads markets by slug. What it resolves with takes them into the store and says which were asked for. */
async function readMarkets(
  exchange: Exchange,
  wanted: readonly string[],
  markets: MarketsStore,
  signal: AbortSignal,
): Promise<() => Change> {
  const found: Listing<Market>[] = [];
  for (let at = 0; at < wanted.length; at += SLUGS_PER_REQUEST) {
    const slugs = wanted.slice(at, at + SLUGS_PER_REQUEST);
    found.push(await exchange.markets({ slugs }, { limit: slugs.length, offset: 0 }, signal));
  }
  return () => {
    // A service may ignore the filter: take only what was asked for.
    const asked = new Set(wanted);
    for (const { items, receivedAt } of found)
      markets.upsert(
        items.filter(({ slug }) => asked.has(slug)),
        receivedAt,
      );
    return asked;
  };
}

/**
 * Reads single markets by slug, so that a few of them do not cost whole lists: those on show that a live stream does not
 * tell of, and those a frame changed in a way only a read explains.
 */
export class MarketsBySlug extends LoadedStore {
  readonly #markets: MarketsStore;
  readonly #missing: () => readonly string[];
  #asked = new Set<string>();
  /** Asked for by slug and not listed: only the lists may have them. */
  readonly #unlisted = new Set<string>();

  /** `missing`: the slugs on show no stream tells of, as of now. */
  constructor(session: Session, markets: MarketsStore, missing: () => readonly string[]) {
    super(session, 'public');
    this.#markets = markets;
    this.#missing = missing;
  }

  /** Whether anything is to be read. */
  get isIdle(): boolean {
    return this.#asked.size === 0 && this.#missing().length === 0;
  }

  /** Whether reading by slug makes up for what the stream does not tell; else the lists have to be polled. */
  get suffices(): boolean {
    const missing = this.#missing();
    if (missing.length > SLUGS_PER_REQUEST || this.state.kind === 'failed') return false;
    return !missing.some((slug) => this.#unlisted.has(slug));
  }

  /** Has these read with the next refresh. */
  ask(slugs: Iterable<string>): void {
    for (const slug of slugs) this.#asked.add(slug);
  }

  override load(): Promise<void> {
    return this.refresh('poll');
  }

  override async refresh(reason: RefreshReason = 'asked'): Promise<void> {
    if (!this.isIdle) await super.refresh(reason);
  }

  protected override read(): Read {
    return async (exchange, signal) => {
      const startedAt = this.session.clock.now();
      const missing = this.#missing().filter(
        (slug) => startedAt - (this.#markets.readAt(slug) ?? 0) > RECENT_MS,
      );
      // What is asked for from now on may be newer than the reply.
      const asked = this.#asked;
      this.#asked = new Set();
      try {
        const wanted = [...new Set([...asked, ...(this.suffices ? missing : [])])];
        const take = await readMarkets(exchange, wanted, this.#markets, signal);
        return () => {
          const change = take();
          for (const slug of missing)
            if ((this.#markets.readAt(slug) ?? 0) < startedAt) this.#unlisted.add(slug);
          return change;
        };
      } catch (cause) {
        this.ask(asked);
        throw cause;
      }
    };
  }

  protected override clear(): void {
    this.#asked.clear();
    this.#unlisted.clear();
  }
}

/** Reads in a row for what turned up meanwhile; what is still unknown then waits for the next change. */
const MOST_TURNS = 3;

interface PortfolioMarketsParts {
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
      await this.run('load');
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
