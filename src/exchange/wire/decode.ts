import type { Activity } from '../../core/activity.ts';
import type { Balance } from '../../core/balance.ts';
import type { BestQuote, Book } from '../../core/book.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import type { Order } from '../../core/order.ts';
import type { Position } from '../../core/position.ts';
import type { Settlement } from '../../core/settlement.ts';
import type { Problem } from '../exchange.ts';
import { readActivity } from './read-activity.ts';
import { readBalance } from './read-balance.ts';
import { readBestQuote, readBook } from './read-book.ts';
import { readEvent } from './read-event.ts';
import { readMarket } from './read-market.ts';
import { readOrder } from './read-order.ts';
import { readPosition } from './read-position.ts';
import { asRow, firstGiven, Reader, type Row } from './reader.ts';
import { REDACTED } from './text.ts';
import { kindOf, WireError } from './wire-error.ts';

/** One value and what of it could not be read. */
export interface Decoded<T> {
  readonly value: T;
  readonly problems: readonly Problem[];
}

/** The readable items of a list; `lost` of them were dropped whole, each with a problem that says why. */
export interface DecodedList<T> {
  readonly items: readonly T[];
  readonly lost: number;
  readonly problems: readonly Problem[];
}

/** One page of a cursor list. `nextCursor` is `undefined` on the last page: eof, or nothing to go on with. */
export interface DecodedPage<T> extends DecodedList<T> {
  readonly nextCursor: string | undefined;
}

// Every decoder takes what `parseJson` gave and throws WireError `badReply` when the reply as a whole is not what the
// interface says. Nothing inside of an item makes it throw.

/** Reply of GET /v1/markets (interface §4.1). */
export function decodeMarkets(body: unknown): DecodedList<Market> {
  return decodeList(body, 'markets', readMarket);
}

/** Reply of GET /v1/market/id/{id} and /v1/market/slug/{slug} (interface §4.2, §4.3). */
export function decodeMarket(body: unknown): Decoded<Market> {
  return decodeOne(body, 'market', readMarket);
}

/** Reply of GET /v1/events and /v1/search (live interface §7.6, §7.8). */
export function decodeEvents(body: unknown): DecodedList<MarketEvent> {
  return decodeList(body, 'events', readWholeEvent);
}

/** Reply of GET /v1/events/{id} and /v1/events/slug/{slug} (live interface §7.7). */
export function decodeEvent(body: unknown): Decoded<MarketEvent> {
  return decodeOne(body, 'event', readWholeEvent);
}

/** Reply of GET /v1/markets/{slug}/settlement in both generations (interface §4.4, live interface §9.5). */
export function decodeSettlement(body: unknown, slug: string): Decoded<Settlement> {
  const at = new Reader();
  const o = objectOf(body, 'settlement');
  at.begin(slug, -1);
  const price =
    at.decimal(o['settlement'], 'settlement') ?? at.money(o['settlementPrice'], 'settlementPrice')?.value;
  if (price === undefined) throw new WireError('badReply', 'a settlement price', kindOf(o['settlement']));
  const named = at.identity(firstGiven(o['slug'], o['marketSlug']), 'slug');
  return { value: { slug: named ?? slug, price }, problems: at.problems };
}

/** Reply of GET /v1/order/{orderId} (interface §4.5). */
export function decodeOrder(body: unknown): Decoded<Order> {
  return decodeOne(body, 'order', readOrder);
}

/** Reply of GET /v1/orders/open (interface §4.6). */
export function decodeOpenOrders(body: unknown): DecodedList<Order> {
  return decodeList(body, 'orders', readOrder);
}

/** Reply of GET /v1/portfolio/positions (interface §4.8): a map whose keys are the market slugs. */
export function decodePositions(body: unknown): DecodedPage<Position> {
  const o = objectOf(body, 'an object with "positions"');
  const map = o['positions'];
  if (map !== null && (typeof map !== 'object' || Array.isArray(map))) {
    throw new WireError('badReply', '"positions" as a map', kindOf(map));
  }
  const at = new Reader();
  const items: Position[] = [];
  const positions: Row = (map as Row | null) ?? {};
  // By name: a list of pairs takes several times as long as reading what is in them.
  for (const slug of Object.keys(positions)) {
    at.begin('positions', -1);
    at.called(slug);
    const marketSlug = at.identity(slug, 'slug');
    const row = at.object(positions[slug], '');
    if (marketSlug !== undefined && row !== undefined) items.push(readPosition(at, row, marketSlug));
    else lose(at, 'a position needs a market and an object');
  }
  return { items, lost: at.lost, problems: at.problems, nextCursor: nextCursorOf(o) };
}

/** Reply of GET /v1/portfolio/activities (interface §4.9). */
export function decodeActivities(body: unknown): DecodedPage<Activity> {
  const { items, lost, problems } = decodeList(body, 'activities', readActivity);
  return { items, lost, problems, nextCursor: nextCursorOf(objectOf(body, 'activities')) };
}

/** Reply of GET /v1/markets/{slug}/book (live interface §7.3). */
export function decodeBook(body: unknown, slug: string): Decoded<Book> {
  const at = new Reader();
  at.begin(slug, -1);
  const o = someOf(BOOK_FIELDS, unwrapped(body, 'marketData', 'a book'), 'a book');
  return { value: readBook(at, o, slug), problems: at.problems };
}

