import type { EventFrame } from './events.ts';
import { below, unit } from './random.ts';

/** Games of both players in a set. */
interface SetScore {
  readonly home: number;
  readonly away: number;
}

/** How a set ends: games of who wins it, and of the other. */
const RESULTS: readonly (readonly [won: number, lost: number])[] = [
  [6, 4],
  [6, 3],
  [7, 5],
  [7, 6],
  [6, 2],
];
/** The last game of a set is won so soon before its time is over. */
const DONE = 0.99;

/** The sets of a match as they end: who has two first has won. */
function finalSets(seed: number, event: EventFrame): readonly SetScore[] {
  const isHome = unit(seed, event.id, 151) < 0.5;
  const isLong = unit(seed, event.id, 152) < 0.45;
  const lost = isLong ? below(2, seed, event.id, 153) : -1;
  return Array.from({ length: isLong ? 3 : 2 }, (_, set) => {
    const [won = 6, other = 4] = RESULTS[below(RESULTS.length, seed, event.id, set, 154)] ?? [];
    const isOfHome = set === lost ? !isHome : isHome;
    return isOfHome ? { home: won, away: other } : { home: other, away: won };
  });
}

/** The sets begun by a share of the match, 0–1, each with the games won so far. */
export function setsAt(seed: number, event: EventFrame, along: number): readonly SetScore[] {
  const sets = finalSets(seed, event);
  return sets.flatMap((end, set) => {
    const share = Math.min(1, (along * sets.length - set) / DONE);
    if (share < 0) return [];
    if (share === 1) return [end];
    return [{ home: Math.floor(end.home * share), away: Math.floor(end.away * share) }];
  });
}

/** Sets won by each of those that have ended by a share of the match. */
export function setsWon(seed: number, event: EventFrame, along: number): SetScore {
  const final = finalSets(seed, event);
  const ended = setsAt(seed, event, along).filter((set, place) => {
    const end = final[place];
    return end !== undefined && set.home === end.home && set.away === end.away;
  });
  const home = ended.filter((set) => set.home > set.away).length;
  return { home, away: ended.length - home };
}
