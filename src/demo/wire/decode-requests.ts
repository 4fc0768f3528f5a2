import { BATCH_LIMIT, type OrderRef } from '../../exchange/exchange.ts';
import { MARKETS_SUBSCRIPTION, PRIVATE_SUBSCRIPTION, SPORTS_MARKET_TYPE } from '../../exchange/wire/enums.ts';
import type { ClientFrame } from '../../exchange/wire/frame.ts';
import { asJsonObject, type JsonObject } from '../../exchange/wire/reader.ts';
import { kindOf, WireError } from '../../exchange/wire/wire-error.ts';
import type { Asked } from '../engine/filter.ts';

/** Parameters of a list; an empty value is none. */
export function decodeQuery(params: URLSearchParams): Asked {
  return Object.fromEntries(
    [...new Set(params.keys())].map((name) => {
      const values = params.getAll(name).filter((value) => value !== '');
      if (name !== 'sportsMarketTypes') return [name, values];
      return [name, values.map((value) => withoutPrefix(SPORTS_MARKET_TYPE.prefix, value))];
    }),
  );
}

/** A member of an enumeration by its name; one without its prefix is no member. */
export function withoutPrefix(prefix: string, value: string): string {
  return value.startsWith(prefix) ? value.slice(prefix.length) : '';
}

/** The market of a cancel body; the spelling of the older generation is refused, also beside the right one. @throws WireError */
export function decodeCancelBody(body: unknown): string {
  const json = Object(body) as JsonObject;
  if (json['market_slug'] !== undefined) throw new WireError('"marketSlug"', '"market_slug"');
  return textOf(json, 'marketSlug');
}

/** The orders of a batched cancel. @throws WireError for another spelling or not 1–20 orders. */
export function decodeBatchedCancelBody(body: unknown): readonly OrderRef[] {
  const orders = (Object(body) as JsonObject)['orders'];
  if (!Array.isArray(orders) || orders.length === 0 || orders.length > BATCH_LIMIT)
    throw new WireError(`1 to ${BATCH_LIMIT} orders`, kindOf(orders));
  return orders.map((item) => ({
    id: textOf(Object(item), 'orderId'),
    marketSlug: decodeCancelBody(item),
  }));
}

function textOf(json: JsonObject, field: string): string {
  const text = json[field];
  if (typeof text === 'string' && text !== '') return text;
  throw new WireError(`"${field}" as a text`, kindOf(text));
}

/**
 * What a client asks of `stream`, in both generations: the integer of a subscription type means another one on each.
 * Undefined where it asks for nothing; never throws. How many slugs it may name is not looked at.
 */
export function decodeClientFrame(text: string, stream: 'markets' | 'private'): ClientFrame | undefined {
  const frame = asJsonObject(parsed(text));
  const subscribe = asJsonObject(frame?.['subscribe']);
  const requestId = (subscribe ?? asJsonObject(frame?.['unsubscribe']))?.['requestId'];
  if (typeof requestId !== 'string' || requestId === '') return undefined;
  if (subscribe === undefined) return { kind: 'unsubscribe', requestId };
  const { prefix, names } = stream === 'markets' ? MARKETS_SUBSCRIPTION : PRIVATE_SUBSCRIPTION;
  const code = subscribe['subscriptionType'];
  const type = [...names].find(([number, name]) => code === number || code === prefix + name)?.[1];
  const slugs = subscribe['marketSlugs'] ?? [];
  const isList = Array.isArray(slugs) && slugs.every((slug) => typeof slug === 'string');
  return type === undefined || !isList ? undefined : { kind: 'subscribe', requestId, type, slugs };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
