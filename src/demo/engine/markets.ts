import { gamesOfCombo } from './combos.ts';
import type { Answer, Contract, EventFrame, Game, MarketFrame, Question } from './events.ts';
import { teamOf } from './leagues.ts';
import { bell, hash, unit } from './random.ts';
import { marginOutlook, totalOutlook } from './scores.ts';
import { isWindow } from './windows.ts';

const SHIRTS = [7, 23, 4, 11, 30, 9, 44, 2, 17, 10, 21, 88];
const THETA = 600;

/** Markets of an event; `perGame` is what a game of usual size has. */
export function marketCount(event: EventFrame, perGame: number): number {
  if (event.subject.kind === 'question') return event.subject.answers.length;
  const { threeWay, mostMarkets = Number.POSITIVE_INFINITY } = event.subject.league;
  return Math.min(mostMarkets, Math.max(threeWay ? 3 : 1, perGame + (event.id % 3) - 1));
}

export function marketAt(
  seed: number,
  event: EventFrame,
  index: number,
  churnMs: number | undefined = undefined,
): MarketFrame {
  const { subject } = event;
  const made =
    subject.kind === 'game'
      ? gameMarket(seed, event, subject, index)
      : (comboMarket(seed, event) ?? answerMarket(event, subject, index));
  return churnMs === undefined ? made : { ...made, churnMs };
}

function answerMarket(event: EventFrame, question: Question, index: number): MarketFrame {
  const answer = question.answers[index];
  if (answer === undefined) throw new RangeError(`No answer ${index}`);
  if (isWindow(event)) return windowMarket(event, answer);
  const split = event.slug.length - 11;
  return {
    ...frame(event, index),
    slug: `tec-${event.slug.slice(0, split)}-${answer.key}${event.slug.slice(split)}`,
    question: answer.question,
    title: answer.label,
    titleShort: answer.label,
    marketType: 'futures',
    sportsMarketType: 'futures',
    sportsMarketTypeV2: 'FUTURE',
    contract: { kind: 'answer' },
    tick: index % 3 === 2 ? 10 : 50,
  };
}

/** Of each game its first market. */
function comboMarket(seed: number, event: EventFrame): MarketFrame | undefined {
  const legs = gamesOfCombo(seed, event)?.map((game) => marketAt(seed, game, 0));
  return (
    legs && {
      ...frame(event, 0),
      slug: `caoc-${event.slug}`,
      question: event.title,
      title: `${legs.length} legs`,
      titleShort: `${legs.length} legs`,
      marketType: 'combos',
      sportsMarketType: 'combos',
      sportsMarketTypeV2: 'FUTURE',
      contract: { kind: 'combo', legs },
    }
  );
}

function windowMarket(event: EventFrame, { question }: Answer): MarketFrame {
  return {
    ...frame(event, 0),
    slug: `cpc-${event.slug}`,
    question,
    title: event.title,
    titleShort: event.title,
    marketType: 'futures',
    sportsMarketType: 'futures',
    sportsMarketTypeV2: 'FUTURE',
    contract: { kind: 'up' },
    longLabel: 'Up',
    shortLabel: 'Down',
  };
}

function gameMarket(seed: number, event: EventFrame, game: Game, index: number): MarketFrame {
  if (game.league.threeWay) {
    const result = (['home', 'draw', 'away'] as const)[index];
    return result === undefined
      ? lineMarket(seed, event, game, index, index - 3)
      : resultMarket(event, game, index, result);
  }
  return index === 0 ? winnerMarket(seed, event, game) : lineMarket(seed, event, game, index, index - 1);
}

function winnerMarket(seed: number, event: EventFrame, game: Game): MarketFrame {
  // The away team can be the long side as well as the home team.
  const team = hash(seed, event.id, 5) % 2 === 0 ? 'away' : 'home';
  const [long, short] = team === 'home' ? [game.home, game.away] : [game.away, game.home];
  const [away, home] = [teamOf(game.leagueIndex, game.away), teamOf(game.leagueIndex, game.home)];
  return {
    ...frame(event, 0),
    slug: `aec-${event.slug}`,
    question: `Who wins: ${event.title}?`,
    title: `${away.name} vs ${home.name}`,
    titleShort: `${away.displayAbbreviation} vs ${home.displayAbbreviation}`,
    marketType: 'moneyline',
    sportsMarketType: `${game.league.family}_team_full_game_winner`,
    sportsMarketTypeV2: 'MONEYLINE',
    contract: { kind: 'winner', team },
    longLabel: teamOf(game.leagueIndex, long).name,
    shortLabel: teamOf(game.leagueIndex, short).name,
    longTeam: long,
    shortTeam: short,
    tick: event.id % 2 === 0 ? 50 : 100,
  };
}

function resultMarket(
  event: EventFrame,
  game: Game,
  index: number,
  result: 'home' | 'draw' | 'away',
): MarketFrame {
  const number = result === 'draw' ? undefined : game[result];
  const team = number === undefined ? undefined : teamOf(game.leagueIndex, number);
  return {
    ...frame(event, index),
    slug: `atc-${event.slug}-${team?.abbreviation ?? 'draw'}`,
    question:
      team === undefined ? `Does ${event.title} end in a draw?` : `Does ${team.name} win: ${event.title}?`,
    title: `${team?.name ?? 'Tie'} (Reg. Time)`,
    titleShort: `${team?.displayAbbreviation ?? 'Tie'} (Reg. Time)`,
    marketType: 'drawable_outcome',
    sportsMarketType: 'soccer_team_full_time_winner',
    sportsMarketTypeV2: 'DRAWABLE_OUTCOME',
    contract: { kind: 'threeWay', result },
    longTeam: number,
  };
}

