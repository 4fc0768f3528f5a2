import { Decimal } from './decimal.ts';
import { settlementPays } from './figures.ts';
import type { Instant } from './instant.ts';
import type { Market } from './market.ts';
import type { Money } from './money.ts';
import type { OpenEnum } from './open-enum.ts';
import type { Order } from './order.ts';
import { type OwnDecimal, type OwnMoney, ownMoney } from './own.ts';
import type { Position } from './position.ts';
import { type Outcome, winner } from './pricing.ts';

export const ACTIVITY_TYPES = [
  'TRADE',
  'POSITION_RESOLUTION',
  'ACCOUNT_DEPOSIT',
  'ACCOUNT_ADVANCED_DEPOSIT',
  'ACCOUNT_WITHDRAWAL',
  'REFERRAL_BONUS',
  'TRANSFER',
  'TAKER_FEE_REBATE',
  'LIQUIDITY_PROGRAM',
] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

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
  readonly state: OpenEnum<TradeState> | undefined;
  readonly price: Money | undefined;
  /** Contracts, exact where the service sends `qtyDecimal`. */
  readonly qty: OwnDecimal | undefined;
  readonly isAggressor: boolean | undefined;
  /** In long-side prices whichever side was closed; `effectiveCostBasis` is in those of the side held. */
  readonly costBasis: OwnMoney | undefined;
  readonly effectiveCostBasis: OwnMoney | undefined;
  /** Wrong in size and sign where a short was closed: use `realisedPnl`. */
  readonly realizedPnl: OwnMoney | undefined;
  readonly effectiveRealizedPnl: OwnMoney | undefined;
  readonly cost: OwnMoney | undefined;
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
  /** The winning side (interface.md 9.8). */
  readonly side: OpenEnum<'LONG' | 'SHORT' | 'NEUTRAL'> | undefined;
  readonly tradeId: string | undefined;
  readonly updateTime: Instant | undefined;
  readonly market: Market | undefined;
}

export interface AccountBalanceChange {
  readonly transactionId: string;
  readonly status: OpenEnum<'PENDING' | 'COMPLETED' | 'PARTIALLY_REFUNDED' | 'REJECTED'> | undefined;
  readonly amount: OwnMoney | undefined;
  readonly createTime: Instant | undefined;
  readonly updateTime: Instant | undefined;
  readonly description: string | undefined;
  readonly failureReason: string | undefined;
}

interface ActivityBase {
  readonly type: OpenEnum<ActivityType>;
  /** Stable for one activity, unique over the list; built from type and nested id. */
  readonly key: string;
  /** When it happened: a trade's createTime, else the nested updateTime (interface.md 9.8). */
  readonly time: Instant | undefined;
}

/** Something that happened to the account. `unknown`: a type this version does not know, shown by its raw name. */
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
  | (ActivityBase & { readonly kind: 'unknown'; readonly fields: readonly RawField[] });

/** A field of a thing this version does not know, as it came: `grant.amount.value` is `5.00`. */
export interface RawField {
  readonly path: string;
  readonly text: string;
}

export type ActivitySortOrder = 'DESCENDING' | 'ASCENDING';

/** Slug of the market an activity is about; money moved in or out is about none. */
export function marketOf(activity: Activity): string | undefined {
  if (activity.kind === 'trade') return activity.trade.marketSlug;
  return activity.kind === 'resolution' ? activity.resolution.marketSlug : undefined;
}

/** What a closing trade made or lost, and whether the service worked it out for the side held. */
interface RealisedPnl {
  readonly amount: OwnMoney;
  /** Only `realizedPnl` was sent: for a closed short neither its size nor its sign can be trusted. */
  readonly isAsReported: boolean;
}

/** `effectiveRealizedPnl` where it is sent, else `realizedPnl`. */
export function realisedPnl({ effectiveRealizedPnl, realizedPnl }: TradeActivity): RealisedPnl | undefined {
  const amount = effectiveRealizedPnl ?? realizedPnl;
  return amount && { amount, isAsReported: effectiveRealizedPnl === undefined };
}

/** How a resolved market ended. */
interface ResolutionResult {
  readonly winner: Outcome['winner'];
  /** What a long contract paid, 0…1; unknown for a void whose market does not say it. */
  readonly longPays: Decimal | undefined;
}

/** By the resolution's own side, else by its market; `undefined` where neither says it. */
export function resolutionResult(
  { side }: PositionResolution,
  market: Market | undefined,
): ResolutionResult | undefined {
  if (side === 'LONG') return { winner: 'long', longPays: Decimal.one };
  if (side === 'SHORT') return { winner: 'short', longPays: Decimal.zero };
  const found = market && winner(market);
  if (side === 'NEUTRAL') {
    return { winner: 'void', longPays: found?.winner === 'void' ? found.longPays : undefined };
  }
  return found;
}

/** What a resolution paid for the contracts held before it; `undefined` where quantity or result are not known. */
export function resolutionPayout(
  resolution: PositionResolution,
  market: Market | undefined,
): OwnMoney | undefined {
  const before = resolution.beforePosition;
  const longPays = resolutionResult(resolution, market)?.longPays;
  if (before?.netPosition === undefined || longPays === undefined) return undefined;
  return ownMoney(settlementPays(before.netPosition, longPays), before.cost?.currency ?? '');
}

/** A trade that does not stand: the exchange took it back, or refused it. */
export function isTakenBack({ state }: TradeActivity): boolean {
  return state === 'BUSTED' || state === 'REJECTED';
}
