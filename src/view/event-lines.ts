import { Decimal } from '../core/decimal.ts';
import {
  type FairPrices,
  fairPrices,
  flaggedLines,
  type LineFlag,
  middleOf,
  type QuotedLine,
} from '../core/fair.ts';
import { type EventGroup, type LineType, linesOf, lineType } from '../core/grouping.ts';
import { isOver } from '../core/lifecycle.ts';
import { type LineRule, YES } from '../core/line-rules.ts';
import type { Market } from '../core/market.ts';
import type { MarketView } from '../core/market-view.ts';
import { sideOf, sidePrices } from '../core/pricing.ts';
import { volumeOf } from '../core/sort.ts';
import type { Team } from '../core/team.ts';
import { type Contest, contestOf } from './event-figures.ts';
import { isDraw, isYesNo, partOfGame, sideName, subjectTeam } from './names.ts';
import { stateOf } from './price-text.ts';
import type { ViewContext } from './row.ts';

/** A line of an event with all that its row and the figures over all lines need. */
export interface EventLine {
  readonly market: Market;
  readonly view: MarketView;
  readonly type: LineType;
  readonly rule: LineRule;
  /** Whether the side that stands left is the long one: teams keep the title's order. */
  readonly isLeftLong: boolean;
  readonly isOver: boolean;
  readonly flag: LineFlag | undefined;
  /** Of the left side and the right one; of three results or many answers, shares of all of them. */
  readonly fair: FairPrices | undefined;
}

export interface EventLines {
  readonly contest: Contest | undefined;
  readonly lines: readonly EventLine[];
  /** How many answers a question has of which one pays. */
  readonly answers: ReadonlyMap<string, number>;
}

/** The lines of an event, each with its rule and place; spreads and totals in order. */
export function eventLines(
  group: EventGroup,
  viewOf: (market: Market) => MarketView,
  context: ViewContext,
): EventLines {
  const contest = contestOf(group, context);
  const views = linesOf(group.markets).flatMap(({ markets }) => markets.map(viewOf));
  const answers = contest === undefined ? answersOf(views) : [];
  const place = new Map(answers.map((market, index) => [market.slug, index]));
  const ruled = views.map((view) => {
    const { market } = view;
    const answer = place.get(market.slug);
    const rule =
      answer === undefined
        ? lineRule(market, contest, context)
        : ({ group: '', measure: 'oneOf', is: 'at', value: answer } as const);
    const { buy, sell } = sidePrices(market, true, view.live);
    return {
      market,
      view,
      rule,
      bid: sell?.price,
      offer: buy?.price,
      volume: volumeOf(market)?.toNumber() ?? 0,
    };
  });
  const open = ruled.filter(({ view }) => stateOf(view) === 'open');
  const flags = flaggedLines(open);
  const shared = sharedFair(
    open.filter(({ market }) => !flags.has(market.slug)),
    answers.length,
  );
  const lines = ruled.map((line): EventLine => {
    const { market, view, rule } = line;
    const isLeftLong = rule.is !== 'below' || isYesNo(market);
    const costs = [isLeftLong, !isLeftLong].map((long) => sidePrices(market, long, view.live).buy?.price);
    const isFair = open.includes(line) && !flags.has(market.slug);
    return {
      market,
      view,
      type: lineType(market),
      rule,
      isLeftLong,
      isOver: isOver(stateOf(view)),
      flag: flags.get(market.slug),
      fair: isFair ? (shared.get(market.slug) ?? fairPrices(costs)) : undefined,
    };
  });
  const inOrder = lines
    .map((line, index) => ({ line, index }))
    .sort(
      (a, b) => (a.line.type === b.line.type ? orderOf(a.line) - orderOf(b.line) : 0) || a.index - b.index,
    );
  return { contest, lines: inOrder.map(({ line }) => line), answers: new Map([['', answers.length]]) };
}

/** The margin and the total of the whole game that are as likely passed as not; the margin is the first team's. */
export function marketMiddle(lines: readonly EventLine[], measure: 'margin' | 'total'): number | undefined {
  const rungs = lines.flatMap(({ rule, fair, type }) => {
    const left = fair?.fair[0]?.toNumber();
    const isOf = rule.measure === measure && rule.group === '' && type !== 'winner';
    if (!isOf || left === undefined) return [];
    return [{ value: rule.value, fair: left }];
  });
  return middleOf(rungs);
}

