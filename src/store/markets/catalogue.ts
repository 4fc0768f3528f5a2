import { mapLimited } from '../../base/async.ts';
import { toDisposable } from '../../base/disposable.ts';
import { beginsSoon, SOON_MS } from '../../core/event-facts.ts';
import { type EventListing, NOT_LISTED } from '../../core/grouping.ts';
import type { LeagueEvents, ListedLeague, Sport } from '../../core/league.ts';
import type { MarketEvent } from '../../core/market.ts';
import type { EventQuery, OffsetPage } from '../../core/request-queries.ts';
import type { ListedTag, ListedTopic, Series } from '../../core/topic.ts';
import type { ExchangeError } from '../../exchange/errors.ts';
import type { Exchange, Listing } from '../../exchange/exchange.ts';
import type { RefreshReason } from '../reading/load-state.ts';
import { type Commit, LoadedStore, type ReadKind } from '../reading/loaded-store.ts';
import { asExchangeError } from '../session/failure.ts';
import type { Session } from '../session/session.ts';
import type { EventsStore } from './events.ts';
import type { MarketsStore } from './markets.ts';
import {
  ignoreKnown,
  isUnsupported,
  readLeagues,
  readSeries,
  readSports,
  readTags,
  toTheEnd,
} from './read-lists.ts';
import { namesOf, SeriesList, TopicList } from './topic-list.ts';

/** Items a page: events, and markets of a category. */
const EVENT_PAGE = 100;
const MARKET_PAGE = 200;
/** Most pages of what is live or begins soon: where a filter is ignored, the list is the whole exchange. */
const MOST_NOW_PAGES = 3;
/** Events that left the live list and are read once more, for their result. */
const MOST_ENDED = 4;
/** What begins soon is asked for so often while the clock asks for what is live, milliseconds: a budget pays for both. */
const SOON_AGAIN_MS = 10 * 60_000;
/** Of the groups a refresh reads again. */
const GROUPS_AT_ONCE = 2;
/** A group that was read whole is read again when it is opened after so long, milliseconds. */
const OLD_MS = 10 * 60_000;

/**
 * How far a league, topic or category is read. `partly`: stopped, or its end was not reached. `whole`: to its end at `at`, Unix
 * milliseconds.
 */
type GroupReading =
  | { readonly kind: 'reading' | 'partly' }
  | { readonly kind: 'failed'; readonly error: ExchangeError }
  | { readonly kind: 'whole'; readonly at: number };

/** The key by which the events of a series are read. */
export function seriesKey(slug: string): string {
  return `${SERIES}${slug}`;
}

const SERIES = 'series/';

function seriesOfKey(key: string): string | undefined {
  return key.startsWith(SERIES) ? key.slice(SERIES.length) : undefined;
}

type ReadGroup = (exchange: Exchange, signal: AbortSignal) => Promise<void>;

interface Reader {
  reading: GroupReading;
  /** By the service's name, of what is no league. */
  readonly category: string | undefined;
  readonly abort: AbortController;
}

/**
 * The catalogue beyond the list: which leagues, sports, topics and series there are, what is live or begins soon, and each
 * league, topic or category as far as it was opened. What it reads goes into `MarketsStore` and `EventsStore`, whose `known()`, `get()`
 * and `onDidChange` are the one place for all that is known.
 */
export class Catalogue extends LoadedStore {
  readonly #markets: MarketsStore;
  readonly #events: EventsStore;
  readonly #readers = new Map<string, Reader>();
  readonly #leagueOf = new Map<string, string>();
  /** Keys of the topics under which the service listed an event, by its id. */
  readonly #topicsOf = new Map<string, readonly string[]>();
  #leagues: readonly ListedLeague[] | undefined;
  #sports: readonly Sport[] = [];
  #topics = new TopicList();
  #series = new SeriesList();
  #names: ReadonlyMap<string, string | undefined> = new Map();
  #live: ReadonlySet<string> = new Set();
  /** When what begins soon was asked for last, Unix milliseconds. */
  #soonAt = 0;

