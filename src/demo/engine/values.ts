import { Decimal } from '../../core/decimal.ts';
import type { Market, MarketEvent, MarketSide, MarketStatus } from '../../core/market.ts';
import { DOLLAR_POINTS, pointsDecimal, pointsMoney } from './amounts.ts';
import { quoteFor, tradingState } from './book.ts';
import {
  type EventFrame,
  HOUR,
  type MarketFrame,
  periodScoresOf,
  phaseOf,
  progressOf,
  scoreOf,
} from './events.ts';
import { wholeInstant } from './instants.ts';
import { tagOf, teamOf } from './leagues.ts';
import { type MarketState, payoutOf, priceMoment, type Quote, stateOf } from './pricing.ts';
import { isArchived, type Own, type Turnover } from './tape.ts';

/**
 * Which prices `outcomePrices` and `price` of a side carry (interface.md 9.2): in lists best bid and best ask, both
 * of the long side; where one market was asked for, what each side costs to buy.
 */
type PriceSense = 'list' | 'single';

export interface MarketDetail {
  readonly own: Own;
  readonly sense: PriceSense;
  readonly tags: boolean;
}

/** Only the overview of the older generation says it; parents are not named on a market. */
const UNSAID = {
  subtitle: undefined,
  events: [],
  cyom: undefined,
  rewardsMinSize: undefined,
  questionId: undefined,
  overview: undefined,
} as const;

export function marketValue(seed: number, market: MarketFrame, now: number, detail: MarketDetail): Market {
  const { event } = market;
  const state = stateOf(market, now);
  const game = event.subject.kind === 'game' ? event.subject : undefined;
  const quote = quoteFor(seed, market, detail.own.resting, now);
  const { bid, offer } = quote;
  const prices = shownPrices(seed, market, state, quote, detail.sense);
  const labels = [market.longLabel, market.shortLabel];
  const closed = state === 'resolving' || state === 'resolved';
  return {
    ...UNSAID,
    id: String(market.id),
    slug: market.slug,
    question: market.question,
    title: market.title,
    titleShort: market.titleShort,
    description: `${market.question} ${event.description}`,
    startDate: wholeInstant(event.listedMs),
    endDate: wholeInstant(event.endMs),
    category: event.category,
    marketType: market.marketType,
    // Some settled markets still say they take orders, as the public service's do.
    active: !closed || market.id % 2 === 1,
    closed,
    archived: isArchived(event, now),
    createdAt: wholeInstant(event.listedMs - HOUR),
    updatedAt: wholeInstant(movedAt(market, now)),
    gameStartTime: wholeInstant(event.startMs),
    sportsMarketType: market.sportsMarketType,
    sportsMarketTypeV2: market.sportsMarketTypeV2,
    line: 'line' in market.contract ? Decimal.of(market.contract.line) : undefined,
    // The labels are in another order than the sides on some markets, and missing in one league.
    outcomes: game?.league.code === 'ucl' ? [] : market.id % 3 === 0 ? labels.toReversed() : labels,
    outcomePrices: prices.list,
    ep3Status: tradingState(state),
    status: statusOf(state),
    sides: [true, false].map((long) => sideValue(market, long, prices.side(long), quote)),
    bestBidQuote: bid === undefined ? undefined : pointsMoney(bid),
    bestAskQuote: offer === undefined ? undefined : pointsMoney(offer),
    tickSize: pointsDecimal(market.tick, 2),
    minimumTradeQty: Decimal.of('0.01'),
    feeCoefficient: pointsDecimal(market.theta, 2),
    subject: event.subject.kind === 'question' ? market.title : undefined,
    tags: detail.tags ? event.tags.map(tagOf) : [],
    rulesDisclaimer: `Decided by ${event.subject.kind === 'question' ? event.subject.source : 'the final score'}. An abandoned event settles at its last fair price.`,
  };
}

interface EventDetail {
  readonly markets: readonly Market[];
  /** Of all its markets. */
  readonly turnover: Turnover;
}

