import type { Decimal } from './decimal.ts';
import type { Instant } from './instant.ts';
import type { Listed } from './listed.ts';
import type { Market } from './market.ts';
import type { Money } from './money.ts';
import type { Order } from './order.ts';
import type { Position } from './position.ts';

export type ActivityType =
  | 'TRADE'
  | 'POSITION_RESOLUTION'
  | 'ACCOUNT_DEPOSIT'
  | 'ACCOUNT_ADVANCED_DEPOSIT'
  | 'ACCOUNT_WITHDRAWAL'
  | 'REFERRAL_BONUS'
  | 'TRANSFER'
  | 'TAKER_FEE_REBATE'
  | 'LIQUIDITY_PROGRAM';

export type TradeState =
  | 'UNDEFINED'
  | 'NEW'
  | 'CLEARED'
  | 'BUSTED'
  | 'INFLIGHT'
  | 'PENDING_RISK'
  | 'PENDING_CLEARED'
  | 'REJECTED'
  | 'CLEARING_ACKNOWLEDGED'
  | 'RETRY_REQUEST';

export interface TradeActivity {
  readonly id: string;
  readonly marketSlug: string;
  readonly state: Listed<TradeState> | undefined;
  readonly price: Money | undefined;
  /** Contracts, exact where the service sends `qtyDecimal`. */
  readonly qty: Decimal | undefined;
  readonly isAggressor: boolean | undefined;
  readonly costBasis: Money | undefined;
  readonly realizedPnl: Money | undefined;
  readonly cost: Money | undefined;
  readonly createTime: Instant | undefined;
  readonly updateTime: Instant | undefined;
  /** The user's own order: both counterparties' are sent, own = aggressor if isAggressor, else passive. */
  readonly ownOrder: Order | undefined;
  readonly market: Market | undefined;
}

export interface PositionResolution {
  readonly marketSlug: string;
  readonly beforePosition: Position | undefined;
  readonly afterPosition: Position | undefined;
  /** The winning side (live interface §9.6). */
  readonly side: Listed<'LONG' | 'SHORT' | 'NEUTRAL'> | undefined;
  readonly tradeId: string | undefined;
  readonly updateTime: Instant | undefined;
  readonly market: Market | undefined;
}

export interface AccountBalanceChange {
  readonly transactionId: string;
  readonly status: Listed<'PENDING' | 'COMPLETED' | 'PARTIALLY_REFUNDED' | 'REJECTED'> | undefined;
  readonly amount: Money | undefined;
  readonly createTime: Instant | undefined;
  readonly updateTime: Instant | undefined;
  readonly description: string | undefined;
  readonly failureReason: string | undefined;
}

interface ActivityBase {
  readonly type: Listed<ActivityType>;
  /** Stable for one activity, unique over the list; built from type and nested id. */
  readonly key: string;
  /** When it happened: a trade's createTime, else the nested updateTime (live interface §9.6). */
  readonly time: Instant | undefined;
}

/** Interface §2.10. `unknown` keeps a type this version does not know: it is shown by its raw name. */
export type Activity =
  | (ActivityBase & { readonly kind: 'trade'; readonly trade: TradeActivity })
  | (ActivityBase & {
      readonly kind: 'resolution';
      readonly resolution: PositionResolution;
    })
  | (ActivityBase & {
      readonly kind: 'balance';
      readonly change: AccountBalanceChange;
    })
  | (ActivityBase & { readonly kind: 'unknown' });

export type ActivitySortOrder = 'DESCENDING' | 'ASCENDING';

/** Slug of the market an activity is about; money moved in or out is about none. */
export function marketOf(activity: Activity): string | undefined {
  if (activity.kind === 'trade') return activity.trade.marketSlug;
  return activity.kind === 'resolution' ? activity.resolution.marketSlug : undefined;
}

/** A trade that does not stand: the exchange took it back, or refused it. */
export function isTakenBack({ state }: TradeActivity): boolean {
  return state === 'BUSTED' || state === 'REJECTED';
}
