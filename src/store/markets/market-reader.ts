import { DisposableOwner } from '../../base/disposable.ts';
import type { BestQuote, Book, HistorySpan, PriceSample } from '../../core/book.ts';
import type { Market } from '../../core/market.ts';
import type { Settlement } from '../../core/settlement.ts';
import { isExchangeError } from '../../exchange/errors.ts';
import type { LoadState, RefreshReason } from '../reading/load-state.ts';
import type { Session } from '../session/session.ts';
import type { MarketsStore } from './markets.ts';
import { type LoadedPart, PartReader, type ReadPart } from './part-reader.ts';
import type { QuoteReading, QuotesStore } from './quotes.ts';

export interface MarketParts {
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

/** Reads one market, part by part, for as long as somebody shows it. */
export class MarketReader extends DisposableOwner {
  viewers = 0;
  readonly #slug: string;
  readonly #session: Session;
  readonly #quotes: QuotesStore | undefined;
  readonly #changed: () => void;
  readonly #market: PartReader<Market>;
  readonly #book: PartReader<Book>;
  readonly #quote: PartReader<BestQuote>;
  readonly #history: PartReader<readonly PriceSample[]>;
  readonly #settlement: PartReader<Settlement>;
  #interval: HistorySpan = '1D';

  /** `quotes` gets the books and quotes read here too, for every surface that shows a price of this market. */
  constructor(
    slug: string,
    session: Session,
    markets: MarketsStore,
    quotes: QuotesStore | undefined,
    changed: () => void,
  ) {
    super();
    this.#slug = slug;
    this.#session = session;
    this.#quotes = quotes;
    this.#changed = changed;
    const part = <T>(read: ReadPart<T>): PartReader<T> => {
      const reader = this.own.add(new PartReader(session, read));
      reader.onDidChange(changed);
      return reader;
    };
    this.#market = part(async (exchange, signal) => {
      const read = await exchange.marketBySlug(slug, signal);
      if (!signal.aborted) markets.setAside(read, session.clock.now());
      return read;
    });
    this.#book = part((exchange, signal) =>
      this.#shared(whereServed(exchange.book(slug, signal)), (book) => ({ book }), signal),
    );
    this.#quote = part((exchange, signal) =>
      this.#shared(whereServed(exchange.bbo(slug, signal)), (quote) => ({ quote }), signal),
    );
    this.#history = part((exchange, signal) => exchange.priceHistory(slug, this.#interval, signal));
    this.#settlement = part((exchange, signal) => exchange.settlement(slug, signal));
  }

  get parts(): MarketParts {
    return {
      market: this.#market.part,
      book: this.#book.part,
      quote: this.#quote.part,
      history: this.#history.part,
      interval: this.#interval,
      settlement: this.#settlement.part,
    };
  }

  get hasNoBook(): boolean {
    const { state, value, unsupported } = this.#book.part;
    return unsupported || (state.kind === 'ready' && value === undefined);
  }

  /** `load` reads only parts that were not read yet. */
  async read(wanted: readonly DetailPart[], kind: 'load' | RefreshReason): Promise<void> {
    await Promise.all(wanted.map((each) => this.#readPart(each, kind)));
  }

  async setInterval(span: HistorySpan): Promise<void> {
    if (isSameSpan(span, this.#interval)) return;
    this.#interval = span;
    this.#history.forget();
    this.#changed();
    await this.#history.readPart('load');
  }

  /** `idle` while a part was not asked for; else of the oldest reading; `failed` only when every part the service has is. */
  overall(wanted: readonly DetailPart[]): LoadState {
    const { book, quote, ...others } = this.parts;
    const read = { ...others, book: book.unsupported ? quote : book };
    const served = wanted.map((each) => read[each]).filter((each) => !each.unsupported);
    const rank = ({ state }: LoadedPart<unknown>): number => RANKS[state.kind];
    const sorted = served.sort((a, b) => rank(a) - rank(b) || (a.at ?? 0) - (b.at ?? 0));
    return sorted[0]?.state ?? IDLE;
  }

  async #readPart(wanted: DetailPart, kind: 'load' | RefreshReason): Promise<void> {
    if (wanted === 'market') await this.#market.readPart(kind);
    else if (wanted === 'history') {
      const interval = this.#interval;
      // A range that has ended does not change.
      const isOver = typeof interval !== 'string' && interval.to < this.#session.clock.now();
      if (kind !== 'poll' || !isOver || this.#history.part.value === undefined)
        await this.#history.readPart(kind);
    } else if (wanted === 'settlement') {
      // A settlement does not change; a person asking again still gets a fresh read.
      if (kind !== 'poll' || this.#settlement.part.value === undefined) await this.#settlement.readPart(kind);
    } else {
      await this.#book.readPart(kind);
      if (this.hasNoBook) await this.#quote.readPart(kind);
    }
  }

  async #shared<T>(reading: Promise<T>, as: (value: T) => QuoteReading, signal: AbortSignal): Promise<T> {
    const { clock } = this.#session;
    const askedAt = clock.now();
    const value = await reading;
    if (!signal.aborted) this.#quotes?.takeReading(this.#slug, as(value), askedAt, clock.now());
    return value;
  }
}

function isSameSpan(a: HistorySpan, b: HistorySpan): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  return a.from === b.from && a.to === b.to;
}

const IDLE: LoadState = { kind: 'idle' };
const EMPTY_PART = { state: IDLE, value: undefined, at: undefined, unsupported: false };
export const NOT_READ: MarketParts = {
  market: EMPTY_PART,
  book: EMPTY_PART,
  quote: EMPTY_PART,
  history: EMPTY_PART,
  interval: '1D',
  settlement: EMPTY_PART,
};

/** Failures come last, so that one broken endpoint does not slow down the others. */
const RANKS = { idle: 0, loading: 1, refreshing: 2, ready: 2, failed: 3 };

/** A 404 about a known market means that the service has nothing of the kind for it, which is no failure. */
async function whereServed<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (cause) {
    if (isExchangeError(cause) && cause.code === 'notFound') return undefined;
    throw cause;
  }
}
