import type { Clock } from '../../base/clock.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { BestQuote, Book, PriceInterval, PriceSample } from '../../core/book.ts';
import type { Market } from '../../core/market.ts';
import type { Settlement } from '../../core/settlement.ts';
import type { Trade } from '../../core/trade.ts';
import { isExchangeError } from '../../exchange/errors.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { type LoadState, readAt } from '../reading/load-state.ts';
import { Loader, type ReadKind } from '../reading/loader.ts';
import type { Session } from '../session/session.ts';
import type { MarketsStore } from './markets.ts';
import type { Held, QuoteReading, QuotesStore } from './quotes.ts';

/** One part of a market's page: its value, how far its loading is, and how old it is. */
export interface LoadedPart<T> {
  readonly state: LoadState;
  /** Of the last good reply, or of a later frame. */
  readonly value: T | undefined;
  /** When that arrived, Unix milliseconds. */
  readonly at: number | undefined;
  /** Undefined without a value so far. */
  readonly source: 'rest' | 'stream' | undefined;
  /** The service seems to have no such endpoint; the part stays empty. */
  readonly unsupported: boolean;
}

export interface MarketParts {
  readonly slug: string;
  readonly market: LoadedPart<Market>;
  /** `ready` without a value: the service has no book for this market. */
  readonly book: LoadedPart<Book>;
  /** Read only where the service has no book. */
  readonly quote: LoadedPart<BestQuote>;
  readonly history: LoadedPart<readonly PriceSample[]>;
  readonly interval: PriceInterval;
  /** `ready` without a value: not settled yet. */
  readonly settlement: LoadedPart<Settlement>;
  /** Streamed trades, newest first. */
  readonly trades: readonly Trade[];
  /** Prices seen since the start, oldest first. */
  readonly samples: readonly PriceSample[];
}

export const DETAIL_PARTS = ['market', 'book', 'history', 'settlement'] as const;
export type DetailPart = (typeof DETAIL_PARTS)[number];

/** Loads everything a panel shows of one market. */
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
  #detail: MarketParts | undefined;

  constructor(session: Session, markets: MarketsStore, slug: string, quotes: QuotesStore | undefined) {
    const changed = (): void => this.followMarket();
    this.#slug = slug;
    this.#markets = markets;
    this.#quotes = quotes;
    /** Passes what was read on to the quotes, for every surface that shows a price of this market. */
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

  get detail(): MarketParts {
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

  /** Announces that the market list, the stream or a part changed this market. */
  followMarket(): void {
    this.#detail = undefined;
    this.#changes.fire();
  }

  /** `load` reads only parts that were not read yet. */
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
        // A settlement does not change; a person asking again still gets a fresh read.
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

  /** As it was read: a streamed value does not put off a read. */
  #partOf(part: DetailPart): LoadedPart<unknown> {
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

  /** The list may have the market before this panel does, or a newer one. */
  #latestMarket(): LoadedPart<Market> {
    const { part } = this.#market;
    const value = this.#markets.get(this.#slug) ?? part.value;
    const at = this.#markets.readAt(this.#slug) ?? part.at;
    return { ...part, value, at };
  }
}

/** Failures come last, so that one broken endpoint does not slow down the others. */
function rank(state: LoadState): number {
  const ranks = { idle: 0, loading: 1, refreshing: 2, ready: 2, failed: 3 };
  return ranks[state.kind];
}

function age(state: LoadState): number {
  return readAt(state) ?? 0;
}

/** A missing endpoint is asked for again after this long: it may have been missing for a moment only. */
const ASK_AGAIN_MS = 10 * 60_000;

/** Loads one part and holds its last good value. */
class PartReader<T> implements Disposable {
  readonly #loader: Loader;
  readonly #clock: Clock;
  readonly #read: (exchange: Exchange, signal: AbortSignal) => Promise<T | undefined>;
  #value: T | undefined;
  #askedAt: number | undefined;

  constructor(
    session: Session,
    changed: () => void,
    read: (exchange: Exchange, signal: AbortSignal) => Promise<T | undefined>,
  ) {
    this.#read = read;
    this.#clock = session.clock;
    this.#loader = new Loader(session, 'public', () => {
      this.#value = this.#askedAt = undefined;
    });
    this.#loader.onDidChange(changed);
  }

  get part(): LoadedPart<T> {
    const { state } = this.#loader;
    const at = readAt(state);
    const source = at === undefined ? undefined : 'rest';
    return { state, value: this.#value, at, source, unsupported: this.unsupported };
  }

  /** What was read, unless `held` is newer: from the stream, or read for something else. */
  latest(held: Held<T> | undefined): LoadedPart<T> {
    const { part } = this;
    if (held === undefined || held.value === part.value || this.#provesGone(held)) return part;
    const { value, source, at } = held;
    if (source === 'rest') return { ...part, value, source, at };
    return { state: streamedState(part, at), value, source, at, unsupported: false };
  }

  get unsupported(): boolean {
    const { state } = this.#loader;
    return state.kind === 'failed' && state.error.code === 'unsupported';
  }

  async read(kind: ReadKind): Promise<void> {
    if (this.unsupported && !this.#mayAskAgain()) return;
    const read = async (exchange: Exchange, signal: AbortSignal) => {
      const askedAt = this.#clock.now();
      const value = await this.#read(exchange, signal);
      return () => {
        this.#value = value;
        this.#askedAt = askedAt;
        return 'all' as const;
      };
    };
    await (kind === 'load' ? this.#loader.first(read) : this.#loader.run(kind, read));
  }

  /** The service was asked later than `held`, and has nothing of the kind any more. */
  #provesGone(held: Held<T>): boolean {
    return this.#value === undefined && this.#askedAt !== undefined && this.#askedAt > held.asOf;
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

/** A streamed value stands in for a read that is missing, or that failed before it. */
function streamedState({ state }: LoadedPart<unknown>, at: number): LoadState {
  switch (state.kind) {
    case 'loading':
    case 'refreshing':
      return { kind: 'refreshing', at };
    case 'failed':
      if (state.at > at && state.error.code !== 'unsupported') return { ...state, hasData: true, readAt: at };
      return { kind: 'ready', at };
    default:
      return { kind: 'ready', at };
  }
}

/** A 404 about a known market means that the service has nothing of the kind for it, which is no failure. */
async function whereServed<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (cause) {
    if (isExchangeError(cause) && cause.code === 'notFound') return undefined;
    throw cause;
  }
}
