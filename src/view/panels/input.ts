import type { Activity } from '../../core/activity.ts';
import type { Alert } from '../../core/alert.ts';
import type { AssetCourse } from '../../core/asset-terms.ts';
import type { CancelProgress } from '../../core/attempt.ts';
import type { BestQuote, Book, PriceSample } from '../../core/book.ts';
import type { Freshness } from '../../core/freshness.ts';
import type { Holdings } from '../../core/holdings.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import type { MarketView } from '../../core/market-view.ts';
import type { Order } from '../../core/order.ts';
import type { Position } from '../../core/position.ts';
import type { LiveQuotes } from '../../core/pricing.ts';
import type { Settlement } from '../../core/settlement.ts';
import type { Trade } from '../../core/trade.ts';
import type { AskedWhatIf } from '../../core/what-if.ts';
import type { EventLines } from '../event-lines.ts';
import type { Failure } from '../messages.ts';
import type { ChartSpan } from './protocol.ts';

/** One thing a panel shows, as far as it could be read. */
export interface PanelReading<T> {
  /** The last good reading, also when a later one failed. */
  readonly value: T | undefined;
  /** Unix milliseconds of that reading. */
  readonly at: number | undefined;
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  readonly unsupported: boolean;
}

interface PanelConnection {
  readonly label: string;
  readonly isDemo: boolean;
  /** There is an account whose orders and positions can be read. */
  readonly isSignedIn: boolean;
  /** In a browser, where nobody can sign in. Default false. */
  readonly inBrowser?: boolean;
}

/**
 * How prices come in. `live`: streamed. `connecting`, `lost`, `stopped` (refused): the stream should be there. `polled`,
 * `unsupported`: there is none, prices are read now and then.
 */
export type PriceStreamState = 'live' | 'polled' | 'connecting' | 'lost' | 'stopped' | 'unsupported';

/** What both panels are made from. Account readings are empty when signed out. */
export interface PanelInput {
  readonly slug: string;
  readonly connection: PanelConnection;
  readonly market: PanelReading<Market>;
  readonly book: PanelReading<Book>;
  /** The newest quotes of all sources and whether they are newer than the market; undefined where there are none. */
  readonly live: LiveQuotes | undefined;
  readonly stream: PriceStreamState;
  /** Of the best prices and the book together; undefined before any price is known. */
  readonly freshness: Freshness | undefined;
  /** Of own orders and position; undefined before they are known. */
  readonly accountFreshness: Freshness | undefined;
  /** `value` undefined after a good reading: not settled. */
  readonly settlement: PanelReading<Settlement>;
  /** The event with its clock and score where it is known, else undefined. */
  readonly event: MarketEvent | undefined;
  readonly orders: PanelReading<readonly Order[]>;
  /** `value` undefined after a good reading: no position. */
  readonly position: PanelReading<Position>;
  readonly activities: PanelReading<readonly Activity[]>;
  readonly moreActivities: boolean;
  /** By order id. */
  readonly cancelling: ReadonlyMap<string, CancelProgress>;
  readonly showsDetails: boolean;
  /** Read by the market panel only, where the service has no book. */
  readonly quote?: PanelReading<BestQuote> | undefined;
}

export interface MarketPanelInput extends PanelInput {
  /** Of the long side; see `pricePoints`. */
  readonly history: PanelReading<readonly PricePoint[]>;
  readonly interval: ChartSpan;
  /** The history's prices are the offers of their time, as far as it shows; see `areOffers`. */
  readonly isFromOffers: boolean;
  /** When the price history begins, Unix milliseconds; undefined while that is not known. See `historyBegin`. */
  readonly historyBegin: number | undefined;
  /** Everybody's trades since the panel was opened, newest first. */
  readonly trades: readonly Trade[];
  /** Prices seen since the start, oldest first: what the history does not have yet. */
  readonly samples: readonly PriceSample[];
  /** What the page asks about; undefined while nothing is typed. */
  readonly whatIf?: AskedWhatIf | undefined;
  /** The course of the asset it is about; undefined where it is about none. */
  readonly underlying?: PanelReading<AssetCourse> | undefined;
  /** Those of this market that may fire. */
  readonly alerts: readonly Alert[];
  readonly images: boolean;
  /** Other outcomes whose prices are drawn too; undefined while that was not asked for. */
  readonly beside?: readonly BesideInput[] | undefined;
  /** The event has other outcomes. */
  readonly canCompare: boolean;
  /** The lines of its event, its own too. */
  readonly lines: EventLines;
  readonly holdings: Holdings;
  /** Other games of its league; see `otherGames`. */
  readonly games: readonly MarketEvent[];
  viewOf(market: Market): MarketView;
  /** The game as it was seen to change since the panel was opened, oldest first. */
  readonly game: readonly GameMoment[];
}

/** Another outcome of the event, drawn beside the market's own price. */
export interface BesideInput {
  readonly market: Market;
  readonly history: PanelReading<readonly PricePoint[]>;
  /** As of the market itself. */
  readonly samples: readonly PriceSample[];
  readonly freshness: Freshness | undefined;
}

/** A game from when it was seen so, Unix milliseconds, until the next moment; texts are empty where not sent. */
export interface GameMoment {
  readonly ms: number;
  readonly score: string;
  readonly period: string;
  /** Of both teams, in the title's order. */
  readonly points: readonly [number, number] | undefined;
  /** Somebody had looked shortly before, so this is when it changed. */
  readonly isSeen: boolean;
}

/** A place on the chart's line: Unix milliseconds, and a price of 0…1. */
export interface PricePoint {
  readonly ms: number;
  readonly price: number;
}