/** Parts of a game after the whole of it, then by the number the line is about. */
function orderOf({ rule, type }: EventLine): number {
  const sign = type === 'spread' ? -1 : 1;
  return type === 'spread' || type === 'total' ? (rule.group === '' ? 0 : 10_000) + sign * rule.value : 0;
}

/** Sports whose winner is not who makes more points over all: sets, frames, rounds, maps. */
const NOT_BY_POINTS =
  /^(?:tennis|volleyball|badminton|table|squash|darts|snooker|cricket|golf|mma|ufc|boxing|esports|cs2?|lol|dota2?|valorant)\b/i;

function lineRule(market: Market, contest: Contest | undefined, context: ViewContext): LineRule {
  const alone: LineRule = { group: market.slug, ...YES };
  const type = lineType(market);
  if (contest === undefined) return alone;
  const group = partOfGame(market, context) ?? '';
  const [first, second] = contest.teams.map(({ team }) => team);
  const isOf = (team: Team | undefined, long: boolean): boolean | undefined => {
    const other = sideOf(market, !long)?.team;
    if (team !== undefined && first !== undefined && isSame(team, first)) return true;
    if (team !== undefined && second !== undefined && isSame(team, second)) return false;
    return other === undefined || first === undefined ? undefined : !isSame(other, first);
  };
  if (type === 'winner') {
    const words = market.sportsMarketType ?? '';
    const margin = {
      group: NOT_BY_POINTS.test(words) ? `${group} winner` : group,
      measure: 'margin',
      value: 0,
    } as const;
    if (isDraw(market)) return { ...margin, is: 'at' };
    const isFirst = isOf(isYesNo(market) ? subjectTeam(market) : sideOf(market, true)?.team, true);
    if (isFirst === undefined) return alone;
    return { ...margin, is: isFirst ? 'above' : 'below', ...(isYesNo(market) ? {} : { noTie: true }) };
  }
  const line = market.line?.toNumber();
  if (line === undefined || isYesNo(market)) return alone;
  if (type === 'spread') {
    const isFirst = isOf(sideOf(market, true)?.team, true);
    if (isFirst === undefined) return alone;
    return { group, measure: 'margin', is: isFirst ? 'above' : 'below', value: isFirst ? -line : line };
  }
  // A team's own total is no part of the game's.
  if (type !== 'total' || /: (?:over|under)\b/i.test(sideName(market, true, context))) return alone;
  const isUnder = /^under\b/i.test(sideOf(market, true)?.description ?? '');
  return { group, measure: 'total', is: isUnder ? 'below' : 'above', value: line };
}

function isSame(a: Team, b: Team): boolean {
  return a.id !== undefined && b.id !== undefined ? a.id === b.id : a.name === b.name;
}

/**
 * Answers of which exactly one pays, as far as prices say: all can be bought together for what one pays, or more, and sold for
 * no more. The service does not say it; of "reaches the final" two pay, and their bids are above one.
 */
function answersOf(views: readonly MarketView[]): readonly Market[] {
  if (views.length < 2 || !views.every(({ market }) => isYesNo(market) && lineType(market) !== 'prop'))
    return [];
  let [bids, offers] = [0, 0];
  for (const { market, live } of views) {
    const { buy, sell } = sidePrices(market, true, live);
    if (buy === undefined) return [];
    bids += sell?.price.toNumber() ?? 0;
    offers += buy.price.toNumber();
  }
  return bids <= 1 && offers >= 1 ? views.map(({ market }) => market) : [];
}

/** Of results that exclude each other, the share of each in what all of them cost. */
function sharedFair(open: readonly QuotedLine[], answers: number): ReadonlyMap<string, FairPrices> {
  const found = new Map<string, FairPrices>();
  const results = open.filter(
    ({ rule, market }) =>
      rule.measure === 'oneOf' || (rule.value === 0 && isYesNo(market) && rule.measure === 'margin'),
  );
  for (const set of Map.groupBy(results, ({ rule }) => rule.group).values()) {
    const isWhole = set[0]?.rule.measure === 'oneOf' ? set.length === answers : set.length === 3;
    const shares = isWhole ? fairPrices(set.map(({ offer }) => offer)) : undefined;
    if (shares === undefined) continue;
    for (const [place, { market }] of set.entries()) {
      const own = shares.fair[place];
      if (own !== undefined) found.set(market.slug, { sum: shares.sum, fair: [own, Decimal.one.minus(own)] });
    }
  }
  return found;
}
