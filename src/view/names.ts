import { teamsOf } from '../core/derive-events.ts';
import { categoryKeyOf, type EventGroup, groupKeysOf, type LineType, lineType } from '../core/grouping.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import { sideOf } from '../core/pricing.ts';
import { namesDraw } from '../core/slug.ts';
import type { Team } from '../core/team.ts';
import type { ViewContext } from './row.ts';

/** True for sides that only say yes or no: what the question is about must be said beside them. */
export function isYesNo(market: Market): boolean {
  return market.sides.length > 0 && market.sides.every(({ long }) => sideLabel(market, long) === undefined);
}

/** The market of a drawable game that asks about the draw. */
export function isDraw(market: Market): boolean {
  return lineType(market) === 'winner' && isYesNo(market) && namesDraw(market.slug, market.title);
}

/**
 * What a person calls one side: `Lakers`, `Celtics −2.5`, `Over 214.5`, `No`. Two lines of one event never share it: a
 * total says its team, and any line the part of the game it is about.
 */
export function sideName(market: Market, long: boolean, context: ViewContext): string {
  const { t, format } = context;
  const label = sideLabel(market, long);
  if (label === undefined) return long ? t('Yes') : t('No');
  const team = teamName(sideOf(market, long)?.team);
  const isBareLine = LINE_LABEL.test(label);
  const name = isBareLine ? (team ?? label) : label;
  const type = lineType(market);
  if (market.line === undefined || (/\d/.test(label) && !isBareLine)) return ofPart(name, market, context);
  if (type === 'spread') {
    if (isBareLine && name === label) return ofPart(signedLine(label), market, context);
    const handicap = long ? market.line : market.line.negated();
    const sign = handicap.isNegative || handicap.isZero ? '' : '+';
    return ofPart(`${name} ${sign}${format.quantity(handicap)}`, market, context);
  }
  const isTotal = (type === 'total' || type === 'prop') && OVER_UNDER.test(name);
  return ofPart(isTotal ? `${name} ${format.quantity(market.line)}` : name, market, context);
}

/** A side where its market is not named beside it: `Lakers`, `No on Arsenal`, `Lakers points: Over 20.5`. */
export function outcomePhrase(market: Market, long: boolean, context: ViewContext): string {
  const name = sideName(market, long, context);
  const subject = isYesNo(market) ? subjectName(market, context) : undefined;
  if (subject !== undefined) return context.t('{0} on {1}', name, subject);
  const isProp = lineType(market) === 'prop' && OVER_UNDER.test(sideLabel(market, long) ?? '');
  const about = isProp ? (titleWithSubject(market) ?? asked(market)?.about) : undefined;
  return about === undefined ? name : `${about}: ${name}`;
}

/** What a yes/no market is about within its event: `Arsenal`, `Draw`, `78 or below`. */
function subjectName(market: Market, context: ViewContext): string | undefined {
  if (isDraw(market)) return ofPart(context.t('Draw'), market, context);
  const team = teamName(sideOf(market, true)?.team);
  const question = asked(market);
  const said = titleWithSubject(market) ?? (question?.about === undefined ? undefined : question.own);
  const name = lineType(market) === 'winner' ? (team ?? said) : (said ?? team);
  return name && ofPart(name, market, context);
}

/** What the one row of a market says inside its event: `Celtics −2.5`, `Over 214.5`, `Draw`, `78 or below`. */
export function lineName(market: Market, context: ViewContext): string {
  if (isYesNo(market)) return subjectName(market, context) ?? questionOrSlug(market);
  return isGameLine(market)
    ? sideName(market, true, context)
    : (titleWithSubject(market) ?? questionOrSlug(market));
}

/** A market where its event is not named beside it: `Lakers at Celtics`, `Lakers at Celtics: Over 214.5`. */
export function marketName(market: Market, event: MarketEvent | undefined, context: ViewContext): string {
  const parent = event ?? market.events[0];
  const title = parent === undefined ? undefined : eventTitle(parent);
  if (lineType(market) === 'winner' && !isYesNo(market)) {
    const name = title ?? sidesTitle(market, context) ?? market.question ?? humanSlug(market.slug);
    return ofPart(name, market, context);
  }
  const line = lineName(market, context);
  const about = title ?? asked(market)?.about ?? market.question;
  if (about === undefined || about === line) return line;
  if (about === market.question && about.includes(line)) return about;
  if (about.endsWith('?')) return context.t('{0} {1}', about, line);
  return line.includes(': ') ? context.t('{0} – {1}', about, line) : context.t('{0}: {1}', about, line);
}