  constructor(session: Session, markets: MarketsStore, events: EventsStore) {
    super(session, 'public');
    this.#markets = markets;
    this.#events = events;
    this.own.add(toDisposable(() => this.clear()));
  }

  /** In the order of the service; none before they were read, and where it has none. */
  get leagues(): readonly ListedLeague[] {
    return this.#leagues ?? [];
  }

  get sports(): readonly Sport[] {
    return this.#sports;
  }

  /** Something was live when last read. */
  get hasLive(): boolean {
    return this.#live.size > 0;
  }

  /** In the order of the service; the same array until they were read again. */
  get topics(): readonly ListedTopic[] {
    return this.#topics.items;
  }

  /** Every tag the service lists, by its id. */
  get tags(): ReadonlyMap<string, ListedTag> {
    return this.#topics.tags;
  }

  /** In the order of the service; none before they were read, and where it has none. */
  get series(): Iterable<Series> {
    return this.#series.items;
  }

  /** What an event names as its series. */
  seriesOf(slug: string): Series | undefined {
    return this.#series.get(slug);
  }

  /** What the service calls a league or topic, by the key of its group. */
  nameOf(key: string): string | undefined {
    return this.#names.get(key);
  }

  /** The league and the topics under which the service listed an event, and the topics whose tags it carries. */
  listingOf({ id, tags }: Pick<MarketEvent, 'id' | 'tags'>): EventListing {
    const league = this.#leagueOf.get(id);
    let topics = this.#topicsOf.get(id) ?? NOT_LISTED.topics;
    for (const tag of tags) {
      const topic = this.#topics.ofTag(tag.id);
      if (topic !== undefined && !topics.includes(topic)) topics = [...topics, topic];
    }
    return league === undefined && topics.length === 0 ? NOT_LISTED : { league, topics };
  }

  /** Undefined while nobody opened it. */
  reading(key: string): GroupReading | undefined {
    return this.#readers.get(key)?.reading;
  }

  /**
   * Reads a league, by its slug, a topic or series, by its key, to its end; a category where `category` gives the name the service has for it. Does nothing
   * while that is under way, nor when it was read to its end a moment ago or stopped, unless `again`. Never rejects.
   */
  async open(key: string, category?: string, again = false): Promise<void> {
    const before = this.#readers.get(key)?.reading;
    const read = this.#readerOf(key, category);
    if (before?.kind === 'reading' || read === undefined) return;
    const isOld = before?.kind === 'whole' && Math.abs(this.session.clock.now() - before.at) > OLD_MS;
    if (before !== undefined && !again && !isOld) return;
    const abort = new AbortController();
    const reader: Reader = { reading: { kind: 'reading' }, category, abort };
    this.#readers.set(key, reader);
    this.#changed(key);
    const epoch = this.session.epoch('public');
    const reading = await this.#readGroup(read, abort.signal);
    if (abort.signal.aborted || epoch !== this.session.epoch('public')) return;
    this.session.report('public', epoch, reading.kind === 'failed' ? reading.error : undefined);
    reader.reading = reading;
    this.#changed(key);
  }

