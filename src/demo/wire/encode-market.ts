import type { Market, MarketEvent, MarketSide } from '../../core/market.ts';
import type { Team } from '../../core/team.ts';
import { MARKET_STATUS, SPORTS_MARKET_TYPE } from '../../exchange/wire/enums.ts';
import { amount, code, fieldsOf, integer, numeric, time, type WireObject } from './encode-values.ts';

/** interface.md 9.2; `isTagged`: tags were asked for. */
export function encodeMarket(market: Market, isTagged: boolean): WireObject {
  const { sides, outcomes, outcomePrices, sportsMarketTypeV2, events, tickSize, subject, ...same } = market;
  return {
    ...fieldsOf(same),
    sportsMarketTypeV2: code(SPORTS_MARKET_TYPE, sportsMarketTypeV2),
    outcomes: outcomes.length === 0 ? undefined : JSON.stringify(outcomes),
    outcomePrices: outcomePrices.length === 0 ? undefined : JSON.stringify(outcomePrices),
    marketSides: sides.map(encodeSide),
    tags: isTagged ? market.tags : undefined,
    ep3SyncedAt: time(market.updatedAt),
    comboEnabled: false,
    orderPriceMinTickSize: numeric(tickSize),
    status: code(MARKET_STATUS, market.status),
    assetPriceTerms: null,
    subject: subject === undefined ? undefined : { id: 0, name: subject, subjectType: '' },
  };
}

function encodeSide(side: MarketSide): WireObject {
  const { price, quote, team, ...same } = side;
  return { ...same, team: team && encodeTeam(team), price: price?.text, quote: amount(quote) };
}

/** interface.md 9.4. */
export function encodeEvent(event: MarketEvent): WireObject {
  const { periodScores, markets, teams, ...same } = event;
  return {
    ...fieldsOf(same),
    gameId: integer(event.gameId),
    markets: markets.map((market) => encodeMarket(market, false)),
    eventState: encodeState(event),
    teams: teams.map(encodeTeam),
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

/** interface.md 9.5: `""` for what it does not know. */
export function encodeTeam(team: Team): WireObject {
  const color = { light: team.colorPrimary, dark: team.colorPrimary };
  return { ...UNSET_TEAM, ...givenOf(team), color, id: integer(team.id) };
}

const UNSET_TEAM = { logo: '', record: '' };

function givenOf(object: object): WireObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
