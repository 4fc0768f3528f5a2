import { WireError } from '../../exchange/wire/wire-error.ts';
import type { DemoCall, DemoEndpoint } from '../api.ts';
import { decodeBatchedCancelBody, decodeCancelBody } from '../wire/decode-body.ts';
import { decodeActivityQuery, decodePositionsQuery } from '../wire/decode-query.ts';
import {
  activitiesReply,
  balancesReply,
  cancelledIdsReply,
  openOrdersReply,
  orderReply,
  positionsReply,
} from '../wire/encode.ts';
import { cursorAt, limitOf, placeOf } from './paging.ts';
import { found, Refusal } from './refusal.ts';

const POSITIONS = { usual: 100, most: 100 };
const ACTIVITIES = { usual: 100, most: 500 };

/** Interface §4.5–§4.9 and live interface §8: what belongs to the account. */
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
  const slugs = dialect === 'current' ? query.getAll('slugs') : [];
  const orders = world
    .openOrders(now)
    .filter((order) => slugs.length === 0 || slugs.includes(order.marketSlug));
  return openOrdersReply(orders, dialect);
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

/** Says which requests it took, not which orders it could cancel (live interface §8). */
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
  const orders = world
    .openOrders(now)
    .filter((order) => slugs.length === 0 || slugs.includes(order.marketSlug));
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
  const all = world
    .positions(place.asOf)
    .filter(({ marketSlug }) => marketSlug === (asked.market ?? marketSlug));
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
