import { Decimal } from '../core/decimal.ts';
import { type FairPrices, fairPrices, flaggedLines, type LineFlag, type QuotedLine } from '../core/fair.ts';
import { type EventGroup, type LineType, linesOf, lineType } from '../core/grouping.ts';
import { isOver } from '../core/lifecycle.ts';
import type { LineRule } from '../core/line-rules.ts';
import type { Market } from '../core/market.ts';
import type { MarketView } from '../core/market-view.ts';
import { bestBidAndOffer, sideOf } from '../core/pricing.ts';
import { ownVolume } from '../core/sort.ts';
import type { Team } from '../core/team.ts';
import { apartWords } from './apart.ts';
import { type Contest, contestOf, isSameTeam } from './event-figures.ts';
import { isDraw, isYesNo, partOfGame, sideName, subjectTeam } from './names.ts';
import { stateOf } from './price-text.ts';
import type { ViewContext } from './row.ts';

/** A line of an event with all that its row and the figures over all lines need. */
export interface EventLine extends QuotedLine {
  readonly view: MarketView;
  readonly type: LineType;
  /** Whether the side that stands left is the long one: teams keep the title's order. */
  readonly isLeftLong: boolean;
  readonly isOver: boolean;
  readonly flag: LineFlag | undefined;
  /** Of the left side and the right one; of three results or many answers, shares of all of them. Worked out when first asked for. */
  readonly fair: () => FairPrices | undefined;
}

export interface EventLines {
  readonly contest: Contest | undefined;
  readonly lines: readonly EventLine[];
}

/** The lines of an event, each with its rule and place; spreads and totals in order. */
export function eventLines(
  group: EventGroup,
  viewOf: (market: Market) => MarketView,
  context: ViewContext,
): EventLines {
  const contest = contestOf(group, context);
  const quoted = linesOf(group.markets).flatMap(({ type, markets }) =>
    markets.map((listed) => {
      const view = viewOf(listed);
      const { market } = view;
      const { bid, offer } = bestBidAndOffer(market, view.live);
      const volume = ownVolume(market, view.live)?.toNumber() ?? 0;
      return { market, view, type, bid: bid?.price, offer: offer?.price, volume };
    }),
  );
  const isQuestion = contest === undefined && isOneOf(quoted);
  const ruled = quoted.map((line, value) => {
    const answer = { group: '', measure: 'answer', is: 'at', value, of: quoted.length } as const;
    const rule = isQuestion ? answer : lineRule(line.market, contest, context);
    return { ...line, rule, isLeftLong: rule.is !== 'below' || isYesNo(line.market) };
  });
  const open = ruled.filter(({ view }) => stateOf(view) === 'open');
  const flags = flaggedLines(open);
  let fair: ReadonlyMap<string, FairPrices | undefined> | undefined;
  const fairPricesOf = (slug: string): FairPrices | undefined => {
    fair ??= fairOf(open.filter(({ market }) => !flags.has(market.slug)));
    return fair.get(slug);
  };
  const lines = ruled.map((line) => ({
    ...line,
    isOver: isOver(stateOf(line.view)),
    flag: flags.get(line.market.slug),
    fair: () => fairPricesOf(line.market.slug),
  }));
  return { contest, lines: inOrder(lines, contest, context) };
}

/**
 * Of three results the first team of the title, the draw, the second team. Spreads and totals by their number; those of a part
 * of the game, or of one team, after those of the whole game.
 */
function inOrder(
  lines: readonly EventLine[],
  contest: Contest | undefined,
  context: ViewContext,
): readonly EventLine[] {
  const placed = lines.map((line) => {
    const { market, type, isLeftLong } = line;
    if (type !== 'spread' && type !== 'total')
      return { line, about: '', number: resultPlace(line, contest), left: 0 };
    const part = partOfGame(market, context) ?? '';
    const whose = type === 'total' ? sideName(market, true, context).replace(/(?:over|under)\b.*$/i, '') : '';
    const handicap = market.line?.toNumber() ?? 0;
    const left = isLeftLong ? handicap : -handicap;
    return { line, about: part + whose, number: Math.abs(handicap), left };
  });
  return placed
    .sort((a, b) => {
      if (a.line.type !== b.line.type) return 0;
      if (a.about !== b.about) return a.about < b.about ? -1 : 1;
      return a.number - b.number || a.left - b.left;
    })
    .map(({ line }) => line);
}

/** Where one of three results stands. */
function resultPlace({ type, rule, market }: EventLine, contest: Contest | undefined): number {
  if (type !== 'winner' || contest === undefined || rule.of !== 3 || rule.group !== '') return 0;
  if (isDraw(market)) return 2;
  return isFirstLong(market, contest) === true ? 1 : 3;
}

/** Sports whose winner is not who makes more points over all: sets, frames, rounds, maps. */
const NOT_BY_POINTS =
  /^(?:tennis|volleyball|badminton|table|squash|darts|snooker|cricket|golf|mma|ufc|boxing|esports|cs2?|lol|dota2?|valorant)(?![a-z])/i;
