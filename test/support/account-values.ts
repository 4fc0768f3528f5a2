import type { AccountBalanceChange, Activity, TradeActivity } from '../../src/core/activity.ts';
import type { Balance } from '../../src/core/balance.ts';
import type { MarketMetadata, Order } from '../../src/core/order.ts';
import type { Position } from '../../src/core/position.ts';
import { decodeOrder } from '../../src/exchange/wire/order.ts';
import { decodeActivities, decodeBalances, decodePositions } from '../../src/exchange/wire/portfolio.ts';
import { present } from './values.ts';

/** Values of an account with everything absent but what a test is about, made as in values.ts. */

const SLUG = 'aec-nba-otters-herons-2026-11-20';
const BARE_ORDER = decodeOrder({
  order: {
    id: 'ORDER0000001',
    marketSlug: SLUG,
    side: 'ORDER_SIDE_BUY',
    type: 'ORDER_TYPE_LIMIT',
    state: 'ORDER_STATE_NEW',
    marketMetadata: { title: 'x' },
  },
}).value;
const BARE_POSITION = present(decodePositions({ positions: { [SLUG]: {} } }).items[0]);
const BARE_BALANCE = present(
  decodeBalances({ balances: [{ currency: 'USD', currentBalance: 100 }] }).items[0],
);
const [BARE_TRADE] = decodeActivities({
  activities: [{ type: 'ACTIVITY_TYPE_TRADE', trade: { id: 'TRADE1', marketSlug: SLUG } }],
}).items;

export function someMetadata(overrides: Partial<MarketMetadata> = {}): MarketMetadata {
  return { ...present(BARE_ORDER.marketMetadata), title: undefined, ...overrides };
}

export function anOrder(overrides: Partial<Order> = {}): Order {
  return { ...BARE_ORDER, marketMetadata: undefined, ...overrides };
}

export function aPosition(overrides: Partial<Position> = {}): Position {
  return { ...BARE_POSITION, ...overrides };
}

export function aBalance(overrides: Partial<Balance> = {}): Balance {
  return { ...BARE_BALANCE, ...overrides };
}

/** A balance change with these fields, and none of the others. */
export function aChange(overrides: Partial<AccountBalanceChange> = {}): AccountBalanceChange {
  const [bare] = decodeActivities({
    activities: [{ type: 'ACTIVITY_TYPE_ACCOUNT_DEPOSIT', accountBalanceChange: { transactionId: 'T' } }],
  }).items;
  if (bare?.kind !== 'balance') throw new TypeError('It is a balance change');
  return { ...bare.change, ...overrides };
}

export function aTrade(overrides: Partial<TradeActivity> = {}): Activity & { readonly kind: 'trade' } {
  if (BARE_TRADE?.kind !== 'trade') throw new TypeError('It is a trade');
  const trade = { ...BARE_TRADE.trade, ...overrides };
  return { ...BARE_TRADE, key: `TRADE:${trade.id}`, time: trade.createTime, trade };
}
