import type { Activity } from '../../core/activity.ts';
import { pathOf } from '../../core/json-path.ts';
import type { Position } from '../../core/position.ts';
import type { RawReply, RawTarget } from '../../core/raw-reply.ts';
import { ExchangeError } from '../errors.ts';
import type { CursorListing, Exchange } from '../exchange.ts';
import { decodeBestQuote, decodeBook, decodeSettlement } from '../wire/book.ts';
import { decodeEvent, decodeEvents, decodeMarket, decodeMarkets } from '../wire/market.ts';
import { decodeOpenOrders, decodeOrder } from '../wire/order.ts';
import { decodeActivities, decodeBalances, decodePositions } from '../wire/portfolio.ts';
import { asJsonObject } from '../wire/reader.ts';
import { encodeActivityQuery, queryPairs } from '../wire/requests.ts';
import { assertReplyMatches, type EndpointClient, type ReadCall } from './endpoint-client.ts';
import { segment } from './path.ts';

/** So many pages are looked through for one item; a person waits meanwhile. */
const MOST_PAGES = 5;

/** Reads the reply about one thing as the service sends it. */
export function rawReplies(client: EndpointClient): Exchange['raw'] {
  return async (target, signal) => {
    switch (target.kind) {
      case 'position':
        return findPosition(client, target.slug, signal);
      case 'activity':
        return findActivity(client, target, signal);
      case 'call':
        return client.recorded(target.id);
      default: {
        const { decode, ...asked } = plainCall(target);
        return client.raw({ ...asked, signal }, decode);
      }
    }
  };
}

type PlainTarget = Exclude<RawTarget, { readonly kind: 'position' | 'activity' | 'call' }>;
type PlainCall = Pick<ReadCall, 'path' | 'query' | 'signed'> & { decode(json: unknown): unknown };

/** A reply that is about the thing as a whole. */
function plainCall(target: PlainTarget): PlainCall {
  switch (target.kind) {
    case 'market':
      return open(`/v1/market/slug/${segment(target.slug)}`, (json) => decodeMarket(json).value);
    case 'book':
      return open(`/v1/markets/${segment(target.slug)}/book`, (json) => decodeBook(json, target.slug).value);
    case 'bestQuote':
      return open(
        `/v1/markets/${segment(target.slug)}/bbo`,
        (json) => decodeBestQuote(json, target.slug).value,
      );
    case 'settlement':
      return open(
        `/v1/markets/${segment(target.slug)}/settlement`,
        (json) => decodeSettlement(json, target.slug).value,
      );
    case 'event':
      return open(
        /^\d{1,10}$/.test(target.key)
          ? `/v1/events/${segment(target.key)}`
          : `/v1/events/slug/${segment(target.key)}`,
        (json) => decodeEvent(json).value,
      );
    case 'leagueEvents':
      return open(`/v2/leagues/${segment(target.slug)}/events`, decodeEvents);
    case 'tagEvents':
      return open(`/v2/tags/${segment(target.slug)}/events`, decodeEvents, { active: true, closed: false });
    case 'categoryMarkets':
      return open('/v1/markets', decodeMarkets, {
        categories: [target.category],
        active: true,
        closed: false,
      });
    case 'order':
      return own(
        `/v1/order/${segment(target.id)}`,
        (json) => assertReplyMatches(target.id, decodeOrder(json), (order) => order.id, true).value,
      );
    case 'openOrders':
      return own('/v1/orders/open', decodeOpenOrders);
    case 'positions':
      return own('/v1/portfolio/positions', decodePositions);
    case 'balances':
      return own('/v1/account/balances', decodeBalances);
  }
}

function open(
  path: string,
  decode: PlainCall['decode'],
  query: Parameters<typeof queryPairs>[0] = {},
): PlainCall {
  return { path, query: queryPairs(query), signed: false, decode };
}

function own(path: string, decode: PlainCall['decode']): PlainCall {
  return { path, signed: true, decode };
}

/** A page holds other positions too: only the one that was asked for is given back. */
function findPosition(
  client: EndpointClient,
  slug: string,
  signal: AbortSignal | undefined,
): Promise<RawReply> {
  // The older dialect names no filter of this list.
  const market = client.profile.dialect === 'current' ? slug : undefined;
  return findIn(async (cursor) => {
    const query = queryPairs({ market, cursor });
    const asked = { path: '/v1/portfolio/positions', query, signed: true, signal };
    const reply = await client.raw(asked, decodePositions);
    const page = reply.value as CursorListing<Position> | undefined;
    const value = page?.items.find(({ marketSlug }) => marketSlug === slug);
    // By the key as it was sent: names of fields are read in camelCase, slugs are not names of fields.
    const map = asJsonObject(reply.json)?.['positions'];
    const json = map instanceof Object ? (map as Readonly<Record<string, unknown>>)[slug] : undefined;
    const found = json === undefined ? undefined : partOf(reply, pathOf('positions', slug), json, value);
    return { found, next: page?.nextCursor };
  });
}

function findActivity(
  client: EndpointClient,
  { key, type, marketSlug }: Extract<RawTarget, { readonly kind: 'activity' }>,
  signal: AbortSignal | undefined,
): Promise<RawReply> {
  return findIn(async (cursor) => {
    const query = encodeActivityQuery({ types: [type], ...(marketSlug && { marketSlug }) }, cursor);
    const asked = { path: '/v1/portfolio/activities', query, signed: true, signal };
    const reply = await client.raw(asked, decodeActivities);
    const page = reply.value as CursorListing<Activity> | undefined;
    const list = asJsonObject(reply.json)?.['activities'];
    const items = Array.isArray(list) ? (list as readonly unknown[]) : [];
    // Each item is decoded by itself, so that places stay together.
    const decoded = items.map((item) => decodeActivities({ activities: [item], eof: true }).items[0]);
    const place = decoded.findIndex((activity) => activity?.key === key);
    const found =
      place < 0 ? undefined : partOf(reply, pathOf('activities', place), items[place], decoded[place]);
    return { found, next: page?.nextCursor };
  });
}

async function findIn(
  readPage: (
    cursor: string | undefined,
  ) => Promise<{ readonly found: RawReply | undefined; readonly next: string | undefined }>,
): Promise<RawReply> {
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const { found, next } = await readPage(cursor);
    if (found !== undefined) return found;
    if (next === undefined || next === cursor) break;
    cursor = next;
  }
  throw new ExchangeError('notFound', 'The service does not list it any more.', { mayHaveArrived: true });
}

/** What was not read of a part, by paths within the part. */
function partOf(reply: RawReply, part: string, json: unknown, value: unknown): RawReply {
  const within = [...reply.unread].flatMap((path) =>
    path.startsWith(`${part}.`) ? [path.slice(part.length + 1)] : [],
  );
  return { ...reply, part, json, value, unread: new Set(within) };
}
