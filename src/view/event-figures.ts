import { windowOfAll } from '../core/asset-terms.ts';
import type { Decimal } from '../core/decimal.ts';
import { teamsOf } from '../core/derive-events.ts';
import type { Freshness } from '../core/freshness.ts';
import { worse } from '../core/freshness.ts';
import { type EventGroup, lineType } from '../core/grouping.ts';
import { type EventPhase, eventPhase, eventStart, isPaused } from '../core/lifecycle.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import type { MarketView } from '../core/market-view.ts';
import { buyPrice, sideOf, sidePrices } from '../core/pricing.ts';
import type { Team } from '../core/team.ts';
import { windowName } from './asset-text.ts';
import type { Movable } from './fit.ts';
import { asOfText } from './freshness-text.ts';
import { eventTitle, groupTitle, isDraw, isYesNo, partOfGame, subjectTeam } from './names.ts';
import { ABSENT } from './numbers.ts';
import { noPriceWord, priceAfterWords, resultOf, stateOf } from './price-text.ts';
import { countText, joined, type TextParts, type ViewContext } from './row.ts';
import { nickname, rowOutcome, teamNames } from './row-names.ts';
import {
  cricketScores,
  inTitleOrder,
  scoreShown,
  scoreWritten,
  teamsInOrder,
  teamsNamed,
} from './score-text.ts';
import { phaseWord } from './states.ts';
import { cutName, LABEL_WIDTH, widthOf } from './widths.ts';

/** One side of a market: what can be bought. */
interface SideOf {
  readonly market: Market;
  readonly long: boolean;
}

interface Contestant {
  readonly team: Team;
  /** What pays if the team wins; undefined where no market asks it. */
  readonly side: SideOf | undefined;
}

/** Two teams in the order of the title, and what can be bought on each. */
export interface Contest {
  readonly teams: readonly [Contestant, Contestant];
  readonly draw: SideOf | undefined;
  /** Of both teams; undefined before the start, and where the service does not say whose points are whose. */
  readonly points: readonly [number, number] | undefined;
}

/** The contest of an event, if two teams meet in it. */
export function contestOf({ event, markets }: EventGroup, context: ViewContext): Contest | undefined {
  const winners = markets.filter(
    (market) => lineType(market) === 'winner' && partOfGame(market, context) === undefined,
  );
  const [first, second, third] = event?.teams.length === 2 ? event.teams : teamsOf(winners);
  if (first === undefined || second === undefined || third !== undefined || winners.length === 0)
    return undefined;
  const teams = inTitleOrder(event?.title ?? '', first, second);
  const contestant = (team: Team): Contestant => ({ team, side: sideFor(team, winners) });
  const draw = winners.find(isDraw);
  return {
    teams: [contestant(teams[0]), contestant(teams[1])],
    draw: draw && { market: draw, long: true },
    points: event && pointsOf(event, teams),
  };
}

function sideFor(team: Team, winners: readonly Market[]): SideOf | undefined {
  for (const market of winners) {
    if (isYesNo(market)) {
      const subject = subjectTeam(market);
      if (subject !== undefined && isSameTeam(subject, team)) return { market, long: true };
      continue;
    }
    for (const long of [true, false]) {
      const own = sideOf(market, long)?.team;
      if (own !== undefined && isSameTeam(own, team)) return { market, long };
    }
  }
  return undefined;
}

/** By id, where both have one. */
export function isSameTeam(a: Team, b: Team): boolean {
  return a.id !== undefined && b.id !== undefined ? a.id === b.id : a.name === b.name;
}

function pointsOf(event: MarketEvent, [a, b]: readonly [Team, Team]): readonly [number, number] | undefined {
  const [, left, right] = /^(\d+)\D+(\d+)$/.exec(event.score?.trim() ?? '') ?? [];
  if (left === undefined || right === undefined) return undefined;
  const sent = [Number(left), Number(right)] as const;
  if (sent[0] === sent[1]) return sent;
  const sum = (team: Team): number =>
    event.periodScores
      .flatMap(({ scores }) => scores)
      .filter(({ competitorId }) => competitorId === team.id)
      .reduce((points, each) => points + each.points, 0);
  const isSummed = event.periodScores.length > 0;
  const sums = [isSummed ? sum(a) : runsOf(event, a), isSummed ? sum(b) : runsOf(event, b)] as const;
  const isSent = (sums[0] === sent[0] && sums[1] === sent[1]) || (sums[0] === sent[1] && sums[1] === sent[0]);
  return isSent ? sums : undefined;
}

