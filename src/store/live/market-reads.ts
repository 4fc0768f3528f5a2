import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import type { Market } from '../../core/market.ts';
import type { Exchange, Listing } from '../../exchange/exchange.ts';
import type { MarketsStore } from '../markets/markets.ts';
import type { Change } from '../reading/load-state.ts';
import { Loader } from '../reading/loader.ts';
import type { Session } from '../session/session.ts';
import type { Allowance } from './allowance.ts';
import { REREAD_GAP_MS, retryMs } from './reread.ts';

/** Slugs of one request: every one is a query parameter, and a request line has its limits. */
export const SLUGS_PER_REQUEST = 40;

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

interface Owed {
  /** Since when, Unix milliseconds. */
  readonly since: number;
  /** Grows with each time one is asked for: a read under way may not know yet what a later one is about. */
  readonly turn: number;
}

/** Reads single markets again that something was told of: many at once, not one after the other, and until it works. */
export class MarketRereads implements Disposable {
  readonly #clock: Clock;
  readonly #markets: MarketsStore;
  readonly #allowance: Allowance;
  readonly #loader: Loader;
  readonly #owed = new Map<string, Owed>();
  #open = true;
  #turn = 0;
  #failures = 0;
  #busy = false;
  #lastAt = Number.NEGATIVE_INFINITY;
  #timer: Disposable | undefined;

  constructor(session: Session, clock: Clock, markets: MarketsStore, allowance: Allowance) {
    this.#clock = clock;
    this.#allowance = allowance;
    this.#markets = markets;
    this.#loader = new Loader(session, 'public', () => this.clear());
  }

  ask(slugs: Iterable<string>): void {
    const now = this.#clock.now();
    for (const slug of slugs) {
      this.#owed.set(slug, { since: this.#owed.get(slug)?.since ?? now, turn: ++this.#turn });
    }
    this.#arm();
  }

  /** Whether a reading of this market is owed for longer than `graceMs`. */
  owes(slug: string, graceMs: number): boolean {
    const owed = this.#owed.get(slug);
    return owed !== undefined && this.#clock.now() - owed.since > graceMs;
  }

  /** However short a time it is. */
  isOwed(slug: string): boolean {
    return this.#owed.has(slug);
  }

  /** What failed is tried again at once. */
  retry(): void {
    if (this.#failures === 0) return;
    this.#failures = 0;
    this.#lastAt = Number.NEGATIVE_INFINITY;
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#arm();
  }

  /** While closed nothing is read; what is owed stays so, and is read on opening. */
  setOpen(open: boolean): void {
    if (open === this.#open) return;
    this.#open = open;
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#arm();
  }

  /** Forgets what was asked for. */
  clear(): void {
    this.#owed.clear();
    this.#failures = 0;
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  dispose(): void {
    this.clear();
    this.#loader.dispose();
  }

  #arm(): void {
    if (!this.#open || this.#busy || this.#timer !== undefined || this.#owed.size === 0) return;
    const gap = this.#failures === 0 ? REREAD_GAP_MS : retryMs(this.#failures);
    const since = this.#clock.now() - this.#lastAt;
    // Below zero the machine's clock was set back.
    const free = this.#allowance.waitMs('reread', this.#requests);
    const wait = Math.max(free, since < 0 ? gap : gap - since, 0);
    this.#timer = this.#clock.setTimeout(() => {
      this.#timer = undefined;
      // What others cost meanwhile may have taken its place.
      if (this.#allowance.waitMs('reread', this.#requests) > 0) this.#arm();
      else void this.#read();
    }, wait);
  }

  get #requests(): number {
    return Math.ceil(this.#owed.size / SLUGS_PER_REQUEST);
  }

  async #read(): Promise<void> {
    this.#busy = true;
    this.#allowance.spend(this.#requests);
    this.#lastAt = this.#clock.now();
    const turn = this.#turn;
    const slugs = [...this.#owed.keys()];
    await this.#loader.run('asked', (exchange, signal) =>
      readMarkets(exchange, slugs, this.#markets, signal),
    );
    this.#busy = false;
    if (this.#loader.state.kind === 'failed') this.#failures++;
    else {
      this.#failures = 0;
      for (const slug of slugs) if ((this.#owed.get(slug)?.turn ?? 0) <= turn) this.#owed.delete(slug);
    }
    this.#arm();
  }
}
