import type { AccountBalanceChange, Activity, PositionResolution } from '../../core/activity.ts';
import type { Balance } from '../../core/balance.ts';
import type { Position } from '../../core/position.ts';
import type { Dialect } from '../../exchange/profile.ts';
import {
  ACTIVITY_TYPE,
  BALANCE_CHANGE_STATUS,
  enumText,
  RESOLUTION_SIDE,
} from '../../exchange/wire/enums.ts';
import { encodeMarket } from './encode-market.ts';
import { encodeMetadata } from './encode-order.ts';
import { encodeTrade, member, NESTED } from './encode-trade.ts';
import { amount, fieldsOf, padded, rounded, time, type WireObject } from './encode-values.ts';

/**
 * interface.md 9.7. The integers are rounded; the exact `…Decimal` texts stand beside them in both
 * dialects, because a fraction could not be said otherwise, unless the value itself is known to be rounded.
 */
export function encodePosition(position: Position, dialect: Dialect): WireObject {
  const { netPosition, qtyBought, qtySold, qtyAvailable, bodPosition } = position;
  const quantities = { netPosition, qtyBought, qtySold, qtyAvailable, bodPosition };
  const exact = Object.entries(quantities).map(([name, value]) => [`${name}Decimal`, padded(value)]);
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
    positionId: '',
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
export function positionsReply(
  positions: readonly Position[],
  nextCursor: string | undefined,
  dialect: Dialect,
): WireObject {
  const entries = positions.map(
    (position) => [position.marketSlug, encodePosition(position, dialect)] as const,
  );
  const reply = { positions: Object.fromEntries(entries), ...cursorFields(nextCursor) };
  return dialect === 'seed' ? reply : { ...reply, availablePositions: [] };
}

/** Reply of GET /v1/portfolio/activities. `nextCursor` is `undefined` on the last page. */
export function activitiesReply(
  activities: readonly Activity[],
  nextCursor: string | undefined,
  dialect: Dialect,
): WireObject {
  return { activities: activities.map((each) => encodeActivity(each, dialect)), ...cursorFields(nextCursor) };
}

function cursorFields(nextCursor: string | undefined): WireObject {
  return { nextCursor: nextCursor ?? '', eof: nextCursor === undefined };
}
