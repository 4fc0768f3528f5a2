import type { AssetTerms } from './asset-terms.ts';
import type { Decimal } from './decimal.ts';
import type { GameSituation, GameUpdate, PeriodScore } from './game-situation.ts';
import type { Instant } from './instant.ts';
import type { Money } from './money.ts';
import type { OpenEnum } from './open-enum.ts';
import type { RawField } from './raw-field.ts';
import type { Participant, Team } from './team.ts';

const SPORTS_MARKET_TYPES = [
  'UNSPECIFIED',
  'MONEYLINE',
  'SPREAD',
  'TOTAL',
  'PROP',
  'FUTURE',
  'DRAWABLE_OUTCOME',
] as const;
export type SportsMarketType = (typeof SPORTS_MARKET_TYPES)[number];

export type MarketStatus = 'UNSPECIFIED' | 'OPEN' | 'CLOSED' | 'RESOLVING' | 'RESOLVED' | 'HALTED';

/** State of the instrument at the exchange: `ep3Status` of a market, `state` of a book (interface.md 9.12). */
export const TRADING_STATES = [
  'CLOSED',
  'OPEN',
  'PREOPEN',
  'SUSPENDED',
  'EXPIRED',
  'TERMINATED',
  'HALTED',
  'MATCH_AND_CLOSE_AUCTION',
] as const;
export type TradingState = (typeof TRADING_STATES)[number];

/** One outcome of a market (interface.md 9.3). Outcomes are identified by `long`, never by their place in a list. */
export interface MarketSide {
  readonly id: string;
  /** The outcome's label, e.g. a team name, `Yes`, `Over`. */
  readonly description: string | undefined;
  readonly long: boolean;
  /** Of its team, which may be sent only beside it or only on the event. */
  readonly teamId: string | undefined;
  readonly team: Team | undefined;
  /** As sent; its meaning depends on the endpoint (interface.md 9.2). Use `sidePrice` of pricing.ts. */
  readonly price: Decimal | undefined;
  /** What buying this side costs now. */
  readonly quote: Money | undefined;
  /** What was sent beside these; absent on one read with many others (interface.md 9). */
  readonly more?: readonly RawField[] | undefined;
}

export interface Tag {
  readonly id: string;
  readonly label: string | undefined;
  readonly slug: string | undefined;
  /** What was sent beside these; absent on one read with many others (interface.md 9). */
  readonly more?: readonly RawField[] | undefined;
}

/** What the overview lists beyond the single-market schema (interface.md 9.2). Absent on most replies. */
export interface MarketOverview {
  readonly lastTradePrice: Decimal | undefined;
  readonly bestBid: Decimal | undefined;
  readonly bestAsk: Decimal | undefined;
  readonly spread: Decimal | undefined;
  readonly oneDayPriceChange: Decimal | undefined;
  readonly oneWeekPriceChange: Decimal | undefined;
  readonly liquidity: string | undefined;
  readonly liquidityNum: Decimal | undefined;
  readonly volume: string | undefined;
  readonly volumeNum: Decimal | undefined;
  readonly volume24hr: Decimal | undefined;
  readonly volume1wk: Decimal | undefined;
  readonly volume1mo: Decimal | undefined;
  readonly volume1yr: Decimal | undefined;
  readonly gameId: string | undefined;
  readonly subcategory: string | undefined;
  /** Kind of a prop. */
  readonly propType: string | undefined;
  /** Ids of the outcomes that stand for two teams. */
  readonly outcomeTeamA: string | undefined;
  readonly outcomeTeamB: string | undefined;
}

