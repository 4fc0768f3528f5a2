import { Decimal } from '../../core/decimal.ts';
import type { MarketStatus } from '../../core/market.ts';
import { enumText, MARKET_STATUS, SPORTS_MARKET_TYPE } from '../../exchange/wire/enums.ts';
import { fieldsOf, type WireObject } from '../wire/encode-values.ts';
import { DOLLAR_POINTS, pointsDecimal, pointsMoney } from './amounts.ts';
import { assetTermsJson } from './assets.ts';
import { quoteFor, tradingState } from './book.ts';
import { type EventFrame, type Game, HOUR, type MarketFrame, phaseOf, progressOf } from './events.ts';
import { teamOf } from './leagues.ts';
import { playJson, sportType } from './play.ts';
import { type MarketState, payoutOf, priceMoment, type Quote, stateOf } from './pricing.ts';
import { scoreOf } from './scores.ts';
import { setsAt } from './sets.ts';
import { tagOf } from './tags.ts';
import { isArchived, type Own, type Turnover } from './tape.ts';
import { wholeTime } from './times.ts';

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

/** A market as the service sends it (interface.md 9.2). */
export function marketJson(seed: number, market: MarketFrame, now: number, detail: MarketDetail): WireObject {
  const { event } = market;
  const state = stateOf(market, now);
  const { subject } = event;
  const quote = quoteFor(seed, market, detail.own.resting, now);
  const { bid, offer } = quote;
  const prices = shownPrices(seed, market, state, quote, detail.sense);
  const labels = [market.longLabel, market.shortLabel];
  const updatedAt = wholeTime(movedAt(market, now));
  const closed = state === 'resolving' || state === 'resolved';
  return fieldsOf({
    id: String(market.id),
    slug: market.slug,
    question: market.question,
    title: market.title,
    titleShort: market.titleShort,
    description: `${market.question} ${event.description}`,
    startDate: wholeTime(event.listedMs),
    endDate: wholeTime(event.endMs),
    category: event.category,
    marketType: market.marketType,
    // Some settled markets still say they take orders, as the public service's do.
    active: !closed || market.id % 2 === 1,
    closed,
    archived: isArchived(event, now),
    createdAt: wholeTime(event.listedMs - HOUR),
    updatedAt,
    gameStartTime: wholeTime(event.startMs),
    sportsMarketType: market.sportsMarketType,
    sportsMarketTypeV2: enumText(SPORTS_MARKET_TYPE, market.sportsMarketTypeV2),
    line: 'line' in market.contract ? Decimal.of(market.contract.line) : undefined,
    spreadTotalSuffix:
      subject.kind === 'game' && (market.contract.kind === 'spread' || market.contract.kind === 'total')
        ? subject.league.unitName
        : undefined,
    // The labels are in another order than the sides on some markets, and missing in one league.
    outcomes:
      subject.kind === 'game' && subject.league.code === 'ucl'
        ? undefined
        : JSON.stringify(market.id % 3 === 0 ? labels.toReversed() : labels),
    outcomePrices: prices.list.length === 0 ? undefined : JSON.stringify(prices.list),
    ep3Status: tradingState(state),
    status: enumText(MARKET_STATUS, STATUS[state]),
    marketSides: [true, false].map((long) => sideJson(market, long, prices.side(long), quote)),
    bestBidQuote: bid === undefined ? undefined : pointsMoney(bid),
    bestAskQuote: offer === undefined ? undefined : pointsMoney(offer),
    ep3SyncedAt: updatedAt,
    comboEnabled: false,
    orderPriceMinTickSize: pointsDecimal(market.tick, 2),
    minimumTradeQty: Decimal.of('0.01'),
    feeCoefficient: pointsDecimal(market.theta, 2),
    assetPriceTerms: assetTermsJson(seed, market, now),
    subject: subject.kind === 'question' ? { id: 0, name: market.title, subjectType: '' } : undefined,
    tags: detail.tags ? event.tags.map(tagOf) : undefined,
    rulesDisclaimer: `Decided by ${subject.kind === 'question' ? subject.source : 'the final score'}. An abandoned event settles at its last fair price.`,
  });
}

interface EventDetail {
  readonly markets: readonly WireObject[];
  /** Of all its markets. */
  readonly turnover: Turnover;
}

