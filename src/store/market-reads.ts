import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/lifecycle.ts';
import type { Market } from '../core/market.ts';
import type { Exchange, Listing } from '../exchange/exchange.ts';
import type { Change } from './load-state.ts';
import { Loader } from './loader.ts';
import type { MarketsStore } from './markets.ts';
import { REREAD_GAP_MS } from './reread.ts';
import type { Session } from './session.ts';

/** Slugs of one request: every one is a query parameter, and a request line has its limits. */
const SLUGS_PER_REQUEST = 40;

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
    // A service may ignore the filter; what was not asked for has no business here.
    const asked = new Set(wanted);
    for (const { items, receivedAt } of found) {
      markets.upsert(
        items.filter(({ slug }) => asked.has(slug)),
        receivedAt,
      );
    }
    return asked;
  };
}

/** Reads single markets again that something was told of: many at once, and not one after the other. */
export class MarketRereads implements Disposable {
  readonly #clock: Clock;
  readonly #markets: MarketsStore;
  readonly #loader: Loader;
  readonly #wanted = new Set<string>();
  #busy = false;
  #lastAt = Number.NEGATIVE_INFINITY;
  #timer: Disposable | undefined;

  constructor(session: Session, clock: Clock, markets: MarketsStore) {
    this.#clock = clock;
    this.#markets = markets;
    this.#loader = new Loader(session, 'public', () => this.clear());
  }

  ask(slugs: Iterable<string>): void {
    for (const slug of slugs) this.#wanted.add(slug);
    this.#arm();
  }

  /** Forgets what was asked for. */
  clear(): void {
    this.#wanted.clear();
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  dispose(): void {
    this.clear();
    this.#loader.dispose();
  }

  #arm(): void {
    if (this.#busy || this.#timer !== undefined || this.#wanted.size === 0) return;
    const since = this.#clock.now() - this.#lastAt;
    // Below zero the machine's clock was set back.
    const wait = since < 0 ? REREAD_GAP_MS : Math.max(0, REREAD_GAP_MS - since);
    this.#timer = this.#clock.setTimeout(() => {
      this.#timer = undefined;
      void this.#read();
    }, wait);
  }

  /** What could not be read is left to the next check. */
  async #read(): Promise<void> {
    this.#busy = true;
    this.#lastAt = this.#clock.now();
    const slugs = [...this.#wanted];
    this.#wanted.clear();
    await this.#loader.run('asked', (exchange, signal) =>
      readMarkets(exchange, slugs, this.#markets, signal),
    );
    this.#busy = false;
    this.#arm();
  }
}
