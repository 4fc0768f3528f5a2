import type { Decimal } from '../../core/decimal.ts';
import type { MarketMetadata, Order } from '../../core/order.ts';
import { readComboLegs } from './combo.ts';
import {
  ORDER_ACTION,
  ORDER_INTENT,
  ORDER_SIDE,
  ORDER_STATE,
  ORDER_TYPE,
  OUTCOME_SIDE,
  TIME_IN_FORCE,
} from './enums.ts';
import { readSubject } from './market.ts';
import { moreOf, NamesRead } from './raw-fields.ts';
import { asJsonObject, type JsonObject, Reader } from './reader.ts';
import { type Decoded, type DecodedPage, decodeList, decodeOne, nextCursorOf, objectOf } from './replies.ts';
import { kindOf, WireError } from './wire-error.ts';

/** Reply of GET /v1/order/{orderId}. */
export function decodeOrder(body: unknown): Decoded<Order> {
  return decodeOne(body, 'order', readOrder);
}

/** Reply of GET /v1/orders/open: the whole list, or a page of it where a cursor comes with it. */
export function decodeOpenOrders(body: unknown): DecodedPage<Order> {
  const list = decodeList(body, 'orders', readOrder);
  return { ...list, nextCursor: nextCursorOf(objectOf(body, 'an object with "orders"')) };
}

/** Reply of POST /v1/orders/batched/cancel: the ids the service says it took. */
export function decodeCancelledIds(body: unknown): readonly string[] {
  const ids = objectOf(body, 'an object with "canceledOrderIds"')['canceledOrderIds'] ?? [];
  if (!Array.isArray(ids)) throw new WireError('"canceledOrderIds" as a list', kindOf(ids));
  const reader = new Reader();
  return ids.flatMap((id) => reader.identity(id, 'canceledOrderIds') ?? []);
}

/** Reads an order (interface.md 9.6). `undefined`, with a problem, when it could not be cancelled: no id or market. */
export function readOrder(reader: Reader, json: JsonObject): Order | undefined {
  const id = reader.identity(json['id'], 'id');
  if (id !== undefined) reader.called(id);
  const marketMetadata = reader.nested(json['marketMetadata'], 'marketMetadata', readMetadata);
  const marketSlug = reader.slug(json['marketSlug'], 'marketSlug') ?? marketMetadata?.slug;
  if (id === undefined || marketSlug === undefined) {
    reader.problem(id === undefined ? 'id' : 'marketSlug', 'an order needs an id and a market');
    return undefined;
  }
  const cashOrderQty = reader.money(json['cashOrderQty'], 'cashOrderQty');
  const quantity = reader.quantity(json['quantity'], 'quantity');
  // An order for an amount of money may have no quantity.
  const most = quantity?.isZero === true && cashOrderQty?.value.isZero === false ? undefined : quantity;
  return {
    id,
    marketSlug,
    side: reader.member(json['side'], 'side', ORDER_SIDE),
    type: reader.member(json['type'], 'type', ORDER_TYPE),
    price: reader.price(json['price'], 'price'),
    quantity,
    cumQuantity: readPart(reader, json['cumQuantity'], 'cumQuantity', most),
    leavesQuantity: readPart(reader, json['leavesQuantity'], 'leavesQuantity', most),
    tif: reader.member(json['tif'], 'tif', TIME_IN_FORCE),
    goodTillTime: reader.instant(json['goodTillTime'], 'goodTillTime'),
    intent: readIntent(reader, json),
    marketMetadata,
    state: reader.member(json['state'], 'state', ORDER_STATE),
    avgPx: reader.price(json['avgPx'], 'avgPx'),
    insertTime: reader.instant(json['insertTime'], 'insertTime'),
    createTime: reader.instant(json['createTime'], 'createTime'),
    lastTransactTime: reader.instant(json['lastTransactTime'], 'lastTransactTime'),
    cashOrderQty,
    commission: reader.money(json['commissionNotionalTotalCollected'], 'commissionNotionalTotalCollected'),
    outcomeSide: reader.member(json['outcomeSide'], 'outcomeSide', OUTCOME_SIDE),
    action: reader.member(json['action'], 'action', ORDER_ACTION),
    more: moreOf(reader, json, ORDER_NAMES),
  };
}

const ORDER_NAMES = new NamesRead(readOrder, { given: { id: 'a', marketSlug: 'a' } });

/** What was filled or is left: no more than the order is for. */
function readPart(
  reader: Reader,
  value: unknown,
  field: string,
  most: Decimal | undefined,
): Decimal | undefined {
  const part = reader.quantity(value, field);
  if (part === undefined || most === undefined || !part.greaterThan(most)) return part;
  reader.problem(field, 'expected no more than the quantity');
  return undefined;
}

/** The intent, else what `outcomeSide` and `action` say together (interface.md 9.6). `side` is the book's, not the outcome's. */
function readIntent(reader: Reader, json: JsonObject): Order['intent'] {
  const intent = reader.member(json['intent'], 'intent', ORDER_INTENT);
  if (intent !== undefined && intent !== 'UNDEFINED') return intent;
  const outcome = reader.member(json['outcomeSide'], 'outcomeSide', OUTCOME_SIDE);
  const action = reader.member(json['action'], 'action', ORDER_ACTION);
  const isKnown = (outcome === 'YES' || outcome === 'NO') && (action === 'BUY' || action === 'SELL');
  return isKnown ? `${action}_${outcome === 'YES' ? 'LONG' : 'SHORT'}` : intent;
}

export function readMetadata(reader: Reader, json: JsonObject): MarketMetadata {
  return {
    slug: reader.slug(json['slug'], 'slug'),
    title: reader.text(json['title'], 'title'),
    outcome: reader.text(json['outcome'], 'outcome'),
    eventSlug: reader.slug(json['eventSlug'], 'eventSlug'),
    eventId: reader.identity(json['eventId'], 'eventId'),
    teamName: reader.text(asJsonObject(json['team'])?.['name'], 'team.name'),
    subject: readSubject(reader, json['subject']),
    comboLegs: readComboLegs(reader, json),
    more: moreOf(reader, json, METADATA_NAMES),
  };
}

const METADATA_NAMES = new NamesRead(readMetadata, { partly: { team: ['name'], subject: ['name'] } });
