import { ACTIVITY_TYPES } from '../../core/activity.ts';
import type { PriceInterval } from '../../core/book.ts';
import { Decimal } from '../../core/decimal.ts';
import { parseInstant } from '../../core/instant.ts';
import { SPORTS_MARKET_TYPES } from '../../core/market.ts';
import type { ActivityQuery, EventQuery, MarketQuery } from '../../core/query.ts';
import { BATCH_LIMIT, type OrderRef } from '../../exchange/exchange.ts';
import type { Dialect } from '../../exchange/profile.ts';
import {
  ACTIVITY_TYPE,
  type EnumTable,
  MARKETS_SUBSCRIPTION,
  PRIVATE_SUBSCRIPTION,
  SPORTS_MARKET_TYPE,
} from '../../exchange/wire/enums.ts';
import type { ClientFrame, SubscriptionType } from '../../exchange/wire/frame.ts';
import { parseJsonText } from '../../exchange/wire/json.ts';
import { asJsonObject, type JsonObject, Reader } from '../../exchange/wire/reader.ts';
import { FIDELITY, marketField } from '../../exchange/wire/requests.ts';
import { isIdentity } from '../../exchange/wire/text.ts';
import { kindOf, WireError } from '../../exchange/wire/wire-error.ts';

/**
 * Parameters of GET /v1/markets as a server of `dialect` reads them. The parameters of the other dialect are ignored
 * like any unknown one (interface.md 3); the other dialect's spelling of a market type is refused.
 * @throws WireError `badRequest`
 */
export function decodeMarketQuery(params: URLSearchParams, dialect: Dialect) {
  const read = new QueryReader(params);
  const prefix = dialect === 'seed' ? '' : SPORTS_MARKET_TYPE.prefix;
  const query = present<MarketQuery>({
    orderBy: read.texts('orderBy'),
    orderDirection: read.member('orderDirection', '', ['asc', 'desc']),
    ids: read.integers('id'),
    slugs: read.texts('slug'),
    archived: read.flag('archived'),
    active: read.flag('active'),
    closed: read.flag('closed'),
    volumeMin: read.decimal('volumeNumMin'),
    volumeMax: read.decimal('volumeNumMax'),
    startDateMin: read.date('startDateMin'),
    startDateMax: read.date('startDateMax'),
    endDateMin: read.date('endDateMin'),
    endDateMax: read.date('endDateMax'),
    relatedTags: read.flag('relatedTags'),
    gameId: read.text('gameId'),
    sportsMarketTypes: read.members('sportsMarketTypes', prefix, SPORTS_MARKET_TYPES),
    categories: read.texts('categories'),
    marketTypes: read.texts('marketTypes'),
    includeTag: read.flag('includeTag'),
    ...(dialect === 'seed' ? seedFilters(read) : { tagIds: read.integers('tagIds') }),
  });
  return { query, page: pageOf(read) };
}

/** Parameters of GET /v1/events (interface.md 7.4). @throws WireError `badRequest` */
export function decodeEventQuery(params: URLSearchParams) {
  const read = new QueryReader(params);
  const query = present<EventQuery>({
    active: read.flag('active'),
    closed: read.flag('closed'),
    live: read.flag('live'),
    ended: read.flag('ended'),
    categories: read.texts('categories'),
    startTimeMin: read.date('startTimeMin'),
    startTimeMax: read.date('startTimeMax'),
  });
  return { query, page: pageOf(read) };
}

/** Parameters of GET /v1/search (interface.md 7.8), of which the first page is served. @throws WireError `badRequest` */
export function decodeSearchQuery(params: URLSearchParams) {
  const read = new QueryReader(params);
  return { text: read.text('query') ?? '', limit: read.count('limit') };
}

/** Parameters of GET /v2/leagues (interface.md 7.9). @throws WireError `badRequest` */
export function decodePage(params: URLSearchParams) {
  return pageOf(new QueryReader(params));
}

/** Parameters of GET /v2/leagues/{slug}/events (interface.md 7.9). @throws WireError `badRequest` */
export function decodeLeagueEventsQuery(params: URLSearchParams) {
  const read = new QueryReader(params);
  return { type: read.member('type', '', ['sport', 'futures']) ?? 'sport', page: pageOf(read) };
}

/** Parameters of GET /v1/portfolio/activities (interface.md 8.6). @throws WireError `badRequest` */
export function decodeActivityQuery(params: URLSearchParams) {
  const read = new QueryReader(params);
  const query = present<ActivityQuery>({
    types: read.members('types', ACTIVITY_TYPE.prefix, ACTIVITY_TYPES),
    marketSlug: read.text('marketSlug'),
    sortOrder: read.member('sortOrder', 'SORT_ORDER_', ['DESCENDING', 'ASCENDING']),
  });
  return { query, cursor: read.text('cursor'), limit: read.count('limit') };
}

/** Parameters of GET /v1/portfolio/positions (interface.md 8.5). @throws WireError `badRequest` */
export function decodePositionsQuery(params: URLSearchParams) {
  const read = new QueryReader(params);
  return { cursor: read.text('cursor'), limit: read.count('limit') };
}

/**
 * Parameters of GET /v1/price-history (interface.md 7.7), by interval only.
 * @throws WireError `badRequest`, also for a fidelity the interval does not have.
 */
export function decodePriceHistoryQuery(params: URLSearchParams) {
  const read = new QueryReader(params);
  const slug = read.text('symbol');
  const intervals = Object.keys(FIDELITY) as PriceInterval[];
  const interval = read.member('fixedInterval', 'INTERVAL_', intervals);
  const fidelity = read.count('fidelity');
  if (slug === undefined) throw new WireError('badRequest', 'symbol', 'nothing');
  if (interval === undefined) throw new WireError('badRequest', 'fixedInterval', 'nothing');
  if (fidelity !== FIDELITY[interval]) {
    throw new WireError('badRequest', `fidelity ${FIDELITY[interval]}`, String(fidelity));
  }
  return { slug, interval };
}

