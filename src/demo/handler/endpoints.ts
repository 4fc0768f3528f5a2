import { ASSET_BUCKETS } from '../../core/asset-terms.ts';
import { LONGEST_RANGE_MS, type PriceInterval, type TimeRange } from '../../core/book.ts';
import type { ActivityQuery, OffsetPage } from '../../core/request-queries.ts';
import { ACTIVITY_TYPE } from '../../exchange/wire/enums.ts';
import { FIDELITY } from '../../exchange/wire/requests.ts';
import { WireError } from '../../exchange/wire/wire-error.ts';
import { orderJson } from '../account/values.ts';
import type { DemoCall, DemoEndpoint } from '../api.ts';
import { assetHistoryJson } from '../engine/assets.ts';
import { unknownOrder } from '../engine/filter.ts';
import { LEAGUES, type League, SPORTS } from '../engine/leagues.ts';
import { seriesAt } from '../engine/series.ts';
import { parentTag, TAGS, tagJson, tagOf } from '../engine/tags.ts';
import {
  decodeBatchedCancelBody,
  decodeCancelBody,
  decodeQuery,
  withoutPrefix,
} from '../wire/decode-requests.ts';
import type { WireObject } from '../wire/encode-values.ts';
import type { World } from '../world.ts';
import { found, Refusal } from './refusal.ts';

const MARKETS = { usual: 50, most: 500 };
const EVENTS = { usual: 50, most: 100 };
/** interface.md 6: leagues come 50 at a time, their events 10 unless more are asked for. */
const LEAGUE_PAGE = { usual: 50, most: 50 };
const TAG_PAGE = { usual: 50, most: 100 };
const LEAGUE_EVENTS = { usual: 10, most: 100 };

/** interface.md 7: market data, for everyone. */
export const PUBLIC_ENDPOINTS: readonly DemoEndpoint[] = [
  get('/v1/markets', markets),
  get('/v1/market/id/*', marketById),
  get('/v1/market/slug/*', (call) => single(call, call.world.marketBySlug(call.name, call.now))),
  get('/v1/markets/*/settlement', settlement),
  get('/v1/markets/*/book', ({ world, name, now }) => ({
    marketData: found(world.book(name, now), 'market', name),
  })),
  get('/v1/markets/*/bbo', ({ world, name, now }) => ({
    marketData: found(world.bbo(name, now), 'market', name),
  })),
  get('/v1/events', events),
  get('/v1/events/slug/*', (call) => event(call, call.world.eventBySlug(call.name, call.now))),
  get('/v1/events/*', (call) => event(call, call.world.eventById(call.name, call.now))),
  get('/v1/search', search),
  get('/v1/price-history', priceHistory),
  get('/v1/asset-prices/history', assetHistory),
  get('/v2/leagues', leagues),
  get('/v2/leagues/*/events', leagueEvents),
  get('/v2/sports', () => ({ sports: SPORTS.map(sportValue) })),
  get('/v2/tags', tags),
  get('/v2/tags/*/events', tagEvents),
  get('/v1/series', series),
];

function marketById(call: DemoCall) {
  const { world, name, now } = call;
  if (!/^\d{1,10}$/.test(name) || Number(name) >= 2 ** 31) {
    const what = `type mismatch, parameter: id, error: ${JSON.stringify(name)} is no int32`;
    throw new Refusal('invalidArgument', what);
  }
  return single(call, world.marketById(name, now));
}

function single({ name }: DemoCall, market: WireObject | undefined) {
  return { market: found(market, 'market', name) };
}

function event({ name }: DemoCall, known: WireObject | undefined) {
  return { event: found(known, 'event', name) };
}

function settlement({ world, name, now }: DemoCall) {
  return found(world.settlement(name, now), 'settlement', name);
}

