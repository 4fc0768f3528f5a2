import type { Decimal } from '../../core/decimal.ts';
import type { Market, MarketEvent, MarketSide, Tag, TradingState } from '../../core/market.ts';
import type { OpenEnum } from '../../core/open-enum.ts';
import type { Participant, Team } from '../../core/team.ts';
import type { Dialect } from '../../exchange/profile.ts';
import {
  enumText,
  MARKET_SIDE_TYPE,
  MARKET_STATUS,
  PARTICIPANT_TYPE,
  PROVIDER,
  SPORTS_MARKET_TYPE,
} from '../../exchange/wire/enums.ts';
import { amount, complement, integer, numeric, time, type WireObject } from './encode-values.ts';

export interface MarketEncoding {
  readonly dialect: Dialect;
  /**
   * What prices mean (interface.md 9.2): on lists, search and events they are [best bid, best ask] of the long
   * side, on a single market [ask, 1 − bid]. A market without quotes keeps the prices its value holds.
   */
  readonly place: 'list' | 'single';
  /** Whether tags were asked for (`includeTag`). */
  readonly tags: boolean;
}

/**
 * A market as the service of `dialect` sends it. `seed`: interface.md 9.2 with the fields its filters ask
 * about; it has no `status`, so `ep3Status` carries the lifecycle. `current`: as the public service sends it today.
 */
export function encodeMarket(market: Market, how: MarketEncoding): WireObject {
  const prices = placedPrices(market, how.place);
  const shared = {
    id: market.id,
    question: market.question,
    slug: market.slug,
    description: market.description,
    startDate: time(market.startDate),
    endDate: time(market.endDate),
    category: market.category,
    marketType: market.marketType,
    active: market.active,
    closed: market.closed,
    archived: market.archived,
    hidden: market.hidden,
    updatedAt: time(market.updatedAt),
    gameStartTime: time(market.gameStartTime),
    manualActivation: market.manualActivation,
    sportsMarketType: market.sportsMarketType,
    sportsMarketTypeV2: market.sportsMarketTypeV2 && enumText(SPORTS_MARKET_TYPE, market.sportsMarketTypeV2),
    line: numeric(market.line),
    outcomes: market.outcomes.length === 0 ? undefined : JSON.stringify(market.outcomes),
    outcomePrices: prices.listed.length === 0 ? undefined : JSON.stringify(prices.listed),
    marketSides: market.sides.map((side, index) => encodeSide(market, side, prices.bySide[index], how)),
    tags: how.tags ? market.tags.map(encodeTag) : undefined,
  };
  if (how.dialect === 'current') return { ...shared, ...currentFields(market) };
  return {
    ...shared,
    ep3Status: seedStatus(market),
    events: market.events.map((event) => encodeEvent(event, [], 'seed')),
    cyom: market.cyom,
    rewardsMinSize: numeric(market.rewardsMinSize),
    questionId: market.questionId,
    ...overviewFields(market),
  };
}

/** Prices of a market as they stand on the wire at `place`: per side, and as the list, which may miss one. */
export function placedPrices(
  market: Market,
  place: MarketEncoding['place'],
): { readonly bySide: readonly (Decimal | undefined)[]; readonly listed: readonly string[] } {
  const bid = bidOf(market);
  const ask = askOf(market);
  if (bid === undefined && ask === undefined) {
    return { bySide: market.sides.map((side) => side.price), listed: market.outcomePrices };
  }
  const short = place === 'list' ? ask : bid && complement(bid);
  const long = place === 'list' ? bid : ask;
  const bySide = market.sides.map((side) => (side.long ? long : short));
  return { bySide, listed: bySide.flatMap((price) => price?.text ?? []) };
}

function bidOf(market: Market): Decimal | undefined {
  return market.bestBidQuote?.value ?? market.overview?.bestBid;
}

function askOf(market: Market): Decimal | undefined {
  return market.bestAskQuote?.value ?? market.overview?.bestAsk;
}

/** `seed` has no price, quote or tradable (interface.md 9.3). */
function encodeSide(
  market: Market,
  side: MarketSide,
  price: Decimal | undefined,
  how: MarketEncoding,
): WireObject {
  const shared = {
    id: side.id,
    marketSideType: side.marketSideType && enumText(MARKET_SIDE_TYPE, side.marketSideType),
    identifier: side.identifier,
    createdAt: time(side.createdAt),
    updatedAt: time(side.updatedAt),
    description: side.description,
    marketId: integer(side.marketId),
    long: side.long,
    teamId: integer(side.teamId),
    team: side.team && encodeTeam(side.team, how.dialect),
  };
  if (how.dialect === 'seed') return { ...shared, participantId: side.participantId };
  const quote = amount(side.quote) ?? derivedQuote(market, side.long);
  return { ...shared, price: price?.text, quote, tradable: side.tradable };
}

/** What buying a side costs: the long one the ask, the short one 1 − bid (interface.md 9.2). */
function derivedQuote(market: Market, long: boolean): WireObject | undefined {
  const value = long ? askOf(market) : bidOf(market);
  if (value === undefined) return undefined;
  return { value: long ? value.text : complement(value).text, currency: currencyOf(market) };
}