  /** A person's refresh also reads again each league and category that was opened, unless its reading was stopped. */
  override async refresh(reason: RefreshReason = 'asked'): Promise<void> {
    await super.refresh(reason);
    if (reason !== 'asked') return;
    const opened = [...this.#readers].filter(([, { reading }]) => reading.kind !== 'partly');
    await mapLimited(opened, GROUPS_AT_ONCE, ([key, { category }]) => this.open(key, category, true));
  }

  /** Ends a reading under way; what was read stays. */
  stop(key: string): void {
    const reader = this.#readers.get(key);
    if (reader?.reading.kind !== 'reading') return;
    reader.abort.abort();
    reader.reading = { kind: 'partly' };
    this.#changed(key);
  }

  protected override async read(kind: ReadKind, exchange: Exchange, signal: AbortSignal): Promise<Commit> {
    const known = kind === 'asked' ? undefined : this.#leagues;
    const leagues = known ?? (await readLeagues(exchange, signal));
    const sports =
      known !== undefined || leagues.length === 0 ? this.#sports : await readSports(exchange, signal);
    const now = this.session.clock.now();
    const window = { startTimeMin: isoTime(now), startTimeMax: isoTime(now + SOON_MS) };
    const isSoonDue = kind !== 'poll' || Math.abs(now - this.#soonAt) >= SOON_AGAIN_MS;
    const isAsked = kind === 'asked';
    const named = Promise.all([
      isAsked || (!this.#topics.isRead && isSoonDue) ? this.#tried(readTags(exchange, signal)) : undefined,
      isAsked || (!this.#series.isRead && isSoonDue) ? this.#tried(readSeries(exchange, signal)) : undefined,
    ]);
    const [live, soon] = await Promise.all([
      readNow(exchange, { live: true, closed: false }, (event) => event.live === true, signal),
      isSoonDue
        ? readNow(
            exchange,
            { ...window, closed: false },
            (event) => beginsSoon(event.startTime?.ms, now),
            signal,
          )
        : { items: [], receivedAt: now },
    ]);
    const ended = await this.#readEnded(exchange, live, signal);
    const [tags, series] = await named;
    return () => {
      if (isSoonDue) this.#soonAt = now;
      this.#sports = sports;
      this.#leagues = leagues;
      this.#topics.take(tags, leagues, sports);
      this.#series.take(series);
      this.#names = namesOf(leagues, this.topics);
      for (const { items, receivedAt } of [live, soon, ended]) this.#events.upsert(items, receivedAt);
      this.#live = new Set(live.items.map(({ id }) => id));
      return 'all';
    };
  }

  protected override clear(): void {
    for (const { abort } of this.#readers.values()) abort.abort();
    this.#readers.clear();
    this.#leagueOf.clear();
    this.#topicsOf.clear();
    this.#topics = new TopicList();
    this.#series = new SeriesList();
    this.#names = new Map();
    this.#leagues = undefined;
    this.#sports = [];
    this.#live = new Set();
    this.#soonAt = 0;
  }

  #changed(key: string): void {
    this.fire(new Set([key]));
  }

  /** What reads a group by its key; undefined where there is nothing to ask for. */
  #readerOf(key: string, category: string | undefined): ReadGroup | undefined {
    if (this.leagues.some(({ slug }) => slug === key))
      return async (exchange, signal) => {
        await this.#readLeague(exchange, key, 'games', signal);
        if (!signal.aborted) await this.#readLeague(exchange, key, 'futures', signal);
      };
    const topic = this.topics.find((each) => each.key === key);
    if (topic !== undefined) return (exchange, signal) => this.#readTopic(exchange, topic, signal);
    const series = this.seriesOf(seriesOfKey(key) ?? '');
    if (series !== undefined) return (exchange, signal) => this.#readSeries(exchange, series, signal);
    if (category === undefined) return undefined;
    return (exchange, signal) => this.#readCategory(exchange, category, signal);
  }

  async #readGroup(read: ReadGroup, signal: AbortSignal): Promise<GroupReading> {
    try {
      await read(await this.session.ensure(), signal);
      return { kind: 'whole', at: this.session.clock.now() };
    } catch (cause) {
      return { kind: 'failed', error: asExchangeError(cause, this.session.log) };
    }
  }

  #readCategory(exchange: Exchange, category: string, signal: AbortSignal): Promise<void> {
    const query = { categories: [category], active: true, closed: false };
    return toTheEnd(
      MARKET_PAGE,
      (page) => exchange.markets(query, page, signal),
      (listing, isNew) => {
        if (signal.aborted) return false;
        this.#markets.upsert(listing.items, listing.receivedAt);
        return listing.items.filter(({ slug }) => isNew(slug)).length > 0;
      },
    );
  }

  #readLeague(exchange: Exchange, slug: string, which: LeagueEvents, signal: AbortSignal): Promise<void> {
    return this.#readEvents(
      (page) => exchange.leagueEvents(slug, which, page, signal),
      (id) => this.#leagueOf.set(id, slug),
      signal,
    );
  }

  #readTopic(exchange: Exchange, { slug, key }: ListedTopic, signal: AbortSignal): Promise<void> {
    const note = (id: string): void => {
      const before = this.#topicsOf.get(id) ?? [];
      if (!before.includes(key)) this.#topicsOf.set(id, [...before, key]);
    };
    return this.#readEvents((page) => exchange.tagEvents(slug, page, signal), note, signal);
  }

  /** Filtered here again: a service that ignores the filter would list everything it has. */
  #readSeries(exchange: Exchange, { id, slug }: Series, signal: AbortSignal): Promise<void> {
    const query = { seriesId: [id], closed: false };
    const readPage = async (page: OffsetPage): Promise<Listing<MarketEvent>> => {
      const listing = await exchange.events(query, page, signal);
      return { ...listing, items: listing.items.filter((event) => event.seriesSlug === slug) };
    };
    return this.#readEvents(readPage, () => {}, signal);
  }

  #readEvents(
    readPage: (page: OffsetPage) => Promise<Listing<MarketEvent>>,
    note: (id: string) => void,
    signal: AbortSignal,
  ): Promise<void> {
    return toTheEnd(EVENT_PAGE, readPage, (listing, isNew) => {
      if (signal.aborted) return false;
      for (const { id } of listing.items) note(id);
      this.#events.upsert(listing.items, listing.receivedAt);
      return listing.items.filter(({ id }) => isNew(id)).length > 0;
    });
  }

  /** Names are no reason to be without the rest: without them it is tried again later. */
  #tried<T>(reading: Promise<T>): Promise<T | undefined> {
    return reading.catch((cause: unknown) => {
      const { code, message } = asExchangeError(cause, this.session.log);
      if (code !== 'cancelled') this.session.log.warn(`Tags or series could not be read: ${message}`);
      return undefined;
    });
  }

  /** What was live and is not listed so any more has ended, or is gone. */
  async #readEnded(
    exchange: Exchange,
    live: Listing<MarketEvent>,
    signal: AbortSignal,
  ): Promise<Listing<MarketEvent>> {
    const listed = new Set(live.items.map(({ id }) => id));
    const gone = [...this.#live].filter((id) => !listed.has(id)).slice(0, MOST_ENDED);
    const read = await Promise.all(
      gone.map((id) => exchange.eventById(id, signal).catch((cause: unknown) => ignoreKnown(cause))),
    );
    return { ...live, items: read.filter((event) => event !== undefined) };
  }
}

/** Events that pass a filter, filtered here again: a service may ignore any. None where it has no list of events. */
async function readNow(
  exchange: Exchange,
  query: EventQuery,
  passes: (event: MarketEvent) => boolean,
  signal: AbortSignal,
): Promise<Listing<MarketEvent>> {
  const found: MarketEvent[] = [];
  let receivedAt = 0;
  let lost = 0;
  try {
    for (let offset = 0, pages = 0; pages < MOST_NOW_PAGES; pages++) {
      const page = await exchange.events(query, { limit: EVENT_PAGE, offset }, signal);
      const wanted = page.items.filter(passes);
      found.push(...wanted);
      receivedAt ||= page.receivedAt;
      lost += page.lost;
      offset += page.items.length + page.lost;
      // Read again every minute: a page that is not full is taken for the last one, though it proves nothing.
      if (page.items.length < EVENT_PAGE || wanted.length === 0) break;
    }
  } catch (cause) {
    if (!isUnsupported(cause)) throw cause;
  }
  return { items: found, lost, problems: [], receivedAt };
}

/** As queries have times: UTC, whole seconds. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}
