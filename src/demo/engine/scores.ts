import { type EventFrame, type Game, HOUR, progressOf } from './events.ts';
import { bell, drift, normalCdf, unit } from './random.ts';
import { setsWon } from './sets.ts';

/** What an event's teams have and what may be expected of the rest of the game. */
interface Score {
  readonly home: number;
  readonly away: number;
}

/** Expectation and spread of a number that is known for certain at the end. */
interface Outlook {
  readonly mean: number;
  readonly deviation: number;
}

/** The score `now`: never falls, starts at 0, ends at the final one, whose last point is made before the end. */
export function scoreOf(seed: number, event: EventFrame, game: Game, now: number): Score {
  const along = progressOf(event, now);
  if (game.league.sport === 'tennis') return setsWon(seed, event, along);
  const final = finalScore(seed, event, game);
  const of = (at: 'home' | 'away', salt: number): number => {
    const share = paced(turnShare(game, at, along), seed, event.id, salt);
    if (game.league.sport !== 'football') return Math.floor(final[at] * share + 0.5);
    return inScores(final[at], share, seed, event.id, salt);
  };
  return { home: of('home', 1), away: of('away', 2) };
}

/** How much of its own play a team has had: where teams take turns, the away team's comes first in each. */
function turnShare({ league: { turns } }: Game, at: 'home' | 'away', along: number): number {
  if (turns === undefined || along >= 1) return along;
  const turn = Math.floor(along * turns);
  const within = 2 * (along * turns - turn);
  return (turn + (at === 'away' ? Math.min(1, within) : Math.max(0, within - 1))) / turns;
}

/** The points of football after a share of a team's scores: sevens and threes, and what is left over last. */
function inScores(final: number, share: number, ...salt: readonly number[]): number {
  let threes = 0;
  while (threes < 6 && (final - 3 * threes) % 7 !== 0 && final - 3 * threes > 3) threes++;
  let sevens = Math.floor((final - 3 * threes) / 7);
  const rest = final - 3 * threes - 7 * sevens;
  const done = Math.floor((threes + sevens + (rest > 0 ? 1 : 0)) * share + 0.5);
  let points = 0;
  for (let each = 0; each < done; each++) {
    const left = threes + sevens;
    if (left === 0) points += rest;
    else if (unit(...salt, each) * left < sevens) {
      sevens--;
      points += 7;
    } else {
      threes--;
      points += 3;
    }
  }
  return points;
}

export function finalScore(seed: number, event: EventFrame, game: Game): Score {
  const { mean, deviation, threeWay } = game.league;
  if (game.league.sport === 'tennis') return setsWon(seed, event, 1);
  const away = Math.max(0, Math.round(mean + deviation * bell(seed, event.id, 21)));
  const home = Math.max(0, Math.round(mean * 1.03 + deviation * bell(seed, event.id, 22)));
  // Only where a draw is an outcome may a game end in one.
  return { away, home: home === away && !threeWay ? home + 1 : home };
}

/** Home points minus away points at the end, as expected `now`. */
export function marginOutlook(seed: number, event: EventFrame, game: Game, now: number): Outlook {
  const final = finalScore(seed, event, game);
  const before = blend(final.home - final.away, 0, game.league.deviation * 1.4, 31, seed, event, now);
  const score = scoreOf(seed, event, game, now);
  const along = progressOf(event, now);
  const left = 1 - along;
  // A team that has had more of its turns has fewer points still to come.
  const ahead = turnShare(game, 'away', along) - turnShare(game, 'home', along);
  return {
    mean: score.home - score.away + before * left + game.league.mean * ahead,
    deviation: Math.max(0.02, game.league.deviation * 1.4 * Math.sqrt(left)),
  };
}

/** All points at the end, as expected `now`; `team` narrows it to one. */
export function totalOutlook(
  seed: number,
  event: EventFrame,
  game: Game,
  now: number,
  team?: 'home' | 'away',
): Outlook {
  const { mean, deviation } = game.league;
  const final = finalScore(seed, event, game);
  const score = scoreOf(seed, event, game, now);
  const along = progressOf(event, now);
  const left = 1 - (team === undefined ? along : turnShare(game, team, along));
  const spread = team === undefined ? deviation * 1.4 : deviation;
  const [sure, end, usual, salt] =
    team === undefined
      ? [score.home + score.away, final.home + final.away, mean * 2, 41]
      : [score[team], final[team], mean, team === 'home' ? 42 : 43];
  const before = blend(end, usual, spread, salt, seed, event, now);
  return { mean: sure + before * left, deviation: Math.max(0.02, spread * Math.sqrt(left)) };
}

/** What people think before the start: a third of the truth, the usual, and opinion that drifts by the hour. */
function blend(
  truth: number,
  usual: number,
  deviation: number,
  salt: number,
  seed: number,
  event: EventFrame,
  now: number,
): number {
  const opinion =
    bell(seed, event.id, salt) * 0.45 +
    drift(Math.min(now, event.startMs), 7 * HOUR, seed, event.id, salt) * 0.18;
  return usual + (truth - usual) * 0.35 + deviation * opinion;
}

/** Share of a side's points made by a share of the time: rises from 0 to 1, faster and slower on the way. */
export function paced(along: number, ...parts: readonly number[]): number {
  if (along <= 0) return 0;
  if (along >= 1) return 1;
  let share = along;
  for (const wave of [1, 2, 3, 5]) {
    // The slopes of the waves add up to less than 1, so the sum never falls.
    const slope = (unit(...parts, wave) * 2 - 1) * 0.24;
    share += (slope * Math.sin(2 * Math.PI * wave * along)) / (2 * Math.PI * wave);
  }
  return share;
}

export function chanceAbove(outlook: Outlook, line: number): number {
  return normalCdf((outlook.mean - line) / outlook.deviation);
}
