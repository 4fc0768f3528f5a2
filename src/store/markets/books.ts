import { ChangeSource } from '../../base/change-source.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/lifecycle.ts';
import type { AssetBucket, AssetCourse } from '../../core/asset-terms.ts';
import type { BestQuote, Book, HistorySpan, PriceSample } from '../../core/book.ts';
import type { Market } from '../../core/market.ts';
import type { Settlement } from '../../core/settlement.ts';
import { isExchangeError } from '../../exchange/errors.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { type Change, type LoadState, type RefreshReason, readAt } from '../reading/load-state.ts';
import { type Commit, LoadedStore, type ReadKind } from '../reading/loaded-store.ts';
import type { Session } from '../session/session.ts';
import type { MarketsStore } from './markets.ts';
import type { QuoteReading, QuotesStore } from './quotes.ts';

/** One part of a market's page: its value, how far its loading is, and how old it is. */
export interface LoadedPart<T> {
  readonly state: LoadState;
  /** Of the last good reply. */
  readonly value: T | undefined;
  /** When that arrived, Unix milliseconds. */
  readonly at: number | undefined;
  /** The service seems to have no such endpoint; the part stays empty. */
  readonly unsupported: boolean;
}

interface MarketParts {
  readonly market: LoadedPart<Market>;
  /** `ready` without a value: the service has no book for this market. */
  readonly book: LoadedPart<Book>;
  /** Read only where the service has no book. */
  readonly quote: LoadedPart<BestQuote>;
  readonly history: LoadedPart<readonly PriceSample[]>;
  readonly interval: HistorySpan;
  /** `ready` without a value: not settled yet. */
  readonly settlement: LoadedPart<Settlement>;
}

export const DETAIL_PARTS = ['market', 'book', 'history', 'settlement'] as const;
export type DetailPart = (typeof DETAIL_PARTS)[number];

/** One viewer's interest in a market; can be given to the scheduler. Dispose it when the viewer closes. */
export interface BookWatch extends Disposable {
  readonly slug: string;
  /** A book is among the watched parts, and the service has one as far as is known. */
  readonly needsBook: boolean;
  /** Of the watched parts together: `failed` only when every one is. */
  readonly state: LoadState;
  load(): Promise<void>;
  refresh(reason?: RefreshReason): Promise<void>;
}

/** What panels read about single markets. Changes are keyed by slug. */
export class BooksStore extends ChangeSource<Change> {
  readonly #session: Session;
  readonly #markets: MarketsStore;
  readonly #quotes: QuotesStore | undefined;
  readonly #watched = new Map<string, ReturnType<typeof openReader>>();

