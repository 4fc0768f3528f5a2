import { type LineType, lineType } from '../core/grouping.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import { sideOf } from '../core/pricing.ts';
import { namesDraw, slugEnd } from '../core/slug.ts';
import type { Team } from '../core/team.ts';
import { isGameLine, ofPart, ofTeam, teamName } from './part-of-game.ts';
import type { ViewContext } from './row.ts';

/** True for sides that only say yes or no: what the question is about must be said beside them. */
export function isYesNo(market: Market): boolean {
  return market.sides.length > 0 && market.sides.every(({ long }) => sideLabel(market, long) === undefined);
}

/** The market of a drawable game that asks about the draw. */
export function isDraw(market: Market): boolean {
  return lineType(market) === 'winner' && isYesNo(market) && namesDraw(market.slug, market.title);
}

/** The team a yes/no market asks about: `Does Ravensholm win?`. */
export function subjectTeam(market: Market): Team | undefined {
  return isYesNo(market) && isOfTeams(lineType(market)) && !isDraw(market)
    ? sideOf(market, true)?.team
    : undefined;
}

/** Winner and spread are about teams; of anything else a team says too little, and perhaps something wrong. */
function isOfTeams(type: LineType): boolean {
  return type === 'winner' || type === 'spread';
}

/**
 * The words of a side; `undefined` for yes, no or none, and for the same words on both. A total without them has the long
 * side over its line.
 */
function sideLabel(market: Market, long: boolean): string | undefined {
  const own = ownLabel(market, long);
  return own !== undefined && own === ownLabel(market, !long) ? undefined : own;
}

function ownLabel(market: Market, long: boolean): string | undefined {
  const side = sideOf(market, long);
  const label = side?.description?.trim() || undefined;
  if (label !== undefined && /^(?:yes|no)$/i.test(label)) return undefined;
  const type = lineType(market);
  if (type === 'total' && (label === undefined || LINE_LABEL.test(label))) return long ? 'Over' : 'Under';
  return label ?? (isOfTeams(type) ? teamName(side?.team) : undefined);
}

/** A side by what its own market says: `Lakers`, `Celtics −2.5`, `Over 214.5`, `No`. */
export function plainSide(market: Market, long: boolean, context: ViewContext): string {
  return sideWith((name) => ofPart(name, market, context), market, long, context);
}

/** The same without the part of the game. */
export function sideWithoutPart(market: Market, long: boolean, context: ViewContext): string {
  return sideWith((name) => ofTeam(name, market), market, long, context);
}

function sideWith(
  placed: (name: string) => string,
  market: Market,
  long: boolean,
  { t, format }: ViewContext,
): string {
  const label = sideLabel(market, long);
  if (label === undefined) return long ? t('Yes') : t('No');
  const type = lineType(market);
  const isBareLine = LINE_LABEL.test(label);
  const team = sideOf(market, long)?.team;
  const name = isBareLine && type === 'spread' ? (teamName(team) ?? label) : label;
  const whole = (text: string): string => withClaim(placed(text), market, team);
  if (market.line === undefined || (hasNumber(label, team) && !isBareLine)) return whole(name);
  if (type === 'spread') {
    if (isBareLine && name === label) return whole(signedLine(label));
    const handicap = long ? market.line : market.line.negated();
    const sign = handicap.isNegative || handicap.isZero ? '' : '+';
    return whole(`${name} ${sign}${format.quantity(handicap)}`);
  }
  const isTotal = (type === 'total' || type === 'prop') && isOverUnder(name);
  return whole(isTotal ? `${name} ${format.quantity(market.line)}` : name);
}

/** A number that is no part of the team's own name: `Mainz 05` says no handicap. */
function hasNumber(text: string, team: Team | undefined): boolean {
  const names = [team?.name, team?.alias, team?.safeName].filter((name) => name !== undefined);
  if (names.some((name) => name.includes(text))) return false;
  return /\d/.test(names.reduce((rest, name) => rest.replace(name, ''), text));
}

/** A spread or total whose line was not sent says what there is instead. */
function withClaim(name: string, market: Market, team: Team | undefined): string {
  const type = lineType(market);
  if ((type !== 'spread' && type !== 'total') || hasNumber(name, team)) return name;
  return `${name} (${ownTitle(market) ?? ownQuestion(market) ?? slugWords(market)})`;
}

export function isOverUnder(label: string | undefined): boolean {
  return label !== undefined && /^(?:over|under)\b/i.test(label);
}