/** Spreads, totals and props in turn; each rung of a ladder is one step further from the middle. */
function lineMarket(seed: number, event: EventFrame, game: Game, index: number, place: number): MarketFrame {
  const rung = Math.floor(place / 3);
  if (place % 3 === 2) return propMarket(seed, event, game, index, rung);
  const { league } = game;
  const offset = rung % 2 === 0 ? -rung / 2 : (rung + 1) / 2;
  if (place % 3 === 0) {
    const middle = Math.round(marginOutlook(seed, event, game, event.listedMs).mean);
    // The home team's handicap, always on a half so that it cannot come out even.
    const line = -middle + (middle > 0 ? 0.5 : -0.5) + offset;
    const home = teamOf(game.leagueIndex, game.home);
    const away = teamOf(game.leagueIndex, game.away);
    return {
      ...frame(event, index),
      slug: `asc-${event.slug}-${line < 0 ? 'neg' : 'pos'}-${dotless(Math.abs(line))}`,
      question: `${home.name} ${signed(line)} against ${away.name}?`,
      title:
        line < 0
          ? `${home.name} wins by over ${-line} ${league.unitName}`
          : `${home.name} loses by under ${line} ${league.unitName}`,
      titleShort: `${home.displayAbbreviation} ${line < 0 ? line : `+${line}`}`,
      marketType: 'spreads',
      sportsMarketType: `${league.family}_team_full_game_spread`,
      sportsMarketTypeV2: 'SPREAD',
      contract: { kind: 'spread', line },
      longLabel: handicap(line),
      shortLabel: handicap(-line),
      longTeam: game.home,
      shortTeam: game.away,
    };
  }
  const line = rungLine(totalOutlook(seed, event, game, event.listedMs).mean, league.totalStep, offset);
  return {
    ...frame(event, index),
    slug: `tsc-${event.slug}-${dotless(line)}`,
    question: `Are there more than ${line} ${league.unitName} in ${event.title}?`,
    title: `Over ${line}`,
    titleShort: `Over ${line}`,
    marketType: 'totals',
    sportsMarketType: `${league.family}_full_game_total`,
    sportsMarketTypeV2: 'TOTAL',
    ...overUnder({ kind: 'total', line }),
  };
}

function propMarket(seed: number, event: EventFrame, game: Game, index: number, rung: number): MarketFrame {
  const { league } = game;
  const side = rung % 2 === 0 ? 'home' : 'away';
  const team = teamOf(game.leagueIndex, game[side]);
  if (rung < 2) {
    const line = rungLine(totalOutlook(seed, event, game, event.listedMs, side).mean, 1, 0);
    return {
      ...frame(event, index),
      slug: `astatc-${event.slug}-${team.abbreviation}-${league.unitName}-${dotless(line)}`,
      question: `${team.name}: more than ${line} ${league.unitName}?`,
      title: `${team.name} over ${line} ${league.unitName}`,
      titleShort: `${team.displayAbbreviation} Over ${line}`,
      marketType: 'props',
      sportsMarketType: `${league.family}_team_full_game_total`,
      sportsMarketTypeV2: 'PROP',
      ...overUnder({ kind: 'total', team: side, line }),
    };
  }
  const player = rung - 2;
  const shirt = SHIRTS[Math.floor(player / 2) % SHIRTS.length] ?? 7;
  const round = Math.floor(player / 2 / SHIRTS.length);
  const stat = league.stats[round % league.stats.length] ?? league.stats[0];
  const usual = 4 + Math.round(unit(seed, event.id, player, 61) * 14);
  const line = Math.max(0.5, usual + Math.round(bell(seed, event.id, player, 62)) - 0.5);
  return {
    ...frame(event, index),
    slug: `astatc-${event.slug}-${team.abbreviation}-no${shirt}-${stat.replaceAll(' ', '-')}-${dotless(line)}`,
    question: `No. ${shirt} of ${team.name}: more than ${line} ${stat}?`,
    title: `No. ${shirt} (${team.displayAbbreviation}) over ${line} ${stat}`,
    titleShort: `No. ${shirt} (${team.displayAbbreviation}) ${line} ${stat}`,
    marketType: 'props',
    sportsMarketType: `${league.family}_player_${stat.replaceAll(' ', '_')}`,
    sportsMarketTypeV2: 'PROP',
    ...overUnder({ kind: 'player', player, usual, line }),
  };
}

/** What most markets have. */
function frame(event: EventFrame, index: number) {
  return {
    event,
    index,
    id: event.marketBase + index,
    longLabel: 'Yes',
    shortLabel: 'No',
    longTeam: undefined,
    shortTeam: undefined,
    tick: 100,
    theta: THETA,
    churnMs: undefined,
  } as const;
}

function overUnder(contract: Contract) {
  return { contract, longLabel: 'Over', shortLabel: 'Under' } as const;
}

/** A line on a half, `offset` steps from the middle; a rung that would fall below 0.5 goes to the far end instead. */
function rungLine(middle: number, step: number, offset: number): number {
  const line = Math.max(0.5, Math.floor(middle) + 0.5);
  const rung = line + offset * step;
  return rung >= 0.5 ? rung : line + (40 - offset) * step;
}

function dotless(line: number): string {
  return String(line).replace('.', 'pt');
}

/** A side of a spread as the public service labels it: `-2.50`. */
function handicap(line: number): string {
  return `${line < 0 ? '' : '+'}${line.toFixed(2)}`;
}

function signed(line: number): string {
  return line < 0 ? `−${-line}` : `+${line}`;
}
