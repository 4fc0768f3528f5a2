import type { DemoCall, DemoEndpoint } from '../api.ts';
import { LEAGUES, type League, SPORTS } from '../engine/leagues.ts';
import { decodeLeagueEventsQuery, decodePage } from '../wire/decode-requests.ts';
import { eventsReply } from '../wire/encode-market.ts';
import type { WireObject } from '../wire/encode-values.ts';
import { limitOf } from './endpoints.ts';
import { found } from './refusal.ts';

/** interface.md 6: leagues come 50 at a time, their events 10 unless more are asked for. */
const MOST_LEAGUES = 50;
const EVENTS = { usual: 10, most: 100 };

/** interface.md 7.9. The older generation of the interface has none of them. */
export const LEAGUE_ENDPOINTS: readonly DemoEndpoint[] = [
  { ...get('/v2/leagues'), answer: leagues },
  { ...get('/v2/leagues/*'), answer: ({ name }) => ({ league: leagueValue(leagueNamed(name)) }) },
  {
    ...get('/v2/leagues/*/events'),
    answer: (call) => eventsOf(call, [leagueNamed(call.name)]),
  },
  { ...get('/v2/sports'), answer: () => ({ sports: SPORTS.map(sportValue) }) },
  {
    ...get('/v2/sports/*'),
    answer: ({ name }) => {
      const played = leaguesOf(name);
      return { sport: { ...sportValue(name), leagues: played.map(leagueValue) } };
    },
  },
  { ...get('/v2/sports/*/events'), answer: (call) => eventsOf(call, leaguesOf(call.name)) },
];

function leagues({ query }: DemoCall): WireObject {
  const { limit, offset = 0 } = decodePage(query);
  const end = offset + limitOf(limit, MOST_LEAGUES, MOST_LEAGUES);
  return { leagues: LEAGUES.slice(offset, end).map(leagueValue) };
}

function leagueNamed(slug: string): League {
  return found(
    LEAGUES.find(({ code }) => code === slug),
    `League not found: ${slug}`,
  );
}

function leaguesOf(sport: string): readonly League[] {
  const played = LEAGUES.filter((league) => league.sport === sport);
  return found(played.length === 0 ? undefined : played, `Sport not found: ${sport}`);
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

/** What is trending is not worked out: both sections hold the same events. */
function eventsOf({ world, query, now, dialect }: DemoCall, played: readonly League[]): WireObject {
  const { type, section, without, page } = decodeLeagueEventsQuery(query);
  const asked = { codes: played.map(({ code }) => code), futures: type === 'futures', without };
  const events = world.leagueEvents(
    asked,
    { limit: limitOf(page.limit, EVENTS.usual, EVENTS.most), offset: page.offset ?? 0 },
    now,
  );
  return {
    type,
    typeTitle: type === 'futures' ? 'Futures' : 'Games',
    section,
    sectionTitle: section === 'trending' ? 'Trending' : 'General',
    ...eventsReply(events, dialect),
  };
}

function get(path: string) {
  return { method: 'GET', path, private: false, seed: false, only: 'current' } as const;
}