/** Reply of GET /v1/markets/{slug}/bbo (live interface §7.4). */
export function decodeBestQuote(body: unknown, slug: string): Decoded<BestQuote> {
  const at = new Reader();
  at.begin(slug, -1);
  const o = someOf(QUOTE_FIELDS, unwrapped(body, 'marketData', 'a quote'), 'a quote');
  return { value: readBestQuote(at, o, slug), problems: at.problems };
}

/** Reply of GET /v1/account/balances (live interface §8, §9.7). */
export function decodeBalances(body: unknown): DecodedList<Balance> {
  return decodeList(body, 'balances', readBalance);
}

/** Reply of POST /v1/orders/batched/cancel: the ids the service says it took (live interface §8). */
export function decodeCancelledIds(body: unknown): readonly string[] {
  const ids = objectOf(body, 'an object with "canceledOrderIds"')['canceledOrderIds'] ?? [];
  if (!Array.isArray(ids)) throw new WireError('badReply', '"canceledOrderIds" as a list', kindOf(ids));
  const at = new Reader();
  return ids.flatMap((id) => at.identity(id, 'canceledOrderIds') ?? []);
}

type ReadItem<T> = (at: Reader, o: Row) => T | undefined;

function decodeList<T>(body: unknown, field: string, read: ReadItem<T>): DecodedList<T> {
  const list = objectOf(body, `an object with "${field}"`)[field];
  // A list without elements may come as null; one that is missing is another reply.
  if (list !== null && !Array.isArray(list))
    throw new WireError('badReply', `"${field}" as a list`, kindOf(list));
  const at = new Reader();
  const items: T[] = [];
  const rows: readonly unknown[] = list ?? [];
  for (let index = 0; index < rows.length; index++) {
    at.begin(field, index);
    const row = asRow(rows[index]);
    const item = row && read(at, row);
    if (item !== undefined) items.push(item);
    else if (row === undefined) lose(at, `expected an object, got ${kindOf(rows[index])}`);
    else at.lost++;
  }
  return { items, lost: at.lost, problems: at.problems };
}

function decodeOne<T>(body: unknown, field: string, read: ReadItem<T>): Decoded<T> {
  const at = new Reader();
  at.begin(field, -1);
  const value = read(at, unwrapped(body, field, `an object with "${field}"`));
  if (value === undefined) throw new WireError('badReply', `${field} with its id`, at.lastReason ?? 'none');
  return { value, problems: at.problems };
}

/** Markets first: they do not need their event, and an event is built with its markets. */
function readWholeEvent(at: Reader, o: Row): MarketEvent | undefined {
  const markets: Market[] = [];
  const name = firstGiven(o['slug'], o['id']);
  if (typeof name === 'string') at.called(name);
  at.enter('markets');
  for (const [index, item] of at.list(o['markets'], '').entries()) {
    at.enter(index);
    const row = at.object(item, '');
    const market = row && readMarket(at, row);
    if (market !== undefined) markets.push(market);
    at.leave();
  }
  at.leave();
  return readEvent(at, o, markets);
}

function objectOf(body: unknown, expected: string): Row {
  const row = asRow(body);
  if (row === undefined) throw new WireError('badReply', expected, kindOf(body));
  return row;
}

/** The object under its wrapper, or the reply itself (live interface §15.1). */
function unwrapped(body: unknown, field: string, expected: string): Row {
  const o = objectOf(body, expected);
  return asRow(o[field]) ?? asRow(o[`${field}Lite`]) ?? o;
}

const BOOK_FIELDS = ['marketSlug', 'bids', 'offers', 'state', 'stats', 'transactTime'] as const;
const QUOTE_FIELDS = [
  'marketSlug',
  'bestBid',
  'bestAsk',
  'bidDepth',
  'askDepth',
  'currentPx',
  'lastTradePx',
  'state',
  'longQuote',
] as const;

/** Where every field may be absent, an object without any of them is another reply: nobody may take it for an empty book. */
function someOf(fields: readonly string[], o: Row, expected: string): Row {
  if (firstGiven(...fields.map((field) => o[field])) !== undefined) return o;
  throw new WireError('badReply', expected, 'none of its fields');
}

/** Longer ones could not be sent back in a URL. */
const LONGEST_CURSOR = 4_096;

/** A cursor nobody can use must not make a list look whole. */
function nextCursorOf(o: Row): string | undefined {
  const cursor = firstGiven(o['nextCursor']);
  if (o['eof'] === true || o['eof'] === 'true' || cursor === undefined) return undefined;
  const text = typeof cursor === 'number' ? String(cursor) : cursor;
  if (typeof text !== 'string') throw new WireError('badReply', 'a cursor as text', kindOf(cursor));
  if (text.length > LONGEST_CURSOR)
    throw new WireError('badReply', 'a cursor that fits a URL', 'a longer one');
  if (text.includes(REDACTED)) throw new WireError('badReply', 'a cursor', 'a part of one');
  return text;
}

function lose(at: Reader, reason: string): void {
  at.lost++;
  at.problem('', reason);
}
