import type { Market, MarketEvent, MarketSide } from '../../core/market.ts';
import type { Participant, Team } from '../../core/team.ts';
import type { Dialect } from '../../exchange/profile.ts';
import { enumText, MARKET_STATUS, PARTICIPANT_TYPE, SPORTS_MARKET_TYPE } from '../../exchange/wire/enums.ts';
import { amount, fieldsOf, integer, numeric, time, type WireObject } from './encode-values.ts';

export interface MarketEncoding {
  readonly dialect: Dialect;
  /** Whether tags were asked for (`includeTag`). */
  readonly tags: boolean;
}

/**
 * A market as the service of `dialect` sends it. `seed`: interface.md 9.2 with the fields its filters ask
 * about; it has no `status`, so `ep3Status` carries the lifecycle. `current`: as the public service sends it today.
 */
export function encodeMarket(market: Market, { dialect, tags }: MarketEncoding): WireObject {
  const { sides, outcomes, outcomePrices, sportsMarketTypeV2, events, overview, ...rest } = market;
  const { title, titleShort, subtitle, createdAt, tickSize, feeCoefficient, subject, ...less } = rest;
  const { bestBidQuote, bestAskQuote, minimumTradeQty, rulesDisclaimer, status, ...most } = less;
  const { cyom, rewardsMinSize, questionId, ...both } = most;
  const shared = {
    ...fieldsOf(both),
    sportsMarketTypeV2: sportsMarketTypeV2 && enumText(SPORTS_MARKET_TYPE, sportsMarketTypeV2),
    outcomes: outcomes.length === 0 ? undefined : JSON.stringify(outcomes),
    outcomePrices: outcomePrices.length === 0 ? undefined : JSON.stringify(outcomePrices),
    marketSides: sides.map((side) => encodeSide(side, dialect)),
    tags: tags ? market.tags : undefined,
  };
  if (dialect === 'seed') {
    return {
      ...shared,
      events: events.map((event) => encodeEvent(event, [], 'seed')),
      ...fieldsOf({ cyom, rewardsMinSize, questionId, ...overview }),
    };
  }
  return {
    ...shared,
    ...fieldsOf({ title, titleShort, subtitle, createdAt, feeCoefficient, minimumTradeQty }),
    ep3SyncedAt: time(market.updatedAt),
    comboEnabled: false,
    ...fieldsOf({ bestBidQuote, bestAskQuote, rulesDisclaimer }),
    orderPriceMinTickSize: numeric(tickSize),
    status: status && enumText(MARKET_STATUS, status),
    assetPriceTerms: null,
    subject: subject === undefined ? undefined : { id: 0, name: subject, subjectType: '' },
  };
}

/** `seed` has no price, quote or tradable (interface.md 9.3). */
function encodeSide(side: MarketSide, dialect: Dialect): WireObject {
  const { price, quote, team, ...both } = side;
  const shared = {
    ...fieldsOf(both),
    team: team && encodeTeam(team, dialect),
  };
  if (dialect === 'seed') return shared;
  return { ...shared, price: price?.text, quote: amount(quote) };
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
  const { subtitle, score, periodScores, elapsed, live, ended, finishedTimestamp, ...rest } = event;
  const { volume, liquidity, openInterest, tags, teams, participants, ...older } = rest;
  const shared = {
    ...fieldsOf({ ...older, markets: [] }),
    gameId: integer(event.gameId),
    markets,
  };
  if (dialect === 'seed') return { ...shared, participants: participants.map(encodeParticipant) };
  return {
    ...shared,
    ...fieldsOf({ subtitle, score, elapsed, live, ended, finishedTimestamp }),
    eventState: encodeState(event),
    ...fieldsOf({ volume, liquidity, openInterest, tags }),
    participants: [],
    teams: teams.map((team) => encodeTeam(team, dialect)),
  };
}

/** Of a game; the points of each period name the team, which the score does not. */
function encodeState(event: MarketEvent): WireObject | undefined {
  const { period, score, elapsed, live, ended, periodScores } = event;
  if (event.gameId === undefined && periodScores.length === 0) return undefined;
  return {
    ...{ id: integer(event.id), eventId: integer(event.id), gameId: integer(event.gameId), type: '' },
    ...{ period, score, elapsed, live, ended, finishedTimestamp: time(event.finishedTimestamp) },
    periodScores: periodScores.map(({ label, scores }, place) => ({
      ...{ number: place + 1, type: 'PERIOD_SCORE_TYPE_REGULATION', label },
      scores: scores.map(({ teamId, points }) => ({ competitorId: teamId, score: points })),
    })),
  };
}

/** interface.md 9.5: `current` adds ranking, conference and colours, and says `""` for what it does not know. */
function encodeTeam(team: Team, dialect: Dialect): WireObject {
  const { ranking, ...older } = team;
  return {
    ...(dialect === 'current'
      ? { ...UNSET_TEAM, ...givenOf(team), color: { light: team.colorPrimary, dark: team.colorPrimary } }
      : older),
    id: integer(team.id),
  };
}

const UNSET_TEAM = { logo: '', record: '' };

function givenOf(object: object): WireObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

function encodeParticipant({ id, type, team }: Participant): WireObject {
  return { id, type: type && enumText(PARTICIPANT_TYPE, type), team: team && encodeTeam(team, 'seed') };
}

export function encodeWholeEvent(event: MarketEvent, dialect: Dialect): WireObject {
  const how: MarketEncoding = { dialect, tags: false };
  return encodeEvent(
    event,
    event.markets.map((market) => encodeMarket(market, how)),
    dialect,
  );
}
