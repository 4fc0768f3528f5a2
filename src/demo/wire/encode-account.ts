import type { AccountBalanceChange, Activity, PositionResolution } from '../../core/activity.ts';
import type { Balance } from '../../core/balance.ts';
import type { Position } from '../../core/position.ts';
import {
  ACTIVITY_TYPE,
  BALANCE_CHANGE_STATUS,
  enumText,
  RESOLUTION_SIDE,
} from '../../exchange/wire/enums.ts';
import { encodeMarket } from './encode-market.ts';
import { encodeMetadata } from './encode-order.ts';
import { encodeTrade } from './encode-trade.ts';
import { amount, code, fieldsOf, padded, rounded, time, type WireObject } from './encode-values.ts';

/**
 * interface.md 9.7. The integers are rounded; the exact `…Decimal` texts stand beside them, unless the value itself is
 * known to be rounded.
 */
export function encodePosition(position: Position): WireObject {
  const { netPosition, qtyBought, qtySold, qtyAvailable, bodPosition } = position;
  const quantities = { netPosition, qtyBought, qtySold, qtyAvailable, bodPosition };
  const exact = Object.entries(quantities).map(([name, value]) => [`${name}Decimal`, padded(value)]);
  return {
    ...fieldsOf(quantities, rounded),
    ...(position.rounded ? {} : Object.fromEntries(exact)),
    cost: amount(position.cost),
    realized: amount(position.realized),
    cashValue: amount(position.cashValue),
    expired: position.expired,
    updateTime: time(position.updateTime) ?? null,
    marketMetadata: encodeMetadata(position.marketMetadata) ?? null,
    avgPx: amount(position.avgPx) ?? null,
    fees: amount(position.fees) ?? null,
    baseCost: amount(position.baseCost) ?? null,
    positionId: '',
    comboLegDetails: [],
  };
}

/** interface.md 9.8. */
function encodeActivity(activity: Activity): WireObject {
  const type = enumText(ACTIVITY_TYPE, activity.type);
  switch (activity.kind) {
    case 'trade':
      return { type, trade: encodeTrade(activity.trade) };
    case 'resolution':
      return { type, positionResolution: encodeResolution(activity.resolution) };
    case 'balance':
      return { type, accountBalanceChange: encodeChange(activity.change) };
    case 'unknown':
      return { type };
  }
}

/** interface.md 9.10. */
export function encodeBalance(balance: Balance): WireObject {
  return { ...fieldsOf(balance), lastUpdated: time(balance.lastUpdated) ?? null, pendingWithdrawals: [] };
}

function encodeResolution(resolution: PositionResolution): WireObject {
  return {
    marketSlug: resolution.marketSlug,
    beforePosition: resolution.beforePosition && encodePosition(resolution.beforePosition),
    afterPosition: resolution.afterPosition && encodePosition(resolution.afterPosition),
    side: code(RESOLUTION_SIDE, resolution.side),
    tradeId: resolution.tradeId,
    updateTime: time(resolution.updateTime),
    market: resolution.market && encodeMarket(resolution.market, true),
    comboLegDetails: [],
  };
}

/** The flat fields, and a list of transactions the first of which repeats them. */
function encodeChange(change: AccountBalanceChange): WireObject {
  const full = {
    transactionId: change.transactionId,
    status: code(BALANCE_CHANGE_STATUS, change.status),
    amount: amount(change.amount),
    createTime: time(change.createTime),
    updateTime: time(change.updateTime),
    paymentMethod: null,
    externalId: change.transactionId,
    description: change.description ?? '',
    metadata: {},
    failureReason: change.failureReason ?? '',
    failureCode: '',
    failureAction: null,
  };
  return { ...full, transactions: [full] };
}

/** Reply of GET /v1/portfolio/positions. `nextCursor` is `undefined` on the last page. */
export function positionsReply(positions: readonly Position[], nextCursor: string | undefined): WireObject {
  const entries = positions.map((position) => [position.marketSlug, encodePosition(position)] as const);
  return { positions: Object.fromEntries(entries), ...cursorFields(nextCursor), availablePositions: [] };
}

/** Reply of GET /v1/portfolio/activities. `nextCursor` is `undefined` on the last page. */
export function activitiesReply(activities: readonly Activity[], nextCursor: string | undefined): WireObject {
  return { activities: activities.map(encodeActivity), ...cursorFields(nextCursor) };
}

function cursorFields(nextCursor: string | undefined): WireObject {
  return { nextCursor: nextCursor ?? '', eof: nextCursor === undefined };
}
