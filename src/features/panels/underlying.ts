import type { Disposable } from '../../base/lifecycle.ts';
import type { AssetBucket } from '../../core/asset-terms.ts';
import type { PriceInterval } from '../../core/book.ts';
import type { Market } from '../../core/market.ts';
import { CourseReader } from '../../store/markets/part-reader.ts';
import type { Session } from '../../store/session/session.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Of the price chart's spans; steps that make some hundreds of points. */
const SPANS: Readonly<Record<PriceInterval, readonly [spanMs: number, bucket: AssetBucket]>> = {
  '1H': [HOUR_MS, '15S'],
  '6H': [6 * HOUR_MS, '1M'],
  '1D': [DAY_MS, '5M'],
  '1W': [7 * DAY_MS, '1H'],
  '1M': [31 * DAY_MS, '1H'],
  ALL: [365 * DAY_MS, '1D'],
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
  of(market: Market | undefined, interval: PriceInterval): CourseReader | undefined {
    const terms = market?.assetTerms;
    const asset = terms?.asset;
    const key = asset === undefined ? '' : `${asset} ${interval} ${terms?.windowEnd?.text ?? ''}`;
    if (key === this.#key) return this.#reader;
    this.dispose();
    this.#key = key;
    const [spanMs, bucket] = SPANS[interval];
    const end = terms?.windowEnd?.ms;
    const query = { spanMs, bucket, until: end && end + AFTER_MS };
    this.#reader = asset === undefined ? undefined : new CourseReader(this.#session, { asset, ...query });
    return this.#reader;
  }

  dispose(): void {
    this.#reader?.dispose();
    this.#reader = undefined;
    this.#key = '';
  }
}
