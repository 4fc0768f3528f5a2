import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { BestQuote, Book, PriceInterval, PriceSample } from '../../core/book.ts';
import type { Market } from '../../core/market.ts';
import type { Settlement } from '../../core/settlement.ts';
import type { Trade } from '../../core/trade.ts';
import { type LoadState, readAt } from '../reading/load-state.ts';
import type { ReadKind } from '../reading/loader.ts';
import type { Session } from '../session/session.ts';
import type { MarketsStore } from './markets.ts';
import { type Part, PartReader, whereServed } from './part-reader.ts';
import type { QuoteReading, QuotesStore } from './quotes.ts';

export type { Part } from './part-reader.ts';

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
  /** Trades the stream told of, newest first. */
  readonly trades: readonly Trade[];
  /** Prices seen since the start, oldest first. */
  readonly samples: readonly PriceSample[];
}

export const DETAIL_PARTS = ['market', 'book', 'history', 'settlement'] as const;
export type DetailPart = (typeof DETAIL_PARTS)[number];

/** Everything a panel reads about one market. */
export class DetailReader implements Disposable {
  readonly #slug: string;
  readonly #markets: MarketsStore;
  readonly #quotes: QuotesStore | undefined;
  readonly #market: PartReader<Market>;
  readonly #book: PartReader<Book>;
  readonly #quote: PartReader<BestQuote>;
  readonly #history: PartReader<readonly PriceSample[]>;
  readonly #settlement: PartReader<Settlement>;
  readonly #changes = new Emitter<void>();
  readonly #disposables = new DisposableStore();
  #interval: PriceInterval = '1D';
  #detail: MarketDetail | undefined;

  constructor(session: Session, markets: MarketsStore, slug: string, quotes: QuotesStore | undefined) {
    const changed = (): void => this.followMarket();
    this.#slug = slug;
    this.#markets = markets;
    this.#quotes = quotes;
    /** Shares what was read with everybody who shows a price of this market. */
    const shared = async <T>(reading: Promise<T>, as: (value: T) => QuoteReading, signal: AbortSignal) => {
      const askedAt = session.clock.now();
      const value = await reading;
      if (!signal.aborted) quotes?.takeReading(slug, as(value), askedAt, session.clock.now());
      return value;
    };
    this.#market = this.#disposables.add(
      new PartReader(session, changed, async (exchange, signal) => {
        const market = await exchange.marketBySlug(slug, signal);
        if (!signal.aborted) markets.upsert(market, session.clock.now());
        return market;
      }),
    );
    this.#book = this.#disposables.add(
      new PartReader(session, changed, (exchange, signal) =>
        shared(whereServed(exchange.book(slug, signal)), (book) => ({ book }), signal),
      ),
    );
    this.#quote = this.#disposables.add(
      new PartReader(session, changed, (exchange, signal) =>
        shared(whereServed(exchange.bbo(slug, signal)), (quote) => ({ quote }), signal),
      ),
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
      book: this.#book.latest(this.#quotes?.book(this.#slug)),
      quote: this.#quote.latest(this.#quotes?.quote(this.#slug)),
      history: this.#history.part,
      interval: this.#interval,
      settlement: this.#settlement.part,
      trades: this.#quotes?.trades(this.#slug) ?? [],
      samples: this.#quotes?.samples(this.#slug) ?? [],
    };
    return this.#detail;
  }

  /** The service was asked for its book and has none. */
  get hasNoBook(): boolean {
    const { state, value, unsupported } = this.#book.part;
    return unsupported || (state.kind === 'ready' && value === undefined);
  }

  /** The market list read this market again, the stream told of it, or a part changed. */
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
    if (this.hasNoBook) await this.#quote.read(kind);
  }

  /** As it was read: what the stream tells keeps no reading from being due. */
  #partOf(part: DetailPart): Part<unknown> {
    switch (part) {
      case 'market':
        return this.#market.part;
      case 'history':
        return this.#history.part;
      case 'settlement':
        return this.#settlement.part;
      case 'book':
        return this.#book.unsupported ? this.#quote.part : this.#book.part;
    }
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
