import type {
  AccountBalanceChange,
  Activity,
  PositionResolution,
  TradeActivity,
} from '../../core/activity.ts';
import type { Balance } from '../../core/balance.ts';
import type { MarketMetadata, Order } from '../../core/order.ts';
import type { Position } from '../../core/position.ts';
import type { Dialect } from '../../exchange/profile.ts';
import {
  ACTIVITY_TYPE,
  BALANCE_CHANGE_STATUS,
  type EnumTable,
  enumNumber,
  enumText,
  ORDER_INTENT,
  ORDER_SIDE,
  ORDER_STATE,
  ORDER_TYPE,
  RESOLUTION_SIDE,
  TIME_IN_FORCE,
  TRADE_STATE,
} from '../../exchange/wire/enums.ts';
import { marketField } from '../../exchange/wire/requests.ts';
import { encodeMarket } from './encode-market.ts';
import { amount, digits, fieldsOf, rounded, time, type WireObject } from './encode-values.ts';

/** interface.md 9.6; `seed` with integer codes. Quantities may be fractional in both. */
export function encodeOrder(order: Order, dialect: Dialect): WireObject {
  const seed = dialect === 'seed';
  const code = <T extends string>(table: EnumTable<T>, member: string | undefined) =>
    member === undefined ? undefined : seed ? enumNumber(table, member) : enumText(table, member);
  const { marketSlug, lastTransactTime, cashOrderQty, commission, ...both } = order;
  const shared = {
    ...fieldsOf(both),
    [marketField(dialect)]: marketSlug,
    side: code(ORDER_SIDE, order.side),
    type: code(ORDER_TYPE, order.type),
    tif: code(TIME_IN_FORCE, order.tif),
    goodTillTime: time(order.goodTillTime) ?? null,
    intent: code(ORDER_INTENT, order.intent),
    marketMetadata: encodeMetadata(order.marketMetadata, dialect),
    state: code(ORDER_STATE, order.state),
    insertTime: time(order.insertTime) ?? null,
  };
  if (seed) return shared;
  return {
    ...shared,
    lastTransactTime: time(lastTransactTime) ?? null,
    cashOrderQty: amount(cashOrderQty),
    commissionNotionalTotalCollected: amount(commission),
  };
}

/** `seed` has the first five fields alone (interface.md 9.6). */
function encodeMetadata(metadata: MarketMetadata | undefined, dialect: Dialect): WireObject | undefined {
  if (metadata === undefined) return undefined;
  const { slug, icon, title, outcome, eventSlug, eventId, teamName, subject } = metadata;
  if (dialect === 'seed') return { slug, icon, title, outcome, eventSlug };
  return {
    slug,
    icon,
    title,
    outcome,
    eventSlug,
    eventId,
    team: teamName === undefined ? undefined : { name: teamName },
    subject: subject === undefined ? undefined : { id: 0, name: subject, subjectType: '' },
  };
}

/**
 * interface.md 9.7. The integers are rounded; the exact `…Decimal` texts stand beside them in both
 * dialects, because a fraction could not be said otherwise, unless the value itself is known to be rounded.
 */
export function encodePosition(position: Position, dialect: Dialect): WireObject {
  const { netPosition, qtyBought, qtySold, qtyAvailable, bodPosition } = position;
  const quantities = { netPosition, qtyBought, qtySold, qtyAvailable, bodPosition };
  const exact = Object.entries(quantities).map(([name, value]) => [`${name}Decimal`, digits(value)]);
  const shared = {
    ...fieldsOf(quantities, rounded),
    ...(position.rounded ? {} : Object.fromEntries(exact)),
    cost: amount(position.cost),
    realized: amount(position.realized),
    cashValue: amount(position.cashValue),
    expired: position.expired,
    updateTime: time(position.updateTime) ?? null,
    marketMetadata: encodeMetadata(position.marketMetadata, dialect) ?? null,
  };
  if (dialect === 'seed') return shared;
  return {
    ...shared,
    avgPx: amount(position.avgPx) ?? null,
    fees: amount(position.fees) ?? null,
    baseCost: amount(position.baseCost) ?? null,
    costPerShare: amount(position.costPerShare) ?? null,
    comboLegDetails: [],
  };
}

/** interface.md 9.8; `seed` with bare state names, `current` with prefixed ones. */
export function encodeActivity(activity: Activity, dialect: Dialect): WireObject {
  const type = enumText(ACTIVITY_TYPE, activity.type);
  switch (activity.kind) {
    case 'trade':
      return { type, trade: encodeTrade(activity.trade, dialect) };
    case 'resolution':
      return { type, positionResolution: encodeResolution(activity.resolution, dialect) };
    case 'balance':
      return { type, accountBalanceChange: encodeChange(activity.change, dialect) };
    case 'unknown':
      return { type };
  }
}

/** interface.md 9.10, the same in both dialects. */
export function encodeBalance(balance: Balance): WireObject {
  return { ...fieldsOf(balance), lastUpdated: time(balance.lastUpdated) ?? null, pendingWithdrawals: [] };
}

