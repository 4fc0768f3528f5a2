import type { Decimal } from './decimal.ts';
import type { Instant } from './instant.ts';
import type { OpenEnum } from './open-enum.ts';
import type { RawField } from './raw-field.ts';

// The state of play of a game (interface.md 9.4), under the service's names. Teams are named by their ids.

/** What the service says of a game beyond score, period and clock, which the event itself has. */
export interface GameSituation {
  readonly id: string | undefined;
  readonly eventId: string | undefined;
  readonly sportradarGameId: string | undefined;
  /** The sport as the service calls it: `college-football`. */
  readonly type: string | undefined;
  readonly createdAt: Instant | undefined;
  readonly updatedAt: Instant | undefined;
  readonly footballState: FootballSituation | undefined;
  readonly baseballState: BaseballSituation | undefined;
  readonly soccerState: SoccerSituation | undefined;
  readonly tennisState: TennisSituation | undefined;
  readonly cricketState: CricketSituation | undefined;
  readonly ufcState: FightSituation | undefined;
  readonly mainSpreadLine: Decimal | undefined;
  readonly mainTotalLine: Decimal | undefined;
  readonly marketGroupStats: readonly MarketGroupLine[];
  /** Of sports and fields not on record, and what the event itself says otherwise. */
  readonly rest: readonly RawField[];
}

interface MarketGroupLine {
  readonly marketGroupId: string | undefined;
  readonly line: Decimal | undefined;
  readonly current: Decimal | undefined;
}

export interface FootballSituation {
  readonly driveState: FootballDrive | undefined;
  readonly timeouts: readonly TeamTimeouts[];
  /** Down and yards to go of the older form, and who has the ball by a provider's id; `driveState` replaces them. */
  readonly down: number | undefined;
  readonly yard: number | undefined;
  readonly possessionProviderId: string | undefined;
}

interface FootballDrive {
  /** 1–4; 0 is none, as at a kick-off. */
  readonly down: number | undefined;
  /** Yards to go. */
  readonly yfd: number | undefined;
  /** Absent while nobody has the ball. */
  readonly possessionTeamId: string | undefined;
  readonly fieldPosition: FieldPosition | undefined;
  readonly startFieldPosition: FieldPosition | undefined;
}

export interface FieldPosition {
  /** Whose half it is. */
  readonly teamId: string | undefined;
  /** From the goal line of that half; 50 is midfield. */
  readonly yard: number | undefined;
}

/** Of the half being played. */
interface TeamTimeouts {
  readonly teamId: string | undefined;
  readonly used: number | undefined;
  readonly remaining: number | undefined;
}

export interface BaseballSituation {
  readonly balls: number | undefined;
  readonly strikes: number | undefined;
  readonly outs: number | undefined;
  readonly onFirst: boolean | undefined;
  readonly onSecond: boolean | undefined;
  readonly onThird: boolean | undefined;
  readonly inningHalf: string | undefined;
}

export interface SoccerSituation {
  readonly shootoutAttempts: readonly ShootoutAttempt[];
}

export type ShootoutStatus = 'NOT_TAKEN_YET' | 'SCORED' | 'MISSED';

interface ShootoutAttempt {
  readonly competitorId: string | undefined;
  readonly status: OpenEnum<ShootoutStatus> | undefined;
  readonly playerId: string | undefined;
  readonly playerName: string | undefined;
}

export interface TennisSituation {
  readonly tournamentName: string | undefined;
  readonly round: string | undefined;
  readonly servingTeamId: string | undefined;
}

export interface CricketSituation {
  readonly innings: readonly CricketInnings[];
  /** A `number` of `innings`. */
  readonly currentInnings: number | undefined;
  readonly totalOvers: number | undefined;
  readonly phase: string | undefined;
  readonly chase: CricketChase | undefined;
}

export interface CricketInnings {
  readonly number: number | undefined;
  readonly battingTeamId: string | undefined;
  readonly runs: number | undefined;
  readonly wickets: number | undefined;
  readonly oversCompleted: number | undefined;
  readonly ballsIntoOver: number | undefined;
  readonly complete: boolean | undefined;
}

interface CricketChase {
  readonly target: number | undefined;
  readonly runsNeeded: number | undefined;
  readonly ballsRemaining: number | undefined;
  readonly currentRunRate: Decimal | undefined;
  readonly requiredRunRate: Decimal | undefined;
}

export interface FightSituation {
  readonly weightClass: string | undefined;
  /** `Main card` */
  readonly cardSegment: string | undefined;
  readonly eventLogo: string | undefined;
  readonly rounds: number | undefined;
  /** Its place on the card. */
  readonly order: number | undefined;
}

/** The newest of what happened in a game. */
export interface GameUpdate {
  readonly id: string | undefined;
  readonly eventId: string | undefined;
  readonly sportradarGameId: string | undefined;
  readonly type: string | undefined;
  readonly title: string | undefined;
  readonly subtitle: string | undefined;
  readonly subject: string | undefined;
  readonly team: string | undefined;
  readonly period: string | undefined;
  readonly clock: string | undefined;
  readonly highlightAt: Instant | undefined;
  readonly createdAt: Instant | undefined;
}

export type PeriodType = 'REGULATION' | 'OVERTIME';

/** What each team made in one period of a game. */
export interface PeriodScore {
  /** From 1 within its type: the first overtime is 1. */
  readonly number: number | undefined;
  readonly type: OpenEnum<PeriodType> | undefined;
  /** `Q3`, `OT` */
  readonly label: string | undefined;
  readonly scores: readonly { readonly competitorId: string; readonly points: number }[];
}
