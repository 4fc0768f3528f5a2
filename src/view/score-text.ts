import type { MarketEvent } from '../core/market.ts';
import { seriesScore } from '../core/series-score.ts';
import type { Team } from '../core/team.ts';
import type { ViewContext } from './row.ts';

/** The two teams an event names, in the order of its title; undefined where they are not two. */
export function teamsInOrder({ title, teams }: MarketEvent): readonly [Team, Team] | undefined {
  const [first, second, third] = teams;
  if (first === undefined || second === undefined || third !== undefined) return undefined;
  return inTitleOrder(title ?? '', first, second);
}

export function inTitleOrder(title: string, first: Team, second: Team): readonly [Team, Team] {
  const [a, b] = [placeIn(title, first), placeIn(title, second)];
  return a > b && b >= 0 ? [second, first] : [first, second];
}

function placeIn(title: string, { name, alias, safeName }: Team): number {
  const places = [name, alias, safeName].map((each) => (each === undefined ? -1 : title.indexOf(each)));
  return places.find((place) => place >= 0) ?? -1;
}

/** A score as people write it: `17–20`; of a match in maps how many each side has won. */
export function scoreWritten(score: string | undefined, { t }: ViewContext): string | undefined {
  const series = seriesScore(score);
  return series === undefined ? score?.replaceAll(/\s*-\s*/g, '–') : t('maps {0}', versus(series.maps));
}

/** What each of the two teams made in a period, in the title's order; undefined where it is not known of both. */
export function pointsIn(event: MarketEvent, place: number): readonly [number, number] | undefined {
  const [first, second] = (teamsInOrder(event) ?? []).map(
    ({ id }) => event.periodScores[place]?.scores.find(({ competitorId }) => competitorId === id)?.points,
  );
  return first === undefined || second === undefined ? undefined : [first, second];
}

/** `Q1 7–3, Q2 3–14`, or without labels `7–3, 3–14`: the periods begun so far. */
export function periodsText(event: MarketEvent, hasLabels: boolean): string {
  const texts = event.periodScores.flatMap(({ label }, place) => {
    const points = pointsIn(event, place);
    if (points === undefined) return [];
    return hasLabels ? `${label ?? place + 1} ${versus(points)}` : versus(points);
  });
  return texts.join(', ');
}

export function versus([first, second]: readonly [number, number]): string {
  return `${first}–${second}`;
}
