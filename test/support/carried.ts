import type { Activity } from '../../src/core/activity.ts';
import type { Market, MarketEvent } from '../../src/core/market.ts';
import type { MarketMetadata, Order } from '../../src/core/order.ts';
import type { Position } from '../../src/core/position.ts';
import type { Dialect } from '../../src/exchange/profile.ts';

/** What of a market `dialect` has words for. */
export function carriedMarket(market: Market, dialect: Dialect): unknown {
  if (dialect === 'current') {
    const { cyom, rewardsMinSize, questionId, overview, ...rest } = market;
    const sides = market.sides.map(({ participantId, ...side }) => side);
    return { ...rest, sides, events: [] };
  }
  const {
    title,
    titleShort,
    subtitle,
    createdAt,
    tickSize,
    minimumTradeQty,
    feeCoefficient,
    subject,
    ...rest
  } = market;
  const { status, bestBidQuote, bestAskQuote, rulesDisclaimer, ...seed } = rest;
  const sides = market.sides.map(({ price, quote, tradable, team, ...side }) => ({
    ...side,
    team: seedTeam(team),
  }));
  return {
    ...seed,
    sides,
    events: market.events.map((event) => carriedEvent(event, dialect)),
  };
}

export function carriedEvent(event: MarketEvent, dialect: Dialect): MarketEvent {
  if (dialect === 'current') return { ...event, participants: [] };
  return {
    ...event,
    subtitle: undefined,
    teams: [],
    score: undefined,
    elapsed: undefined,
    live: undefined,
    ended: undefined,
    finishedTimestamp: undefined,
    volume: undefined,
    liquidity: undefined,
    openInterest: undefined,
    tags: [],
    participants: event.participants.map((each) => ({ ...each, team: seedTeam(each.team) })),
  };
}

function seedTeam<T extends MarketEvent['teams'][number] | undefined>(team: T): T {
  return team && { ...team, ranking: undefined, conference: undefined };
}

function carriedMetadata(metadata: MarketMetadata | undefined, dialect: Dialect): MarketMetadata | undefined {
  if (metadata === undefined || dialect === 'current') return metadata;
  return { ...metadata, eventId: undefined, teamName: undefined, subject: undefined };
}

export function carriedOrder(order: Order, dialect: Dialect): Order {
  const marketMetadata = carriedMetadata(order.marketMetadata, dialect);
  if (dialect === 'current') return { ...order, marketMetadata };
  return {
    ...order,
    marketMetadata,
    lastTransactTime: undefined,
    cashOrderQty: undefined,
    commission: undefined,
  };
}

export function carriedPosition(position: Position, dialect: Dialect): Position {
  const marketMetadata = carriedMetadata(position.marketMetadata, dialect);
  if (dialect === 'current') return { ...position, marketMetadata };
  const unsaid = { avgPx: undefined, fees: undefined, baseCost: undefined, costPerShare: undefined };
  return { ...position, ...unsaid, marketMetadata };
}

export function carriedActivity(activity: Activity, dialect: Dialect): unknown {
  if (activity.kind === 'resolution') {
    const { beforePosition: before, afterPosition: after } = activity.resolution;
    const both = {
      beforePosition: before && carriedPosition(before, dialect),
      afterPosition: after && carriedPosition(after, dialect),
    };
    return { ...activity, resolution: { ...activity.resolution, ...both } };
  }
  if (dialect === 'current') return activity;
  if (activity.kind === 'trade') {
    return {
      ...activity,
      trade: {
        ...activity.trade,
        cost: undefined,
        effectiveCostBasis: undefined,
        effectiveRealizedPnl: undefined,
        ownOrder: undefined,
      },
    };
  }
  if (activity.kind === 'unknown') return activity;
  return { ...activity, change: { ...activity.change, description: undefined, failureReason: undefined } };
}
