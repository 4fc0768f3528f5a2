import type { BestQuote, Book, BookStats } from '../../src/core/book.ts';
import { Decimal } from '../../src/core/decimal.ts';
import { deriveEvents } from '../../src/core/derive-events.ts';
import type { PeriodScore } from '../../src/core/game-situation.ts';
import { type Instant, parseInstant } from '../../src/core/instant.ts';
import type { Market, MarketEvent, MarketOverview, MarketSide } from '../../src/core/market.ts';
import type { Money } from '../../src/core/money.ts';
import { type OwnDecimal, reveal } from '../../src/core/own.ts';
import type { Team } from '../../src/core/team.ts';
import { decodeBestQuote, decodeBook } from '../../src/exchange/wire/book.ts';
import { decodeMarket } from '../../src/exchange/wire/market.ts';

/**
 * Core values with everything absent but what a test is about: as the client reads them from payloads with next to nothing
 * in them. All names and figures are made up.
 */

const SLUG = 'aec-nba-otters-herons-2026-11-20';
const BARE_MARKET = decodeMarket({
  market: {
    id: '1',
    slug: SLUG,
    volume24hr: 1,
    marketSides: [{ id: 's', long: true, team: {} }],
  },
}).value;
const BARE_OVERVIEW = present(BARE_MARKET.overview);
const BARE_SIDE = present(BARE_MARKET.sides[0]);
const BARE_TEAM = present(BARE_SIDE.team);
const BARE_BOOK = decodeBook({ marketData: { marketSlug: SLUG, stats: { openInterest: '1' } } }, SLUG).value;
const BARE_STATS = present(BARE_BOOK.stats);
const BARE_QUOTE = decodeBestQuote({ marketData: { marketSlug: SLUG } }, SLUG).value;

/** @throws when it is absent after all. */
export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError('The bare payload lacks it');
  return value;
}

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

/** `scores`: points by the id of the team, in the order in which they are sent. */
export function aPeriod(
  label: string,
  ...scores: readonly (readonly [id: string, points: number])[]
): PeriodScore {
  return {
    number: undefined,
    type: undefined,
    label,
    scores: scores.map(([competitorId, points]) => ({ competitorId, points })),
  };
}

export function aTeam(overrides: Partial<Team> = {}): Team {
  return { ...BARE_TEAM, ...overrides };
}

export function aSide(long: boolean, overrides: Partial<MarketSide> = {}): MarketSide {
  return { ...BARE_SIDE, id: long ? 'side-long' : 'side-short', long, team: undefined, ...overrides };
}

export function aMarket(overrides: Partial<Market> = {}): Market {
  return { ...BARE_MARKET, sides: [], overview: undefined, ...overrides };
}

export function anOverview(overrides: Partial<MarketOverview> = {}): MarketOverview {
  return { ...BARE_OVERVIEW, volume24hr: undefined, ...overrides };
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
  return { ...BARE_BOOK, stats: undefined, ...overrides };
}

export function someStats(overrides: Partial<BookStats> = {}): BookStats {
  return { ...BARE_STATS, openInterest: undefined, ...overrides };
}

export function aQuote(overrides: Partial<BestQuote> = {}): BestQuote {
  return { ...BARE_QUOTE, ...overrides };
}
