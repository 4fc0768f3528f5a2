import type { Disposable } from '../../base/lifecycle.ts';
import type { Market } from '../../core/market.ts';
import type { Exchange, Listing } from '../../exchange/exchange.ts';
import type { MarketsStore } from '../markets/markets.ts';
import type { Change, LoadState, RefreshReason } from '../reading/load-state.ts';
import { Loader } from '../reading/loader.ts';
import type { Session } from '../session/session.ts';
import type { Refreshable } from './scheduler.ts';

/** Slugs of one request: each is a query parameter, and a request line has its limits. */
export const SLUGS_PER_REQUEST = 40;
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
export class MarketsBySlug implements Refreshable, Disposable {
  readonly #session: Session;
  readonly #markets: MarketsStore;
  readonly #missing: () => readonly string[];
  readonly #changed: () => void;
  readonly #loader: Loader;
  /** Markets a frame changed, and how many had been asked for by then: a read under way may not know of a later one. */
  readonly #asked = new Map<string, number>();
  /** Asked for by slug and not listed: only the lists may have them. */
  readonly #unlisted = new Set<string>();
  #turn = 0;

  /** `missing`: the slugs on show no stream tells of, as of now. `changed` is called when `suffices` may have changed. */
  constructor(
    session: Session,
    markets: MarketsStore,
    missing: () => readonly string[],
    changed: () => void,
  ) {
    this.#session = session;
    this.#markets = markets;
    this.#missing = missing;
    this.#changed = changed;
    this.#loader = new Loader(session, 'public', () => this.clear());
  }

  get state(): LoadState {
    return this.#loader.state;
  }

  /** How many requests the next refresh takes, 1 or more. */
  get requests(): number {
    return Math.max(1, Math.ceil(this.#asked.size / SLUGS_PER_REQUEST));
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
    for (const slug of slugs) this.#asked.set(slug, ++this.#turn);
  }

  load(): Promise<void> {
    return this.refresh('poll');
  }

  async refresh(reason: RefreshReason = 'asked'): Promise<void> {
    if (this.isIdle) return;
    const sufficed = this.suffices;
    await this.#loader.run(reason, async (exchange, signal) => {
      const now = this.#session.clock.now();
      const turn = this.#turn;
      const missing = this.#missing().filter((slug) => now - (this.#markets.readAt(slug) ?? 0) > RECENT_MS);
      const wanted = [...new Set([...this.#asked.keys(), ...(this.suffices ? missing : [])])];
      const take = await readMarkets(exchange, wanted, this.#markets, signal);
      return () => {
        const change = take();
        for (const [slug, asked] of this.#asked) if (asked <= turn) this.#asked.delete(slug);
        for (const slug of missing) if ((this.#markets.readAt(slug) ?? 0) < now) this.#unlisted.add(slug);
        return change;
      };
    });
    if (this.suffices !== sufficed) this.#changed();
  }

  clear(): void {
    this.#asked.clear();
    this.#unlisted.clear();
  }

  dispose(): void {
    this.#loader.dispose();
  }
}
