import type { Market, MarketEvent, MarketSide } from './market.ts';
import type { Team } from './team.ts';

/** Every team an event names. */
export function teamsOfEvent({ teams, participants }: MarketEvent): readonly Team[] {
  return teams.length > 0 ? teams : participants.flatMap(({ team }) => team ?? []);
}

export function teamsOfSides({ sides }: Market): readonly Team[] {
  return sides.flatMap(({ team }) => team ?? []);
}

/** Whether a side says the id of its team and no name. */
export function lacksTeam({ sides }: Market): boolean {
  return sides.some((side) => idOfNamelessTeam(side) !== undefined);
}

/** A market with the teams its sides name by id alone, as far as they are among these; the same object where none is. */
export function withTeams(market: Market, teams: readonly Team[]): Market {
  if (teams.length === 0 || !lacksTeam(market)) return market;
  let isFound = false;
  const sides = market.sides.map((side) => {
    const teamId = idOfNamelessTeam(side);
    const team = teamId === undefined ? undefined : teams.find((each) => each.id === teamId && hasName(each));
    if (team === undefined) return side;
    isFound = true;
    return { ...side, team };
  });
  return isFound ? { ...market, sides } : market;
}

function idOfNamelessTeam({ team, teamId }: MarketSide): string | undefined {
  return team !== undefined && hasName(team) ? undefined : (teamId ?? team?.id);
}

function hasName({ name, safeName, alias, abbreviation }: Team): boolean {
  return (name ?? safeName ?? alias ?? abbreviation) !== undefined;
}
