import { ChangeSource } from '../../base/change-source.ts';
import { type Disposable, toDisposable } from '../../base/disposable.ts';
import type { Event } from '../../base/event.ts';
import type { HistorySpan } from '../../core/book.ts';
import type { Change, LoadState, RefreshReason } from '../reading/load-state.ts';
import type { Session } from '../session/session.ts';
import { type DetailPart, type MarketParts, MarketReader, NOT_READ } from './market-reader.ts';
import type { MarketsStore } from './markets.ts';
import type { QuotesStore } from './quotes.ts';

/** One viewer's interest in a market; can be given to the scheduler. Dispose it when the viewer closes. */
export interface BookWatch extends Disposable {
  readonly slug: string;
  /** A book is among the watched parts, and the service has one as far as is known. */
  readonly needsBook: boolean;
  /** Of the watched parts together: `failed` only when every one is. */
  readonly state: LoadState;
  /** Of the market, whichever part it is. */
  readonly onDidChange: Event<unknown>;
  load(): Promise<void>;
  refresh(reason?: RefreshReason): Promise<void>;
}

/** What panels read about single markets. Changes are keyed by slug. */
export class BooksStore extends ChangeSource<Change> {
  readonly #session: Session;
  readonly #markets: MarketsStore;
  readonly #quotes: QuotesStore | undefined;
  readonly #watched = new Map<string, MarketReader>();

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
    const parts = this.#watched.get(slug)?.parts ?? NOT_READ;
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
        return parts.includes('book') && !reader.hasNoBook;
      },
      get state(): LoadState {
        return reader.overall(parts);
      },
      onDidChange: (listener) =>
        this.onDidChange((change) => {
          if (change === 'all' || change.has(slug)) listener(change);
        }),
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

  #open(slug: string): MarketReader {
    const changed = (): void => this.changes.fire(new Set([slug]));
    const reader = new MarketReader(slug, this.#session, this.#markets, this.#quotes, changed);
    this.#watched.set(slug, reader);
    return reader;
  }

  #close(slug: string): void {
    this.#watched.get(slug)?.dispose();
    this.#watched.delete(slug);
  }
}