/** Of cricket no periods are sent: what a team made in its innings. */
function runsOf({ eventState }: MarketEvent, team: Team): number {
  return (eventState?.cricketState?.innings ?? [])
    .filter(({ battingTeamId }) => battingTeamId === team.id)
    .reduce((runs, each) => runs + (each.runs ?? 0), 0);
}

/** `MOS 17–20 JUN`, `SAL @ ZEP`: a whole event in abbreviations. Without two teams its window or title. */
export function eventShort(group: EventGroup, context: ViewContext): string {
  const contest = contestOf(group, context);
  if (contest !== undefined) return contestLabel(contest, ['', ''], context);
  const { event, markets } = group;
  return event === undefined ? '' : (windowName(event, markets, context) ?? eventTitle(event));
}

/**
 * `MOS 17–20 JUN`, whole nicknames where there are no abbreviations; `17–20` where it is not known which team made which; of cricket the wickets
 * too. `markets`: of the event, where it does not name them.
 */
export function eventScore(
  event: MarketEvent,
  context: ViewContext,
  markets: readonly Market[] = event.markets,
): string | undefined {
  const contest = contestOf({ key: '', event, markets }, context);
  return contest?.points === undefined || cricketScores(event) !== undefined
    ? scoreShown(event, context)
    : contestLabel(contest, ['', ''], context, (team) => wholeName(team, context));
}

/**
 * `Archers at Islanders`: an event by what its teams are called, for rows that may be cut behind it; without two teams its window
 * or title. `markets`: of the event, where it does not name them.
 */
export function eventAliases(
  event: MarketEvent,
  context: ViewContext,
  markets: readonly Market[] = event.markets,
): string {
  const { title } = event;
  // The older dialect sends no teams with an event; the sides of its lines have them.
  const teams =
    teamsInOrder(event) ?? (title === undefined ? undefined : teamsNamed(title, teamsOf(markets)));
  if (teams === undefined) return windowName(event, markets, context) ?? eventTitle(event);
  return aliases(teams, !/\bvs?\b/i.test(title ?? ''), context);
}

/** The same of a market whose event was not read; undefined where its sides do not name two teams. */
export function marketAliases(market: Market, context: ViewContext): string | undefined {
  const { question } = market;
  const [first, second, third] = teamsOf([market]);
  if (first === undefined || second === undefined || third !== undefined) return undefined;
  return aliases(inTitleOrder(question ?? '', first, second), / at /i.test(question ?? ''), context);
}

function aliases(teams: readonly [Team, Team], isAway: boolean, context: ViewContext): string {
  const [away, home] = teams.map((team) => nickname(teamNames(team, context)));
  return isAway
    ? context.t('{0} at {1}', away ?? '', home ?? '')
    : context.t('{0} vs. {1}', away ?? '', home ?? '');
}

/** Where the event of a market stands, in the fewest words: `Q3 4:12`, `16:30`, `ended 12:04`. */
export function marketWhen(market: Market | undefined, context: ViewContext): string | undefined {
  const event = market?.events[0];
  if (market === undefined || event === undefined) return undefined;
  const markets = event.markets.length > 0 ? event.markets : [market];
  const phase = eventPhase({ ...event, markets }, context.format.settings.now());
  return phase === 'open' ? undefined : firstWhen(event, phase, context);
}

/** What the row of an event shows of one moment. */
export interface EventFigures {
  readonly label: string;
  /** Without what a narrow view leaves out first. */
  readonly shorter?: string | undefined;
  /** The short side's price, where both would not fit. */
  readonly movable?: Movable | undefined;
  /** The figure it begins with, which lines up with those of its siblings. */
  readonly lead: string | undefined;
  readonly parts: TextParts;
  /** The same for a screen reader, without the state and how current it is. */
  readonly spoken: TextParts;
  readonly phase: EventPhase;
  readonly isHalted: boolean;
  readonly freshness: Freshness | undefined;
}

