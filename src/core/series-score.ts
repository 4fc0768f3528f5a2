/** The score of a match played in maps: of the map being played, and how many maps each side has won. */
interface SeriesScore {
  readonly rounds: readonly [number, number];
  readonly maps: readonly [number, number];
  readonly bestOf: number;
}

/** Reads `012-009|1-0|Bo3` (interface.md 9.4); undefined for a score of any other form. */
export function seriesScore(score: string | undefined): SeriesScore | undefined {
  const parts = /^(\d{1,4})-(\d{1,4})\|(\d{1,2})-(\d{1,2})\|Bo(\d{1,2})$/i.exec(score ?? '');
  if (parts === null) return undefined;
  const [first, second, mapsFirst, mapsSecond, bestOf] = parts.slice(1).map(Number);
  return {
    rounds: [first ?? 0, second ?? 0],
    maps: [mapsFirst ?? 0, mapsSecond ?? 0],
    bestOf: bestOf ?? 0,
  };
}