function member<T extends string>(table: EnumTable<T>, name: string | undefined, dialect: Dialect) {
  return name === undefined || dialect === 'seed' ? name : enumText(table, name);
}

function encodeTrade(trade: TradeActivity, dialect: Dialect): WireObject {
  const shared = {
    id: trade.id,
    marketSlug: trade.marketSlug,
    state: member(TRADE_STATE, trade.state, dialect),
    price: amount(trade.price),
    qty: rounded(trade.qty),
    qtyDecimal: digits(trade.qty),
    isAggressor: trade.isAggressor,
    costBasis: amount(trade.costBasis),
    realizedPnl: amount(trade.realizedPnl),
    createTime: time(trade.createTime),
    updateTime: time(trade.updateTime),
  };
  if (dialect === 'seed') return shared;
  const own = trade.ownOrder;
  const orders = own && [encodeOrder(own, dialect), encodeOrder(counterpartyOf(own), dialect)];
  return {
    ...shared,
    cost: amount(trade.cost),
    effectiveCostBasis: amount(trade.effectiveCostBasis),
    effectiveRealizedPnl: amount(trade.effectiveRealizedPnl),
    aggressor: orders?.[trade.isAggressor === true ? 0 : 1],
    passive: orders?.[trade.isAggressor === true ? 1 : 0],
    market: trade.market && encodeMarket(trade.market, NESTED),
    comboLegDetails: [],
  };
}

/** A trade shows the order of the other party too; of an account of its own nothing is known but that it was there. */
function counterpartyOf(own: Order): Order {
  return {
    ...own,
    id: `${own.id}-COUNTER`,
    side: own.side === 'BUY' ? 'SELL' : 'BUY',
    intent: own.side === 'BUY' ? 'BUY_SHORT' : 'BUY_LONG',
    commission: undefined,
  };
}

function encodeResolution(resolution: PositionResolution, dialect: Dialect): WireObject {
  const shared = {
    marketSlug: resolution.marketSlug,
    beforePosition: resolution.beforePosition && encodePosition(resolution.beforePosition, dialect),
    afterPosition: resolution.afterPosition && encodePosition(resolution.afterPosition, dialect),
    side: member(RESOLUTION_SIDE, resolution.side, dialect),
    tradeId: resolution.tradeId,
    updateTime: time(resolution.updateTime),
  };
  if (dialect === 'seed') return shared;
  return {
    ...shared,
    market: resolution.market && encodeMarket(resolution.market, NESTED),
    comboLegDetails: [],
  };
}

/** `current` sends the flat fields and a list of transactions the first of which repeats them. */
function encodeChange(change: AccountBalanceChange, dialect: Dialect): WireObject {
  const shared = {
    transactionId: change.transactionId,
    status: member(BALANCE_CHANGE_STATUS, change.status, dialect),
    amount: amount(change.amount),
    createTime: time(change.createTime),
    updateTime: time(change.updateTime),
  };
  if (dialect === 'seed') return shared;
  const full = {
    ...shared,
    paymentMethod: null,
    description: change.description ?? '',
    failureReason: change.failureReason ?? '',
  };
  return { ...full, transactions: [full] };
}

const NESTED = { dialect: 'current', tags: true } as const;

/** Reply of GET /v1/order/{orderId}. */
export function orderReply(order: Order, dialect: Dialect): WireObject {
  return { order: encodeOrder(order, dialect) };
}

/** Reply of GET /v1/orders/open. */
export function openOrdersReply(orders: readonly Order[], dialect: Dialect): WireObject {
  return { orders: orders.map((order) => encodeOrder(order, dialect)) };
}

/** Reply of GET /v1/portfolio/positions. `nextCursor` is `undefined` on the last page. */
export function positionsReply(
  positions: readonly Position[],
  nextCursor: string | undefined,
  dialect: Dialect,
): WireObject {
  const entries = positions.map(
    (position) => [position.marketSlug, encodePosition(position, dialect)] as const,
  );
  return { positions: Object.fromEntries(entries), ...cursorFields(nextCursor) };
}

/** Reply of GET /v1/portfolio/activities. `nextCursor` is `undefined` on the last page. */
export function activitiesReply(
  activities: readonly Activity[],
  nextCursor: string | undefined,
  dialect: Dialect,
): WireObject {
  return { activities: activities.map((each) => encodeActivity(each, dialect)), ...cursorFields(nextCursor) };
}

/** Reply of GET /v1/account/balances. */
export function balancesReply(balances: readonly Balance[]): WireObject {
  return { balances: balances.map(encodeBalance) };
}

/** Reply of POST /v1/orders/batched/cancel. */
export function cancelledIdsReply(ids: readonly string[]): WireObject {
  return { canceledOrderIds: ids };
}

function cursorFields(nextCursor: string | undefined): WireObject {
  return { nextCursor: nextCursor ?? '', eof: nextCursor === undefined };
}