/** The markets whose prices the row of an event shows. */
export function shownMarkets(group: EventGroup, contest: Contest | undefined): readonly Market[] {
  if (contest === undefined) return group.markets;
  const sides = [...contest.teams.map(({ side }) => side), contest.draw];
  return [...new Set(sides.flatMap((side) => side?.market ?? []))];
}

/** What is said of an event beside its figures. */
interface EventSaid {
  /** How current clock and score are. */
  readonly listed?: Freshness | undefined;
  /** Said where a group mixes several. */
  readonly league?: string | undefined;
  /** The number of its markets in words, where there is room for them. */
  readonly countWords?: (count: string) => string;
}

/** Words and figures of an event's row. */
export function eventFigures(
  group: EventGroup,
  contest: Contest | undefined,
  view: (market: Market) => MarketView,
  { listed, league, countWords = (count) => count }: EventSaid,
  context: ViewContext,
): EventFigures {
  const { event, markets } = group;
  const now = context.format.settings.now();
  const phase = event === undefined ? 'open' : eventPhase({ ...event, markets }, now);
  const views = shownMarkets(group, contest).map(view);
  const isOver = phase === 'ended' || phase === 'awaitingSettlement';
  const isHalted = !isOver && views.length > 0 && views.every((each) => isPaused(stateOf(each)));
  const hasPrices = !isOver && !isHalted;
  const known = hasPrices ? views.flatMap(({ freshness }) => freshness ?? []) : [];
  // Only where something moves can something stand still.
  const all = phase === 'live' && listed !== undefined ? [...known, listed] : known;
  const freshness = all.length === 0 ? undefined : all.reduce(worse);
  const isCut = freshness?.standing === 'cut';
  const basis: Basis = { group, phase, isHalted, hasPrices, league, countWords, view, context };
  const { words, ...named } =
    contest === undefined ? titledFigures(basis, views) : contestFigures(basis, contest);
  const state: StateWords = {
    halted: isHalted ? haltedText(views, context) : undefined,
    when: event ? whenParts(event, phase, context) : [],
  };
  const spokenState: StateWords = {
    halted: isHalted ? haltedSince(views, context) : undefined,
    when: event ? eventClock(event, phase, context) : [],
  };
  return {
    ...named,
    parts: [asOfText(freshness, context), ...(isCut ? [] : words(state))],
    spoken: isCut ? [] : words(spokenState),
    phase,
    isHalted,
    freshness,
  };
}

interface Basis {
  readonly group: EventGroup;
  readonly phase: EventPhase;
  readonly isHalted: boolean;
  readonly hasPrices: boolean;
  readonly league: string | undefined;
  readonly countWords: (count: string) => string;
  readonly view: (market: Market) => MarketView;
  readonly context: ViewContext;
}

/** Written and spoken in other words. */
interface StateWords {
  readonly halted: string | undefined;
  readonly when: readonly string[];
}

interface NamedFigures extends Pick<EventFigures, 'label' | 'shorter' | 'movable' | 'lead'> {
  words(state: StateWords): TextParts;
}

/** Of an event without two teams. */
function titledFigures(
  { group, hasPrices, league, countWords, context }: Basis,
  views: readonly MarketView[],
): NamedFigures {
  const { event, markets } = group;
  const leader = hasPrices ? leaderText(views, context) : undefined;
  const count = markets.length > 1 ? countWords(countText(markets.length, context)) : undefined;
  const label = (event && windowName(event, markets, context)) ?? groupTitle(group, context);
  // `Summer Cricket champion 2026–27`: the season goes before the price of the likeliest.
  const [, name] = /^(.*\S) \S*\d\S*$/u.exec(label) ?? [];
  return {
    label,
    shorter: name && `${name}…`,
    lead: undefined,
    words: ({ halted, when }) => [halted, leader, count, ...when, league],
  };
}

