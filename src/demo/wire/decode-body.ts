import type { OrderRef } from '../../exchange/exchange.ts';
import type { Dialect } from '../../exchange/profile.ts';
import { BATCH_LIMIT, marketField } from '../../exchange/wire/requests.ts';
import { isIdentity } from '../../exchange/wire/text.ts';
import { kindOf, WireError } from '../../exchange/wire/wire-error.ts';

/**
 * The market of a cancel body in the spelling of `dialect`; the other spelling is refused, also beside the right one.
 * @throws WireError `badRequest`
 */
export function decodeCancelBody(body: unknown, dialect: Dialect): string {
  return marketOf(objectOf(body), dialect);
}

/** The orders of a batched cancel. @throws WireError `badRequest` for another spelling or not 1–20 orders. */
export function decodeBatchedCancelBody(body: unknown, dialect: Dialect): readonly OrderRef[] {
  const orders = objectOf(body)['orders'];
  if (!Array.isArray(orders)) throw new WireError('badRequest', '"orders" as a list', kindOf(orders));
  if (orders.length === 0 || orders.length > BATCH_LIMIT) {
    throw new WireError('badRequest', `1 to ${BATCH_LIMIT} orders`, String(orders.length));
  }
  return orders.map((item) => {
    const o = objectOf(item);
    return { id: textOf(o, 'orderId'), marketSlug: marketOf(o, dialect) };
  });
}

type Body = { readonly [field: string]: unknown };

function marketOf(o: Body, dialect: Dialect): string {
  const other = marketField(dialect === 'seed' ? 'current' : 'seed');
  if (o[other] !== undefined) throw new WireError('badRequest', `"${marketField(dialect)}"`, `"${other}"`);
  return textOf(o, marketField(dialect));
}

function textOf(o: Body, field: string): string {
  const text = o[field];
  if (typeof text === 'string' && text !== '' && isIdentity(text)) return text;
  throw new WireError('badRequest', `"${field}" as a text`, kindOf(text));
}

function objectOf(body: unknown): Body {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Body;
  throw new WireError('badRequest', 'an object', kindOf(body));
}