/** The words of a side; `undefined` for yes, no or none. A total without them has the long side over its line. */
function sideLabel(market: Market, long: boolean): string | undefined {
  const side = sideOf(market, long);
  const label = side?.description?.trim() || undefined;
  if (label !== undefined && /^(?:yes|no)$/i.test(label)) return undefined;
  if (lineType(market) === 'total' && (label === undefined || LINE_LABEL.test(label))) {
    return long ? 'Over' : 'Under';
  }
  return label ?? teamName(side?.team);
}

/** The title, with the subject where it does not say it: several lines of one subject differ in their titles alone. */
function titleWithSubject(market: Market): string | undefined {
  const { subject } = market;
  const title = market.title ?? market.titleShort;
  if (subject === undefined || title?.includes(subject)) return title;
  return title === undefined || subject.includes(title) || lineType(market) !== 'prop'
    ? subject
    : `${subject}: ${title}`;
}

/** The part of the game a line is about, where it is not the whole: `1st half`, `corners`. */
export function partOfGame(market: Market, context: ViewContext): string | undefined {
  const around = isGameLine(market) ? aroundLine(market.titleShort) : [];
  return typedPart(market, context) ?? around.find((words) => words !== undefined && PERIOD.test(words));
}

/** The team a yes/no market asks about: `Does Ravensholm win?`. */
export function subjectTeam(market: Market): Team | undefined {
  return isYesNo(market) && !isDraw(market) && lineType(market) !== 'prop'
    ? sideOf(market, true)?.team
    : undefined;
}

/** Says beside a name which team's total and which part of the game a line is about: `Lakers: Over 99.5 (1st half)`. */
function ofPart(name: string, market: Market, context: ViewContext): string {
  const part = partOfGame(market, context);
  const [before] = isGameLine(market) ? aroundLine(market.titleShort) : [];
  const team = lineType(market) === 'total' ? totalledTeam(market, before) : undefined;
  const whole = team === undefined || name.includes(team) ? name : `${team}: ${name}`;
  return part === undefined || whole.includes(part) ? whole : context.t('{0} ({1})', whole, part);
}

