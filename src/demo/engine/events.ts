import type { League } from './leagues.ts';

/** Where an event or market is in its life. */
export type Phase = 'upcoming' | 'live' | 'resolving' | 'resolved';

/** The frame of an event: who, when. Its markets are made from it when somebody asks. */
export interface EventFrame {
  /** Positive int32. */
  readonly id: number;
  /** Ids of its markets are `marketBase` plus the market's place. */
  readonly marketBase: number;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly seriesSlug: string;
  readonly tags: readonly number[];
  readonly listedMs: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly resolvedMs: number;
  readonly unlistedMs: number;
  /** A void settles every market at this many points, between 0 and 1 dollar. */
  readonly voidPoints: number | undefined;
  readonly subject: Game | Question;
}

export interface Game {
  readonly kind: 'game';
  readonly league: League;
  readonly leagueIndex: number;
  /** Team numbers inside the league. */
  readonly home: number;
  readonly away: number;
  readonly gameId: number;
  /** Some market of it is halted in the middle of the game. */
  readonly halts: boolean;
}

/** Several answers of which exactly one comes true; one Yes/No market each. */
export interface Question {
  readonly kind: 'question';
  readonly answers: readonly Answer[];
  readonly source: string;
}

export interface Answer {
  readonly label: string;
  /** Part of the market's slug. */
  readonly key: string;
  /** Relative chance before anything is known. */
  readonly weight: number;
  readonly question: string;
}

export function phaseOf(event: EventFrame, now: number): Phase {
  if (now >= event.resolvedMs) return 'resolved';
  if (now >= event.endMs) return 'resolving';
  // A question is open for answers until it ends; only games are played live.
  return now >= event.startMs && event.subject.kind === 'game' ? 'live' : 'upcoming';
}

/** 0 at the start, 1 from the end on. */
export function progressOf(event: EventFrame, now: number): number {
  return Math.min(1, Math.max(0, (now - event.startMs) / (event.endMs - event.startMs)));
}