export function eventValue(
  seed: number,
  event: EventFrame,
  now: number,
  { markets, turnover }: EventDetail,
): MarketEvent {
  const phase = phaseOf(event, now);
  const game = event.subject.kind === 'game' ? event.subject : undefined;
  const teams =
    game === undefined
      ? []
      : (['away', 'home'] as const).map((at) => ({ ...teamOf(game.leagueIndex, game[at]), ordering: at }));
  const score = game === undefined || phase === 'upcoming' ? undefined : scoreOf(seed, event, game, now);
  const ended = phase === 'resolving' || phase === 'resolved';
  return {
    id: String(event.id),
    slug: event.slug,
    title: event.title,
    subtitle: game === undefined ? undefined : game.league.name,
    description: event.description,
    startDate: wholeInstant(event.listedMs),
    endDate: wholeInstant(event.endMs),
    active: !ended,
    closed: ended,
    category: event.category,
    createdAt: wholeInstant(event.listedMs - HOUR),
    startTime: wholeInstant(event.startMs),
    seriesSlug: event.seriesSlug,
    period: periodOf(event, now),
    gameId: game === undefined ? undefined : String(game.gameId),
    participants: [],
    teams,
    markets,
    score: score === undefined ? undefined : `${score.away}-${score.home}`,
    elapsed: phase === 'live' ? clockOf(event, now) : undefined,
    // Of cricket the public service sends none.
    periodScores:
      game === undefined || game.league.sport === 'cricket' ? [] : periodScoresOf(seed, event, game, now),
    live: phase === 'live',
    ended,
    finishedTimestamp: ended ? wholeInstant(event.endMs) : undefined,
    volume: Decimal.of(turnover.volume),
    liquidity: Decimal.of(turnover.liquidity),
    openInterest: Decimal.of(turnover.openInterest),
    tags: event.tags.map(tagOf),
  };
}

/** When its price last moved: they hold still after the end. */
function movedAt({ event }: MarketFrame, now: number): number {
  if (now >= event.resolvedMs) return event.resolvedMs;
  return now >= event.endMs ? event.endMs : Math.max(event.listedMs, priceMoment(event, now));
}

function shownPrices(
  seed: number,
  market: MarketFrame,
  state: MarketState,
  { bid, offer }: Quote,
  sense: PriceSense,
) {
  if (state === 'resolved') {
    const paid = payoutOf(seed, market);
    const both = [paid, DOLLAR_POINTS - paid];
    return { list: both.map(plain), side: (long: boolean) => both[long ? 0 : 1] };
  }
  if (state === 'resolving') return { list: ['0', '0'], side: () => undefined };
  const [first, second] =
    sense === 'list' ? [bid, offer] : [offer, bid === undefined ? undefined : DOLLAR_POINTS - bid];
  // A side without a price leaves its place out: one element says nothing about which it is.
  const list = [first, second].filter((points) => points !== undefined).map(plain);
  return { list, side: (long: boolean) => (long ? first : second) };
}

function sideValue(market: MarketFrame, long: boolean, price: number | undefined, quote: Quote): MarketSide {
  const team = teamOn(market, long);
  const cost = long ? quote.offer : quote.bid === undefined ? undefined : DOLLAR_POINTS - quote.bid;
  return {
    id: String(market.id) + (long ? '1' : '2'),
    description: long ? market.longLabel : market.shortLabel,
    long,
    team,
    price: price === undefined ? undefined : pointsDecimal(price),
    quote: cost === undefined ? undefined : pointsMoney(cost),
  };
}

/** The team that is the long or the short side of a market; undefined where none is. */
function teamOn({ event: { subject }, longTeam, shortTeam }: MarketFrame, long: boolean) {
  const number = long ? longTeam : shortTeam;
  if (subject.kind !== 'game' || number === undefined) return undefined;
  return teamOf(subject.leagueIndex, number);
}

function statusOf(state: MarketState): MarketStatus {
  return ({ open: 'OPEN', halted: 'HALTED', resolving: 'RESOLVING', resolved: 'RESOLVED' } as const)[state];
}

/** `NS` before the start, `VFT` after the end, else the part of the game. */
function periodOf(event: EventFrame, now: number): string | undefined {
  if (event.subject.kind !== 'game') return undefined;
  const phase = phaseOf(event, now);
  if (phase === 'upcoming') return 'NS';
  if (phase !== 'live') return 'VFT';
  const { periods } = event.subject.league;
  return periods[Math.min(periods.length - 1, Math.floor(progressOf(event, now) * periods.length))];
}

/** What is left of the period, `4:12`; the minute of a soccer game, `63'`; undefined where no clock runs. */
function clockOf(event: EventFrame, now: number): string | undefined {
  if (event.subject.kind !== 'game') return undefined;
  const { threeWay, periods, periodMinutes } = event.subject.league;
  if (periodMinutes === undefined) return undefined;
  const played = progressOf(event, now) * periods.length;
  if (threeWay) return `${Math.floor(played * periodMinutes) + 1}'`;
  const left = Math.ceil((1 - (played % 1)) * periodMinutes * 60);
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}

function plain(points: number): string {
  return points === 0 ? '0' : points === DOLLAR_POINTS ? '1' : pointsDecimal(points).text;
}
