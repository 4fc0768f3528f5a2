import type { Market, MarketEvent } from '../core/market.ts';
import { sideOf } from '../core/pricing.ts';
import { seriesScore } from '../core/series-score.ts';
import type { Team } from '../core/team.ts';
import type { ViewContext } from './row.ts';

/** The two teams an event names, in the order of its title; undefined where they are not two. */
export function teamsInOrder({ title, teams }: MarketEvent): readonly [Team, Team] | undefined {
  const [first, second, third] = teams;
  if (first === undefined || second === undefined || third !== undefined) return undefined;
  return inTitleOrder(title ?? '', first, second);
}

/** Two teams that a title names, in its order; undefined where they are not two, or it does not name both. */
export function teamsNamed(title: string, teams: readonly Team[]): readonly [Team, Team] | undefined {
  const [first, second, third] = teams;
  if (first === undefined || second === undefined || third !== undefined) return undefined;
  return [first, second].every((team) => placeIn(title, team) >= 0)
    ? inTitleOrder(title, first, second)
    : undefined;
}

export function inTitleOrder(title: string, first: Team, second: Team): readonly [Team, Team] {
  const [a, b] = [placeIn(title, first), placeIn(title, second)];
  return a > b && b >= 0 ? [second, first] : [first, second];
}

/**
 * Whether the title of its event, or its question before the event is read, names the team of a market's long side first;
 * undefined where it has no two teams.
 */
export function isLongFirst(
  market: Market | undefined,
  title = market?.events[0]?.title ?? market?.question,
): boolean | undefined {
  const [long, short] = market === undefined ? [] : [true, false].map((each) => sideOf(market, each)?.team);
  if (title === undefined || long === undefined || short === undefined) return undefined;
  return inTitleOrder(title, long, short)[0] === long;
}

/**
 * Whether each side is the long one, in that order; without two teams the long one first. `event`: its own, where it may not
 * name one.
 */
export function sidesInOrder(market: Market, event?: MarketEvent): readonly [boolean, boolean] {
  const first = isLongFirst(market, event?.title) ?? true;
  return [first, !first];
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

/** The score of an event, of cricket with the wickets: `137/2`, `182/7 – 140/3`. */
export function scoreShown(event: MarketEvent, context: ViewContext): string | undefined {
  const scores = cricketScores(event)?.filter((score) => score !== undefined) ?? [];
  return scores.length > 0 ? scores.join(' – ') : scoreWritten(event.score, context);
}

/** Runs and wickets of each of two teams in the title's order, of each innings; absent where they are not known. */
export function cricketScores(event: MarketEvent): readonly (string | undefined)[] | undefined {
  const innings = event.eventState?.cricketState?.innings.filter(({ runs }) => runs !== undefined) ?? [];
  const teams = teamsInOrder(event);
  if (teams === undefined || innings.length === 0) return undefined;
  const scores = teams.map(({ id }) => {
    const own = innings.filter(({ battingTeamId }) => battingTeamId !== undefined && battingTeamId === id);
    const texts = own.map(({ runs, wickets }) => (wickets === undefined ? `${runs}` : `${runs}/${wickets}`));
    return texts.length === 0 ? undefined : texts.join(' & ');
  });
  return scores.every((score) => score === undefined) ? undefined : scores;
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
