import { lineType } from '../core/grouping.ts';
import type { Market } from '../core/market.ts';
import { sideOf } from '../core/pricing.ts';
import type { Team } from '../core/team.ts';
import type { ViewContext } from './row.ts';

export function teamName(team: Team | undefined): string | undefined {
  return team?.name ?? team?.safeName ?? team?.alias ?? team?.abbreviation;
}

/** The part of the game a line is about, where it is not the whole: `1st half`, `corners`. */
export function partOfGame(market: Market, { t }: ViewContext): string | undefined {
  const part = sentPart(market);
  const [, which = '', kind] = part?.match(NUMBERED_PART) ?? [];
  if (kind === undefined) return part;
  const ordinal = { '1st': t('1st'), '2nd': t('2nd'), '3rd': t('3rd'), '4th': t('4th') }[which] ?? which;
  if (kind === 'half') return t('{0} half', ordinal);
  return kind === 'quarter' ? t('{0} quarter', ordinal) : t('{0} period', ordinal);
}

/** The same in English whatever the reader’s language: for rows, which write it as scoreboards do. */
export function sentPart(market: Market): string | undefined {
  const around = isGameLine(market) ? aroundLine(market.titleShort) : [];
  return typedPart(market) ?? around.find((words) => words !== undefined && PERIOD.test(words));
}

/** Says beside a name which team's total and which part of the game a line is about: `Lakers: Over 99.5 (1st half)`. */
export function ofPart(name: string, market: Market, context: ViewContext): string {
  const part = partOfGame(market, context);
  const whole = ofTeam(name, market);
  return part === undefined || whole.includes(part) ? whole : context.t('{0} ({1})', whole, part);
}

/** The same without the part of the game. */
export function ofTeam(name: string, market: Market): string {
  const [before] = isGameLine(market) ? aroundLine(market.titleShort) : [];
  const team = lineType(market) === 'total' ? totalledTeam(market, before) : undefined;
  return team === undefined || name.includes(team) ? name : `${team}: ${name}`;
}

/** A line about the result of a game; a prop or future is about something else. */
export function isGameLine(market: Market): boolean {
  return ['winner', 'spread', 'total'].includes(lineType(market));
}

/** The team whose own total this is: both sides name it, or it stands before the line in the title. */
function totalledTeam(market: Market, shortName: string | undefined): string | undefined {
  const [long, short] = [true, false].map((each) => teamName(sideOf(market, each)?.team));
  if (long !== undefined && long === short) return long;
  const [titled] = aroundLine(market.title);
  const subject = market.subject;
  return [subject, titled, shortName].find(
    (words) => words !== undefined && !PERIOD.test(words) && !WHOLE_GAME.test(words),
  );
}

/** What stands around the line in a title: `KC` and `1H` in `KC Over 13.5 1H`. */
function aroundLine(title: string | undefined): readonly [string | undefined, string | undefined] {
  const [, before, after] =
    /^(?:(.+?)[ :–-]+)?(?:over|under|[+\-−])[ ]?\d+(?:\.\d+)?(?: +(.+))?$/i.exec(title ?? '') ?? [];
  return [before, after];
}

/** Of the service's fine-grained type, the words beyond sport and kind of line: `first half`, `corners`, `to advance`. */
function typedPart(market: Market): string | undefined {
  // Asked of each market whenever its row is made.
  if (market.sportsMarketType === undefined || PLAIN_TYPE.test(market.sportsMarketType)) return undefined;
  const [sport = '', ...more] = market.sportsMarketType.toLowerCase().split(/[_\s]+/);
  const words = more.length === 0 || PART_WORDS.test(sport) ? [sport, ...more] : more;
  const text = words.filter((word) => !PLAIN_WORDS.has(word)).join(' ');
  if (text === '') return undefined;
  const numbered = text.replace(/first|second|third|fourth/, (ordinal) => ORDINALS[ordinal] ?? ordinal);
  if (NUMBERED_PART.test(numbered)) return numbered;
  return isGameLine(market) ? text : undefined;
}

/** A part by its number, as `sentPart` has it. */
export const NUMBERED_PART = /^(\d\w\w) (half|quarter|period)$/;
const ORDINALS: Readonly<Record<string, string>> = {
  first: '1st',
  second: '2nd',
  third: '3rd',
  fourth: '4th',
};

/** How a title or a type names a part of a game. */
const PERIOD =
  /^(?:[1-4]?[hqp][1-4]?|f[3-7]|(?:1st|2nd|3rd|4th|first|second|third|fourth)\b.*|(?:map|set) \d+)$/i;
const PART_WORDS = /^(?:first|second|third|fourth|1st|2nd|3rd|4th|total|team|match|game|map|set)$/;
/** Words before a line that are no team: the game itself, or what is counted. */
const WHOLE_GAME = /\b(?:vs?\.?|at)\b|@|^(?:total|game|match|winner|points|goals|runs|combined)$/i;
/** Of a type, what says no more than the sport, that it is the whole game, and the kind of line. */
const PLAIN_WORDS: ReadonlySet<string> = new Set(
  `football basketball baseball hockey soccer tennis cricket rugby team teams game match full time regulation
  result winner winners win moneyline spread spreads handicap puck line lines total totals over under point points
  goal goals run runs score prop props player players outcome outcomes drawable future futures three way`.split(
    /\s+/,
  ),
);
const PLAIN_WORD = `(?:${[...PLAIN_WORDS].join('|')})`;
const PLAIN_TYPE = new RegExp(`^${PLAIN_WORD}(?:[_\\s]+${PLAIN_WORD})*$`, 'i');
