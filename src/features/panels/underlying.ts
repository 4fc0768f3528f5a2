import type { Disposable } from '../../base/disposable.ts';
import type { AssetBucket } from '../../core/asset-terms.ts';
import { INTERVAL_MS, type PriceInterval } from '../../core/book.ts';
import type { Market } from '../../core/market.ts';
import { CourseReader } from '../../store/markets/part-reader.ts';
import type { Session } from '../../store/session/session.ts';

const MINUTE_MS = 60_000;
/** What is read of the course for the longest span, milliseconds. */
const ALL_MS = 365 * 24 * 60 * MINUTE_MS;
/** Steps that make some hundreds of points of each span of the price chart. */
const STEPS: Readonly<Record<PriceInterval, AssetBucket>> = {
  '1H': '15S',
  '6H': '1M',
  '1D': '5M',
  '1W': '1H',
  '1M': '1H',
  ALL: '1D',
};
/** How far a course goes on behind the end of a window. */
const AFTER_MS = 5 * MINUTE_MS;

/** Has the reader of the course of the asset a market is about, over the span of its price chart. */
export class Underlying implements Disposable {
  readonly #session: Session;
  #key = '';
  #reader: CourseReader | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** The same until market or span are others. */
  get reader(): CourseReader | undefined {
    return this.#reader;
  }

  show(market: Market | undefined, interval: PriceInterval): void {
    const terms = market?.assetTerms;
    const asset = terms?.asset;
    const key = asset === undefined ? '' : `${asset} ${interval} ${terms?.windowEnd?.text ?? ''}`;
    if (key === this.#key) return;
    this.dispose();
    this.#key = key;
    const spanMs = interval === 'ALL' ? ALL_MS : INTERVAL_MS[interval];
    const end = terms?.windowEnd?.ms;
    const query = { spanMs, bucket: STEPS[interval], until: end && end + AFTER_MS };
    this.#reader = asset === undefined ? undefined : new CourseReader(this.#session, { asset, ...query });
  }

  dispose(): void {
    this.#reader?.dispose();
    this.#reader = undefined;
    this.#key = '';
  }
}
