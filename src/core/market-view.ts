import type { Freshness } from './freshness.ts';
import type { Market, MarketEvent } from './market.ts';
import type { LiveQuotes } from './pricing.ts';
import type { Settlement } from './settlement.ts';

export interface MarketFacts {
  readonly live?: LiveQuotes | undefined;
  readonly settlement?: Settlement | undefined;
  /** When the market was read, Unix milliseconds. */
  readonly readAt?: number | undefined;
  /** How current the prices are; absent where nothing is known of it. */
  readonly freshness?: Freshness | undefined;
  /** The prices are newer than the own position in this market. */
  readonly pricedLater?: boolean | undefined;
}

export interface MarketView extends MarketFacts {
  readonly market: Market;
  readonly event: MarketEvent | undefined;
}

/** Whether a row made from either looks the same. No row names the time of what is fresh. */
export function looksSame(a: MarketView, b: MarketView): boolean {
  return (
    a.market === b.market &&
    a.event === b.event &&
    a.settlement === b.settlement &&
    a.live?.book === b.live?.book &&
    a.live?.bbo === b.live?.bbo &&
    a.live?.newer === b.live?.newer &&
    a.freshness?.standing === b.freshness?.standing &&
    (a.freshness === undefined || a.freshness.standing === 'fresh' || a.freshness.at === b.freshness?.at)
  );
}
