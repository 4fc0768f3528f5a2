import { teamsOf } from '../core/derive-events.ts';
import { type EventGroup, type LineType, lineType } from '../core/grouping.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import { sideOf } from '../core/pricing.ts';
import { namesDraw } from '../core/slug.ts';
import type { Team } from '../core/team.ts';
import { type SplitQuestion, splitQuestion } from './question.ts';
import type { ViewContext } from './row.ts';

/** True for sides that only say yes or no: what the question is about must be said beside them. */
export function isYesNo(market: Market): boolean {
  const labels = market.sides.map((side) => side.description?.trim().toLowerCase());
  return labels.length > 0 && labels.every((label) => label === 'yes' || label === 'no');
}

export function isDraw(market: Market): boolean {
  return lineType(market) === 'winner' && isYesNo(market) && namesDraw(market.slug, market.title);
}

/** What a person calls one side: `Lakers`, `Celtics −2.5`, `Over 214.5`, `No`. */
export function sideName(market: Market, long: boolean, { t, format }: ViewContext): string {
  const side = sideOf(market, long);
  const label = side?.description?.trim() ?? teamName(side?.team) ?? (long ? t('Yes') : t('No'));
  const bare = LINE_LABEL.test(label);
  const name = bare ? (teamName(side?.team) ?? label) : label;
  if (market.line === undefined || (/\d/.test(label) && !bare)) return name;
  switch (lineType(market)) {
    case 'spread': {
      if (bare && name === label) return signedLine(label);
      const handicap = long ? market.line : market.line.negated();
      const sign = handicap.isNegative || handicap.isZero ? '' : '+';
      return `${name} ${sign}${format.quantity(handicap)}`;
    }
    case 'total':
    case 'prop':
      return OVER_UNDER.test(name) ? `${name} ${format.quantity(market.line)}` : name;
    default:
      return name;
  }
}

/** A side without its line, for a price next to the other side's: `Under 51¢`. */
export function shortSideName(market: Market, long: boolean, context: ViewContext): string {
  const side = sideOf(market, long);
  const label = side?.description?.trim();
  return label !== undefined && !/\d/.test(label)
    ? label
    : (teamName(side?.team) ?? sideName(market, long, context));
}

/** A side where its market is not named beside it: `Lakers`, `No on Arsenal`, `Lakers points: Over 20.5`. */
export function outcomePhrase(market: Market, long: boolean, context: ViewContext): string {
  const name = sideName(market, long, context);
  const subject = isYesNo(market) ? subjectName(market, context) : undefined;
  if (subject !== undefined) return context.t('{0} on {1}', name, subject);
  const prop = lineType(market) === 'prop' && OVER_UNDER.test(shortSideName(market, long, context));
  const about = prop ? (market.title ?? asked(market)?.about) : undefined;
  return about === undefined ? name : `${about}: ${name}`;
}

/** What a yes/no market is about within its event: `Arsenal`, `Draw`, `78 or below`. */
export function subjectName(market: Market, { t }: ViewContext): string | undefined {
  if (isDraw(market)) return t('Draw');
  const team = teamName(sideOf(market, true)?.team);
  const question = asked(market);
  const said = market.subject ?? market.title ?? (question?.about === undefined ? undefined : question.own);
  return lineType(market) === 'winner' ? (team ?? said) : (said ?? team);
}

/** What the one row of a market says inside its event: `Celtics −2.5`, `Over 214.5`, `Draw`, `78 or below`. */
export function lineName(market: Market, context: ViewContext): string {
  if (isYesNo(market)) return subjectName(market, context) ?? questionOrSlug(market);
  switch (lineType(market)) {
    case 'winner':
    case 'spread':
    case 'total':
      return sideName(market, true, context);
    default:
      return market.subject ?? market.title ?? questionOrSlug(market);
  }
}

/** A market where its event is not named beside it: `Lakers at Celtics`, `Lakers at Celtics: Over 214.5`. */
export function marketName(market: Market, event: MarketEvent | undefined, context: ViewContext): string {
  const parent = event ?? market.events[0];
  const title = parent === undefined ? undefined : eventTitle(parent);
  const twoSided = lineType(market) === 'winner' && !isYesNo(market);
  if (twoSided) return title ?? sidesTitle(market, context) ?? market.question ?? humanSlug(market.slug);
  const line = lineName(market, context);
  const about = title ?? asked(market)?.about ?? market.question;
  if (about === undefined || about === line) return line;
  if (about.endsWith('?')) return context.t('{0} {1}', about, line);
  return line.includes(': ') ? context.t('{0} – {1}', about, line) : context.t('{0}: {1}', about, line);
}

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

/** A map, for the service may call a category `constructor`. */
const LEAGUES: ReadonlyMap<string, string> = new Map([
  ['epl', 'Premier League'],
  ['laliga', 'La Liga'],
  ['bundesliga', 'Bundesliga'],
]);

/** `nba` → NBA, `climate` → Climate. */
export function categoryName(key: string, { t }: ViewContext): string {
  if (key === 'other') return t('Other');
  const known = LEAGUES.get(key);
  if (known !== undefined) return known;
  return /^[a-z0-9]{2,4}$/.test(key) ? key.toUpperCase() : humanSlug(key);
}

export function lineTypeName(type: LineType, { t }: ViewContext): string {
  switch (type) {
    case 'winner':
      return t('Winner');
    case 'spread':
      return t('Spread');
    case 'total':
      return t('Total');
    case 'prop':
      return t('Props');
    case 'future':
      return t('Futures');
    case 'other':
      return t('Other');
  }
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