function seedFilters(read: QueryReader): { readonly [K in keyof MarketQuery]: MarketQuery[K] | undefined } {
  return {
    liquidityMin: read.decimal('liquidityNumMin'),
    liquidityMax: read.decimal('liquidityNumMax'),
    tagIds: read.integers('tagId'),
    cyom: read.flag('cyom'),
    rewardsMinSize: read.decimal('rewardsMinSize'),
    questionIds: read.texts('questionIds'),
  };
}

/** What is missing is the server's to choose. */
function pageOf(read: QueryReader) {
  return { limit: read.count('limit'), offset: read.count('offset') };
}

/** Without the fields that were not asked for. */
function present<T extends object>(fields: { readonly [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/**
 * Reads the parameters of a request as a server: a missing or empty one is `undefined`, a wrong one is refused.
 * Every method throws WireError `badRequest`.
 */
class QueryReader {
  readonly #params: URLSearchParams;

  constructor(params: URLSearchParams) {
    this.#params = params;
  }

  text(name: string): string | undefined {
    return this.#params.get(name) || undefined;
  }

  texts(name: string): readonly string[] | undefined {
    const values = this.#params.getAll(name).filter((value) => value !== '');
    return values.length === 0 ? undefined : values;
  }

  flag(name: string): boolean | undefined {
    const value = this.member(name, '', ['true', 'false']);
    return value === undefined ? undefined : value === 'true';
  }

  /** 0 … 2³¹−1. */
  count(name: string): number | undefined {
    const [value] = this.integers(name) ?? [];
    return value === undefined ? undefined : Number(value);
  }

  integers(name: string): readonly string[] | undefined {
    const values = this.texts(name);
    const isWhole = (value: string): boolean => /^\d{1,10}$/.test(value) && Number(value) < 2 ** 31;
    if (values?.every(isWhole) === false) throw refused(name, 'whole numbers');
    return values;
  }

  decimal(name: string): Decimal | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const decimal = Decimal.parse(value);
    if (decimal === undefined) throw refused(name, 'a number');
    return decimal;
  }

  /** A date as its text. */
  date(name: string): string | undefined {
    const value = this.text(name);
    if (value !== undefined && parseInstant(value) === undefined) throw refused(name, 'an RFC 3339 date');
    return value;
  }

  /** Written as `prefix` + member (`prefix` may be empty); the member is given back. */
  member<T extends string>(name: string, prefix: string, members: readonly T[]): T | undefined {
    return this.members(name, prefix, members)?.[0];
  }

  members<T extends string>(name: string, prefix: string, members: readonly T[]): readonly T[] | undefined {
    return this.texts(name)?.map((value) => {
      const found = members.find((member) => value === prefix + member);
      if (found === undefined)
        throw refused(name, `one of ${members.map((member) => prefix + member).join(', ')}`);
      return found;
    });
  }
}

function refused(name: string, expected: string): WireError {
  return new WireError('badRequest', `${name} as ${expected}`, 'something else');
}

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

function marketOf(o: JsonObject, dialect: Dialect): string {
  const other = marketField(dialect === 'seed' ? 'current' : 'seed');
  if (o[other] !== undefined) throw new WireError('badRequest', `"${marketField(dialect)}"`, `"${other}"`);
  return textOf(o, marketField(dialect));
}

function textOf(o: JsonObject, field: string): string {
  const text = o[field];
  if (typeof text === 'string' && text !== '' && isIdentity(text)) return text;
  throw new WireError('badRequest', `"${field}" as a text`, kindOf(text));
}

/** With the names as sent: their spelling tells the dialects apart. */
function objectOf(body: unknown): JsonObject {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as JsonObject;
  throw new WireError('badRequest', 'an object', kindOf(body));
}

/**
 * What a client asks of `stream`, in both generations: the integer of a subscription type means another one on each.
 * Undefined where it asks for nothing; never throws. How many slugs it may name is not looked at.
 */
export function decodeClientFrame(text: string, stream: 'markets' | 'private'): ClientFrame | undefined {
  let value: unknown;
  try {
    value = parseJsonText(text, 'badRequest');
  } catch {
    return undefined;
  }
  const o = asJsonObject(value);
  const at = new Reader();
  const subscribe = asJsonObject(o?.['subscribe']);
  const asked = subscribe ?? asJsonObject(o?.['unsubscribe']);
  const requestId = at.identity(asked?.['requestId'], 'requestId');
  if (requestId === undefined) return undefined;
  if (subscribe === undefined) return { kind: 'unsubscribe', requestId };
  const table = stream === 'markets' ? MARKETS_SUBSCRIPTION : PRIVATE_SUBSCRIPTION;
  const type = subscriptionType(at, subscribe['subscriptionType'], table);
  const slugs = slugsOf(at, subscribe['marketSlugs']);
  if (type === undefined || slugs === undefined) return undefined;
  return { kind: 'subscribe', requestId, type, slugs };
}

function subscriptionType(
  at: Reader,
  value: unknown,
  table: EnumTable<SubscriptionType>,
): SubscriptionType | undefined {
  const member = at.member(value, 'subscriptionType', table);
  return [...table.names.values()].find((known) => known === member);
}

function slugsOf(at: Reader, value: unknown): readonly string[] | undefined {
  const slugs = at.list(value, 'marketSlugs').map((item) => {
    return typeof item === 'string' ? at.identity(item, 'marketSlugs') : undefined;
  });
  const known = slugs.filter((slug) => slug !== undefined);
  return at.problems.length > 0 || known.length < slugs.length ? undefined : known;
}
