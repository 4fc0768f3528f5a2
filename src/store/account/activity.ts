import { madeOnce } from '../../base/memo.ts';
import { type Activity, type Resolutions, resolutionsBySlug } from '../../core/activity.ts';
import type { ActivityFilter, ActivityQuery } from '../../core/request-queries.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { KeyedList } from '../reading/keyed-list.ts';
import type { Change } from '../reading/load-state.ts';
import { type Commit, PagedStore, type ReadKind } from '../reading/loaded-store.ts';
import { type CursorLimits, type CursorRead, readCursorPages } from '../reading/pages.ts';
import type { Session } from '../session/session.ts';

/** Most pages loaded at the front to find where the known ones begin. */
const FRONT_PAGES = 5;

/** The account's history as paged so far. Changes are keyed by `Activity.key`. */
export class ActivityStore extends PagedStore {
  readonly #list = new KeyedList<Activity>((activity) => activity.key);
  readonly #maxPages: number;
  #query: ActivityFilter;
  #pages = 0;
  #nextCursor: string | undefined;
  #lost = 0;
  readonly #resolutionsOf = madeOnce(resolutionsBySlug);
  /** The reading to the end that is under way. */
  #reading: symbol | undefined;
  /** Keys of entries that no longer stand as they are known. */
  readonly #outdated = new Set<string>();

  constructor(session: Session, query: ActivityFilter = {}, maxPages = 5_000) {
    super(session, 'private');
    this.#query = query;
    this.#maxPages = maxPages;
  }

  get query(): ActivityFilter {
    return this.#query;
  }

  /** Shows something else. Starts over where the service is asked for it, and reads if anything was read before. */
  async setQuery(query: ActivityFilter): Promise<void> {
    const isSameList = sentText(query) === sentText(this.#query);
    this.#query = query;
    if (isSameList) this.announce('all');
    else await this.restart();
  }

  get isFiltered(): boolean {
    const { sortOrder: _order, groupBy: _groups, ...filter } = this.#query;
    return Object.values(filter).some((value) => value !== undefined);
  }

  /** Shows everything again, in the same order and groups. */
  clearFilter(): Promise<void> {
    const { sortOrder, groupBy } = this.#query;
    return this.setQuery({ sortOrder, groupBy });
  }

  /** Reads on to the end of the history, or until it is stopped or fails. Never rejects. */
  async readAll(): Promise<void> {
    if (this.#reading !== undefined) return;
    const reading = Symbol('reading');
    this.#reading = reading;
    this.announce('all');
    while (this.#reading === reading && this.hasMore) {
      const before = this.#pages;
      await this.loadMore();
      if (this.#pages === before) break;
    }
    if (this.#reading === reading) this.stopReading();
  }

  /** Ends `readAll`; the page under way still comes. */
  stopReading(): void {
    this.#reading = undefined;
    this.announce('all');
  }

  get isReadingAll(): boolean {
    return this.#reading !== undefined;
  }

  /** As the service was asked for it, in the order asked for; the same array until something changed. */
  get activities(): readonly Activity[] {
    return this.#list.items;
  }

  /** The newest resolution of each market, of the activities loaded. The same object until they change. */
  get resolutions(): Resolutions {
    return this.#resolutionsOf(this.activities);
  }

  get hasMore(): boolean {
    return this.#nextCursor !== undefined && this.#pages < this.#maxPages;
  }

  /** Activities on the loaded pages that could not be read. */
  get lost(): number {
    return this.#lost;
  }

  get(key: string): Activity | undefined {
    return this.#list.get(key);
  }

  /** A fill of this order was taken back: the next reading goes on to all of them that are known, wherever they stand. */
  expectTakenBack(orderId: string): void {
    for (const activity of this.activities)
      if (activity.kind === 'trade' && activity.trade.ownOrder?.id === orderId)
        this.#outdated.add(activity.key);
  }

  protected override async read(kind: ReadKind, exchange: Exchange, signal: AbortSignal): Promise<Commit> {
    if (kind === 'more') return this.#more(exchange, signal);
    const oldestFirst = this.#query.sortOrder === 'ASCENDING';
    if (kind === 'poll' && !oldestFirst && this.#pages > 0) return this.#newest(exchange, signal);
    const read = await this.#pagesFrom(exchange, signal, Math.max(1, this.#pages));
    return () => this.#takeAll(read);
  }

  /** Newest first: new ones stand at the front, so reading stops where the known ones begin. */
  async #newest(exchange: Exchange, signal: AbortSignal): Promise<Commit> {
    const most = Math.max(this.#pages, FRONT_PAGES);
    const outdated = new Set(this.#outdated);
    const unread = new Set(outdated);
    const read = await this.#pagesFrom(exchange, signal, most, {
      enough: ({ items }) => {
        for (const { key } of items) unread.delete(key);
        return unread.size === 0 && items.some(this.#isKnown);
      },
    });
    return () => {
      for (const key of outdated) this.#outdated.delete(key);
      const joins = read.items.some(this.#isKnown) && read.nextCursor !== undefined;
      // Without reaching the known ones there would be a gap: the older pages are loaded again when asked for.
      if (!joins) return this.#takeAll(read);
      return this.#list.replace([...read.items, ...this.#list.items]);
    };
  }

  async #more(exchange: Exchange, signal: AbortSignal): Promise<Commit> {
    const from = this.#nextCursor;
    const read = await this.#pagesFrom(exchange, signal, 1, { from, isKnown: this.#isKnown });
    return () => {
      this.#take(read, this.#pages + read.pages, this.#lost + read.lost);
      return this.#list.replace([...this.#list.items, ...read.items]);
    };
  }

  readonly #isKnown = ({ key }: Activity): boolean => this.#list.get(key) !== undefined;

  #pagesFrom(
    exchange: Exchange,
    signal: AbortSignal,
    maxPages: number,
    part: Pick<CursorLimits<Activity>, 'enough' | 'from' | 'isKnown'> = {},
  ): Promise<CursorRead<Activity>> {
    const query = this.#query;
    return readCursorPages((cursor) => exchange.activities(query, cursor, signal), {
      keyOf: ({ key }) => key,
      maxPages: Math.min(maxPages, this.#maxPages),
      ...part,
    });
  }

  #takeAll(read: CursorRead<Activity>): Change {
    this.#take(read, read.pages, read.lost);
    return this.#list.replace(read.items);
  }

  #take(read: CursorRead<Activity>, pages: number, lost: number): void {
    this.#nextCursor = read.nextCursor;
    this.#pages = pages;
    this.#lost = lost;
  }

  protected override clear(): void {
    this.#list.replace([]);
    this.#pages = 0;
    this.#nextCursor = undefined;
    this.#lost = 0;
    this.#reading = undefined;
    this.#outdated.clear();
  }
}

function sentText({ types, marketSlug, sortOrder }: ActivityQuery): string {
  return JSON.stringify([types, marketSlug, sortOrder ?? 'DESCENDING']);
}
