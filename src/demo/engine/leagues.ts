import type { Team } from '../../core/team.ts';

interface Sport {
  readonly sport: string;
  /** Prefix of the fine-grained sportsMarketType. */
  readonly family: string;
  readonly threeWay: boolean;
  readonly unitName: string;
  /** Step between two rungs of a total. */
  readonly totalStep: number;
  /** On the game clock; undefined where there is none. */
  readonly periodMinutes: number | undefined;
  readonly stats: readonly [string, ...string[]];
}

export interface League extends Sport {
  readonly code: string;
  readonly name: string;
  /** Minutes from start to end, breaks included. At least 150, so that five games are on at any time. */
  readonly minutes: number;
  /** Points one team makes. */
  readonly mean: number;
  readonly deviation: number;
  readonly periods: readonly string[];
  /** How often each team is in by turns; undefined where both play at once. */
  readonly turns?: number;
  readonly conferences?: readonly string[];
  /** Of a sport of persons, who have no teams: twelve. */
  readonly players?: readonly string[];
  /** Markets of a game, where there are few things to ask. */
  readonly mostMarkets?: number;
}

const QUARTERS = ['Q1', 'Q2', 'Q3', 'Q4'];
const HALVES = ['H1', 'H2'];
const THIRDS = ['P1', 'P2', 'P3'];
const INNINGS = ['1st', '2nd', '3rd', '4th', '5th', '6th', '7th', '8th', '9th'];
const TWO_INNINGS = ['1st innings', '2nd innings'];
const MAPS = ['Map 1', 'Map 2', 'Map 3'];

/** Of college leagues, whose best teams are ranked. */
const COLLEGE = { conferences: ['Lakes', 'Coastal', 'Prairie', 'Highland'] };

const HOOPS = sport('basketball', 'points', 2, 12);
const SOCCER = {
  ...sport('soccer', 'goals', 1, 45),
  ...{ threeWay: true, minutes: 150, mean: 1.5, deviation: 1.25, periods: HALVES },
};
const GRIDIRON = sport('football', 'points', 2, 15);
const HOCKEY = {
  ...sport('hockey', 'goals', 1, 20, ['shots on goal', 'saves', 'blocked shots']),
  ...{ minutes: 155, mean: 3, deviation: 1.7, periods: THIRDS },
};
const BASEBALL = {
  ...sport('baseball', 'runs', 1, undefined, ['strikeouts', 'total bases', 'hits']),
  ...{ minutes: 180, mean: 4.5, deviation: 2.6, periods: INNINGS, turns: 9 },
};
const CRICKET = {
  ...sport('cricket', 'runs', 5, undefined, ['runs scored', 'boundaries']),
  ...{ minutes: 210, mean: 168, deviation: 22, periods: TWO_INNINGS, turns: 1 },
};
const ESPORTS = {
  ...sport('esports', 'rounds', 2, undefined, ['eliminations', 'headshots']),
  ...{ family: 'cs2', minutes: 165, mean: 29, deviation: 5, periods: MAPS },
};

const TENNIS = {
  ...sport('tennis', 'sets', 1, undefined, ['aces']),
  ...{ minutes: 165, mean: 1.3, deviation: 0.75, periods: ['Set 1', 'Set 2', 'Set 3'], mostMarkets: 3 },
};
const PLAYERS = [
  'Ida Brandvold', 'Tomasz Quill', 'Renata Osei', 'Per Lindgard', 'Mira Castellane', 'Jonas Feldt',
  'Aiko Tarrant', 'Lucien Varga', 'Nadia Holloway', 'Oskar Wrenfield', 'Sofia Empel', 'Davit Keller',
]; // biome-ignore format: a list