/** A line about the result of a game; a prop or future is about something else. */
function isGameLine(market: Market): boolean {
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
function typedPart(market: Market, { t }: ViewContext): string | undefined {
  const [sport = '', ...more] = market.sportsMarketType?.toLowerCase().split(/[_\s]+/) ?? [];
  const words = more.length === 0 || PART_WORDS.test(sport) ? [sport, ...more] : more;
  const text = words.filter((word) => !PLAIN_WORDS.has(word)).join(' ');
  if (text === '') return undefined;
  const numbered = text.replace(/first|second|third|fourth/, (ordinal) => ORDINALS[ordinal] ?? ordinal);
  const [, which = '', kind] = /^(1st|2nd|3rd|4th) (half|quarter|period)$/.exec(numbered) ?? [];
  if (kind === 'half') return t('{0} half', which);
  if (kind !== undefined) return kind === 'quarter' ? t('{0} quarter', which) : t('{0} period', which);
  return isGameLine(market) ? text : undefined;
}

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

/** What a market belongs to, where the service names no event: the subject of its question. */
export function questionSubject(market: Market): string | undefined {
  return asked(market)?.about;
}

function asked({ question, events: [event] }: Market): SplitQuestion | undefined {
  return question === undefined ? undefined : splitQuestion(question, event && eventTitle(event));
}

/** Inside its event an answer; a question that names something else than its event stays whole but for its mark. */
function questionOrSlug(market: Market): string {
  const question = asked(market);
  const [event] = market.events;
  if (question === undefined) return humanSlug(market.slug);
  if (question.about === undefined) return question.own;
  const isEvents = event === undefined || market.question?.startsWith(eventTitle(event).replace(/\?$/, ''));
  return isEvents ? question.own : `${question.about}: ${question.own}`;
}

/** The service's own title, else the teams, else words from the slug. */
export function eventTitle(event: MarketEvent): string {
  const teams = event.teams.flatMap((team) => teamName(team) ?? []);
  const made = teams.length === 2 ? teams.join(' vs. ') : undefined;
  return event.title ?? made ?? event.subtitle ?? event.description ?? humanSlug(event.slug ?? event.id);
}

export function groupTitle(group: EventGroup, context: ViewContext): string {
  if (group.event !== undefined) return eventTitle(group.event);
  const names = teamsOf(group.markets).flatMap((team) => teamName(team) ?? []);
  if (names.length === 2) return names.join(' vs. ');
  const [first] = group.markets;
  if (first === undefined) return humanSlug(group.key);
  return sidesTitle(first, context) ?? first.question ?? first.title ?? humanSlug(group.key);
}

export function teamName(team: Team | undefined): string | undefined {
  return team?.name ?? team?.safeName ?? team?.alias ?? team?.abbreviation;
}

/** Its record of the season, which bare would read like a score, and whether it is at home. */
export function teamWords(team: Team | undefined, { t }: ViewContext): readonly (string | undefined)[] {
  const { record, ordering, ranking, conference } = team ?? {};
  return [
    ranking === undefined || /^0*$/.test(ranking) ? undefined : `#${ranking}`,
    record && t('record {0}', record.replaceAll(/(?<=\d)-(?=\d)/g, '–')),
    conference,
    ordering === 'home' ? t('home') : ordering === 'away' ? t('away') : undefined,
  ];
}

/** `lal-bos-2026-11-20` → `Lal bos 2026 11 20`: only where the service gives no words at all. */
export function humanSlug(slug: string): string {
  const words = slug.replace(/^\? /, '').replace(/-/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The service's own name of a state or type, made readable: `PENDING_CANCEL` → `Pending cancel`. What it calls undefined
 * is unknown to people.
 */
export function plainName(name: string): string {
  const words = name.toLowerCase().replaceAll('_', ' ').trim();
  const known = words.replace(/\b(?:undefined|unspecified)\b/g, 'unknown');
  return known.charAt(0).toUpperCase() + known.slice(1);
}

/** `nba` → NBA, `CLIMATE` → Climate; what is no plain word stays as it is written. */
export function categoryName(written: string, { t, leagueName }: ViewContext): string {
  const key = /^[\w-]+$/.test(written) ? written.toLowerCase() : written;
  if (key === 'other') return t('Other');
  const known = leagueName?.(key);
  if (known !== undefined) return known;
  return /^[a-z0-9]{2,4}$/.test(key) ? key.toUpperCase() : humanSlug(key);
}

/** Key of the first group an event stands in: its league, its topic, else its category. */
export function groupKeyOf(
  market: Market,
  event: MarketEvent | undefined,
  { placesOf }: ViewContext,
): string {
  const places = event && placesOf?.(event);
  const [key] = places === undefined ? [] : groupKeysOf(market, event, places);
  return key ?? categoryKeyOf(market, event);
}

/** What the service calls the series of an event, else its name in addresses. */
export function seriesName(slug: string, { seriesOf }: ViewContext): string {
  return seriesOf?.(slug)?.title ?? slug;
}

export function lineTypeName(type: LineType, { t }: ViewContext): string {
  return {
    winner: t('Winner'),
    spread: t('Spread'),
    total: t('Total'),
    prop: t('Props'),
    future: t('Futures'),
    other: t('Other'),
  }[type];
}

/** A label that is only a handicap: `-1.50`. */
const LINE_LABEL = /^[+\-−]?\d+(\.\d+)?$/;
const OVER_UNDER = /^(over|under)\b/i;

function signedLine(label: string): string {
  return label
    .replace(/^-/, '−')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
}

function sidesTitle(market: Market, context: ViewContext): string | undefined {
  if (lineType(market) !== 'winner' || isYesNo(market) || market.sides.length !== 2) return undefined;
  return context.t('{0} vs. {1}', sideName(market, true, context), sideName(market, false, context));
}

interface SplitQuestion {
  /** What is asked about: `Cup winner 2027`; absent where the question is one sentence. */
  readonly about: string | undefined;
  /** What this market says of it, `Bisons`, without the question mark it then no longer needs; else all of it. */
  readonly own: string;
}

/**
 * A market's question taken apart: behind the title of its event where it begins with that, else at its last colon where
 * it is a subject with an answer (`Cup winner 2027: Bisons?`) and not a sentence (`Who wins: Otters at Herons?`).
 */
export function splitQuestion(question: string, eventTitle: string | undefined): SplitQuestion {
  const title = eventTitle?.replace(/\?$/, '');
  if (title !== undefined && title !== '' && question.startsWith(title)) {
    const own = answerIn(/^\??:\s+(.+)$/.exec(question.slice(title.length))?.[1]);
    if (own !== undefined) return { about: title, own };
  }
  const [, about, rest] = /^(.+): (.+)\?$/.exec(question) ?? [];
  const own = answerIn(rest);
  if (about === undefined || own === undefined || SENTENCE.test(about) || about.includes('?')) {
    return { about: undefined, own: question };
  }
  return { about, own };
}

/** How a question begins that is a sentence of its own, whatever stands behind its colon. */
const SENTENCE =
  /^(who|whose|what|which|when|where|why|how|will|would|can|could|may|should|shall|is|are|was|were|do|does|did|has|have|had)\b/i;

function answerIn(text: string | undefined): string | undefined {
  const answer = text?.replace(/\?$/, '').trim();
  return answer === '' ? undefined : answer;
}
