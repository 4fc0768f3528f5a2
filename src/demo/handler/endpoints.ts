import type { Market } from '../../core/market.ts';
import { FIDELITY } from '../../exchange/wire/requests.ts';
import { WireError } from '../../exchange/wire/wire-error.ts';
import type { WorldPage } from '../account/account.ts';
import type { DemoCall, DemoEndpoint } from '../api.ts';
import { unknownOrder } from '../engine/filter.ts';
import {
  decodeActivityQuery,
  decodeBatchedCancelBody,
  decodeCancelBody,
  decodeEventQuery,
  decodeMarketQuery,
  decodePositionsQuery,
  decodePriceHistoryQuery,
  decodeSearchQuery,
} from '../wire/decode-requests.ts';
import {
  activitiesReply,
  balancesReply,
  cancelledIdsReply,
  openOrdersReply,
  orderReply,
  positionsReply,
} from '../wire/encode-account.ts';
import { encodeBestQuote, encodeBook, encodePriceHistory, encodeSettlement } from '../wire/encode-book.ts';
import { encodeMarket, eventReply, eventsReply, marketsReply } from '../wire/encode-market.ts';
import type { World } from '../world.ts';
import { found, Refusal } from './refusal.ts';

const MARKETS = { usual: 50, most: 500 };
const EVENTS = { usual: 50, most: 100 };

/** interface.md 7: market data, for everyone. */
export const PUBLIC_ENDPOINTS: readonly DemoEndpoint[] = [
  { ...get('/v1/markets'), seed: true, answer: markets },
  { ...get('/v1/market/id/*'), seed: true, answer: marketById },
  {
    ...get('/v1/market/slug/*'),
    seed: true,
    answer: (call) => single(call, call.world.marketBySlug(call.name, call.now)),
  },
  {
    ...get('/v1/markets/*/settlement'),
    seed: true,
    answer: ({ world, name, now }) =>
      encodeSettlement(found(world.settlement(name, now), `Settlement not found for market ${name}`)),
  },
  {
    ...get('/v1/markets/*/book'),
    answer: ({ world, name, now }) => encodeBook(found(world.book(name, now), `Market not found: ${name}`)),
  },
  {
    ...get('/v1/markets/*/bbo'),
    answer: ({ world, name, now }) =>
      encodeBestQuote(found(world.bbo(name, now), `Market not found: ${name}`)),
  },
  { ...get('/v1/events'), answer: events },
  {
    ...get('/v1/events/slug/*'),
    answer: ({ world, name, now, dialect }) =>
      eventReply(found(world.eventBySlug(name, now), `Event not found: ${name}`), dialect),
  },
  {
    ...get('/v1/events/*'),
    answer: ({ world, name, now, dialect }) =>
      eventReply(found(world.eventById(name, now), `Event not found: ${name}`), dialect),
  },
  { ...get('/v1/search'), answer: search },
  {
    ...get('/v1/price-history'),
    answer: ({ world, query, now }) => {
      const { slug, interval } = decodePriceHistoryQuery(query);
      return encodePriceHistory(world.priceHistory(slug, interval, FIDELITY[interval] * 60_000, now));
    },
  },
];

function marketById(call: DemoCall) {
  const { world, name, now } = call;
  if (!/^\d{1,10}$/.test(name) || Number(name) >= 2 ** 31) {
    const what = `type mismatch, parameter: id, error: ${JSON.stringify(name)} is no int32`;
    throw new Refusal('invalidArgument', what);
  }
  return single(call, world.marketById(name, now));
}

function single({ name, dialect }: DemoCall, market: Market | undefined) {
  return { market: encodeMarket(found(market, `Market not found: ${name}`), { dialect, tags: true }) };
}

function search({ world, query, now, dialect }: DemoCall) {
  const asked = decodeSearchQuery(query);
  const limit = limitOf(asked.limit, 10, EVENTS.most);
  return eventsReply(world.search(asked.text, { limit, offset: 0 }, now), dialect);
}

function markets({ world, query: params, now, dialect }: DemoCall) {
  const { query, page } = decodeMarketQuery(params, dialect);
  const unknown = unknownOrder(query);
  if (unknown !== undefined) throw new Refusal('invalidArgument', `invalid OrderBy field ${unknown}`);
  const limit = limitOf(page.limit, MARKETS.usual, MARKETS.most);
  const found = world.markets(query, { limit, offset: page.offset ?? 0 }, now);
  return marketsReply(found, { dialect, tags: query.includeTag === true });
}

function events({ world, query: params, now, dialect }: DemoCall) {
  const { query, page } = decodeEventQuery(params);
  const limit = limitOf(page.limit, EVENTS.usual, EVENTS.most);
  return eventsReply(world.events(query, { limit, offset: page.offset ?? 0 }, now), dialect);
}

function get(path: string) {
  return { method: 'GET', path, private: false, seed: false } as const;
}

const POSITIONS = { usual: 100, most: 100 };
const ACTIVITIES = { usual: 100, most: 500 };