/** interface.md 9.4. */
export function eventJson(seed: number, event: EventFrame, now: number, detail: EventDetail): WireObject {
  const phase = phaseOf(event, now);
  const game = event.subject.kind === 'game' ? event.subject : undefined;
  const ended = phase === 'resolving' || phase === 'resolved';
  const score = game === undefined || phase === 'upcoming' ? undefined : scoreOf(seed, event, game, now);
  const state = {
    period: periodOf(seed, event, now),
    gameId: game?.gameId,
    score: score === undefined ? undefined : `${score.away}-${score.home}`,
    elapsed: phase === 'live' ? clockOf(event, now) : undefined,
    live: phase === 'live',
    ended,
    finishedTimestamp: ended ? wholeTime(event.endMs) : undefined,
  };
  return fieldsOf({
    id: String(event.id),
    slug: event.slug,
    title: event.title,
    subtitle: game?.league.name,
    description: event.description,
    startDate: wholeTime(event.listedMs),
    endDate: wholeTime(event.endMs),
    active: !ended,
    closed: ended,
    category: event.category,
    createdAt: wholeTime(event.listedMs - HOUR),
    startTime: wholeTime(event.startMs),
    seriesSlug: event.seriesSlug,
    ...state,
    eventState: game && {
      ...state,
      id: event.id,
      eventId: event.id,
      type: sportType(game),
      // Of cricket the public service sends none.
      periodScores: game.league.sport === 'cricket' ? [] : periodScoresJson(seed, event, game, now),
      ...playJson(seed, event, game, now),
    },
    participants: [],
    teams: game === undefined ? [] : (['away', 'home'] as const).map((at) => teamJson(game, game[at], at)),
    markets: detail.markets,
    ...detail.turnover,
    tags: event.tags.map(tagOf),
  });
}

/** What each side made in the periods begun by `now`; it names the team, which the score does not. */
function periodScoresJson(seed: number, event: EventFrame, game: Game, now: number): readonly WireObject[] {
  const { periods } = game.league;
  const ids = (['away', 'home'] as const).map((at) => [at, teamOf(game.leagueIndex, game[at]).id] as const);
  if (game.league.sport === 'tennis')
    return setsAt(seed, event, progressOf(event, now)).map((set, place) => ({
      number: place + 1,
      type: 'PERIOD_SCORE_TYPE_REGULATION',
      label: periods[place],
      scores: ids.map(([at, competitorId]) => ({ competitorId, score: set[at] })),
    }));
  const period = (event.endMs - event.startMs) / periods.length;
  const begun = periods.filter((_, place) => event.startMs + place * period <= now);
  return begun.map((label, place) => {
    const from = scoreOf(seed, event, game, event.startMs + place * period);
    const to = scoreOf(seed, event, game, Math.min(now, event.startMs + (place + 1) * period));
    const scores = ids.map(([at, competitorId]) => ({ competitorId, score: to[at] - from[at] }));
    return { number: place + 1, type: 'PERIOD_SCORE_TYPE_REGULATION', label, scores };
  });
}

/** interface.md 9.5. */
function teamJson({ leagueIndex }: Game, number: number, ordering?: 'away' | 'home'): WireObject {
  const team = teamOf(leagueIndex, number);
  const color = { light: team.colorPrimary, dark: team.colorPrimary };
  return { ...team, id: Number(team.id), logo: '', color, ordering };
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

function sideJson(
  { id, event: { subject }, ...market }: MarketFrame,
  long: boolean,
  price: number | undefined,
  { bid, offer }: Quote,
): WireObject {
  const cost = long ? offer : bid === undefined ? undefined : DOLLAR_POINTS - bid;
  const number = long ? market.longTeam : market.shortTeam;
  return {
    id: String(id) + (long ? '1' : '2'),
    description: long ? market.longLabel : market.shortLabel,
    long,
    team: subject.kind !== 'game' || number === undefined ? undefined : teamJson(subject, number),
    price: price === undefined ? undefined : pointsDecimal(price).text,
    quote: cost === undefined ? undefined : pointsMoney(cost),
  };
}

const STATUS: Readonly<Record<MarketState, MarketStatus>> = {
  open: 'OPEN',
  halted: 'HALTED',
  resolving: 'RESOLVING',
  resolved: 'RESOLVED',
};

/** `NS` before the start, `VFT` after the end, else the part of the game. */
function periodOf(seed: number, event: EventFrame, now: number): string | undefined {
  if (event.subject.kind !== 'game') return undefined;
  const phase = phaseOf(event, now);
  if (phase === 'upcoming') return 'NS';
  if (phase !== 'live') return 'VFT';
  const { periods, sport } = event.subject.league;
  if (sport === 'tennis') return periods[setsAt(seed, event, progressOf(event, now)).length - 1];
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
