import { teamsOf } from '../core/derive-events.ts';
import { categoryKeyOf, type EventGroup, groupKeysOf, type LineType, lineType } from '../core/grouping.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import type { Team } from '../core/team.ts';
import { withApart } from './apart.ts';
import {
  claimOf,
  eventTitle,
  humanSlug,
  isOverUnder,
  isYesNo,
  plainLine,
  plainSide,
  plainSubject,
  questionSubject,
} from './line-names.ts';
import { isGameLine, ofPart, teamName } from './part-of-game.ts';
import type { ViewContext } from './row.ts';

export {
  eventTitle,
  humanSlug,
  isDraw,
  isYesNo,
  questionSubject,
  splitQuestion,
  subjectTeam,
} from './line-names.ts';
export { partOfGame, teamName } from './part-of-game.ts';

/**
 * What a person calls one side: `Lakers`, `Celtics −2.5`, `Over 214.5`, `No`. Two lines of one event never share it: a
 * total says its team, and any line the part of the game it is about, and what else tells it from one that reads alike.
 */
export function sideName(market: Market, long: boolean, context: ViewContext): string {
  const name = plainSide(market, long, context);
  return isGameLine(market) && !isYesNo(market) ? withApart(name, market, context) : name;
}

/** A side where its market is not named beside it: `Lakers`, `No on Arsenal`, `Lakers points: Over 20.5`. */
export function outcomePhrase(market: Market, long: boolean, context: ViewContext): string {
  const name = sideName(market, long, context);
  if (isYesNo(market)) {
    const subject = plainSubject(market, context) ?? '';
    const about = withApart(subject, market, context);
    return about === '' ? name : context.t('{0} on {1}', name, about);
  }
  if (isGameLine(market) || market.sides.length === 0) return name;
  const about = withApart(claimAbout(market), market, context);
  return about.includes(name) && !isOverUnder(name) ? about : `${about}: ${name}`;
}

/** What a prop or a future with sides of its own is about, which they need not say. */
export function claimAbout(market: Market): string {
  const claim = claimOf(market);
  const isAsked = claim === market.question?.replace(/\?$/, '') || claim === market.question;
  return (isAsked ? questionSubject(market) : undefined) ?? claim;
}

/** What the one row of a market says inside its event: `Celtics −2.5`, `Over 214.5`, `Draw`, `78 or below`. */
export function lineName(market: Market, context: ViewContext): string {
  return withApart(plainLine(market, context), market, context);
}

/** A market where its event is not named beside it: `Lakers at Celtics`, `Lakers at Celtics: Over 214.5`. */
export function marketName(market: Market, event: MarketEvent | undefined, context: ViewContext): string {
  const parent = event ?? market.events[0];
  const title = parent === undefined ? undefined : eventTitle(parent);
  if (lineType(market) === 'winner' && !isYesNo(market)) {
    const name = title ?? sidesTitle(market, context) ?? market.question ?? humanSlug(market.slug);
    return withApart(ofPart(name, market, context), market, context);
  }
  const line = lineName(market, context);
  const about = title ?? questionSubject(market) ?? market.question;
  if (about === undefined || about === line || line.startsWith(`${about} `)) return line;
  if (about === market.question && about.includes(line)) return about;
  if (about.endsWith('?')) return context.t('{0} {1}', about, line);
  return line.includes(': ') ? context.t('{0} – {1}', about, line) : context.t('{0}: {1}', about, line);
}

export function groupTitle(group: EventGroup, context: ViewContext): string {
  if (group.event !== undefined) return eventTitle(group.event);
  const names = teamsOf(group.markets).flatMap((team) => teamName(team) ?? []);
  if (names.length === 2) return names.join(' vs. ');
  const [first] = group.markets;
  if (first === undefined) return humanSlug(group.key);
  return sidesTitle(first, context) ?? first.question ?? first.title ?? humanSlug(group.key);
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
  { listingOf }: ViewContext,
): string {
  const listing = event && listingOf?.(event);
  const [key] = listing === undefined ? [] : groupKeysOf(market, event, listing);
  return key ?? categoryKeyOf(market, event);
}

/** The name of the group an event stands in first; undefined where nothing says one. */
export function eventGroupName(event: MarketEvent, context: ViewContext): string | undefined {
  const [first] = event.markets;
  const key = first === undefined ? event.category : groupKeyOf(first, event, context);
  return key && categoryName(key, context);
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

function sidesTitle(market: Market, context: ViewContext): string | undefined {
  if (lineType(market) !== 'winner' || isYesNo(market) || market.sides.length !== 2) return undefined;
  return context.t('{0} vs. {1}', sideName(market, true, context), sideName(market, false, context));
}