/** interface.md 8: what belongs to the account. */
export const PRIVATE_ENDPOINTS: readonly DemoEndpoint[] = [
  {
    ...own('GET', '/v1/order/*'),
    seed: true,
    answer: ({ world, name, now, dialect }) =>
      orderReply(found(world.order(name, now), `Order not found: ${name}`), dialect),
  },
  { ...own('GET', '/v1/orders/open'), seed: true, answer: openOrders },
  { ...own('POST', '/v1/order/*/cancel'), seed: true, answer: cancel },
  { ...own('GET', '/v1/portfolio/positions'), seed: true, answer: positions },
  { ...own('GET', '/v1/portfolio/activities'), seed: true, answer: activities },
  { ...own('GET', '/v1/account/balances'), answer: ({ world, now }) => balancesReply(world.balances(now)) },
  { ...own('POST', '/v1/orders/batched/cancel'), answer: cancelSeveral },
  { ...own('POST', '/v1/orders/open/cancel'), answer: cancelOpenEnded },
];

/** `slugs` narrows it down; only the current generation has that. */
function openOrders({ world, query, now, dialect }: DemoCall) {
  return openOrdersReply(ordersIn(world, dialect === 'current' ? query.getAll('slugs') : [], now), dialect);
}

function ordersIn(world: World, slugs: readonly unknown[], now: number) {
  const isWanted = (slug: string): boolean => slugs.length === 0 || slugs.includes(slug);
  return world.openOrders(now).filter(({ marketSlug }) => isWanted(marketSlug));
}

function cancel({ world, name, now, dialect, body }: DemoCall) {
  const slug = decodeCancelBody(body(), dialect);
  switch (world.cancel(name, slug, now)) {
    case 'cancelled':
      return {};
    case 'filled':
      throw new Refusal('failedPrecondition', `Order ${name} is already filled`);
    case 'closed':
      throw new Refusal('failedPrecondition', `Order ${name} is no longer open`);
    case 'unknownOrder':
      throw new Refusal('notFound', `Order not found: ${name}`);
    case 'wrongMarket':
      throw new Refusal('invalidArgument', `Order ${name} is not in market ${slug}`);
  }
}

/** Says which requests it took, not which orders it could cancel (interface.md 8). */
function cancelSeveral({ world, now, dialect, body }: DemoCall) {
  const taken = decodeBatchedCancelBody(body(), dialect).filter(({ id, marketSlug }) => {
    const outcome = world.cancel(id, marketSlug, now);
    return outcome !== 'unknownOrder' && outcome !== 'wrongMarket';
  });
  return cancelledIdsReply(taken.map(({ id }) => id));
}

/** Cancels whatever is open, in the markets named or in all. */
function cancelOpenEnded({ world, now, body }: DemoCall) {
  const asked = body();
  const slugs = typeof asked === 'object' && asked !== null && 'slugs' in asked ? asked.slugs : [];
  if (!Array.isArray(slugs)) throw new WireError('badRequest', '"slugs" as a list', 'something else');
  const orders = ordersIn(world, slugs, now);
  for (const order of orders) world.cancel(order.id, order.marketSlug, now);
  return cancelledIdsReply(orders.map(({ id }) => id));
}

function positions({ world, query, now, dialect }: DemoCall) {
  const asked = decodePositionsQuery(query);
  const place = placeOf(
    'positions',
    asked.cursor,
    limitOf(asked.limit, POSITIONS.usual, POSITIONS.most),
    now,
  );
  const all = world.positions(place.asOf);
  const end = place.offset + place.limit;
  const next = end < all.length ? cursorAt('positions', { ...place, offset: end }) : undefined;
  return positionsReply(all.slice(place.offset, end), next, dialect);
}

function activities({ world, query: params, now, dialect }: DemoCall) {
  const { query, cursor, limit } = decodeActivityQuery(params);
  const place = placeOf('activities', cursor, limitOf(limit, ACTIVITIES.usual, ACTIVITIES.most), now);
  // One more than the page tells whether there is another.
  const items = world.activities(query, { offset: place.offset, limit: place.limit + 1 }, place.asOf);
  const more = items.length > place.limit;
  const next = more ? cursorAt('activities', { ...place, offset: place.offset + place.limit }) : undefined;
  return activitiesReply(items.slice(0, place.limit), next, dialect);
}

function own<M extends 'GET' | 'POST'>(method: M, path: string) {
  return { method, path, private: true, seed: false };
}

/**
 * A place in a list as it was at a moment. Later pages are cut from the list of that moment, so nothing that happens
 * in between is shown twice or left out.
 */
interface Place extends WorldPage {
  readonly asOf: number;
}

/** @throws Refusal 400 for a cursor of another list or none of ours. */
function placeOf(list: string, cursor: string | undefined, limit: number, now: number): Place {
  if (cursor === undefined) return { asOf: now, offset: 0, limit };
  const text = Buffer.from(cursor, 'base64').toString();
  const [name, asOf, offset] = text.split('/');
  const place = { asOf: Number(asOf), offset: Number(offset), limit };
  const known = name === list && Number.isSafeInteger(place.asOf) && Number.isSafeInteger(place.offset);
  if (!known || place.asOf > now || place.offset < 0) throw new Refusal('invalidArgument', 'invalid cursor');
  return place;
}

/** Opaque, and with characters that must be encoded in a URL, as the public service's may be (interface.md 6). */
function cursorAt(list: string, place: Place): string {
  return Buffer.from(`${list}/${place.asOf}/${place.offset}`).toString('base64');
}

/** What was asked for, between 1 and `most`; `usual` when nothing was. */
export function limitOf(asked: number | undefined, usual: number, most: number): number {
  return asked === undefined || asked === 0 ? usual : Math.min(asked, most);
}
