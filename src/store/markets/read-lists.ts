import type { ListedLeague, Sport } from '../../core/league.ts';
import type { OffsetPage } from '../../core/request-queries.ts';
import type { ListedTag, Series } from '../../core/topic.ts';
import { isExchangeError } from '../../exchange/errors.ts';
import type { Exchange, Listing } from '../../exchange/exchange.ts';

/** Leagues a page: the most the service takes. */
const LEAGUE_PAGE = 50;
/** Tags or series a page. */
const NAMES_PAGE = 100;
/** Most pages of one list, in case a service never ends it. */
const MOST_PAGES = 500;
/** Most pages of tags or series, which are read at the start. */
const MOST_NAMES_PAGES = 20;

/** Reads pages until one has nothing new: they overlap while they are read, and a short one proves nothing. */
export async function toTheEnd<T>(
  limit: number,
  readPage: (page: OffsetPage) => Promise<Listing<T>>,
  take: (listing: Listing<T>, isNew: (key: string) => boolean) => boolean,
  mostPages = MOST_PAGES,
): Promise<void> {
  const seen = new Set<string>();
  const isNew = (key: string): boolean => !seen.has(key) && seen.add(key) !== undefined;
  for (let offset = 0, pages = 0; pages < mostPages; pages++) {
    const page = await readPage({ limit, offset });
    const reach = page.items.length + page.lost;
    // Items that could not be read may have been new.
    if (reach === 0 || (!take(page, isNew) && page.lost === 0)) return;
    offset += reach;
  }
}

/** Those that are played; none where the service has no list of them. */
export async function readLeagues(exchange: Exchange, signal: AbortSignal): Promise<readonly ListedLeague[]> {
  const leagues = new Map<string, ListedLeague>();
  const read = toTheEnd(
    LEAGUE_PAGE,
    (page) => exchange.leagues(page, signal),
    (listing, isNew) => {
      for (const league of listing.items) if (isNew(league.slug)) leagues.set(league.slug, league);
      return leagues.size > 0 && listing.items.length === LEAGUE_PAGE;
    },
  );
  await read.catch((cause: unknown) => ignoreKnown(cause));
  return [...leagues.values()].filter(({ isOperational }) => isOperational !== false);
}

export async function readSports(exchange: Exchange, signal: AbortSignal): Promise<readonly Sport[]> {
  const listing = await exchange.sports(signal).catch((cause: unknown) => ignoreKnown(cause));
  return listing?.items ?? [];
}

export function readTags(exchange: Exchange, signal: AbortSignal): Promise<readonly ListedTag[]> {
  return readNamed((page) => exchange.tags(page, signal));
}

export function readSeries(exchange: Exchange, signal: AbortSignal): Promise<readonly Series[]> {
  return readNamed((page) => exchange.series(page, signal));
}

async function readNamed<T extends { readonly id: string }>(
  readPage: (page: OffsetPage) => Promise<Listing<T>>,
): Promise<readonly T[]> {
  const items: T[] = [];
  const take = (listing: Listing<T>, isNew: (key: string) => boolean): boolean => {
    const fresh = listing.items.filter(({ id }) => isNew(id));
    items.push(...fresh);
    return fresh.length > 0;
  };
  await toTheEnd(NAMES_PAGE, readPage, take, MOST_NAMES_PAGES).catch((cause: unknown) => ignoreKnown(cause));
  return items;
}

export function isUnsupported(cause: unknown): boolean {
  return isExchangeError(cause) && (cause.code === 'unsupported' || cause.code === 'notFound');
}

/** What a service lacks is left out; other failures are the reading's. */
export function ignoreKnown(cause: unknown): undefined {
  if (!isUnsupported(cause)) throw cause;
  return undefined;
}
