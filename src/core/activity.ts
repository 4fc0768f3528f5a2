import { byCurrency } from './currencies.ts';
import { Decimal } from './decimal.ts';
import { type Total, total } from './figures.ts';
import type { Instant } from './instant.ts';
import type { Market } from './market.ts';
import type { MarketFacts } from './market-view.ts';
import type { Money } from './money.ts';
import type { OpenEnum } from './open-enum.ts';
import { isDirectionKnown, type Order, orderOutcome } from './order.ts';
import { type OwnDecimal, type OwnMoney, ownMoney, reveal } from './own.ts';
import { type OwnSettlement, ownSettlement, resolutionResult } from './own-settlement.ts';
import type { Position } from './position.ts';
import { inBothTerms, type Outcome, winner } from './pricing.ts';
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
type TradeState = (typeof TRADE_STATES)[number];

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
  /** Wrong in size and sign where a short was closed: use `realisedOf`. */
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

export type BalanceChangeStatus = 'PENDING' | 'COMPLETED' | 'PARTIALLY_REFUNDED' | 'REJECTED';

export interface BalanceTransaction {
  readonly transactionId: string | undefined;
  readonly status: OpenEnum<BalanceChangeStatus> | undefined;
  readonly amount: OwnMoney | undefined;
  readonly createTime: Instant | undefined;
  readonly updateTime: Instant | undefined;
  readonly externalId: string | undefined;
  readonly description: string | undefined;
  readonly paymentMethod: string | undefined;
  readonly failureReason: string | undefined;
  readonly failureCode: string | undefined;
  readonly failureAction: string | undefined;
  /** As they came, each under its path. */
  readonly metadata: readonly RawField[];
  /** What was sent beside these. */
  readonly more?: readonly RawField[] | undefined;
}

/** Its own fields repeat the first transaction (interface.md 9.8): sums are of `transactionsOf`. */
export interface AccountBalanceChange extends BalanceTransaction {
  readonly transactionId: string;
  readonly transactions: readonly BalanceTransaction[];
}

