import type { PriceInterval } from '../../core/book.ts';
import type { ActivityQuery, EventQuery, MarketQuery } from '../../core/query.ts';
import type { Dialect } from '../../exchange/profile.ts';
import {
  ACTIVITY_TYPE,
  ACTIVITY_TYPES,
  SPORTS_MARKET_TYPE,
  SPORTS_MARKET_TYPES,
} from '../../exchange/wire/enums.ts';
import { FIDELITY } from '../../exchange/wire/requests.ts';
import { WireError } from '../../exchange/wire/wire-error.ts';
import { QueryReader } from './query-reader.ts';

/** limit and offset as asked for; what is missing is the server's to choose. */
interface AskedPage {
  readonly limit: number | undefined;
  readonly offset: number | undefined;
}

/**
 * Parameters of GET /v1/markets as a server of `dialect` reads them. The parameters of the other dialect are ignored
 * like any unknown one (live interface §3); the other dialect's spelling of a market type is refused.
 * @throws WireError `badRequest`
 */
export function decodeMarketQuery(
  params: URLSearchParams,
  dialect: Dialect,
): { readonly query: MarketQuery; readonly page: AskedPage } {
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

/** Parameters of GET /v1/events (live interface §7.6). @throws WireError `badRequest` */
export function decodeEventQuery(params: URLSearchParams): {
  readonly query: EventQuery;
  readonly page: AskedPage;
  readonly ids: readonly string[] | undefined;
  readonly slugs: readonly string[] | undefined;
} {
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
  return { query, page: pageOf(read), ids: read.integers('id'), slugs: read.texts('slug') };
}

/** Parameters of GET /v1/search (live interface §7.8); pages are counted from 1. @throws WireError `badRequest` */
export function decodeSearchQuery(params: URLSearchParams): {
  readonly text: string;
  readonly limit: number | undefined;
  readonly page: number | undefined;
} {
  const read = new QueryReader(params);
  return { text: read.text('query') ?? '', limit: read.count('limit'), page: read.count('page') };
}

/** Parameters of GET /v1/portfolio/activities (interface §4.9). @throws WireError `badRequest` */
export function decodeActivityQuery(params: URLSearchParams): {
  readonly query: ActivityQuery;
  readonly cursor: string | undefined;
  readonly limit: number | undefined;
} {
  const read = new QueryReader(params);
  const query = present<ActivityQuery>({
    types: read.members('types', ACTIVITY_TYPE.prefix, ACTIVITY_TYPES),
    marketSlug: read.text('marketSlug'),
    sortOrder: read.member('sortOrder', 'SORT_ORDER_', ['DESCENDING', 'ASCENDING']),
  });
  return { query, cursor: read.text('cursor'), limit: read.count('limit') };
}

/** Parameters of GET /v1/portfolio/positions (interface §4.8, live interface §8). @throws WireError `badRequest` */
export function decodePositionsQuery(params: URLSearchParams): {
  readonly cursor: string | undefined;
  readonly limit: number | undefined;
  readonly market: string | undefined;
} {
  const read = new QueryReader(params);
  return { cursor: read.text('cursor'), limit: read.count('limit'), market: read.text('market') };
}

/**
 * Parameters of GET /v1/price-history (live interface §7.9), by interval only.
 * @throws WireError `badRequest`, also for a fidelity the interval does not have.
 */
export function decodePriceHistoryQuery(params: URLSearchParams): {
  readonly slug: string;
  readonly interval: PriceInterval;
} {
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

function pageOf(read: QueryReader): AskedPage {
  return { limit: read.count('limit'), offset: read.count('offset') };
}

/** Without the fields that were not asked for. */
function present<T extends object>(fields: { readonly [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