/** Of a game: both prices, draw, clock and score. */
function contestFigures(basis: Basis, contest: Contest): NamedFigures {
  const { hasPrices, view, context } = basis;
  const isShort = context.format.settings.shortNames === true;
  const priceOf = (side: SideOf | undefined): string =>
    side === undefined || !hasPrices ? '' : buyText(view(side.market), side.long, context);
  const priceBeside = ({ side }: Contestant): string => (isShort && side?.long !== true ? '' : priceOf(side));
  const prices = [priceBeside(contest.teams[0]), priceBeside(contest.teams[1])] as const;
  const hasAny = prices.some((price) => price !== '' && price !== ABSENT);
  const draw =
    contest.draw === undefined || !hasPrices
      ? undefined
      : context.t('draw {0}', priceAfterWords(priceOf(contest.draw), context));
  const noPrice = hasAny || !hasPrices ? undefined : noPriceText(contest, view, context);
  return {
    label: contestLabel(contest, hasAny ? prices : ['', ''], context),
    movable: hasAny ? movablePrice(contest, prices, context) : undefined,
    lead: hasAny && prices[0] !== '' ? prices[0] : undefined,
    words: contestWords(basis, contest, draw, noPrice),
  };
}

/** Of two prices that of the short side, or the second; beside its team, as one alone looks as if nothing else were offered. */
function movablePrice(
  { teams: [away, home] }: Contest,
  [left, right]: readonly [string, string],
  context: ViewContext,
): Movable | undefined {
  if (left === '' || right === '') return undefined;
  const named = ({ team }: Contestant, price: string): string =>
    `${shortName(team, 0, context)} ${priceAfterWords(price, context)}`;
  return away.side?.long !== true && home.side?.long === true
    ? { inLabel: `${left} `, part: named(away, left) }
    : { inLabel: ` ${right}`, part: named(home, right) };
}

function contestWords(
  { group: { event }, phase, isHalted, league, view, context }: Basis,
  contest: Contest,
  draw: string | undefined,
  noPrice: string | undefined,
): NamedFigures['words'] {
  const { format } = context;
  const score = contest.points === undefined ? scoreWritten(event?.score, context) : undefined;
  const won = phase === 'ended' ? wonText(contest, view, context) : undefined;
  const ended = event?.finishedTimestamp?.ms;
  const shownLeague = format.settings.shortNames === true ? undefined : league;
  return ({ halted, when }) => {
    if (isHalted) return [halted, shownLeague];
    const ofTime = won === undefined || ended === undefined ? when : [format.timeOrDay(ended)];
    return [won, draw, ...ofTime, score, noPrice, shownLeague];
  };
}

/** Why neither team has a price: nobody offers one, or it is not known. */
function noPriceText(
  { teams }: Contest,
  view: (market: Market) => MarketView,
  context: ViewContext,
): string | undefined {
  const words = teams.map(({ side }) => side && noPriceWord(view(side.market), side.long, 'buy', context));
  const [first, second] = words;
  return first === second ? first : context.t('price not known');
}

/** `halted`, with the time where the book says it: `halted 14:52`. */
export function haltedText(views: readonly MarketView[], context: ViewContext): string {
  return haltedSince(views, context) ?? context.t('halted');
}

function haltedSince(views: readonly MarketView[], { t, format }: ViewContext): string | undefined {
  const times = views.flatMap(({ live }) => {
    const book = live?.book;
    return book?.state === 'HALTED' || book?.state === 'SUSPENDED' ? (book.transactTime ?? []) : [];
  });
  const [first] = times;
  return first === undefined ? undefined : t('halted {0}', format.time(first));
}

/** What buying a side costs, or `–`. */
function buyText({ market, live }: MarketView, long: boolean, { format }: ViewContext): string {
  return format.price(buyPrice(market, long, live)?.price);
}

function contestLabel(
  { teams: [away, home], points }: Contest,
  [left, right]: readonly [string, string],
  context: ViewContext,
  nameOf = (team: Team, room: number): string => shortName(team, room, context),
): string {
  const between = points === undefined ? '@' : `${points[0]}–${points[1]}`;
  const [before, after] = [left === '' ? '' : `${left} `, right === '' ? '' : ` ${right}`];
  const room = ((context.labelWidth ?? LABEL_WIDTH) - widthOf(`${before} ${between} ${after}`)) / 2;
  return `${before}${nameOf(away.team, room)} ${between} ${nameOf(home.team, room)}${after}`;
}

/** The abbreviation; of a team without one the nickname. */
export function wholeName(team: Team, context: ViewContext): string {
  return team.displayAbbreviation ?? team.abbreviation?.toUpperCase() ?? nickname(teamNames(team, context));
}