function priceHistory({ world, query, now }: DemoCall) {
  const slug = query.get('symbol') ?? '';
  if (query.has('timestamp.startTimestamp'))
    return { history: world.pricesBetween(slug, rangeOf(query), now) };
  const interval = withoutPrefix('INTERVAL_', query.get('fixedInterval') ?? '') as PriceInterval;
  const minutes: number | undefined = FIDELITY[interval];
  if (minutes === undefined || Number(query.get('fidelity')) !== minutes)
    throw new Refusal('invalidArgument', 'fixedInterval and fidelity do not fit');
  return { history: world.priceHistory(slug, interval, minutes * 60_000, now) };
}

/** In seconds, a day at most, minute by minute. */
function rangeOf(query: DemoCall['query']): TimeRange {
  const [from, to] = ['startTimestamp', 'endTimestamp'].map((name) => {
    const seconds = query.get(`timestamp.${name}`) ?? '';
    return /^\d{1,10}$/.test(seconds) ? Number(seconds) * 1000 : Number.NaN;
  }) as [number, number];
  const isRange = from < to && to - from <= LONGEST_RANGE_MS + 60_000;
  if (!isRange || query.get('fidelity') !== '1' || query.has('fixedInterval'))
    throw new Refusal('invalidArgument', 'a range needs a start, an end within a day of it, and fidelity 1');
  return { from, to };
}

/** interface.md 7.12: one series for each asset, however often it is named. */
function assetHistory({ world, query, now }: DemoCall): WireObject {
  const assets = [...new Set(query.getAll('assets'))];
  const bucket = ASSET_BUCKETS.find((each) => `ASSET_PRICE_BUCKET_${each}` === query.get('bucket'));
  if (assets.length === 0 || assets.length > 10 || bucket === undefined)
    throw new Refusal('invalidArgument', 'one to ten assets and a bucket are needed');
  const series = assets.map((asset) => {
    const [name, symbol = ''] = asset.split(':');
    if (name !== 'crypto') throw new Refusal('invalidArgument', 'an asset as crypto:<symbol>');
    const [from, to] = ['from', 'to'].map((field) => Number(query.get(field)) || 0) as [number, number];
    return assetHistoryJson(world.seed, symbol, bucket, { from, to, now });
  });
  return { series };
}

function search({ world, query, now }: DemoCall) {
  const page = { limit: limitOf(query, 10, EVENTS.most), offset: 0 };
  return { events: world.search(query.get('query') ?? '', page, now) };
}

function markets({ world, query, now, parameters }: DemoCall) {
  const asked = decodeQuery(query);
  const unknown = unknownOrder(asked);
  if (unknown !== undefined) throw new Refusal('invalidArgument', `invalid OrderBy field ${unknown}`);
  return { markets: world.markets(asked, pageOf(query, MARKETS), now, parameters) };
}

function events({ world, query, now }: DemoCall) {
  return { events: world.events(decodeQuery(query), pageOf(query, EVENTS), now) };
}

function leagues({ query }: DemoCall): WireObject {
  const { limit, offset } = pageOf(query, LEAGUE_PAGE);
  return { leagues: LEAGUES.slice(offset, offset + limit).map(leagueValue) };
}

function leagueValue(league: League): WireObject {
  const place = LEAGUES.indexOf(league);
  return {
    id: place + 1,
    slug: league.code,
    name: league.name,
    abbreviation: null,
    sportId: SPORTS.indexOf(league.sport) + 1,
    isOperational: true,
    activeSeriesId: 300 + place,
  };
}

function sportValue(sport: string): WireObject {
  return { id: SPORTS.indexOf(sport) + 1, name: sport[0]?.toUpperCase() + sport.slice(1), slug: sport };
}

function leagueEvents({ world, name, query, now }: DemoCall): WireObject {
  const type = query.get('type') || 'sport';
  if (type !== 'sport' && type !== 'futures')
    throw new Refusal('invalidArgument', 'type as sport or futures');
  const league = LEAGUES.find(({ code }) => code === name);
  const { code } = found(league, 'league', name);
  const events = world.leagueEvents(code, type === 'futures', pageOf(query, LEAGUE_EVENTS), now);
  const typeTitle = type === 'futures' ? 'Futures' : 'Games';
  const shared = { type, typeTitle, section: 'general', sectionTitle: 'General' };
  return { ...shared, events };
}

