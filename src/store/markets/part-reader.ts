import type { AssetBucket, AssetCourse } from '../../core/asset-terms.ts';
import type { HistorySpan, PriceSample } from '../../core/book.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { type LoadState, type RefreshReason, readAt } from '../reading/load-state.ts';
import { type Commit, LoadedStore, type ReadKind } from '../reading/loaded-store.ts';
import type { Session } from '../session/session.ts';

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

export type ReadPart<T> = (exchange: Exchange, signal: AbortSignal) => Promise<T | undefined>;

/** Loads one part and holds its last good value. */
export class PartReader<T> extends LoadedStore {
  readonly #fetch: ReadPart<T>;
  #value: T | undefined;

  constructor(session: Session, fetch: ReadPart<T>) {
    super(session, 'public');
    this.#fetch = fetch;
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

  constructor(session: Session, slug: string, interval: HistorySpan) {
    super(session, (exchange, signal) => exchange.priceHistory(slug, interval, signal));
    this.slug = slug;
  }
}

/** The course of an asset up to `until`, Unix milliseconds, or now. */
export class CourseReader extends PartReader<AssetCourse> {
  constructor(session: Session, { asset, spanMs, bucket, until }: CourseQuery) {
    super(session, (exchange, signal) => {
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
