import type { BestQuote, Book, BookStats } from '../../src/core/book.ts';
import { Decimal } from '../../src/core/decimal.ts';
import { deriveEvents } from '../../src/core/derive-events.ts';
import { type Instant, parseInstant } from '../../src/core/instant.ts';
import type { Market, MarketEvent, MarketOverview, MarketSide } from '../../src/core/market.ts';
import type { Money } from '../../src/core/money.ts';
import { type OwnDecimal, reveal } from '../../src/core/own.ts';
import type { Team } from '../../src/core/team.ts';

/** Core values with everything absent but what a test is about. All names and figures are made up. */

export const d = (text: string | number): Decimal => Decimal.of(text);

/** The number of an own amount, to compare it in a test. */
export function raw(amount: OwnDecimal): Decimal;
export function raw(amount: OwnDecimal | undefined): Decimal | undefined;
export function raw(amount: OwnDecimal | undefined): Decimal | undefined {
  return amount && reveal(amount);
}

export const usd = (text: string | number): Money => ({ value: d(text), currency: 'USD' });

export function at(text: string): Instant {
  const parsed = parseInstant(text);
  if (parsed === undefined) throw new RangeError(`Not a time: ${text}`);
  return parsed;
}

export function aTeam(overrides: Partial<Team> = {}): Team {
  return {
    id: undefined,
    name: undefined,
    abbreviation: undefined,
    league: undefined,
    record: undefined,
    logo: undefined,
    alias: undefined,
    safeName: undefined,
    homeIcon: undefined,
    awayIcon: undefined,
    colorPrimary: undefined,
    providerId: undefined,
    ordering: undefined,
    longIcon: undefined,
    shortIcon: undefined,
    displayAbbreviation: undefined,
    providerIds: [],
    ranking: undefined,
    conference: undefined,
    ...overrides,
  };
}

export function aSide(long: boolean, overrides: Partial<MarketSide> = {}): MarketSide {
  return {
    id: long ? 'side-long' : 'side-short',
    marketSideType: undefined,
    identifier: undefined,
    createdAt: undefined,
    updatedAt: undefined,
    description: undefined,
    marketId: undefined,
    long,
    teamId: undefined,
    team: undefined,
    participantId: undefined,
    price: undefined,
    quote: undefined,
    tradable: undefined,
    ...overrides,
  };
}

export function aMarket(overrides: Partial<Market> = {}): Market {
  return {
    id: '1',
    slug: 'aec-nba-otters-herons-2026-11-20',
    question: undefined,
    title: undefined,
    titleShort: undefined,
    subtitle: undefined,
    description: undefined,
    startDate: undefined,
    endDate: undefined,
    category: undefined,
    marketType: undefined,
    active: undefined,
    closed: undefined,
    archived: undefined,
    hidden: undefined,
    createdAt: undefined,
    updatedAt: undefined,
    gameStartTime: undefined,
    manualActivation: undefined,
    sportsMarketType: undefined,
    sportsMarketTypeV2: undefined,
    line: undefined,
    outcomes: [],
    outcomePrices: [],
    ep3Status: undefined,
    status: undefined,
    sides: [],
    events: [],
    bestBidQuote: undefined,
    bestAskQuote: undefined,
    tickSize: undefined,
    minimumTradeQty: undefined,
    feeCoefficient: undefined,
    subject: undefined,
    tags: [],
    rulesDisclaimer: undefined,
    cyom: undefined,
    rewardsMinSize: undefined,
    questionId: undefined,
    overview: undefined,
    ...overrides,
  };
}

export function anOverview(overrides: Partial<MarketOverview> = {}): MarketOverview {
  return {
    subcategory: undefined,
    lastTradePrice: undefined,
    bestBid: undefined,
    bestAsk: undefined,
    spread: undefined,
    oneDayPriceChange: undefined,
    oneWeekPriceChange: undefined,
    liquidity: undefined,
    liquidityNum: undefined,
    volume: undefined,
    volumeNum: undefined,
    volume24hr: undefined,
    volume1wk: undefined,
    volume1mo: undefined,
    gameId: undefined,
    propType: undefined,
    outcomeTeamA: undefined,
    outcomeTeamB: undefined,
    ...overrides,
  };
}

/** A winner market of two named teams, quoted 43/44 with a last trade at 43. */
export function lakeGame(overrides: Partial<Market> = {}): Market {
  return aMarket({
    question: 'Who wins, the Otters or the Herons?',
    status: 'OPEN',
    category: 'sports',
    sportsMarketTypeV2: 'MONEYLINE',
    sides: [
      aSide(true, { description: 'Otters', team: aTeam({ id: '1', name: 'Otters', league: 'nba' }) }),
      aSide(false, { description: 'Herons', team: aTeam({ id: '2', name: 'Herons', league: 'nba' }) }),
    ],
    bestBidQuote: usd('0.43'),
    bestAskQuote: usd('0.44'),
    ...overrides,
  });
}

/** Every field of an event absent: what deriving one from a single bare market leaves. */
export function anEvent(overrides: Partial<MarketEvent> = {}): MarketEvent {
  const [bare] = deriveEvents([aMarket()]);
  if (bare === undefined) throw new RangeError('One market makes one event');
  return {
    ...bare,
    id: 'e1',
    slug: 'nba-otters-herons-2026-11-20',
    title: 'Otters at Herons',
    active: undefined,
    closed: undefined,
    markets: [],
    ...overrides,
  };
}

export function aBook(overrides: Partial<Book> = {}): Book {
  return {
    marketSlug: 'aec-nba-otters-herons-2026-11-20',
    bids: [],
    offers: [],
    state: undefined,
    stats: undefined,
    transactTime: undefined,
    ...overrides,
  };
}

export function someStats(overrides: Partial<BookStats> = {}): BookStats {
  return {
    openPx: undefined,
    closePx: undefined,
    lowPx: undefined,
    highPx: undefined,
    lastTradePx: undefined,
    indicativeOpenPx: undefined,
    settlementPx: undefined,
    notionalTraded: undefined,
    tradingReferencePx: undefined,
    currentPx: undefined,
    sharesTraded: undefined,
    lastTradeQty: undefined,
    openInterest: undefined,
    lastTradeSetTime: undefined,
    settlementSetTime: undefined,
    settlementPriceCalculationMethod: undefined,
    settlementPreliminaryFlag: undefined,
    ...overrides,
  };
}

export function aQuote(overrides: Partial<BestQuote> = {}): BestQuote {
  return {
    marketSlug: 'aec-nba-otters-herons-2026-11-20',
    bestBid: undefined,
    bestAsk: undefined,
    currentPx: undefined,
    lastTradePx: undefined,
    settlementPx: undefined,
    sharesTraded: undefined,
    openInterest: undefined,
    bidDepth: undefined,
    askDepth: undefined,
    bidShares: undefined,
    askShares: undefined,
    longQuote: undefined,
    shortQuote: undefined,
    state: undefined,
    ...overrides,
  };
}
