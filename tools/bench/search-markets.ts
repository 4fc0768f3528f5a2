const STARTS =
  'Moss Harb Fen Juni Lark Ott Ravens Bel Nor Tar Zeph Salt Und Xan Win Vale Orch Kest Pell Quin'.split(' ');
const ENDS = 'gate ours ford per holm mont wick bury ton stead mere haven field brook shaw dale'.split(' ');
const NICKNAMES = (
  'Archers Islanders Rangers Rovers Larks Otters Bisons Stags Foxes Herons Kites Comets Pikes Perches Lanterns Badgers ' +
  'Harriers Rooks Echoes Lynx Miners Pilots Sailors Weavers'
).split(' ');

export const LEAGUES: readonly string[] = Array.from({ length: 40 }, (_, at) => `League ${at}`);

/** Some 7,000 names of two words. */
export const TEAMS: readonly string[] = STARTS.flatMap((start) =>
  ENDS.flatMap((end) => NICKNAMES.map((nickname) => `${start}${end} ${nickname}`)),
);

const LINES = ['winner', 'spread', 'spread', 'spread', 'total', 'total', 'total', 'total', 'prop', 'prop'];
const TYPES: Readonly<Record<string, string>> = {
  winner: 'MONEYLINE',
  spread: 'SPREAD',
  total: 'TOTAL',
  prop: 'PROP',
};

/** The market `i` of a big exchange as the list endpoint sends it: ten lines a game, the game named on each. */
export function searchMarketJson(i: number): object {
  const game = Math.floor(i / LINES.length);
  const type = LINES[i % LINES.length] ?? 'winner';
  const [away = '', home = ''] = [TEAMS[(game * 7) % TEAMS.length], TEAMS[(game * 11 + 5) % TEAMS.length]];
  const league = game % LEAGUES.length;
  const day = 20 + (game % 9);
  const eventSlug = `l${league}-${short(away)}-${short(home)}-2026-11-${day}`;
  const line = 35 + ((game + i) % 20) + 0.5;
  const words: Readonly<Record<string, readonly [string, string]>> = {
    winner: [away, home],
    spread: [`${away} -${i % 9}.5`, `${home} +${i % 9}.5`],
    total: [`Over ${line}`, `Under ${line}`],
    prop: ['Yes', 'No'],
  };
  const [long, other] = words[type] ?? ['Yes', 'No'];
  const isLive = game % 50 === 0;
  return {
    id: String(i),
    slug: `aec-${eventSlug}-${i}`,
    question:
      type === 'prop' ? `Will player ${i % 3000} of ${away} score?` : `${away} vs. ${home}: who wins?`,
    title: type === 'winner' ? 'Winner' : long,
    category: 'sports',
    active: true,
    closed: game % 5 === 4,
    status: game % 5 === 4 ? 'MARKET_STATUS_RESOLVED' : 'MARKET_STATUS_OPEN',
    gameStartTime: `2026-11-${day}T20:00:00Z`,
    sportsMarketTypeV2: `SPORTS_MARKET_TYPE_${TYPES[type]}`,
    ...(type === 'spread' || type === 'total' ? { line } : {}),
    volumeNum: (i * 7919) % 500_000,
    marketSides: [
      { id: String(2 * i), long: true, description: long },
      { id: String(2 * i + 1), long: false, description: other },
    ],
    outcomes: JSON.stringify([long, other]),
    events: [
      {
        id: `e${game}`,
        slug: eventSlug,
        title: `${away} vs. ${home}`,
        seriesSlug: `l${league}`,
        startTime: `2026-11-${day}T20:00:00Z`,
        ...(isLive ? { live: true, period: 'Q3' } : {}),
        teams: [
          { id: `a${game}`, name: away, abbreviation: short(away), league: `l${league}` },
          { id: `h${game}`, name: home, abbreviation: short(home), league: `l${league}` },
        ],
      },
    ],
  };
}

function short(name: string): string {
  return name.slice(0, 3).toLowerCase();
}
