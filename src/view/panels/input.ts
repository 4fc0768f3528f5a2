import type { Activity } from '../../core/activity.ts';
import type { BestQuote, Book, PriceInterval, PriceSample } from '../../core/book.ts';
import type { Freshness } from '../../core/freshness.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import type { Order } from '../../core/order.ts';
import type { Position } from '../../core/position.ts';
import type { LiveQuotes } from '../../core/pricing.ts';
import type { Settlement } from '../../core/settlement.ts';
import type { Trade } from '../../core/trade.ts';
import type { Failure } from '../messages.ts';

/** One thing a panel shows, as far as it could be read. */
export interface Reading<T> {
  /** The last good reading, also when a later one failed. */
  readonly value: T | undefined;
  /** Unix milliseconds of that reading. */
  readonly at: number | undefined;
  /** A read is under way. */
  readonly busy: boolean;
  /** The last failure, until a read succeeds. */
  readonly failure: Failure | undefined;
  /** The service has no such endpoint. */
  readonly unsupported: boolean;
}

export interface PanelConnection {
  readonly label: string;
  readonly isDemo: boolean;
  /** There is an account whose orders and positions can be read. */
  readonly isSignedIn: boolean;
}

/**
 * How prices come in: `live` – told by the stream; `shared` – by another window that holds it; `connecting`, `lost`,
 * `stopped` (refused) – it should be; `polled`, `unsupported` – there is none, they are read now and then.
 */
export type PriceLine = 'live' | 'polled' | 'connecting' | 'lost' | 'stopped' | 'unsupported';

/** What both panels are made from. Account readings are empty when signed out. */
export interface PanelInput {
  readonly slug: string;
  readonly connection: PanelConnection;
  readonly market: Reading<Market>;
  readonly book: Reading<Book>;
  /** The newest quotes of all sources and whether they are newer than the market; undefined where none are kept. */
  readonly live: LiveQuotes | undefined;
  readonly line: PriceLine;
  /** Of the prices shown; undefined before any is known. */
  readonly truth: Freshness | undefined;
  /** Of the depth of the book; undefined before one is known. */
  readonly bookTruth: Freshness | undefined;
  /** Of own orders and position; undefined before they are known. */
  readonly accountTruth: Freshness | undefined;
  /** `value` undefined after a good reading: not settled. */
  readonly settlement: Reading<Settlement>;
  /** The event with its clock and score where it is known, else undefined. */
  readonly event: MarketEvent | undefined;
  /** Open orders in this market. */
  readonly orders: Reading<readonly Order[]>;
  /** `value` undefined after a good reading: no position. */
  readonly position: Reading<Position>;
  /** Newest activities in this market. */
  readonly activities: Reading<readonly Activity[]>;
  /** There are older ones that were not read. */
  readonly moreActivities: boolean;
  /** Orders whose cancel is under way. */
  readonly cancelling: ReadonlySet<string>;
  /** Those of them whose cancel may or may not have been acted on. */
  readonly cancelUnknown: ReadonlySet<string>;
}

export interface MarketPanelInput extends PanelInput {
  /** Read only where the service has no book. */
  readonly quote: Reading<BestQuote>;
  readonly history: Reading<readonly PriceSample[]>;
  readonly interval: PriceInterval;
  /** Trades of anybody's told since the panel was opened, newest first. */
  readonly trades: readonly Trade[];
  /** Prices seen since the start, oldest first: what the history does not have yet. */
  readonly samples: readonly PriceSample[];
  /** Where the long side's price has just gone. */
  readonly moved: -1 | 0 | 1;
  /** Pictures may be shown. */
  readonly images: boolean;
}
