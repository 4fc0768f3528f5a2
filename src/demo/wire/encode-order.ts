import { type MarketMetadata, type Order, orderOutcome } from '../../core/order.ts';
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
import { amount, code, fieldsOf, integer, time, type WireObject } from './encode-values.ts';

/** interface.md 9.6. Quantities may be fractional. */
export function encodeOrder(order: Order): WireObject {
  const { lastTransactTime, cashOrderQty, commission, ...same } = order;
  const { long, buy } = orderOutcome(order);
  return {
    ...fieldsOf(same),
    side: code(ORDER_SIDE, order.side),
    type: code(ORDER_TYPE, order.type),
    tif: code(TIME_IN_FORCE, order.tif),
    goodTillTime: time(order.goodTillTime) ?? null,
    intent: code(ORDER_INTENT, order.intent),
    marketMetadata: encodeMetadata(order.marketMetadata),
    state: code(ORDER_STATE, order.state),
    insertTime: time(order.insertTime) ?? null,
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

export function encodeMetadata(metadata: DemoMetadata | undefined): WireObject | undefined {
  if (metadata === undefined) return undefined;
  const { slug, title, outcome, eventSlug, eventId, teamId, teamName, subject } = metadata;
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
