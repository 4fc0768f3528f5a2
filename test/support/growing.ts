import { decodeBook, decodePriceHistory } from '../../src/exchange/wire/book.ts';
import { decodeServerFrame } from '../../src/exchange/wire/decode-frame.ts';
import { parseJson, parseJsonText } from '../../src/exchange/wire/json.ts';
import { decodeEvents, decodeMarkets } from '../../src/exchange/wire/market.ts';
import { decodeCancelledIds, decodeOpenOrders } from '../../src/exchange/wire/order.ts';
import { decodeActivities, decodePositions } from '../../src/exchange/wire/portfolio.ts';
import { decodeErrorBody } from '../../src/exchange/wire/replies.ts';
import { isIdentity } from '../../src/exchange/wire/text.ts';
import { fixture } from './fixtures.ts';

/** A payload of any size, and the decoder that has to read it. */
export interface Growing {
  readonly what: string;
  readonly make: (count: number) => unknown;
  readonly decode: (body: unknown) => unknown;
}

export function growingBodies(): readonly Growing[] {
  const item = (name: string, field: string): unknown =>
    (fixture(name) as Record<string, unknown[]>)[field]?.[0];
  const level = { px: { value: '0.4', currency: 'USD' }, qty: '1' };
  const order = item('seed/orders-open', 'orders');
  return [
    of('markets', (count) => ({ markets: many(item('seed/markets', 'markets'), count) }), decodeMarkets),
    of('broken markets', (count) => ({ markets: many({ id: {}, slug: [] }, count) }), decodeMarkets),
    of('items that are none', (count) => ({ markets: many(7, count) }), decodeMarkets),
    of(
      'markets of an event',
      (count) => ({ events: [{ id: '1', markets: many({ id: '1', slug: 's' }, count) }] }),
      decodeEvents,
    ),
    of(
      'sides of a market',
      (count) => ({ markets: [{ id: '1', slug: 's', marketSides: many({ id: '1', long: true }, count) }] }),
      decodeMarkets,
    ),
    of('orders', (count) => ({ orders: many(order, count) }), decodeOpenOrders),
    of(
      'orders, each with a name of its own',
      (count) => ({ orders: Array.from({ length: count }, (_, at) => ({ id: `${at}`, [`a_${at}`]: 1 })) }),
      decodeOpenOrders,
    ),
    of(
      'activities',
      (count) => ({ activities: many(item('seed/activities', 'activities'), count) }),
      decodeActivities,
    ),
    of('positions', (count) => ({ positions: keys({ netPosition: '1' }, count) }), decodePositions),
    of(
      'levels of a book',
      (count) => ({ bids: many(level, count), offers: many(level, count) }),
      (body) => decodeBook(body, 's'),
    ),
    of(
      'broken levels',
      (count) => ({ bids: many({ px: [] }, count) }),
      (body) => decodeBook(body, 's'),
    ),
    of(
      'samples',
      (count) => ({ history: many({ timestamp: 1, longPrice: 0.5 }, count) }),
      decodePriceHistory,
    ),
    of('names in snake case', (count) => ({ orders: [keys(1, count)] }), decodeOpenOrders),
    of(
      'unknown activities',
      (count) => ({ activities: [{ type: 'X', x: keys(1, count) }] }),
      decodeActivities,
    ),
    of('ids that were cancelled', (count) => ({ canceledOrderIds: many('A', count) }), decodeCancelledIds),
    of('nested objects', (count) => ({ orders: [{ id: '1', x: nested(count) }] }), decodeOpenOrders),
  ];
}

/** Texts, read from their bytes or characters on. */
export function growingTexts(): readonly Growing[] {
  const bytes = (body: unknown): Uint8Array => new TextEncoder().encode(String(body));
  const parse = (body: unknown): unknown => parseJson(bytes(body));
  const frame = (body: unknown): unknown => decodeServerFrame(String(body));
  const level = '{"px":{"value":"0.4","currency":"USD"},"qty":"1"}';
  const levels = (count: number): string => Array(count).fill(level).join(',');
  return [
    of('digits', (count) => `[${'7'.repeat(count)}]`, parse),
    of('digits in a text', (count) => `"${'7'.repeat(count)}"`, parse),
    of('short numbers', (count) => `[${Array(count).fill('1234567').join(',')}]`, parse),
    of('numbers just too short', (count) => `[${Array(count).fill('123456789012345').join(',')}]`, parse),
    of('long numbers', (count) => `[${Array(count).fill('1234567890123456').join(',')}]`, parse),
    of('long numbers and blanks', (count) => `[1234567890123456${' '.repeat(count)}]`, parse),
    of('a long number and quotation marks', (count) => `[1234567890123456,"${'\\"'.repeat(count)}"]`, parse),
    of('a long number and brackets', (count) => `[1234567890123456,${wrapped(count)}]`, parse),
    of('brackets', wrapped, parse),
    of(
      'an error',
      (count) => `{"code":3,"message":"${'x('.repeat(count)}"}`,
      (body) => decodeErrorBody(bytes(body)),
    ),
    of(
      'a frame of a book',
      (count) => `{"marketData":{"marketSlug":"s","bids":[${levels(count)}],"offers":[${levels(count)}]}}`,
      frame,
    ),
    of(
      'a frame of a book that has to be read again',
      (count) => `{"marketData":{"bids":[${levels(count)}],"offers":[${levels(count)},{"px":1}]}}`,
      frame,
    ),
    of(
      'a frame of orders',
      (count) => `{"orders_snapshot":{"orders":[${Array(count).fill('{"id":"1"}').join(',')}]}}`,
      frame,
    ),
    of(
      'a list within a text',
      (count) => ({ markets: [{ id: '1', slug: 's', outcomes: `[${Array(count).fill('7').join(',')}]` }] }),
      decodeMarkets,
    ),
    of(
      'text that is no JSON',
      (count) => '7'.repeat(count),
      (body) => {
        try {
          return parseJsonText(`${String(body)}}`);
        } catch {
          return undefined;
        }
      },
    ),
  ];
}

/** What must not be: every item is held against every other one. */
export const QUADRATIC: Growing = of(
  'pairs',
  (count) => many('A', count),
  (body) => {
    for (const left of body as string[]) for (const _ of body as string[]) isIdentity(left);
  },
);

function of(what: string, make: Growing['make'], decode: Growing['decode']): Growing {
  return { what, make, decode };
}

function many(value: unknown, count: number): unknown[] {
  return Array.from({ length: count }, () => value);
}

function keys(value: unknown, count: number): unknown {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`a_key_${at}`, value]));
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = { a_b: value };
  return value;
}

function wrapped(depth: number): string {
  return `${'['.repeat(depth)}1${']'.repeat(depth)}`;
}
