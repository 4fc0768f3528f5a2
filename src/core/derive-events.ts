import { groupMarkets, linesOf, lineType, questionOfKey } from './grouping.ts';
import type { Market, MarketEvent, MarketSide } from './market.ts';
import type { Team } from './team.ts';

/**
 * Events as far as the markets tell them, for a service that serves no event list: by the event named on a market,
 * else by its slug. An event the service sent keeps every field it came with and gets its markets expanded.
 */
export function deriveEvents(markets: Iterable<Market>): readonly MarketEvent[] {
  return groupMarkets(markets)
    .flatMap(({ events }) => events)
    .map(({ key, event, markets: own }) =>
      event === undefined ? derived(key, own) : { ...event, markets: own },
    );
}

/** Distinct teams of some markets, in the order they appear; those of a winner as its question names them. */
export function teamsOf(markets: Iterable<Market>): readonly Team[] {
  const teams = new Map<string, Team>();
  for (const market of markets) {
    if (market.sides.every(({ team }) => team === undefined)) continue;
    const question = (lineType(market) === 'winner' && market.question) || '';
    const place = ({ team }: MarketSide): number => question.indexOf(team?.name ?? '');
    for (const { team } of [...market.sides].sort((a, b) => place(a) - place(b))) {
      const key = team?.id ?? team?.name;
      if (team !== undefined && key !== undefined && !teams.has(key)) teams.set(key, team);
    }
  }
  return [...teams.values()];
}

function derived(key: string, markets: readonly Market[]): MarketEvent {
  const teams = teamsOf(linesOf(markets).flatMap((line) => line.markets));
  const first = markets[0];
  const start = markets.find((market) => market.gameStartTime !== undefined)?.gameStartTime;
  return {
    ...BARE_EVENT,
    id: key,
    slug: questionOfKey(key) === undefined ? key : undefined,
    title: titleOf(markets, teams),
    category: first?.category,
    startTime: start,
    startDate: first?.startDate,
    endDate: first?.endDate,
    active: markets.some((market) => market.active === true),
    closed: markets.every((market) => market.closed === true),
    gameId: markets.find((market) => market.overview?.gameId !== undefined)?.overview?.gameId,
    teams,
    markets,
  };
}

/** "Lakers vs. Celtics" where exactly two teams play; else the question of the first winner-like market. */
function titleOf(markets: readonly Market[], teams: readonly Team[]): string | undefined {
  const names = teams.flatMap((team) => team.name ?? []);
  if (names.length === 2) return names.join(' vs. ');
  return markets.find((market) => market.question !== undefined)?.question ?? markets[0]?.title;
}

/** An event of which nothing but its id is known. */
export const BARE_EVENT: Omit<MarketEvent, 'id'> = {
  slug: undefined,
  title: undefined,
  subtitle: undefined,
  description: undefined,
  startDate: undefined,
  endDate: undefined,
  active: undefined,
  closed: undefined,
  category: undefined,
  createdAt: undefined,
  startTime: undefined,
  seriesSlug: undefined,
  period: undefined,
  gameId: undefined,
  participants: [],
  teams: [],
  markets: [],
  score: undefined,
  periodScores: [],
  eventState: undefined,
  gameUpdate: undefined,
  elapsed: undefined,
  live: undefined,
  ended: undefined,
  finishedTimestamp: undefined,
  volume: undefined,
  liquidity: undefined,
  openInterest: undefined,
  tags: [],
  more: [],
};