function tags({ query }: DemoCall): WireObject {
  const { limit, offset } = pageOf(query, TAG_PAGE);
  const [parent, words] = [query.get('parentId'), query.get('query')?.toLowerCase()];
  const listed = TAGS.filter(
    (id) =>
      (parent === null || String(parentTag(id)) === parent) &&
      (words === undefined || tagOf(id).label?.toLowerCase().includes(words)),
  );
  return { tags: listed.slice(offset, offset + limit).map(tagJson) };
}

/** Unless something else is said, only what is open. */
function tagEvents({ world, name, query, now }: DemoCall): WireObject {
  const tag = TAGS.find((id) => tagOf(id).slug === name);
  const asked = { active: true, closed: false, ...decodeQuery(query) };
  return { events: world.tagEvents(found(tag, 'tag', name), asked, pageOf(query, LEAGUE_EVENTS), now) };
}

function series({ query, now }: DemoCall): WireObject {
  const { limit, offset } = pageOf(query, TAG_PAGE);
  const slugs = query.getAll('slug');
  const wanted = seriesAt(now).filter(({ slug }) => slugs.length === 0 || slugs.includes(String(slug)));
  return { series: wanted.slice(offset, offset + limit) };
}

function get(path: string, answer: DemoEndpoint['answer']): DemoEndpoint {
  return { method: 'GET', path, private: false, answer };
}

const POSITIONS = { usual: 100, most: 100 };
const ACTIVITIES = { usual: 100, most: 500 };

/** interface.md 8: what belongs to the account. */
export const PRIVATE_ENDPOINTS: readonly DemoEndpoint[] = [
  own('GET', '/v1/order/*', order),
  own('GET', '/v1/orders/open', openOrders),
  own('POST', '/v1/order/*/cancel', cancel),
  own('GET', '/v1/portfolio/positions', positions),
  own('GET', '/v1/portfolio/activities', activities),
  own('GET', '/v1/account/balances', ({ world, now }) => ({
    balances: world.account.balances(now),
  })),
  own('POST', '/v1/orders/batched/cancel', cancelSeveral),
  own('POST', '/v1/orders/open/cancel', cancelOpenEnded),
];

function order({ world, name, now }: DemoCall) {
  return { order: orderJson(found(world.account.life(name, now), 'order', name)) };
}

/** `slugs` narrows it down. */
function openOrders({ world, query, now }: DemoCall) {
  const orders = ordersIn(world, query.getAll('slugs'), now);
  return { orders: orders.map(orderJson) };
}

function ordersIn(world: World, slugs: readonly unknown[], now: number) {
  const isWanted = (slug: string): boolean => slugs.length === 0 || slugs.includes(slug);
  return world.account.openOrders(now).filter(({ plan }) => isWanted(plan.market.slug));
}

