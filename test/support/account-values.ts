import type { Activity, TradeActivity } from '../../src/core/activity.ts';
import type { MarketMetadata, Order } from '../../src/core/order.ts';
import type { Position } from '../../src/core/position.ts';

/** Core values of an account with everything absent but what a test is about. */

export function someMetadata(overrides: Partial<MarketMetadata> = {}): MarketMetadata {
  return {
    slug: undefined,
    icon: undefined,
    title: undefined,
    outcome: undefined,
    eventSlug: undefined,
    eventId: undefined,
    teamName: undefined,
    subject: undefined,
    ...overrides,
  };
}

export function anOrder(overrides: Partial<Order> = {}): Order {
  return {
    id: 'ORDER0000001',
    marketSlug: 'aec-nba-otters-herons-2026-11-20',
    side: 'BUY',
    type: 'LIMIT',
    price: undefined,
    quantity: undefined,
    cumQuantity: undefined,
    leavesQuantity: undefined,
    tif: undefined,
    goodTillTime: undefined,
    intent: undefined,
    marketMetadata: undefined,
    state: 'NEW',
    avgPx: undefined,
    insertTime: undefined,
    createTime: undefined,
    lastTransactTime: undefined,
    cashOrderQty: undefined,
    commission: undefined,
    ...overrides,
  };
}

export function aPosition(overrides: Partial<Position> = {}): Position {
  return {
    marketSlug: 'aec-nba-otters-herons-2026-11-20',
    netPosition: undefined,
    qtyBought: undefined,
    qtySold: undefined,
    qtyAvailable: undefined,
    bodPosition: undefined,
    rounded: false,
    cost: undefined,
    realized: undefined,
    cashValue: undefined,
    avgPx: undefined,
    fees: undefined,
    baseCost: undefined,
    costPerShare: undefined,
    expired: undefined,
    updateTime: undefined,
    marketMetadata: undefined,
    ...overrides,
  };
}

export function aTrade(overrides: Partial<TradeActivity> = {}): Activity & { readonly kind: 'trade' } {
  const trade: TradeActivity = {
    id: 'TRADE1',
    marketSlug: 'aec-nba-otters-herons-2026-11-20',
    state: undefined,
    price: undefined,
    qty: undefined,
    isAggressor: undefined,
    costBasis: undefined,
    effectiveCostBasis: undefined,
    realizedPnl: undefined,
    effectiveRealizedPnl: undefined,
    cost: undefined,
    createTime: undefined,
    updateTime: undefined,
    ownOrder: undefined,
    market: undefined,
    ...overrides,
  };
  return { kind: 'trade', type: 'TRADE', key: `TRADE:${trade.id}`, time: trade.createTime, trade };
}
