import type { MarketMetadata, Order } from '../../core/order.ts';
import type { Dialect } from '../../exchange/profile.ts';
import {
  type EnumTable,
  enumNumber,
  enumText,
  ORDER_INTENT,
  ORDER_SIDE,
  ORDER_STATE,
  ORDER_TYPE,
  TIME_IN_FORCE,
} from '../../exchange/wire/enums.ts';
import { marketField } from '../../exchange/wire/requests.ts';
import { amount, numeric, time, type WireObject } from './encode-values.ts';

/** `seed`: interface §2.8 with integer codes; `current`: live interface §9.1. Quantities may be fractional in both. */
export function encodeOrder(order: Order, dialect: Dialect): WireObject {
  const seed = dialect === 'seed';
  const code = <T extends string>(table: EnumTable<T>, member: string | undefined) =>
    member === undefined ? undefined : seed ? enumNumber(table, member) : enumText(table, member);
  const shared = {
    id: order.id,
    [marketField(dialect)]: order.marketSlug,
    side: code(ORDER_SIDE, order.side),
    type: code(ORDER_TYPE, order.type),
    price: amount(order.price),
    quantity: numeric(order.quantity),
    cumQuantity: numeric(order.cumQuantity),
    leavesQuantity: numeric(order.leavesQuantity),
    tif: code(TIME_IN_FORCE, order.tif),
    goodTillTime: time(order.goodTillTime) ?? null,
    intent: code(ORDER_INTENT, order.intent),
    marketMetadata: encodeMetadata(order.marketMetadata, dialect),
    state: code(ORDER_STATE, order.state),
    avgPx: amount(order.avgPx),
    insertTime: time(order.insertTime) ?? null,
    createTime: time(order.createTime),
  };
  if (seed) return shared;
  return {
    ...shared,
    lastTransactTime: time(order.lastTransactTime) ?? null,
    cashOrderQty: amount(order.cashOrderQty),
    commissionNotionalTotalCollected: amount(order.commission),
  };
}

/** `seed` has the first five fields alone (interface §2.8). */
export function encodeMetadata(
  metadata: MarketMetadata | undefined,
  dialect: Dialect,
): WireObject | undefined {
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