/** Each transaction once: those listed, else the change itself. */
export function transactionsOf(change: AccountBalanceChange): readonly BalanceTransaction[] {
  return change.transactions.length === 0 ? [change] : change.transactions;
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

/** What is known of markets beside activities. */
export interface KnownMarkets {
  readonly market?: ((slug: string) => Market | undefined) | undefined;
  readonly facts?: ((slug: string) => MarketFacts | undefined) | undefined;
}

/** The market an activity is about, as it is known, else as it was sent with it. */
export function marketFor(activity: Activity, known: KnownMarkets['market']): Market | undefined {
  if (activity.kind !== 'trade' && activity.kind !== 'resolution') return undefined;
  const { marketSlug, market } = activity.kind === 'trade' ? activity.trade : activity.resolution;
  return known?.(marketSlug) ?? market;
}

/** How the market of a resolution ended, by it and by what else is known. */
export function outcomeFor(
  activity: Activity & { readonly kind: 'resolution' },
  known: KnownMarkets,
): Outcome | undefined {
  const { resolution } = activity;
  const market = marketFor(activity, known.market);
  const { settlement, live } = known.facts?.(resolution.marketSlug) ?? {};
  return resolutionResult(resolution, market && winner(market, settlement, live?.book));
}

/** The newest resolution of each market. */
export function resolutionsBySlug(activities: readonly Activity[]): Resolutions {
  const newest = new Map<string, PositionResolution>();
  for (const activity of activities) {
    if (activity.kind !== 'resolution') continue;
    const { resolution } = activity;
    const before = newest.get(resolution.marketSlug);
    if (before === undefined || timeOf(resolution) > timeOf(before))
      newest.set(resolution.marketSlug, resolution);
  }
  return newest;
}

export type Resolutions = ReadonlyMap<string, PositionResolution>;

function timeOf({ updateTime }: PositionResolution): number {
  return updateTime?.ms ?? 0;
}

/** What a resolution did to the account; `undefined` for anything else, and where it is not known. */
export function settledBy(activity: Activity, known: KnownMarkets): OwnSettlement | undefined {
  if (activity.kind !== 'resolution') return undefined;
  return ownSettlement(activity.resolution.beforePosition, outcomeFor(activity, known));
}

/** What an activity made or lost. */
export interface RealisedPnl {
  /** `undefined`: it realised something, and how much is not known. */
  readonly amount: OwnMoney | undefined;
  /** Only `realizedPnl` was sent: for a closed short neither its size nor its sign can be trusted. */
  readonly isAsReported: boolean;
}

/**
 * `effectiveRealizedPnl` where it is sent, else `realizedPnl`; not known where that is what the sale brought, and no cost
 * basis says what it had cost, or one below zero (interface.md 13.6).
 */
export function realisedOf(trade: TradeActivity): RealisedPnl | undefined {
  const { effectiveRealizedPnl, realizedPnl } = trade;
  const amount = effectiveRealizedPnl ?? realizedPnl;
  if (amount === undefined) return undefined;
  const basis = (trade.effectiveCostBasis ?? trade.costBasis)?.value;
  const isWrong = basis?.isNegative === true || (basis?.isZero !== false && isProceeds(amount.value, trade));
  return { amount: isWrong ? undefined : amount, isAsReported: effectiveRealizedPnl === undefined };
}

const CENT = Decimal.of('0.01');

/** Price × contracts, by either side's price; the service rounds, contracts to whole ones too. */
function isProceeds(amount: OwnDecimal, { price, qty }: TradeActivity): boolean {
  if (price === undefined || qty === undefined || amount.isZero) return false;
  const prices = [price.value, Decimal.one.minus(price.value)];
  return [qty, wholeOf(qty)].some((contracts) =>
    prices.some((each) => amount.abs().minus(contracts.times(each)).abs().minus(CENT).isNegative),
  );
}

function wholeOf(quantity: OwnDecimal): OwnDecimal {
  return Decimal.of(reveal(quantity).toFixed(0));
}

/** The figures of activities in one currency; currencies are never added together. */
export interface ActivityTotals {
  readonly currency: string;
  /** What the rows say: of closing trades without fees, of settlements what was paid − cost. */
  readonly realised: Total;
  /** Some of it as reported, so neither size nor sign can be trusted. */
  readonly isAsReported: boolean;
  readonly fees: Total;
}

/** What an activity realised, as its row says; undefined where it realised nothing or was taken back. */
export function realisedBy(activity: Activity, known: KnownMarkets): RealisedPnl | undefined {
  if (activity.kind === 'trade') return isTakenBack(activity.trade) ? undefined : realisedOf(activity.trade);
  if (activity.kind !== 'resolution') return undefined;
  if (activity.resolution.beforePosition?.netPosition?.isZero !== false) return undefined;
  return { amount: settledBy(activity, known)?.gain, isAsReported: false };
}

export function activityTotals(
  activities: readonly Activity[],
  known: KnownMarkets,
): readonly ActivityTotals[] {
  const parts = activities.flatMap((activity) => {
    const realised = realisedBy(activity, known);
    const trade = activity.kind === 'trade' && !isTakenBack(activity.trade) ? activity.trade : undefined;
    if (trade === undefined && realised === undefined) return [];
    return [{ currency: currencyIn(activity, realised), realised, trade }];
  });
  return [...byCurrency(parts, ({ currency }) => currency)].map(([currency, all]) => {
    const results = all.flatMap(({ realised }) => realised ?? []);
    return {
      currency,
      realised: total(results.map(({ amount }) => amount)),
      isAsReported: results.some(({ isAsReported }) => isAsReported),
      fees: total(all.flatMap(({ trade }) => (trade === undefined ? [] : [trade.fee]))),
    };
  });
}

/** Of what is not known the currency still is: it is missing in the sum of that one. */
function currencyIn(activity: Activity, realised: RealisedPnl | undefined): string {
  const trade = activity.kind === 'trade' ? activity.trade : undefined;
  const before = activity.kind === 'resolution' ? activity.resolution.beforePosition : undefined;
  const named = [realised?.amount, trade?.realizedPnl, trade?.fee, trade?.cost, trade?.price, before?.cost];
  return named.find((amount) => amount !== undefined && amount.currency !== '')?.currency ?? '';
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

/** What came in less what went out, fees in; undefined where a part is not known or currencies differ. */
export function cashOf(activities: readonly Activity[], known: KnownMarkets): OwnMoney | undefined {
  return sumOf(activities.map((activity) => cashOfOne(activity, known)));
}

/** A sum whose parts may be nothing; `undefined` where one is not known, or in another currency. */
function sumOf(parts: readonly Cash[]): OwnMoney | undefined {
  let sum: OwnMoney | undefined;
  for (const part of parts) {
    if (part === 'unknown' || (part && sum && part.currency !== sum.currency)) return undefined;
    if (part !== undefined) sum = ownMoney(part.value.plus(sum?.value ?? Decimal.zero), part.currency);
  }
  return sum;
}

/** `undefined`: no money moved. */
type Cash = OwnMoney | 'unknown' | undefined;

/** What one activity brought, negative for what it took; `undefined` where it moved nothing or that is not known. */
export function cashBy(activity: Activity, known: KnownMarkets): OwnMoney | undefined {
  const cash = cashOfOne(activity, known);
  return cash === 'unknown' ? undefined : cash;
}

function cashOfOne(activity: Activity, known: KnownMarkets): Cash {
  switch (activity.kind) {
    case 'balance': {
      const parts = transactionsOf(activity.change).map((one) => cashOfTransaction(one, activity.type));
      return parts.every((part) => part === undefined) ? undefined : (sumOf(parts) ?? 'unknown');
    }
    case 'resolution': {
      const { beforePosition: before } = activity.resolution;
      if (before?.netPosition?.isZero === true) return undefined;
      return settledBy(activity, known)?.payout ?? 'unknown';
    }
    case 'trade':
      return isTakenBack(activity.trade) ? undefined : cashOfTrade(activity.trade);
    case 'unknown':
      return 'unknown';
  }
}

/** What was moved out is negative, whichever sign the service gives it. Of a part of a refund it is not known how much it was. */
export function cashOfTransaction(
  { amount, status }: BalanceTransaction,
  type: OpenEnum<ActivityType>,
): Cash {
  if (status === 'PENDING' || status === 'REJECTED') return undefined;
  if (amount === undefined || (status !== undefined && status !== 'COMPLETED')) return 'unknown';
  return signedAmount(amount, type);
}

export function signedAmount(amount: OwnMoney, type: OpenEnum<ActivityType>): OwnMoney {
  const isOut = type === 'ACCOUNT_WITHDRAWAL' && !amount.value.isNegative;
  return isOut ? ownMoney(amount.value.negated(), amount.currency) : amount;
}

/** A purchase takes its cost, which has the fee in it; a sale brings price × contracts − fee. */
function cashOfTrade(trade: TradeActivity): Cash {
  const side = tradeSide(trade, undefined);
  if (side === undefined) return 'unknown';
  const { cost, price, qty, fee } = trade;
  if (side.buy && cost !== undefined) return ownMoney(cost.value.abs().negated(), cost.currency);
  if (price === undefined || qty === undefined || fee === undefined) return 'unknown';
  const value = qty.times(inBothTerms(price, side.long).own.value);
  return ownMoney((side.buy ? value.negated() : value).minus(fee.value), price.currency || fee.currency);
}
