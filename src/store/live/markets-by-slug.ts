import type { Market } from '../../core/market.ts';
import type { Exchange, Listing } from '../../exchange/exchange.ts';
import type { MarketsStore } from '../markets/markets.ts';
import type { Change, RefreshReason } from '../reading/load-state.ts';
import { LoadedStore } from '../reading/loaded-store.ts';
import type { Read } from '../reading/loader.ts';
import type { Session } from '../session/session.ts';

/** Slugs of one request: each is a query parameter, and a request line has its limits. */
const SLUGS_PER_REQUEST = 40;
/** A market read so shortly before is not read by slug as well, milliseconds. */
const RECENT_MS = 15_000;

/** Reads markets by slug. What it resolves with takes them into the store and says which were asked for. */
export async function readMarkets(
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
