import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/lifecycle.ts';
import type { PriceInterval } from '../../core/book.ts';
import type { Change, LoadState, RefreshReason } from '../reading/load-state.ts';
import type { Session } from '../session/session.ts';
import { DETAIL_PARTS, type DetailPart, DetailReader, type MarketParts } from './market-detail.ts';
import type { MarketsStore } from './markets.ts';
import type { QuotesStore } from './quotes.ts';

export type { DetailPart, LoadedPart } from './market-detail.ts';

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

interface Watched {
  readonly reader: DetailReader;
  readonly viewers: Map<object, readonly DetailPart[]>;
  readonly follow: Disposable;
}

/** What panels read about single markets. Changes are keyed by slug. */
export class BooksStore implements Disposable {
  readonly #session: Session;
  readonly #markets: MarketsStore;
  readonly #quotes: QuotesStore | undefined;
  readonly #watched = new Map<string, Watched>();
  readonly #changes = new Emitter<Change>();
  readonly #disposables = new DisposableStore();

  /** `quotes`: what the stream tells of prices; takes in the books read here too. */
  constructor(session: Session, markets: MarketsStore, quotes?: QuotesStore) {
    this.#session = session;
    this.#markets = markets;
    this.#quotes = quotes;
    this.#disposables.add(markets.onDidChange((change) => this.#follow(change)));
    if (quotes !== undefined) this.#disposables.add(quotes.onDidChange((change) => this.#follow(change)));
  }

  readonly onDidChange: Event<Change> = (listener) => this.#changes.event(listener);

  /** What is known of a market; the same object until something changed while it is watched, all `idle` while not. */
  detail(slug: string): MarketParts {
    const watched = this.#watched.get(slug);
    if (watched !== undefined) return watched.reader.detail;
    const reader = new DetailReader(this.#session, this.#markets, slug, this.#quotes);
    reader.dispose();
    return reader.detail;
  }

  /** Keeps a market's readings while someone shows them, and makes `load` and `refresh` read these parts. */
  watch(slug: string, parts: readonly DetailPart[]): BookWatch {
    const watched = this.#watched.get(slug) ?? this.#open(slug);
    const viewer = {};
    watched.viewers.set(viewer, parts);
    const left = toDisposable(() => {
      watched.viewers.delete(viewer);
      if (watched.viewers.size === 0) this.#close(slug);
    });
    return {
      slug,
      get needsBook(): boolean {
        return parts.includes('book') && !watched.reader.hasNoBook;
      },
      get state(): LoadState {
        return watched.reader.overall(parts);
      },
      load: () => watched.reader.read(parts, 'load'),
      refresh: (reason = 'asked') => watched.reader.read(parts, reason),
      dispose: () => left.dispose(),
    };
  }

  /** Reads the watched parts of one market that were not read yet. Never rejects. */
  async load(slug: string): Promise<void> {
    await this.#watched.get(slug)?.reader.read(this.#parts(slug), 'load');
  }

  /** Reads the watched parts of one market again, or of every watched one. Never rejects. */
  async refresh(slug?: string, reason: RefreshReason = 'asked'): Promise<void> {
    const slugs = slug === undefined ? [...this.#watched.keys()] : [slug];
    await Promise.all(slugs.map((each) => this.#watched.get(each)?.reader.read(this.#parts(each), reason)));
  }

  /** Chooses the span of the price history of a watched market and reads it. */
  async setInterval(slug: string, interval: PriceInterval): Promise<void> {
    await this.#watched.get(slug)?.reader.setInterval(interval);
  }

  dispose(): void {
    for (const slug of [...this.#watched.keys()]) this.#close(slug);
    this.#disposables.dispose();
    this.#changes.dispose();
  }

  #open(slug: string): Watched {
    const reader = new DetailReader(this.#session, this.#markets, slug, this.#quotes);
    const follow = reader.onDidChange(() => this.#changes.fire(new Set([slug])));
    const watched: Watched = { reader, viewers: new Map(), follow };
    this.#watched.set(slug, watched);
    return watched;
  }

  #close(slug: string): void {
    const watched = this.#watched.get(slug);
    this.#watched.delete(slug);
    watched?.follow.dispose();
    watched?.reader.dispose();
  }

  #parts(slug: string): readonly DetailPart[] {
    const wanted = new Set([...(this.#watched.get(slug)?.viewers.values() ?? [])].flat());
    return DETAIL_PARTS.filter((part) => wanted.has(part));
  }

  #follow(change: Change): void {
    for (const [slug, { reader }] of this.#watched) {
      if (change === 'all' || change.has(slug)) reader.followMarket();
    }
  }
}
