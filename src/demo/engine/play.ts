import { Decimal } from '../../core/decimal.ts';
import type { WireObject } from '../wire/encode-values.ts';
import { type EventFrame, type Game, phaseOf, progressOf } from './events.ts';
import { teamOf } from './leagues.ts';
import { below, hash, unit } from './random.ts';
import { scoreOf } from './scores.ts';
import { setsAt } from './sets.ts';

/** A game at one moment. */
interface Moment {
  readonly seed: number;
  readonly event: EventFrame;
  readonly game: Game;
  readonly now: number;
  /** See `progressOf`. */
  readonly along: number;
}

type At = 'home' | 'away';

/** The state of play of a sport that has one (interface.md 9.4), in keeping with score, clock and period. */
export function playJson(seed: number, event: EventFrame, game: Game, now: number): WireObject {
  const moment = { seed, event, game, now, along: progressOf(event, now) };
  const phase = phaseOf(event, now);
  const { sport } = game.league;
  if (phase === 'upcoming') return {};
  // Its innings stay as they ended; of the others nothing is left to say.
  if (sport === 'cricket') return { cricketState: cricketState(moment) };
  if (phase !== 'live') return {};
  if (sport === 'tennis') return { tennisState: tennisState(moment) };
  if (sport === 'football') return { footballState: footballState(moment) };
  return sport === 'baseball' ? { baseballState: baseballState(moment) } : {};
}

/** As the service names the sport. */
export function sportType({ league }: Game): string {
  return league.conferences === undefined ? league.sport : `college-${league.sport}`;
}

function teamId({ game }: Moment, at: At): string {
  return teamOf(game.leagueIndex, game[at]).id;
}

const ROUNDS = ['First round', 'Second round', 'Quarter-final', 'Semi-final'];

/** The serve changes after each game. */
function tennisState(moment: Moment): WireObject {
  const { seed, event, along } = moment;
  const games = setsAt(seed, event, along).reduce((sum, { home, away }) => sum + home + away, 0);
  const first = hash(seed, event.id, 79) % 2;
  return {
    tournamentName: 'Harbour Open',
    round: ROUNDS[below(ROUNDS.length, seed, event.id, 80)],
    servingTeamId: teamId(moment, (games + first) % 2 === 0 ? 'home' : 'away'),
  };
}

/** Six in a quarter. */
const DRIVES = 24;
/** Moments of a drive between which the ball moves. */
const PLAYS = 8;

function footballState(moment: Moment): WireObject {
  const { seed, event, along } = moment;
  const drive = Math.min(DRIVES - 1, Math.floor(along * DRIVES));
  const { team, isScored } = driveOf(moment, drive);
  const timeouts = (['away', 'home'] as const).map((at) => {
    const used = Math.min(
      3,
      Math.floor(
        ((along * 2) % 1) * below(5, seed, event.id, along < 0.5 ? 1 : 2, at === 'home' ? 1 : 2, 71),
      ),
    );
    return { teamId: teamId(moment, at), used, remaining: 3 - used };
  });
  // After a score somebody kicks off.
  if (isScored) return { driveState: { down: 0, yfd: 0, possessionTeamId: '' }, timeouts };
  const start = 20 + below(16, seed, event.id, drive, 72);
  const plays = Math.floor((along * DRIVES - drive) * PLAYS);
  const { down, toGo, yards } = afterPlays(start, plays, (play) =>
    below(13, seed, event.id, drive, play, 73),
  );
  const driveState = {
    down,
    yfd: toGo,
    possessionTeamId: teamId(moment, team),
    fieldPosition: fieldPosition(moment, team, yards),
    startFieldPosition: fieldPosition(moment, team, start),
  };
  return { driveState, timeouts };
}