/**
 * What it is called that neither side is ahead in what the spreads of a game count. `never`: it is played on, or won by that; `level`:
 * that does not decide who wins, as games of tennis or runs of cricket.
 */
export function evenEnd({
  sportsMarketType = '',
  spreadTotalSuffix = '',
}: Market): 'never' | 'level' | 'draw' {
  if (NOT_BY_POINTS.test(sportsMarketType))
    return /^(?:sets|maps|frames|legs)$/i.test(spreadTotalSuffix) ? 'never' : 'level';
  return /^(?:base|basket)ball/i.test(sportsMarketType) ? 'never' : 'draw';
}

function lineRule(market: Market, contest: Contest | undefined, context: ViewContext): LineRule {
  const alone = { group: market.slug, measure: 'answer', is: 'at', value: 1 } as const;
  const isYes = isYesNo(market);
  const group = partOfGame(market, context) ?? '';
  const type = lineType(market);
  if (contest === undefined) return alone;
  const line = market.line?.toNumber();
  if (type === 'total') {
    // A team's own total is no part of the game's; nor is known to be what reads like another one.
    const isTeams =
      /: (?:over|under)\b/i.test(sideName(market, true, context)) ||
      apartWords(market, context) !== undefined;
    if (line === undefined || isYes || isTeams) return alone;
    const isUnder = /^under\b/i.test(sideOf(market, true)?.description ?? '');
    return { group, measure: 'total', is: isUnder ? 'below' : 'above', value: line };
  }
  const isFirst = isFirstLong(market, contest);
  const is = isFirst === true ? 'above' : 'below';
  if (type === 'winner' && (isFirst !== undefined || isDraw(market))) {
    const apart = NOT_BY_POINTS.test(market.sportsMarketType ?? '') ? `${group} winner` : group;
    const margin = { group: apart, measure: 'margin', value: 0 } as const;
    if (!isYes) return { ...margin, is, noTie: true };
    return { ...margin, is: isDraw(market) ? 'at' : is, of: 3 };
  }
  if (type !== 'spread' || line === undefined || isYes || isFirst === undefined) return alone;
  const rule = { group, measure: 'margin', is, value: isFirst ? -line : line } as const;
  return group === '' && evenEnd(market) === 'never' ? { ...rule, noTie: true } : rule;
}

/** Whether the long side is that of the team the title names first; `undefined` where it is no team's. */
function isFirstLong(
  market: Market,
  { teams: [{ team: first }, { team: second }] }: Contest,
): boolean | undefined {
  const isFirst = (team: Team | undefined): boolean | undefined => {
    if (team === undefined) return undefined;
    return isSameTeam(team, first) || (isSameTeam(team, second) ? false : undefined);
  };
  if (isYesNo(market)) return isFirst(subjectTeam(market));
  const isShortFirst = isFirst(sideOf(market, false)?.team);
  return isFirst(sideOf(market, true)?.team) ?? (isShortFirst === undefined ? undefined : !isShortFirst);
}

/**
 * Whether exactly one of some answers pays, as far as prices say: all can be bought together for what one pays, or more, and sold
 * for no more. The service does not say it; of "reaches the final" two pay, and their bids are above one.
 */
function isOneOf(lines: readonly (Omit<QuotedLine, 'rule'> & { readonly type: LineType })[]): boolean {
  const sum = (prices: readonly (Decimal | undefined)[]): Decimal =>
    prices.reduce<Decimal>((total, price) => (price === undefined ? total : total.plus(price)), Decimal.zero);
  return (
    lines.length > 1 &&
    lines.every(({ market, type, offer }) => isYesNo(market) && type !== 'prop' && offer !== undefined) &&
    !sum(lines.map(({ bid }) => bid)).greaterThan(Decimal.one) &&
    !Decimal.one.greaterThan(sum(lines.map(({ offer }) => offer)))
  );
}

/** Of results that exclude each other, the share of each in what all of them cost; else of two sides. */
function fairOf(
  open: readonly (QuotedLine & Pick<EventLine, 'isLeftLong'>)[],
): ReadonlyMap<string, FairPrices | undefined> {
  const found = new Map<string, FairPrices | undefined>();
  for (const { market, bid, offer, isLeftLong } of open) {
    const costs = [offer, bid && Decimal.one.minus(bid)];
    found.set(market.slug, fairPrices(isLeftLong ? costs : costs.reverse()));
  }
  const sets = Map.groupBy(
    open.filter(({ rule }) => rule.of !== undefined),
    ({ rule }) => rule.group,
  );
  for (const set of sets.values()) {
    const shares = set.length === set[0]?.rule.of ? fairPrices(set.map(({ offer }) => offer)) : undefined;
    for (const [place, own] of (shares?.fair ?? []).entries()) {
      const fair = [own, Decimal.one.minus(own)];
      if (shares !== undefined) found.set(set[place]?.market.slug ?? '', { sum: shares.sum, fair });
    }
  }
  return found;
}
