import type { AssetBucket } from '../../core/asset-terms.ts';
import type { PriceInterval } from '../../core/book.ts';
import type { Market } from '../../core/market.ts';
import { CourseReader } from '../../store/markets/part-reader.ts';
import type { Services } from '../services.ts';
import { readingOfPart, watchStores } from './market-watch.ts';

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

/** Reads the course of the asset a market is about, over the span of its price chart, while its page is visible. */
export function createUnderlying(services: Services, changed: () => void) {
  let key = '';
  let shown: { readonly reader: CourseReader; readonly watch: ReturnType<typeof watchStores> } | undefined;
  const close = (): void => {
    shown?.watch.dispose();
    shown = undefined;
  };
  return {
    /** Follows what the page shows now, and says what was read of it. */
    follow(market: Market | undefined, interval: PriceInterval, isVisible: boolean) {
      const terms = market?.assetTerms;
      const next =
        terms?.asset === undefined ? '' : `${terms.asset} ${interval} ${terms.windowEnd?.text ?? ''}`;
      if (next !== key) {
        key = next;
        close();
        if (terms?.asset !== undefined) {
          const [spanMs, bucket] = SPANS[interval];
          const end = terms.windowEnd?.ms;
          const query = { asset: terms.asset, spanMs, bucket, until: end && end + AFTER_MS };
          const reader = new CourseReader(services.session, query, changed);
          const watch = watchStores(services, [reader], changed, () => {});
          watch.own.add(reader);
          shown = { reader, watch };
        }
      }
      shown?.watch.setVisible(isVisible);
      return shown && readingOfPart(shown.reader.part);
    },
    refresh: (): void => shown?.watch.refresh(),
    dispose: close,
  };
}
