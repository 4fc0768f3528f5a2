import type { DemoCall, DemoEndpoint } from '../api.ts';
import { LEAGUES, type League, SPORTS } from '../engine/leagues.ts';
import type { WireObject } from '../wire/encode-values.ts';
import { pageOf } from './endpoints.ts';
import { found, Refusal } from './refusal.ts';

/** interface.md 6: leagues come 50 at a time, their events 10 unless more are asked for. */
const PAGE = { usual: 50, most: 50 };
const EVENTS = { usual: 10, most: 100 };

/** interface.md 7.9. */
export const LEAGUE_ENDPOINTS: readonly DemoEndpoint[] = [
  { ...get('/v2/leagues'), answer: leagues },
  { ...get('/v2/leagues/*/events'), answer: leagueEvents },
  { ...get('/v2/sports'), answer: () => ({ sports: SPORTS.map(sportValue) }) },
];

function leagues({ query }: DemoCall): WireObject {
  const { limit, offset } = pageOf(query, PAGE);
  return { leagues: LEAGUES.slice(offset, offset + limit).map(leagueValue) };
}

function leagueValue(league: League): WireObject {
  const place = LEAGUES.indexOf(league);
  return {
    id: place + 1,
    slug: league.code,
    name: league.name,
    abbreviation: null,
    sportId: SPORTS.indexOf(league.sport) + 1,
    isOperational: true,
    activeSeriesId: 300 + place,
  };
}

function sportValue(sport: string): WireObject {
  return { id: SPORTS.indexOf(sport) + 1, name: sport[0]?.toUpperCase() + sport.slice(1), slug: sport };
}

function leagueEvents({ world, name, query, now }: DemoCall): WireObject {
  const type = query.get('type') || 'sport';
  if (type !== 'sport' && type !== 'futures')
    throw new Refusal('invalidArgument', 'type as sport or futures');
  const league = LEAGUES.find(({ code }) => code === name);
  const { code } = found(league, 'league', name);
  const events = world.leagueEvents(code, type === 'futures', pageOf(query, EVENTS), now);
  const typeTitle = type === 'futures' ? 'Futures' : 'Games';
  const shared = { type, typeTitle, section: 'general', sectionTitle: 'General' };
  return { ...shared, events };
}

function get(path: string) {
  return { method: 'GET', path, private: false } as const;
}
