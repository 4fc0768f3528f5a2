import { Decimal } from './decimal.ts';
import { settlementPays, type Total, total } from './figures.ts';
import type { Instant } from './instant.ts';
import type { Market } from './market.ts';
import type { Money } from './money.ts';
import type { OpenEnum } from './open-enum.ts';
import { isDirectionKnown, type Order, orderOutcome } from './order.ts';
import { type OwnDecimal, type OwnMoney, ownMoney } from './own.ts';
import type { Position } from './position.ts';
import { type Outcome, winner } from './pricing.ts';
import type { RawField } from './raw-field.ts';

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
const MORE_THAN_ROUNDING = Decimal.of('0.02');

export type ActivityType = (typeof ACTIVITY_TYPES)[number];

export const TRADE_STATES = [
  'UNDEFINED',
  'NEW',
  'CLEARED',
  'BUSTED',
  'INFLIGHT',
  'PENDING_RISK',
  'PENDING_CLEARED',
  'REJECTED',
  'CLEARING_ACKNOWLEDGED',
  'RETRY_REQUEST',
] as const;
export type TradeState = (typeof TRADE_STATES)[number];

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
  /** Of this trade, by its own execution; negative is a maker rebate. */
  readonly fee: OwnMoney | undefined;
  readonly createTime: Instant | undefined;
  readonly updateTime: Instant | undefined;
  /** The user's own order: both counterparties' are sent, own = aggressor if isAggressor, else passive. */
  readonly ownOrder: Order | undefined;
  readonly market: Market | undefined;
  /** What was sent beside these, of the executions the own one alone. */
  readonly more?: readonly RawField[] | undefined;
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
  /** What was sent beside these. */
  readonly more?: readonly RawField[] | undefined;
}

