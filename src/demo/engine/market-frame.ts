import type { SportsMarketType } from '../../core/market.ts';
import type { EventFrame } from './events.ts';

/** The frame of a market: which contract it is. Prices, books and states are worked out from it and the time. */
export interface MarketFrame {
  readonly event: EventFrame;
  /** Place inside the event, from 0. */
  readonly index: number;
  /** Positive int32. */
  readonly id: number;
  readonly slug: string;
  readonly question: string;
  readonly title: string;
  readonly marketType: string;
  readonly sportsMarketType: string;
  readonly sportsMarketTypeV2: SportsMarketType;
  readonly contract: Contract;
  readonly longLabel: string;
  readonly shortLabel: string;
  /** Team numbers inside the league. */
  readonly longTeam: number | undefined;
  readonly shortTeam: number | undefined;
  /** Price step in points (1/10,000 dollar). */
  readonly tick: number;
  /** Fee coefficient Θ in 1/10,000. */
  readonly theta: number;
  /** Whole milliseconds after which its book is replaced at the latest; undefined: when prices move. */
  readonly churnMs: number | undefined;
}

/** What makes the long side win. */
export type Contract =
  | { readonly kind: 'winner'; readonly team: 'home' | 'away' }
  | { readonly kind: 'threeWay'; readonly result: 'home' | 'draw' | 'away' }
  /** The team's margin plus `line` is above zero. */
  | { readonly kind: 'spread'; readonly team: 'home' | 'away'; readonly line: number }
  | { readonly kind: 'total'; readonly line: number }
  | { readonly kind: 'teamTotal'; readonly team: 'home' | 'away'; readonly line: number }
  | { readonly kind: 'player'; readonly player: number; readonly usual: number; readonly line: number }
  | { readonly kind: 'answer'; readonly answer: number };
