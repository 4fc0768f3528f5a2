import type { Clock } from '../base/clock.ts';
import { Emitter, type Event } from '../base/event.ts';
import { type Disposable, DisposableStore } from '../base/lifecycle.ts';
import type { BestQuote, Book, PriceInterval, PriceSample } from '../core/book.ts';
import type { Market } from '../core/market.ts';
import type { Settlement } from '../core/settlement.ts';
import { isExchangeError } from '../exchange/errors.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { type LoadState, readAt } from './load-state.ts';
import { Loader, type ReadKind } from './loader.ts';
import type { MarketsStore } from './markets.ts';
import type { Session } from './session.ts';

/** One reading a panel shows, with how far it is and how old. */
export interface Part<T> {
  readonly state: LoadState;
  /** The last good reading. */
  readonly value: T | undefined;
  /** Unix milliseconds of that reading. */
  readonly at: number | undefined;
  /** The service has no such endpoint, as far as is known; the part stays empty. */
  readonly unsupported: boolean;
}

export interface MarketDetail {
  readonly slug: string;
  readonly market: Part<Market>;
  /** `ready` without a value: the service has no book for this market. */
  readonly book: Part<Book>;
  /** Read only where the service has no book. */
  readonly quote: Part<BestQuote>;
  readonly history: Part<readonly PriceSample[]>;
  readonly interval: PriceInterval;
  /** `ready` without a value: not settled yet. */
  readonly settlement: Part<Settlement>;
}

export const DETAIL_PARTS = ['market', 'book', 'history', 'settlement'] as const;
export type DetailPart = (typeof DETAIL_PARTS)[number];

/** So long an endpoint that was missing is left alone: what said so may have been wrong for a moment. */
const ASK_AGAIN_MS = 10 * 60_000;

/** Reads one part and remembers the last good reading. */
class PartReader<T> implements Disposable {
  readonly #loader: Loader;
  readonly #clock: Clock;
  readonly #read: (exchange: Exchange, signal: AbortSignal) => Promise<T | undefined>;
  #value: T | undefined;

