import { type ActivityType, type BalanceChangeStatus, TRADE_STATES } from '../../core/activity.ts';
import type { AssetDirection, AssetMarketType, AssetRangeKind } from '../../core/asset-terms.ts';
import type { ComboLegState } from '../../core/combo.ts';
import type { ExecutionType } from '../../core/execution.ts';
import type { PeriodType, ShootoutStatus } from '../../core/game-situation.ts';
import { type MarketStatus, type SportsMarketType, TRADING_STATES } from '../../core/market.ts';
import {
  ORDER_INTENTS,
  ORDER_STATES,
  type OrderSide,
  type OrderType,
  TIMES_IN_FORCE,
  type TimeInForce,
} from '../../core/order.ts';
import type { ParticipantType } from '../../core/team.ts';
import type { SubscriptionType } from './frame.ts';

/** How one enum is written: `prefix` + name today, an integer in the older generation. */
export interface EnumTable<T extends string> {
  readonly prefix: string;
  readonly names: ReadonlyMap<number, T>;
  readonly numbers: ReadonlyMap<string, number>;
}

export const ORDER_SIDE = table<OrderSide>('ORDER_SIDE_', ['BUY', 'SELL'], 1);

export const ORDER_TYPE = table<OrderType>('ORDER_TYPE_', ['LIMIT', 'MARKET'], 1);

export const ORDER_INTENT = table('ORDER_INTENT_', ORDER_INTENTS, 1);

export const OUTCOME_SIDE = table<'YES' | 'NO'>('OUTCOME_SIDE_');
export const ORDER_ACTION = table<OrderSide>('ORDER_ACTION_');

/** The integer of DAY is not on record. */
export const TIME_IN_FORCE = table<TimeInForce>('TIME_IN_FORCE_', TIMES_IN_FORCE.slice(1), 1);

export const ORDER_STATE = table('ORDER_STATE_', ORDER_STATES);

/** State of an instrument: a book's `state`, a market's `ep3Status`. */
export const TRADING_STATE = table('MARKET_STATE_', TRADING_STATES);

export const TRADE_STATE = table('TRADE_STATE_', TRADE_STATES);

/** The same integers mean other things on the two streams, so each has a table of its own. */
export const MARKETS_SUBSCRIPTION = table<SubscriptionType>(
  'SUBSCRIPTION_TYPE_',
  ['MARKET_DATA', 'MARKET_DATA_LITE', 'TRADE'],
  1,
);

export const PRIVATE_SUBSCRIPTION = table<SubscriptionType>(
  'SUBSCRIPTION_TYPE_',
  ['ORDER', 'ORDER_SNAPSHOT', 'POSITION', 'ACCOUNT_BALANCE'],
  1,
);

export const EXECUTION_TYPE = table<ExecutionType>('EXECUTION_TYPE_');
export const REJECT_REASON = table<string>('ORD_REJECT_REASON_');
export const LEDGER_ENTRY_TYPE = table<string>('LEDGER_ENTRY_TYPE_');
export const MARKET_STATUS = table<MarketStatus>('MARKET_STATUS_');
export const SPORTS_MARKET_TYPE = table<SportsMarketType>('SPORTS_MARKET_TYPE_');
export const PARTICIPANT_TYPE = table<ParticipantType>('PARTICIPANT_TYPE_');
export const PERIOD_TYPE = table<PeriodType>('PERIOD_SCORE_TYPE_');
export const SHOOTOUT_STATUS = table<ShootoutStatus>('SOCCER_PENALTY_SHOOTOUT_ATTEMPT_STATUS_');
export const ACTIVITY_TYPE = table<ActivityType>('ACTIVITY_TYPE_');
export const RESOLUTION_SIDE = table<'LONG' | 'SHORT' | 'NEUTRAL'>('POSITION_RESOLUTION_SIDE_');
export const BALANCE_CHANGE_STATUS = table<BalanceChangeStatus>('ACCOUNT_BALANCE_CHANGE_STATUS_');
export const COMBO_LEG_STATE = table<ComboLegState>('COMBO_LEG_STATE_');
export const ASSET_CLASS = table<string>('ASSET_CLASS_');
export const ASSET_MARKET_TYPE = table<AssetMarketType | 'UNSPECIFIED'>('ASSET_PRICE_MARKET_TYPE_');
export const ASSET_RANGE_KIND = table<AssetRangeKind | 'UNSPECIFIED'>('ASSET_PRICE_RANGE_KIND_');
export const ASSET_DIRECTION = table<AssetDirection | 'UNSPECIFIED'>('ASSET_PRICE_DIRECTION_');
export const SETTLEMENT_METHOD = table<string>('SETTLEMENT_PRICE_CALCULATION_METHOD_');

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

/** The integers of the older generation begin at `first` and go on in the order of `members`. */
function table<T extends string>(prefix: string, members: readonly T[] = [], first = 0): EnumTable<T> {
  const pairs = members.map((name, place) => [first + place, name] as const);
  return { prefix, names: new Map(pairs), numbers: new Map(pairs.map(([number, name]) => [name, number])) };
}