function currentFields(market: Market): WireObject {
  return {
    title: market.title,
    titleShort: market.titleShort,
    subtitle: market.subtitle,
    createdAt: time(market.createdAt),
    orderPriceMinTickSize: numeric(market.tickSize),
    ep3Status: market.ep3Status,
    status: market.status && enumText(MARKET_STATUS, market.status),
    assetPriceTerms: null,
    feeCoefficient: numeric(market.feeCoefficient),
    subject: market.subject === undefined ? undefined : { id: 0, name: market.subject, subjectType: '' },
    bestBidQuote: quoteOf(market, bidOf(market)),
    bestAskQuote: quoteOf(market, askOf(market)),
    minimumTradeQty: numeric(market.minimumTradeQty),
    rulesDisclaimer: market.rulesDisclaimer,
  };
}

/** Left out when that side of the book is empty. */
function quoteOf(market: Market, value: Decimal | undefined): WireObject | undefined {
  return value && { value: value.text, currency: currencyOf(market) };
}

function currencyOf(market: Market): string {
  return (market.bestBidQuote ?? market.bestAskQuote)?.currency ?? 'USD';
}

function overviewFields(market: Market): WireObject {
  const overview = market.overview;
  return {
    subcategory: overview?.subcategory,
    lastTradePrice: numeric(overview?.lastTradePrice),
    bestBid: numeric(bidOf(market)),
    bestAsk: numeric(askOf(market)),
    spread: numeric(overview?.spread),
    oneDayPriceChange: numeric(overview?.oneDayPriceChange),
    oneWeekPriceChange: numeric(overview?.oneWeekPriceChange),
    liquidity: overview?.liquidity,
    liquidityNum: numeric(overview?.liquidityNum),
    volume: overview?.volume,
    volumeNum: numeric(overview?.volumeNum),
    volume24hr: numeric(overview?.volume24hr),
    volume1wk: numeric(overview?.volume1wk),
    volume1mo: numeric(overview?.volume1mo),
    gameId: overview?.gameId,
    propType: overview?.propType,
    outcomeTeamA: integer(overview?.outcomeTeamA),
    outcomeTeamB: integer(overview?.outcomeTeamB),
  };
}

/**
 * `seed` says where a market stands in `ep3Status` and two flags only, so `status` follows from it: locked
 * is CLOSED, ended without a payout EXPIRED, paid out TERMINATED, as the public service writes them.
 */
function seedStatus(market: Market): OpenEnum<TradingState> | undefined {
  switch (market.status) {
    case 'OPEN':
      return 'OPEN';
    case 'HALTED':
      return 'HALTED';
    case 'CLOSED':
      return 'CLOSED';
    case 'RESOLVING':
      return 'EXPIRED';
    case 'RESOLVED':
      return 'TERMINATED';
    default:
      return market.ep3Status;
  }
}

/**
 * An event with markets already encoded. `seed` has the older fields of interface.md 9.4 alone, so no score, clock or teams;
 * `current` has all, where participants are empty and the vendor's id has its own name.
 */
export function encodeEvent(
  event: MarketEvent,
  markets: readonly WireObject[],
  dialect: Dialect,
): WireObject {
  const shared = {
    id: event.id,
    ticker: event.ticker,
    slug: event.slug,
    title: event.title,
    description: event.description,
    startDate: time(event.startDate),
    endDate: time(event.endDate),
    active: event.active,
    closed: event.closed,
    archived: event.archived,
    hidden: event.hidden,
    category: event.category,
    createdAt: time(event.createdAt),
    updatedAt: time(event.updatedAt),
    startTime: time(event.startTime),
    seriesSlug: event.seriesSlug,
    period: event.period,
    gameId: integer(event.gameId),
  };
  if (dialect === 'seed') {
    const participants = event.participants.map(encodeParticipant);
    return { ...shared, vendorGameId: event.vendorGameId, participants, markets };
  }
  return {
    ...shared,
    subtitle: event.subtitle,
    sportradarGameId: event.vendorGameId,
    participants: [],
    teams: event.teams.map((team) => encodeTeam(team, dialect)),
    score: event.score,
    elapsed: event.elapsed,
    live: event.live,
    ended: event.ended,
    finishedTimestamp: time(event.finishedTimestamp),
    volume: numeric(event.volume),
    liquidity: numeric(event.liquidity),
    openInterest: numeric(event.openInterest),
    tags: event.tags.map(encodeTag),
    markets,
  };
}

/** interface.md 9.5: `current` adds ranking and conference. */
function encodeTeam(team: Team, dialect: Dialect): WireObject {
  return {
    id: integer(team.id),
    name: team.name,
    abbreviation: team.abbreviation,
    league: team.league,
    record: team.record,
    logo: team.logo,
    alias: team.alias,
    safeName: team.safeName,
    homeIcon: team.homeIcon,
    awayIcon: team.awayIcon,
    colorPrimary: team.colorPrimary,
    providerId: integer(team.providerId),
    ordering: team.ordering,
    longIcon: team.longIcon,
    shortIcon: team.shortIcon,
    displayAbbreviation: team.displayAbbreviation,
    providerIds: team.providerIds.map(({ provider, providerId }) => ({
      provider: enumText(PROVIDER, provider),
      providerId,
    })),
    ranking: dialect === 'current' ? team.ranking : undefined,
    conference: dialect === 'current' ? team.conference : undefined,
  };
}

function encodeTag(tag: Tag): WireObject {
  return { id: tag.id, label: tag.label, slug: tag.slug };
}

function encodeParticipant(participant: Participant): WireObject {
  return {
    id: participant.id,
    type: participant.type === undefined ? undefined : enumText(PARTICIPANT_TYPE, participant.type),
    team: participant.team && encodeTeam(participant.team, 'seed'),
  };
}