  constructor(
    session: Session,
    changed: () => void,
    read: (exchange: Exchange, signal: AbortSignal) => Promise<T | undefined>,
  ) {
    this.#read = read;
    this.#clock = session.clock;
    this.#loader = new Loader(session, 'public', () => {
      this.#value = undefined;
    });
    this.#loader.onDidChange(changed);
  }

  get part(): Part<T> {
    const { state } = this.#loader;
    return { state, value: this.#value, at: readAt(state), unsupported: this.unsupported };
  }

  get unsupported(): boolean {
    const { state } = this.#loader;
    return state.kind === 'failed' && state.error.code === 'unsupported';
  }

  /** An endpoint the service seems to lack is left alone for a while, and then asked for again. */
  async read(kind: ReadKind): Promise<void> {
    if (this.unsupported && !this.#mayAskAgain()) return;
    const read = async (exchange: Exchange, signal: AbortSignal) => {
      const value = await this.#read(exchange, signal);
      return () => {
        this.#value = value;
        return 'all' as const;
      };
    };
    await (kind === 'load' ? this.#loader.first(read) : this.#loader.run(kind, read));
  }

  #mayAskAgain(): boolean {
    const { state } = this.#loader;
    const age = state.kind === 'failed' ? this.#clock.now() - state.at : 0;
    // Below zero the machine's clock was set back.
    return age < 0 || age >= ASK_AGAIN_MS;
  }

  restart(): void {
    this.#loader.restart();
  }

  dispose(): void {
    this.#loader.dispose();
  }
}

/** Everything a panel reads about one market. */
export class DetailReader implements Disposable {
  readonly #slug: string;
  readonly #markets: MarketsStore;
  readonly #market: PartReader<Market>;
  readonly #book: PartReader<Book>;
  readonly #quote: PartReader<BestQuote>;
  readonly #history: PartReader<readonly PriceSample[]>;
  readonly #settlement: PartReader<Settlement>;
  readonly #changes = new Emitter<void>();
  readonly #disposables = new DisposableStore();
  #interval: PriceInterval = '1D';
  #detail: MarketDetail | undefined;

  constructor(session: Session, markets: MarketsStore, slug: string) {
    const changed = (): void => this.followMarket();
    this.#slug = slug;
    this.#markets = markets;
    this.#market = this.#disposables.add(
      new PartReader(session, changed, async (exchange, signal) => {
        const market = await exchange.marketBySlug(slug, signal);
        if (!signal.aborted) markets.upsert(market, session.clock.now());
        return market;
      }),
    );
    this.#book = this.#disposables.add(
      new PartReader(session, changed, (exchange, signal) => whereServed(exchange.book(slug, signal))),
    );
    this.#quote = this.#disposables.add(
      new PartReader(session, changed, (exchange, signal) => whereServed(exchange.bbo(slug, signal))),
    );
    this.#history = this.#disposables.add(
      new PartReader(session, changed, (exchange, signal) =>
        exchange.priceHistory(slug, this.#interval, signal),
      ),
    );
    this.#settlement = this.#disposables.add(
      new PartReader(session, changed, (exchange, signal) => exchange.settlement(slug, signal)),
    );
  }

  readonly onDidChange: Event<void> = (listener) => this.#changes.event(listener);

  get detail(): MarketDetail {
    this.#detail ??= {
      slug: this.#slug,
      market: this.#latestMarket(),
      book: this.#book.part,
      quote: this.#quote.part,
      history: this.#history.part,
      interval: this.#interval,
      settlement: this.#settlement.part,
    };
    return this.#detail;
  }

  /** The market list read this market again, or a part changed. */
  followMarket(): void {
    this.#detail = undefined;
    this.#changes.fire();
  }

  /** `load` reads what was not read yet. */
  async read(parts: readonly DetailPart[], kind: ReadKind): Promise<void> {
    await Promise.all(parts.map((part) => this.#readPart(part, kind)));
  }

  async setInterval(interval: PriceInterval): Promise<void> {
    if (interval === this.#interval) return;
    this.#interval = interval;
    if (!this.#history.unsupported) this.#history.restart();
    this.followMarket();
    await this.#history.read('load');
  }

  /** `idle` while a part was not asked for; else of the oldest reading; `failed` only when every part the service has is. */
  overall(parts: readonly DetailPart[]): LoadState {
    const states = parts.map((part) => this.#partOf(part)).filter((part) => !part.unsupported);
    const sorted = states.map((part) => part.state).sort((a, b) => rank(a) - rank(b) || age(a) - age(b));
    return sorted[0] ?? { kind: 'idle' };
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#changes.dispose();
  }

  #readPart(part: DetailPart, kind: ReadKind): Promise<void> {
    switch (part) {
      case 'market':
        return this.#market.read(kind);
      case 'history':
        return this.#history.read(kind);
      case 'settlement':
        // What was settled stays so; a person asking again still gets a fresh reading.
        return kind === 'poll' && this.#settlement.part.value !== undefined
          ? Promise.resolve()
          : this.#settlement.read(kind);
      case 'book':
        return this.#readBook(kind);
    }
  }

  async #readBook(kind: ReadKind): Promise<void> {
    await this.#book.read(kind);
    if (this.#hasNoBook()) await this.#quote.read(kind);
  }

  #hasNoBook(): boolean {
    const { state, value, unsupported } = this.#book.part;
    return unsupported || (state.kind === 'ready' && value === undefined);
  }

  #partOf(part: DetailPart): Part<unknown> {
    if (part === 'book' && this.#book.unsupported) return this.#quote.part;
    return this.detail[part];
  }

  /** The list may know the market before, or newer than, this panel. */
  #latestMarket(): Part<Market> {
    const { part } = this.#market;
    const value = this.#markets.get(this.#slug) ?? part.value;
    const at = this.#markets.readAt(this.#slug) ?? part.at;
    return { ...part, value, at };
  }
}

/** One broken endpoint must not slow the others down, so failures come last. */
function rank(state: LoadState): number {
  const ranks = { idle: 0, loading: 1, refreshing: 2, ready: 2, failed: 3 };
  return ranks[state.kind];
}

function age(state: LoadState): number {
  return readAt(state) ?? 0;
}

/** A 404 about a market that is known says that the service has nothing of the kind for it: no failure to try again. */
async function whereServed<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (cause) {
    if (isExchangeError(cause) && cause.code === 'notFound') return undefined;
    throw cause;
  }
}