/** Competitions and teams are invented; the codes are short, as the public service's are. */
export const LEAGUES: readonly [League, ...League[]] = [
  { ...HOOPS, code: 'nba', name: 'Pro Basketball', minutes: 150, mean: 112, deviation: 11, periods: QUARTERS },
  { ...SOCCER, code: 'epl', name: 'Premier Soccer' },
  { ...GRIDIRON, code: 'nfl', name: 'Pro Football', minutes: 195, mean: 23, deviation: 9, periods: QUARTERS },
  { ...HOCKEY, code: 'nhl', name: 'Hockey' },
  { ...BASEBALL, code: 'mlb', name: 'Baseball' },
  { ...SOCCER, code: 'ucl', name: 'Continental Cup' },
  { ...HOOPS, code: 'wnba', name: 'Women’s Basketball', minutes: 150, mean: 82, deviation: 9, periods: QUARTERS },
  { ...GRIDIRON, ...COLLEGE, code: 'cfb', name: 'College Football', minutes: 210, mean: 28, deviation: 11, periods: QUARTERS },
  { ...SOCCER, code: 'mls', name: 'Coastal Soccer' },
  { ...HOOPS, ...COLLEGE, code: 'cbb', name: 'College Basketball', minutes: 150, mean: 73, deviation: 9, periods: HALVES, periodMinutes: 20 },
  { ...CRICKET, code: 'ipl', name: 'Cricket League' },
  { ...ESPORTS, code: 'cs2', name: 'Esports Circuit' },
  { ...SOCCER, code: 'lal', name: 'Southern Soccer' },
  { ...SOCCER, code: 'bun', name: 'Northern Soccer' },
  { ...HOOPS, code: 'eul', name: 'Continental Basketball', minutes: 150, mean: 81, deviation: 9, periods: QUARTERS },
  { ...HOCKEY, code: 'ahl', name: 'Minor Hockey' },
  { ...BASEBALL, code: 'npb', name: 'Pacific Baseball' },
  { ...SOCCER, code: 'wsl', name: 'Women’s Soccer' },
  { ...CRICKET, code: 'bbl', name: 'Summer Cricket' },
  { ...TENNIS, code: 'atp', name: 'Tennis Tour', players: PLAYERS },
]; // biome-ignore format: a table reads better packed

function sport(
  name: string,
  unitName: string,
  totalStep: number,
  periodMinutes: number | undefined,
  stats: Sport['stats'] = ['points', 'assists', 'minutes played'],
): Sport {
  return { sport: name, family: name, threeWay: false, unitName, totalStep, periodMinutes, stats };
}

/** The league of tennis. */
export const TENNIS_LEAGUE = LEAGUES.findIndex(({ sport }) => sport === TENNIS.sport);

/** Names of the sports, in the order in which their leagues come; a sport's id is its place, from 1. */
export const SPORTS: readonly string[] = [...new Set(LEAGUES.map(({ sport }) => sport))];

export const TEAMS_PER_LEAGUE = 12;

const CITIES: readonly (readonly [string, string])[] = [
  ['Port Larkin', 'LRK'], ['Eastmere', 'EAS'], ['Calder Bay', 'CAL'], ['Brindle', 'BRI'], ['Mossgate', 'MOS'],
  ['Halvorsen', 'HAL'], ['Three Rivers Junction', 'TRJ'], ['Quillon', 'QUI'], ['Sablewick', 'SAB'], ['Tarn City', 'TAR'],
  ['Underhill', 'UND'], ['Vexley', 'VEX'], ['West Orrin', 'WOR'], ['Yarrow', 'YAR'], ['Zephyr Falls', 'ZEP'],
  ['Ashdown', 'ASH'], ['Dunmarrow', 'DUN'], ['Fennick', 'FEN'], ['Gallowmere', 'GAL'], ['Ironquay', 'IRO'],
  ['Juniper Flats', 'JUN'], ['Kestrel Point', 'KES'], ['Lowmoor', 'LOW'], ['New Avalon', 'NAV'], ['Oakhaven', 'OAK'],
  ['Pellworth', 'PEL'], ['Ravensholm', 'RAV'], ['Stonebridge', 'STO'], ['Thornbury', 'THO'], ['Umber Valley', 'UMB'],
  ['Winterhold', 'WIN'], ['Xanthe', 'XAN'], ['Copperline', 'COP'], ['Elmsreach', 'ELM'], ['Northfold', 'NOR'],
  ['Saltmarsh', 'SAL'],
]; // biome-ignore format: a table reads better packed
const NICKNAMES = (
  'Herons Comets Badgers Lanterns Millers Foxes Anchors Owls Pioneers Thistles Otters Beacons ' +
  'Rooks Harriers Stags Drifters Kites Masons Tides Wolves Embers Pilots Bisons Smiths Cyclones ' +
  'Larks Ramblers Meteors Cranes Lynx Quarrymen Sparks Terns Vipers Wardens Yeomen Archers Bolts ' +
  'Corsairs Dragons Echoes Falconers Geysers Hornets Islanders Jesters Knights Lancers'
).split(' ');
const CLUBS = ['Rovers', 'United', 'Athletic', 'City', 'Albion', 'Wanderers', 'Town', 'Rangers', 'Harriers', 'Villa', 'Orient', 'County']; // biome-ignore format: a list
const COLOURS = ['#1f4e8c', '#a4262c', '#0b6a0b', '#8764b8', '#ca5010', '#038387', '#5c2e91', '#7a7574', '#c19c00', '#004e8c', '#750b1c', '#486860']; // biome-ignore format: a list