/** Who has the ball in a drive: who scores in it, else one of both; and whether the score is made. */
function driveOf(
  { seed, event, game, now }: Moment,
  drive: number,
): { readonly team: At; readonly isScored: boolean } {
  const length = (event.endMs - event.startMs) / DRIVES;
  const from = event.startMs + drive * length;
  const [before, current, after] = [from, now, from + length].map((ms) => scoreOf(seed, event, game, ms));
  const scores = (at: At): boolean => (after?.[at] ?? 0) > (before?.[at] ?? 0);
  const first = hash(seed, event.id, 74) % 2;
  const usual: At = (drive + first) % 2 === 0 ? 'home' : 'away';
  const team = scores(usual) ? usual : scores('home') ? 'home' : scores('away') ? 'away' : usual;
  const isScored = current?.home !== before?.home || current?.away !== before?.away;
  return { team, isScored };
}

/** Where the ball is, in yards from the own goal line; a fourth down always goes far enough for the drive to go on. */
function afterPlays(start: number, plays: number, gainOf: (play: number) => number) {
  let [down, toGo, yards] = [1, 10, start];
  for (let play = 0; play < plays; play++) {
    const gain = Math.min(down === 4 ? Math.max(toGo, gainOf(play)) : gainOf(play), 98 - yards);
    yards += gain;
    if (gain >= toGo) [down, toGo] = [1, Math.min(10, 100 - yards)];
    else [down, toGo] = [Math.min(4, down + 1), toGo - gain];
  }
  return { down, toGo, yards };
}

function fieldPosition(moment: Moment, team: At, yards: number): WireObject {
  const half = yards <= 50 ? team : team === 'home' ? 'away' : 'home';
  return { teamId: teamId(moment, half), yard: yards <= 50 ? yards : 100 - yards };
}

/** Batters of one half of an inning, and how long a count stands, milliseconds. */
const BATTERS = 7;
const COUNT_MS = 20_000;

function baseballState({ seed, event, game, now, along }: Moment): WireObject {
  const halves = along * game.league.periods.length * 2;
  const half = Math.floor(halves);
  const within = halves - half;
  const batter = Math.floor(within * BATTERS);
  const isOn = (base: number): boolean => batter > 0 && unit(seed, event.id, half, batter, base, 75) < 0.4;
  const pitch = Math.floor(now / COUNT_MS);
  return {
    balls: below(4, seed, event.id, pitch, 76),
    strikes: below(3, seed, event.id, pitch, 77),
    outs: Math.floor(within * 3),
    onFirst: isOn(1),
    onSecond: isOn(2),
    onThird: isOn(3),
    inningHalf: half % 2 === 0 ? 'TOP' : 'BOTTOM',
  };
}

const OVERS = 20;
const BALLS = 6 * OVERS;

function cricketState(moment: Moment): WireObject {
  const { seed, event, game, now, along } = moment;
  const score = scoreOf(seed, event, game, now);
  const current = along < 0.5 ? 1 : 2;
  const bowled = Math.floor((along * 2 - (current - 1)) * BALLS);
  const innings = (['away', 'home'] as const).slice(0, current).map((at, place) => {
    const isComplete = along >= 1 || place + 1 < current;
    const balls = isComplete ? BALLS : bowled;
    return {
      number: place + 1,
      battingTeamId: teamId(moment, at),
      runs: score[at],
      wickets: Math.floor((balls / BALLS) * (3 + below(6, seed, event.id, place, 78))),
      oversCompleted: Math.floor(balls / 6),
      ballsIntoOver: balls % 6,
      complete: isComplete,
    };
  });
  const phase = along >= 1 ? 'COMPLETE' : current === 1 ? 'FIRST_INNINGS' : 'SECOND_INNINGS';
  const chase = current === 1 ? null : chaseOf(score.away + 1, score.home, bowled);
  return { innings, currentInnings: current, totalOvers: OVERS, phase, chase };
}

/** What the second team still needs; nothing once it has it or has had its overs. */
function chaseOf(target: number, runs: number, bowled: number): WireObject | null {
  const balls = BALLS - bowled;
  if (runs >= target || balls <= 0) return null;
  const rate = (made: number, of: number): Decimal | undefined =>
    of === 0 ? undefined : Decimal.of(((made * 6) / of).toFixed(2));
  return {
    target,
    runsNeeded: target - runs,
    ballsRemaining: balls,
    currentRunRate: rate(runs, bowled),
    requiredRunRate: rate(target - runs, balls),
  };
}