/** What a yes/no market is about within its event: `Arsenal`, `Draw`, `78 or below`. */
export function plainSubject(market: Market, context: ViewContext): string | undefined {
  if (isDraw(market)) return ofPart(context.t('Draw'), market, context);
  const team = teamName(subjectTeam(market));
  const question = asked(market);
  const said = titleWithSubject(market) ?? (question?.about === undefined ? undefined : question.own);
  if (lineType(market) === 'winner' && team !== undefined) return ofPart(team, market, context);
  if (said !== undefined) return ofPart(withLine(said, market, context), market, context);
  if (ownQuestion(market) !== undefined) return undefined;
  return ofPart(withLine(team ?? slugWords(market), market, context), market, context);
}

/** What the one row of a market says inside its event: `Celtics −2.5`, `Over 214.5`, `Draw`, `78 or below`. */
export function plainLine(market: Market, context: ViewContext): string {
  if (isYesNo(market)) return plainSubject(market, context) ?? ownQuestion(market) ?? slugWords(market);
  return isGameLine(market) ? plainSide(market, true, context) : withLine(claimOf(market), market, context);
}

/** What a prop or a future asserts: its title, else its question, else the words of its slug. */
export function claimOf(market: Market): string {
  return titleWithSubject(market) ?? ownQuestion(market) ?? slugWords(market);
}

/** A line that stands in no name of its market is said behind it: several lines of one prop share their title. */
function withLine(text: string, market: Market, { format }: ViewContext): string {
  const { line } = market;
  if (line === undefined || line.isZero || lineType(market) === 'winner') return text;
  const number = format.quantity(line.abs());
  return text.includes(number) ? text : `${text} ${format.quantity(line)}`;
}

/** The title, with the subject where it does not say it: several lines of one subject differ in their titles alone. */
function titleWithSubject(market: Market): string | undefined {
  const { subject } = market;
  const title = ownTitle(market);
  if (subject === undefined || title?.includes(subject)) return title;
  return title === undefined || subject.includes(title) || lineType(market) !== 'prop'
    ? subject
    : `${subject}: ${title}`;
}

/** The title, unless it is that of the event: then it says nothing of this market, where anything else does. */
function ownTitle(market: Market): string | undefined {
  const title = market.title ?? market.titleShort;
  if (title === undefined || !isEventTitle(title, market)) return title;
  return market.subject === undefined && ownQuestion(market) === undefined ? title : undefined;
}

/** The question as this market's own; inside its event the answer alone. `undefined` where all of its event ask it. */
function ownQuestion(market: Market): string | undefined {
  const question = asked(market);
  const [event] = market.events;
  if (question === undefined) return undefined;
  if (question.about === undefined) {
    const isShared = isEventTitle(question.own, market) || (isYesNo(market) && ASKS_WHICH.test(question.own));
    return isShared ? undefined : question.own;
  }
  const isEvents = event === undefined || market.question?.startsWith(eventTitle(event).replace(/\?$/, ''));
  return isEvents ? question.own : `${question.about}: ${question.own}`;
}

/** Nobody can say yes to these: they are the question of the event. */
const ASKS_WHICH = /^(?:who|whose|which|what|when|where)\b/i;

function isEventTitle(text: string, { events: [event] }: Market): boolean {
  const plain = (words: string): string => words.replace(/\?$/, '').trim().toLowerCase();
  return event?.title !== undefined && plain(event.title) === plain(text);
}

/** What the slug says beyond the event, as words. */
function slugWords({ slug, events: [event] }: Market): string {
  return humanSlug(slugEnd(slug, event?.slug));
}

/** What a market belongs to, where the service names no event: the subject of its question. */
export function questionSubject(market: Market): string | undefined {
  return asked(market)?.about;
}

function asked({ question, events: [event] }: Market): SplitQuestion | undefined {
  return question === undefined ? undefined : splitQuestion(question, event && eventTitle(event));
}

/** The service's own title, else the teams, else words from the slug. */
export function eventTitle(event: MarketEvent): string {
  const teams = event.teams.flatMap((team) => teamName(team) ?? []);
  const made = teams.length === 2 ? teams.join(' vs. ') : undefined;
  return event.title ?? made ?? event.subtitle ?? event.description ?? humanSlug(event.slug ?? event.id);
}

/** `lal-bos-2026-11-20` → `Lal bos 2026 11 20`: only where the service gives no words at all. */
export function humanSlug(slug: string): string {
  const words = slug.replace(/^\? /, '').replace(/-/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A label that is only a handicap: `-1.50`. */
const LINE_LABEL = /^[+\-−]?\d+(\.\d+)?$/;

function signedLine(label: string): string {
  return label
    .replace(/^-/, '−')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
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
