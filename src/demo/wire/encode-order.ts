import { type MarketMetadata, type Order, orderOutcome } from '../../core/order.ts';
import type { Dialect } from '../../exchange/profile.ts';
import {
  enumText,
  ORDER_ACTION,
  ORDER_INTENT,
  ORDER_SIDE,
  ORDER_STATE,
  ORDER_TYPE,
  OUTCOME_SIDE,
  TIME_IN_FORCE,
} from '../../exchange/wire/enums.ts';
import { marketField } from '../../exchange/wire/requests.ts';
import { amount, code, fieldsOf, integer, time, type WireObject } from './encode-values.ts';

/** interface.md 9.6; `seed` with integer codes. Quantities may be fractional in both. */
export function encodeOrder(order: Order, dialect: Dialect): WireObject {
  const { marketSlug, lastTransactTime, cashOrderQty, commission, ...both } = order;
  const shared = {
    ...fieldsOf(both),
    [marketField(dialect)]: marketSlug,
    side: code(ORDER_SIDE, order.side, dialect),
    type: code(ORDER_TYPE, order.type, dialect),
    tif: code(TIME_IN_FORCE, order.tif, dialect),
    goodTillTime: time(order.goodTillTime) ?? null,
    intent: code(ORDER_INTENT, order.intent, dialect),
    marketMetadata: encodeMetadata(order.marketMetadata, dialect),
    state: code(ORDER_STATE, order.state, dialect),
    insertTime: time(order.insertTime) ?? null,
  };
  if (dialect === 'seed') return shared;
  const { long, buy } = orderOutcome(order);
  return {
    ...shared,
    lastTransactTime: time(lastTransactTime) ?? null,
    cashOrderQty: amount(cashOrderQty),
    commissionNotionalTotalCollected: amount(commission),
    commissionsBasisPoints: '0',
    makerCommissionsBasisPoints: '0',
    ...(order.intent === undefined ? {} : { outcomeSide: enumText(OUTCOME_SIDE, long ? 'YES' : 'NO') }),
    ...(order.intent === undefined ? {} : { action: enumText(ORDER_ACTION, buy ? 'BUY' : 'SELL') }),
    manualOrderIndicator: 'MANUAL_ORDER_INDICATOR_MANUAL',
  };
}

/** With what the extension does not read. */
export interface DemoMetadata extends MarketMetadata {
  readonly teamId?: string | undefined;
}

/** `seed` has the first five fields alone (interface.md 9.6). */
export function encodeMetadata(metadata: DemoMetadata | undefined, dialect: Dialect): WireObject | undefined {
  if (metadata === undefined) return undefined;
  const { slug, title, outcome, eventSlug, eventId, teamId, teamName, subject } = metadata;
  if (dialect === 'seed') return { slug, title, outcome, eventSlug };
  return {
    slug,
    title,
    outcome,
    eventSlug,
    eventId,
    teamId: integer(teamId),
    team: teamName === undefined ? undefined : { id: integer(teamId), name: teamName },
    subject: subject === undefined ? undefined : { id: 0, name: subject, subjectType: '' },
  };
}