/** A market (interface.md 9.2). Only `slug` is certain: some nested markets come without an id. */
export interface Market {
  readonly id: string | undefined;
  readonly slug: string;
  readonly question: string | undefined;
  readonly title: string | undefined;
  /** `SD −2.5 F5`: the line with its team and period, in few characters. */
  readonly titleShort: string | undefined;
  readonly subtitle: string | undefined;
  readonly description: string | undefined;
  readonly startDate: Instant | undefined;
  readonly endDate: Instant | undefined;
  readonly category: string | undefined;
  readonly marketType: string | undefined;
  readonly active: boolean | undefined;
  readonly closed: boolean | undefined;
  readonly archived: boolean | undefined;
  readonly hidden: boolean | undefined;
  readonly manualActivation: boolean | undefined;
  readonly createdAt: Instant | undefined;
  readonly updatedAt: Instant | undefined;
  readonly gameStartTime: Instant | undefined;
  readonly sportsMarketType: string | undefined;
  readonly sportsMarketTypeV2: OpenEnum<SportsMarketType> | undefined;
  readonly line: Decimal | undefined;
  /** What the line counts, in the service's own word: `goals`. */
  readonly spreadTotalSuffix: string | undefined;
  /** Labels as sent. Their order is not the order of `outcomePrices`: never zip the two. */
  readonly outcomes: readonly string[];
  /** Prices as sent, for the "All details" fold; one element or zeros do not mean a price (interface.md 9.2). */
  readonly outcomePrices: readonly string[];
  readonly ep3Status: OpenEnum<TradingState> | undefined;
  readonly status: OpenEnum<MarketStatus> | undefined;
  readonly sides: readonly MarketSide[];
  /** Parents named on the market itself; their `markets` are not expanded. */
  readonly events: readonly MarketEvent[];
  readonly bestBidQuote: Money | undefined;
  readonly bestAskQuote: Money | undefined;
  readonly tickSize: Decimal | undefined;
  readonly minimumTradeQty: Decimal | undefined;
  /** Taker fee coefficient Θ (interface.md 9.11). */
  readonly feeCoefficient: Decimal | undefined;
  readonly subject: string | undefined;
  /** Of a market about the price of an asset. */
  readonly assetTerms: AssetTerms | undefined;
  readonly tags: readonly Tag[];
  readonly rulesDisclaimer: string | undefined;
  readonly cyom: boolean | undefined;
  readonly rewardsMinSize: Decimal | undefined;
  readonly questionId: string | undefined;
  /** `undefined` when none of its fields was sent. */
  readonly overview: MarketOverview | undefined;
  /** What was sent beside these; absent on one read with many others (interface.md 9). */
  readonly more?: readonly RawField[] | undefined;
}

/** A game or question that markets belong to (interface.md 9.4). */
export interface MarketEvent {
  readonly id: string;
  readonly slug: string | undefined;
  readonly title: string | undefined;
  readonly subtitle: string | undefined;
  readonly description: string | undefined;
  readonly startDate: Instant | undefined;
  readonly endDate: Instant | undefined;
  readonly active: boolean | undefined;
  readonly closed: boolean | undefined;
  readonly category: string | undefined;
  readonly createdAt: Instant | undefined;
  readonly startTime: Instant | undefined;
  readonly seriesSlug: string | undefined;
  readonly period: string | undefined;
  readonly gameId: string | undefined;
  readonly participants: readonly Participant[];
  readonly teams: readonly Team[];
  readonly markets: readonly Market[];
  readonly score: string | undefined;
  /** Periods begun so far, in their order; the only place that tells which points are whose. Empty where not sent. */
  readonly periodScores: readonly PeriodScore[];
  /** The state of play beyond them. */
  readonly eventState: GameSituation | undefined;
  readonly gameUpdate: GameUpdate | undefined;
  /** Game clock as sent. */
  readonly elapsed: string | undefined;
  readonly live: boolean | undefined;
  readonly ended: boolean | undefined;
  readonly finishedTimestamp: Instant | undefined;
  readonly volume: Decimal | undefined;
  readonly liquidity: Decimal | undefined;
  readonly openInterest: Decimal | undefined;
  readonly tags: readonly Tag[];
  /** What was sent beside these; absent on one read with many others (interface.md 9). */
  readonly more?: readonly RawField[] | undefined;
}