/** The abbreviation; of a team without one, or in wide labels, the longest name that fits. */
export function shortName(team: Team, room: number, context: ViewContext): string {
  const short = team.displayAbbreviation ?? team.abbreviation?.toUpperCase();
  const names = teamNames(team, context);
  const fits = names.find((name) => widthOf(name) <= room);
  const long = fits ?? cutName(names.at(-1) ?? '', room);
  return context.labelWidth === undefined ? (short ?? long) : long;
}

/** `39¢ Ravensholm City`: the likeliest of many outcomes. */
function leaderText(views: readonly MarketView[], context: ViewContext): string | undefined {
  let best: { readonly market: Market; readonly price: Decimal; readonly chance: number } | undefined;
  for (const view of views) {
    const { market, live } = view;
    if (isPaused(stateOf(view))) continue;
    const price = (buyPrice(market, true, live) ?? sidePrices(market, true, live).last)?.price;
    const chance = price?.toNumber() ?? 0;
    if (price !== undefined && (best === undefined || chance > best.chance)) best = { market, price, chance };
  }
  if (best === undefined) return undefined;
  const { names, tail } = rowOutcome(best.market, true, context);
  return `${context.format.price(best.price)} ${names[0] ?? ''}${tail}`;
}

function wonText(
  { teams, draw }: Contest,
  view: (market: Market) => MarketView,
  context: ViewContext,
): string | undefined {
  const { t } = context;
  for (const { team, side } of teams) {
    const result = side && resultOf(view(side.market));
    if (result?.winner === 'void') return t('void');
    if (result === undefined || (result.winner === 'long') !== side?.long) continue;
    return t('{0} won', nickname(teamNames(team, context)));
  }
  return draw !== undefined && resultOf(view(draw.market))?.winner === 'long' ? t('draw') : undefined;
}

/** Clock, start or end: `Q3 4:12`, `16:30 · in 1 h 29 m`, `ended 12:04 · for 2 h 57 m`, `ends 24 May`. */
export function eventWhen(event: MarketEvent, phase: EventPhase, context: ViewContext): string {
  return joined(whenParts(event, phase, context));
}

/** The parts of that. */
export function whenParts(event: MarketEvent, phase: EventPhase, context: ViewContext): readonly string[] {
  const clock = eventClock(event, phase, context);
  // Of an event without any time nothing is said where that is no news.
  if (clock.length > 0 || phase === 'open' || phase === 'upcoming') return clock;
  return [phaseWord(phase, context)];
}

/** The first part of that. */
export function firstWhen(event: MarketEvent, phase: EventPhase, context: ViewContext): string {
  return whenParts(event, phase, context)[0] ?? '';
}

/** The parts of that which name a time; none where only the phase is known. */
export function eventClock(event: MarketEvent, phase: EventPhase, context: ViewContext): readonly string[] {
  const { t, format } = context;
  const now = format.settings.now();
  const start = eventStart(event);
  if (phase === 'live') {
    const period = event.period === 'NS' ? undefined : event.period;
    const clock = [period, event.elapsed?.replace(/^0(?=\d)/, '')].filter(Boolean).join(' ');
    return clock === '' ? [] : [clock];
  }
  if (phase === 'open' || (phase === 'upcoming' && start === undefined)) {
    const end =
      windowOfAll(event.markets)?.end ??
      (event.endDate ?? event.markets.find((market) => market.endDate)?.endDate)?.ms;
    // An end that has passed is no news of when it will be decided (interface.md 9.4).
    return end === undefined || end <= now
      ? []
      : [t('ends {0}', format.isSameDay(end, now) ? format.time(end) : format.date(end))];
  }
  if (phase === 'upcoming' && start !== undefined) {
    return start <= now
      ? [t('was due {0}', format.timeOrDay(start))]
      : [format.timeOrDay(start), format.until(start)];
  }
  const ended = event.finishedTimestamp?.ms;
  if (ended === undefined) return [];
  const parts = [t('ended {0}', format.timeOrDay(ended))];
  return phase === 'ended' ? parts : [...parts, t('for {0}', format.duration(now - ended))];
}