function cancel({ world, name, now, body }: DemoCall) {
  const slug = decodeCancelBody(body());
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
function cancelSeveral({ world, now, body }: DemoCall) {
  const taken = decodeBatchedCancelBody(body()).filter(({ id, marketSlug }) => {
    const outcome = world.cancel(id, marketSlug, now);
    return outcome !== 'unknownOrder' && outcome !== 'wrongMarket';
  });
  return { canceledOrderIds: taken.map(({ id }) => id) };
}

/** Cancels whatever is open, in the markets named or in all. */
function cancelOpenEnded({ world, now, body }: DemoCall) {
  const asked = body();
  const slugs = typeof asked === 'object' && asked !== null && 'slugs' in asked ? asked.slugs : [];
  if (!Array.isArray(slugs)) throw new WireError('"slugs" as a list', 'something else');
  const orders = ordersIn(world, slugs, now);
  for (const { plan } of orders) world.cancel(plan.id, plan.market.slug, now);
  return { canceledOrderIds: orders.map(({ plan }) => plan.id) };
}

function positions({ world, query, now }: DemoCall) {
  const place = placeOf('positions', query, POSITIONS, now);
  const market = query.get('market') || undefined;
  const all = world.account.positions(place.asOf).filter(({ slug }) => (market ?? slug) === slug);
  const end = place.offset + place.limit;
  const next = end < all.length ? cursorAt('positions', { ...place, offset: end }) : undefined;
  const entries = all.slice(place.offset, end).map(({ slug, json }) => [slug, json] as const);
  return { positions: Object.fromEntries(entries), ...cursorFields(next), availablePositions: [] };
}

function activities({ world, query, now }: DemoCall) {
  const place = placeOf('activities', query, ACTIVITIES, now);
  const types = query.getAll('types').map((type) => withoutPrefix(ACTIVITY_TYPE.prefix, type));
  const marketSlug = query.get('marketSlug');
  const isAscending = query.get('sortOrder') === 'SORT_ORDER_ASCENDING';
  const asked: ActivityQuery = {
    ...(types.length === 0 ? {} : { types }),
    ...(marketSlug ? { marketSlug } : {}),
    sortOrder: isAscending ? 'ASCENDING' : 'DESCENDING',
  };
  // One more than the page tells whether there is another.
  const items = world.account.activities(asked, { offset: place.offset, limit: place.limit + 1 }, place.asOf);
  const more = items.length > place.limit;
  const next = more ? cursorAt('activities', { ...place, offset: place.offset + place.limit }) : undefined;
  return { activities: items.slice(0, place.limit), ...cursorFields(next) };
}

function own(method: DemoEndpoint['method'], path: string, answer: DemoEndpoint['answer']): DemoEndpoint {
  return { method, path, private: true, answer };
}

/**
 * A place in a list as it was at a moment. Later pages are cut from the list of that moment, so nothing that happens
 * in between is shown twice or left out.
 */
interface Place extends OffsetPage {
  readonly asOf: number;
}

/** @throws Refusal 400 for a cursor of another list or none of ours. */
function placeOf(list: string, query: URLSearchParams, sizes: PageSizes, now: number): Place {
  const cursor = query.get('cursor') ?? '';
  const limit = limitOf(query, sizes.usual, sizes.most);
  if (cursor === '') return { asOf: now, offset: 0, limit };
  const [name, asOf, offset] = decoded(cursor).split('/');
  const place = { asOf: Number(asOf), offset: Number(offset), limit };
  const known = name === list && Number.isSafeInteger(place.asOf) && Number.isSafeInteger(place.offset);
  if (!known || place.asOf > now || place.offset < 0) throw new Refusal('invalidArgument', 'invalid cursor');
  return place;
}

/** Opaque, and with characters that must be encoded in a URL, as the public service's may be (interface.md 6). */
function cursorAt(list: string, place: Place): string {
  return btoa(`${list}/${place.asOf}/${place.offset}`);
}

/** Empty where it is no base64. */
function decoded(cursor: string): string {
  try {
    return atob(cursor);
  } catch {
    return '';
  }
}

/** `undefined` on the last page. */
function cursorFields(next: string | undefined): WireObject {
  return { nextCursor: next ?? '', eof: next === undefined };
}

interface PageSizes {
  readonly usual: number;
  readonly most: number;
}

function pageOf(query: URLSearchParams, { usual, most }: PageSizes): OffsetPage {
  return { limit: limitOf(query, usual, most), offset: Number(query.get('offset')) || 0 };
}

/** What was asked for, at most `most`; `usual` when nothing was. */
function limitOf(query: URLSearchParams, usual: number, most: number): number {
  return Math.min(Number(query.get('limit')) || usual, most);
}
