import type { ActivityType, TradeState } from '../../core/activity.ts';
import type { ExecutionType } from '../../core/execution.ts';
import type { MarketStatus, SportsMarketType, TradingState } from '../../core/market.ts';
import type { OrderIntent, OrderSide, OrderState, OrderType, TimeInForce } from '../../core/order.ts';
import type { ParticipantType } from '../../core/team.ts';
import type { SubscriptionType } from './frame.ts';

/** How one enum is written: `prefix` + name today, an integer in the older generation. */
export interface EnumTable<T extends string> {
  readonly prefix: string;
  readonly names: ReadonlyMap<number, T>;
  readonly numbers: ReadonlyMap<string, number>;
}

export const ORDER_SIDE = table<OrderSide>('ORDER_SIDE_', { 1: 'BUY', 2: 'SELL' });

export const ORDER_TYPE = table<OrderType>('ORDER_TYPE_', { 1: 'LIMIT', 2: 'MARKET' });

export const ORDER_INTENT = table<OrderIntent>('ORDER_INTENT_', {
  1: 'BUY_LONG',
  2: 'SELL_LONG',
  3: 'BUY_SHORT',
  4: 'SELL_SHORT',
});

export const OUTCOME_SIDE = table<'YES' | 'NO'>('OUTCOME_SIDE_', {});
export const ORDER_ACTION = table<OrderSide>('ORDER_ACTION_', {});

/** The integer of DAY is not on record. */
export const TIME_IN_FORCE = table<TimeInForce>('TIME_IN_FORCE_', {
  1: 'GOOD_TILL_CANCEL',
  2: 'GOOD_TILL_DATE',
  3: 'IMMEDIATE_OR_CANCEL',
  4: 'FILL_OR_KILL',
});

export const ORDER_STATE = table<OrderState>('ORDER_STATE_', {
  0: 'NEW',
  1: 'PARTIALLY_FILLED',
  2: 'FILLED',
  3: 'CANCELED',
  4: 'REPLACED',
  5: 'REJECTED',
  6: 'EXPIRED',
  7: 'PENDING_NEW',
  8: 'PENDING_REPLACE',
  9: 'PENDING_CANCEL',
  10: 'PENDING_RISK',
});

/** State of an instrument: a book's `state`, a market's `ep3Status`. */
export const TRADING_STATE = table<TradingState>('MARKET_STATE_', {
  0: 'CLOSED',
  1: 'OPEN',
  2: 'PREOPEN',
  3: 'SUSPENDED',
  4: 'EXPIRED',
  5: 'TERMINATED',
  6: 'HALTED',
  7: 'MATCH_AND_CLOSE_AUCTION',
});

export const TRADE_STATE = table<TradeState>('TRADE_STATE_', {
  0: 'UNDEFINED',
  1: 'NEW',
  2: 'CLEARED',
  3: 'BUSTED',
  4: 'INFLIGHT',
  5: 'PENDING_RISK',
  6: 'PENDING_CLEARED',
  7: 'REJECTED',
  8: 'CLEARING_ACKNOWLEDGED',
  9: 'RETRY_REQUEST',
});

/** The same integers mean other things on the two streams, so each has a table of its own. */
export const MARKETS_SUBSCRIPTION = table<SubscriptionType>('SUBSCRIPTION_TYPE_', {
  1: 'MARKET_DATA',
  2: 'MARKET_DATA_LITE',
  3: 'TRADE',
});

export const PRIVATE_SUBSCRIPTION = table<SubscriptionType>('SUBSCRIPTION_TYPE_', {
  1: 'ORDER',
  2: 'ORDER_SNAPSHOT',
  3: 'POSITION',
  4: 'ACCOUNT_BALANCE',
});

export const EXECUTION_TYPE = table<ExecutionType>('EXECUTION_TYPE_', {});
export const REJECT_REASON = table<string>('ORD_REJECT_REASON_', {});
export const LEDGER_ENTRY_TYPE = table<string>('LEDGER_ENTRY_TYPE_', {});
export const MARKET_STATUS = table<MarketStatus>('MARKET_STATUS_', {});
export const SPORTS_MARKET_TYPE = table<SportsMarketType>('SPORTS_MARKET_TYPE_', {});
export const PARTICIPANT_TYPE = table<ParticipantType>('PARTICIPANT_TYPE_', {});
export const ACTIVITY_TYPE = table<ActivityType>('ACTIVITY_TYPE_', {});
export const RESOLUTION_SIDE = table<'LONG' | 'SHORT' | 'NEUTRAL'>('POSITION_RESOLUTION_SIDE_', {});
export const BALANCE_CHANGE_STATUS = table<'PENDING' | 'COMPLETED' | 'PARTIALLY_REFUNDED' | 'REJECTED'>(
  'ACCOUNT_BALANCE_CHANGE_STATUS_',
  {},
);
export const SETTLEMENT_METHOD = table<string>('SETTLEMENT_PRICE_CALCULATION_METHOD_', {});

/** The number of a member as the older generation writes it; a member without one stays a prefixed text. */
export function enumNumber<T extends string>(enumTable: EnumTable<T>, member: string): number | string {
  const number = enumTable.numbers.get(member);
  if (number !== undefined) return number;
  return /^\d{1,9}$/.test(member) ? Number(member) : enumTable.prefix + member;
}

/** The member as today's generation writes it. */
export function enumText<T extends string>(enumTable: EnumTable<T>, member: string): string {
  return /^\d/.test(member) ? member : enumTable.prefix + member;
}

function table<T extends string>(prefix: string, codes: Readonly<Record<number, T>>): EnumTable<T> {
  const pairs = Object.entries(codes).map(([number, name]) => [Number(number), name] as const);
  return { prefix, names: new Map(pairs), numbers: new Map(pairs.map(([number, name]) => [name, number])) };
}