export interface AccountBalanceChange {
  readonly transactionId: string;
  readonly status: OpenEnum<'PENDING' | 'COMPLETED' | 'PARTIALLY_REFUNDED' | 'REJECTED'> | undefined;
  readonly amount: OwnMoney | undefined;
  readonly createTime: Instant | undefined;
  readonly updateTime: Instant | undefined;
  readonly description: string | undefined;
  readonly failureReason: string | undefined;
  /** What was sent beside these. */
  readonly more?: readonly RawField[] | undefined;
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

export type ActivitySortOrder = 'DESCENDING' | 'ASCENDING';

/** Slug of the market an activity is about; money moved in or out is about none. */
export function marketOf(activity: Activity): string | undefined {
  if (activity.kind === 'trade') return activity.trade.marketSlug;
  return activity.kind === 'resolution' ? activity.resolution.marketSlug : undefined;
}

/** The market an activity is about, as it is known, else as it was sent with it. */
export function marketFor(
  activity: Activity,
  known: ((slug: string) => Market | undefined) | undefined,
): Market | undefined {
  if (activity.kind !== 'trade' && activity.kind !== 'resolution') return undefined;
  const { marketSlug, market } = activity.kind === 'trade' ? activity.trade : activity.resolution;
  return known?.(marketSlug) ?? market;
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

/** The figures of activities in one currency; currencies are never added together. */
export interface ActivityTotals {
  readonly currency: string;
  /** What the rows say: of closing trades without fees, of settlements with those of the contracts settled. */
  readonly realised: Total;
  /** Some of it as reported, so neither size nor sign can be trusted. */
  readonly isAsReported: boolean;
  readonly fees: Total;
}

/** What an activity realised, as its row says; undefined where it realised nothing or was taken back. */
export function realisedBy(
  activity: Activity,
  market: Market | undefined,
): { readonly amount: OwnMoney | undefined; readonly isAsReported: boolean } | undefined {
  if (activity.kind === 'trade') return isTakenBack(activity.trade) ? undefined : realisedPnl(activity.trade);
  const before = activity.kind === 'resolution' ? activity.resolution.beforePosition : undefined;
  if (activity.kind !== 'resolution' || before?.netPosition?.isZero !== false) return undefined;
  const payout = resolutionPayout(activity.resolution, market);
  const { cost } = before;
  const amount = payout && cost && ownMoney(payout.value.minus(cost.value), cost.currency);
  return { amount, isAsReported: false };
}

export function activityTotals(
  activities: readonly Activity[],
  market: ((slug: string) => Market | undefined) | undefined,
): readonly ActivityTotals[] {
  const parts = activities.flatMap((activity) => {
    const realised = realisedBy(activity, marketFor(activity, market));
    const trade = activity.kind === 'trade' && !isTakenBack(activity.trade) ? activity.trade : undefined;
    if (trade === undefined && realised === undefined) return [];
    const { currency = '' } = realised?.amount ?? trade?.fee ?? trade?.cost ?? trade?.price ?? {};
    return [{ currency, realised, trade }];
  });
  return [...Map.groupBy(parts, ({ currency }) => currency)].map(([currency, all]) => {
    const results = all.flatMap(({ realised }) => realised ?? []);
    return {
      currency,
      realised: total(results.map(({ amount }) => amount)),
      isAsReported: results.some(({ isAsReported }) => isAsReported),
      fees: total(all.flatMap(({ trade }) => (trade === undefined ? [] : [trade.fee]))),
    };
  });
}

/** A trade that does not stand: the exchange took it back, or refused it. */
export function isTakenBack({ state }: TradeActivity): boolean {
  return state === 'BUSTED' || state === 'REJECTED';
}

/**
 * What a trade did for the account: by the own order; without one by the position it led to, where that was only ever
 * bought, or only sold. Undefined where neither tells it for certain.
 */
export function tradeSide(
  { ownOrder }: TradeActivity,
  held: Position | undefined,
): { readonly long: boolean; readonly buy: boolean } | undefined {
  if (ownOrder !== undefined && isDirectionKnown(ownOrder)) return orderOutcome(ownOrder);
  const { qtyBought: bought, qtySold: sold, netPosition: net } = held ?? {};
  if (bought === undefined || sold === undefined || net === undefined || net.isZero) return undefined;
  const isOneWay = net.isNegative
    ? bought.isZero && sold.equals(net.abs())
    : sold.isZero && bought.equals(net);
  return isOneWay ? { long: !net.isNegative, buy: true } : undefined;
}

/**
 * Whether the service reports the result of a settlement that the contracts held pay. Undefined where it does not say enough,
 * and of what is short: the figures of short positions are not reported in one way.
 */
export function addsUp(resolution: PositionResolution, market: Market | undefined): boolean | undefined {
  const { beforePosition: before, afterPosition: after } = resolution;
  const payout = resolutionPayout(resolution, market);
  if (payout === undefined || !before?.baseCost || !before.realized || !after?.realized) return undefined;
  if (before.netPosition?.isNegative === true) return undefined;
  const reported = after.realized.value.minus(before.realized.value);
  const off = payout.value.minus(before.baseCost.value).minus(reported).abs();
  return off.minus(MORE_THAN_ROUNDING).isNegative;
}

/** What came in less what went out, fees in; undefined where a part is not known or currencies differ. */
export function cashOf(activities: readonly Activity[]): OwnMoney | undefined {
  let sum: OwnMoney | undefined;
  for (const activity of activities) {
    const part = cashIn(activity);
    if (part === 'unknown' || (part && sum && part.currency !== sum.currency)) return undefined;
    if (part !== undefined) sum = ownMoney(part.value.plus(sum?.value ?? Decimal.zero), part.currency);
  }
  return sum;
}

function cashIn(activity: Activity): OwnMoney | 'unknown' | undefined {
  switch (activity.kind) {
    case 'balance': {
      const { amount, status } = activity.change;
      if (amount === undefined || (status !== undefined && status !== 'COMPLETED')) return undefined;
      const isOut = activity.type === 'ACCOUNT_WITHDRAWAL' && !amount.value.isNegative;
      return isOut ? ownMoney(amount.value.negated(), amount.currency) : amount;
    }
    case 'resolution':
      return resolutionPayout(activity.resolution, activity.resolution.market) ?? 'unknown';
    case 'trade': {
      const { trade } = activity;
      if (isTakenBack(trade)) return undefined;
      // What a sale brought after fees is not sent.
      const isBought = tradeSide(trade, undefined)?.buy === true && trade.cost !== undefined;
      return isBought ? ownMoney(trade.cost.value.abs().negated(), trade.cost.currency) : 'unknown';
    }
    case 'unknown':
      return 'unknown';
  }
}