  /** `quotes` gets the books read here too. */
  constructor(session: Session, markets: MarketsStore, quotes?: QuotesStore) {
    super();
    this.#session = session;
    this.#markets = markets;
    this.#quotes = quotes;
    this.own.add(
      markets.onDidChange((change) => {
        const slugs = [...this.#watched.keys()].filter((slug) => change === 'all' || change.has(slug));
        if (slugs.length > 0) this.changes.fire(new Set(slugs));
      }),
    );
  }

  /** What was read of a market; all `idle` while nobody watches it. */
  detail(slug: string): MarketParts {
    const parts = this.#watched.get(slug)?.parts() ?? NOT_READ;
    // The list may have the market before a panel does, or a newer one.
    const value = this.#markets.get(slug) ?? parts.market.value;
    const at = this.#markets.readAt(slug) ?? parts.market.at;
    return { ...parts, market: { ...parts.market, value, at } };
  }

  /** Holds a market's readings while someone shows them, and makes `load` and `refresh` read these parts. */
  watch(slug: string, parts: readonly DetailPart[]): BookWatch {
    const reader = this.#watched.get(slug) ?? this.#open(slug);
    reader.viewers += 1;
    const left = toDisposable(() => {
      reader.viewers -= 1;
      if (reader.viewers === 0) this.#close(slug);
    });
    return {
      slug,
      get needsBook(): boolean {
        return parts.includes('book') && !reader.hasNoBook();
      },
      get state(): LoadState {
        return reader.overall(parts);
      },
      load: () => reader.read(parts, 'load'),
      refresh: (reason = 'asked') => reader.read(parts, reason),
      dispose: () => left.dispose(),
    };
  }

  /** Chooses the span of the price history of a watched market and reads it. */
  async setInterval(slug: string, interval: HistorySpan): Promise<void> {
    await this.#watched.get(slug)?.setInterval(interval);
  }

  override dispose(): void {
    for (const slug of [...this.#watched.keys()]) this.#close(slug);
    super.dispose();
  }

  #open(slug: string) {
    const changed = (): void => this.changes.fire(new Set([slug]));
    const reader = openReader(slug, this.#session, this.#markets, this.#quotes, changed);
    this.#watched.set(slug, reader);
    return reader;
  }

  #close(slug: string): void {
    this.#watched.get(slug)?.dispose();
    this.#watched.delete(slug);
  }
}

/** Reads one market, part by part, for as long as somebody shows it. */
function openReader(
  slug: string,
  session: Session,
  markets: MarketsStore,
  quotes: QuotesStore | undefined,
  changed: () => void,
) {
  const { clock } = session;
  const own = new DisposableStore();
  let interval: HistorySpan = '1D';
  const part = <T>(read: ReadPart<T>): PartReader<T> => own.add(new PartReader(session, changed, read));
  /** Passes what was read on to the quotes, for every surface that shows a price of this market. */
  const shared = async <T>(reading: Promise<T>, as: (value: T) => QuoteReading, signal: AbortSignal) => {
    const askedAt = clock.now();
    const value = await reading;
    if (!signal.aborted) quotes?.takeReading(slug, as(value), askedAt, clock.now());
    return value;
  };
  const market = part(async (exchange, signal) => {
    const read = await exchange.marketBySlug(slug, signal);
    if (!signal.aborted) markets.setAside(read, clock.now());
    return read;
  });
  const book = part((exchange, signal) =>
    shared(whereServed(exchange.book(slug, signal)), (value) => ({ book: value }), signal),
  );
  const quote = part((exchange, signal) =>
    shared(whereServed(exchange.bbo(slug, signal)), (value) => ({ quote: value }), signal),
  );
  const history = part((exchange, signal) => exchange.priceHistory(slug, interval, signal));
  const settlement = part((exchange, signal) => exchange.settlement(slug, signal));
  const parts = (): MarketParts => ({
    market: market.part,
    book: book.part,
    quote: quote.part,
    history: history.part,
    interval,
    settlement: settlement.part,
  });
  const hasNoBook = (): boolean => {
    const { state, value, unsupported } = book.part;
    return unsupported || (state.kind === 'ready' && value === undefined);
  };
  const readPart = async (wanted: DetailPart, kind: 'load' | RefreshReason): Promise<void> => {
    if (wanted === 'market') await market.readPart(kind);
    else if (wanted === 'history') {
      // A range that has ended does not change.
      const isOver = typeof interval !== 'string' && interval.to < clock.now();
      if (kind !== 'poll' || !isOver || history.part.value === undefined) await history.readPart(kind);
    } else if (wanted === 'settlement') {
      // A settlement does not change; a person asking again still gets a fresh read.
      if (kind !== 'poll' || settlement.part.value === undefined) await settlement.readPart(kind);
    } else {
      await book.readPart(kind);
      if (hasNoBook()) await quote.readPart(kind);
    }
  };
  return {
    viewers: 0,
    parts,
    hasNoBook,
    /** `load` reads only parts that were not read yet. */
    read: async (wanted: readonly DetailPart[], kind: 'load' | RefreshReason): Promise<void> => {
      await Promise.all(wanted.map((each) => readPart(each, kind)));
    },
    setInterval: async (span: HistorySpan): Promise<void> => {
      if (isSameSpan(span, interval)) return;
      interval = span;
      history.forget();
      changed();
      await history.readPart('load');
    },
    /** `idle` while a part was not asked for; else of the oldest reading; `failed` only when every part the service has is. */
    overall: (wanted: readonly DetailPart[]): LoadState => {
      const { book, quote, ...others } = parts();
      const read = { ...others, book: book.unsupported ? quote : book };
      const served = wanted.map((each) => read[each]).filter((each) => !each.unsupported);
      const rank = ({ state }: LoadedPart<unknown>): number => RANKS[state.kind];
      const sorted = served.sort((a, b) => rank(a) - rank(b) || (a.at ?? 0) - (b.at ?? 0));
      return sorted[0]?.state ?? IDLE;
    },
    dispose: () => own.dispose(),
  };
}

function isSameSpan(a: HistorySpan, b: HistorySpan): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  return a.from === b.from && a.to === b.to;
}

const IDLE: LoadState = { kind: 'idle' };
const EMPTY_PART = { state: IDLE, value: undefined, at: undefined, unsupported: false };
const NOT_READ: MarketParts = {
  market: EMPTY_PART,
  book: EMPTY_PART,
  quote: EMPTY_PART,
  history: EMPTY_PART,
  interval: '1D',
  settlement: EMPTY_PART,
};

/** Failures come last, so that one broken endpoint does not slow down the others. */
const RANKS = { idle: 0, loading: 1, refreshing: 2, ready: 2, failed: 3 };

type ReadPart<T> = (exchange: Exchange, signal: AbortSignal) => Promise<T | undefined>;

/** Loads one part and holds its last good value. */
class PartReader<T> extends LoadedStore {
  readonly #fetch: ReadPart<T>;
  #value: T | undefined;

  constructor(session: Session, changed: () => void, fetch: ReadPart<T>) {
    super(session, 'public');
    this.#fetch = fetch;
    this.onDidChange(changed);
  }

  get part(): LoadedPart<T> {
    const { state } = this;
    const unsupported = state.kind === 'failed' && state.error.code === 'unsupported';
    return { state, value: this.#value, at: readAt(state), unsupported };
  }

  async readPart(kind: 'load' | RefreshReason): Promise<void> {
    await (kind === 'load' ? this.load() : this.refresh(kind));
  }

  protected override async read(_: ReadKind, exchange: Exchange, signal: AbortSignal): Promise<Commit> {
    const value = await this.#fetch(exchange, signal);
    return () => {
      this.#value = value;
      return 'all';
    };
  }

  override forget(): boolean {
    return super.forget();
  }

  protected override clear(): void {
    this.#value = undefined;
  }
}

/** The price history of a market over a span of its own, whatever its page shows. */
export class HistoryReader extends PartReader<readonly PriceSample[]> {
  readonly slug: string;

  constructor(session: Session, slug: string, interval: HistorySpan, changed: () => void) {
    super(session, changed, (exchange, signal) => exchange.priceHistory(slug, interval, signal));
    this.slug = slug;
  }
}

/** The course of an asset up to `until`, Unix milliseconds, or now. */
export class CourseReader extends PartReader<AssetCourse> {
  constructor(session: Session, { asset, spanMs, bucket, until }: CourseQuery, changed: () => void) {
    super(session, changed, (exchange, signal) => {
      const to = Math.min(until ?? Number.POSITIVE_INFINITY, session.clock.now());
      return exchange.assetCourse(asset, { from: to - spanMs, to, bucket }, signal);
    });
  }
}

interface CourseQuery {
  readonly asset: string;
  readonly spanMs: number;
  readonly bucket: AssetBucket;
  readonly until: number | undefined;
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