type LeagueTeam = Team & { readonly id: string; readonly name: string; readonly abbreviation: string };

const TEAMS = new Map<number, LeagueTeam>();

/** Team `index` (0–11) of league number `leagueIndex`. Invented name, stable id. */
export function teamOf(leagueIndex: number, index: number): LeagueTeam {
  const number = leagueIndex * TEAMS_PER_LEAGUE + index;
  const team = TEAMS.get(number) ?? makeTeam(leagueIndex, index);
  TEAMS.set(number, team);
  return team;
}

/** No Tarn City City. */
function clubOf(city: string, index: number): string | undefined {
  const club = CLUBS[index % CLUBS.length];
  return club !== undefined && city.endsWith(club) ? 'Borough' : club;
}

function makeTeam(leagueIndex: number, index: number): LeagueTeam {
  const played = LEAGUES[leagueIndex] ?? LEAGUES[0];
  const [city, code] = CITIES[(index * 7 + leagueIndex * 5) % CITIES.length] ?? ['Port Larkin', 'LRK'];
  const nickname = played.threeWay
    ? clubOf(city, index)
    : NICKNAMES[(index * 5 + leagueIndex * 11) % NICKNAMES.length];
  const id = String(1000 + leagueIndex * 100 + index);
  const player = played.players?.[index];
  if (player !== undefined) return makePlayer(id, player, played.code, index);
  // One team has a name no row has room for.
  const name =
    index === 11 && played.code === 'cs2'
      ? `${city} Associated Marine Engineers and Telegraphers’ Esports Collective`
      : `${city} ${nickname}`;
  const wins = (index * 5 + leagueIndex * 3) % 17;
  return {
    id,
    name,
    abbreviation: code.toLowerCase(),
    league: played.code,
    record: played.threeWay ? `${wins}-${index % 6}-${16 - wins}` : `${wins}-${16 - wins}`,
    logo: undefined,
    // Names as the public service has them: a club is called by its place, other teams by their nickname.
    alias: played.threeWay ? `The ${NICKNAMES[(index * 5 + leagueIndex * 11) % NICKNAMES.length]}` : name,
    safeName: played.threeWay ? city : nickname,
    colorPrimary: COLOURS[(index + leagueIndex) % COLOURS.length],
    ordering: undefined,
    displayAbbreviation: code,
    ranking: played.conferences !== undefined && index < 8 ? String(index * 3 + 1) : undefined,
    conference: played.conferences?.[index % played.conferences.length],
  };
}

/** A person, called by the last name. */
function makePlayer(id: string, name: string, league: string, index: number): LeagueTeam {
  const surname = name.slice(name.indexOf(' ') + 1);
  const short = surname.slice(0, 3).toUpperCase();
  return {
    id,
    name,
    abbreviation: short.toLowerCase(),
    league,
    record: `${20 + index}-${12 - index}`,
    logo: undefined,
    alias: surname,
    safeName: surname,
    colorPrimary: COLOURS[index % COLOURS.length],
    ordering: undefined,
    displayAbbreviation: short,
    ranking: String(index * 4 + 1),
    conference: undefined,
  };
}
