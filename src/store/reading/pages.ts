import { type Clock, isAhead } from '../../base/clock.ts';
import type { OffsetPage } from '../../core/request-queries.ts';
import type { CursorListing, Listing } from '../../exchange/exchange.ts';
import { sameOrder, sameValue } from './keyed-list.ts';
import type { Change } from './load-state.ts';
import type { Commit, ReadKind } from './loaded-store.ts';

/** Pages, one, that the clock reads again of a longer list; the rest ages, and shows it, until somebody refreshes it. */
const POLLED_PAGES = 1;

interface Entry<T> {
  readonly item: T;
  readonly readAt: number;
  /** Read for a search or a page alone: it can be looked up, and no list shows or counts it. */
  readonly isAside: boolean;
}

export interface PageLimits {
  /** Items a page, 1 or more; default 50. */
  readonly pageSize?: number | undefined;
  /** Most pages read; default 2,000. */
  readonly maxPages?: number;
}

interface PagesOptions<T> extends PageLimits {
  readonly clock: Pick<Clock, 'now'>;
  readonly keyOf: (item: T) => string;
  /** What a newer reading of an item becomes, given the older one; default: the newer as it is. */
  readonly merge?: (newer: T, older: T) => T;
  /** Most items known from elsewhere than the list; of more a tenth goes, mostly the oldest. Default: no limit. */
  readonly mostUnlisted?: number;
}

/**
 * An offset list as far as it was read. Pages may overlap or shift while they are read (interface.md 6), so an item
 * counts once, where it first appears. A page that is empty or holds nothing new is the end; a short one proves nothing.
 */
export class Pages<T> {
  readonly #options: PagesOptions<T>;
  readonly #entries = new Map<string, Entry<T>>();
  #asideCount = 0;
  /** Those that are not in the list: with 100,000 that are, nobody looks for these among them. */
  #unlisted = new Set<string>();
  #list = emptyList();
  #items: readonly T[] | undefined;
  #pageSize: number;
  #sizeInUse = 0;
  /** Of the pages the list was read by. */
  #largestSize = 0;

  constructor(options: PagesOptions<T>) {
    this.#options = options;
    this.#pageSize = options.pageSize ?? 50;
  }

  get pageSize(): number {
    return this.#pageSize;
  }

  /** Items, 1 or more. Counts from the next first page on. */
  set pageSize(size: number) {
    this.#pageSize = Math.max(1, Math.trunc(size));
  }

  get hasMore(): boolean {
    const { lost, isEnd } = this.#list;
    return lost.length > 0 && !isEnd && lost.length < (this.#options.maxPages ?? 2_000);
  }

  /** Items that could not be read. */
  get lost(): number {
    return this.#list.lost.reduce((sum, lost) => sum + lost, 0);
  }

  /** The items in list order; the same array until something changed. */
  get items(): readonly T[] {
    this.#items ??= [...this.#list.keys].flatMap((key) => this.get(key) ?? []);
    return this.#items;
  }

  get(key: string): T | undefined {
    return this.#entries.get(key)?.item;
  }

  /** Unix milliseconds. */
  readAt(key: string): number | undefined {
    return this.#entries.get(key)?.readAt;
  }

  isListed(key: string): boolean {
    return this.#list.keys.has(key);
  }

  /** Set aside, and in no list yet. */
  isAside(key: string): boolean {
    return this.#entries.get(key)?.isAside === true;
  }

  /** Without what is set aside. */
  get knownCount(): number {
    return this.#entries.size - this.#asideCount;
  }

  /** Without what is set aside, one after another: with 100,000 of them nobody waits for a list. */
  *known(): Iterable<T> {
    for (const key of this.#list.keys) {
      const entry = this.#entries.get(key);
      if (entry !== undefined) yield entry.item;
    }
    for (const key of this.#unlisted) {
      const entry = this.#entries.get(key);
      if (entry?.isAside === false) yield entry.item;
    }
  }

  /** What was read for a search or a page alone. */
  *aside(): Iterable<T> {
    for (const { item, isAside } of this.#entries.values()) if (isAside) yield item;
  }

  clear(): void {
    this.#entries.clear();
    this.#asideCount = 0;
    this.unlist();
  }

  /** Starts the list over; the items stay known. */
  unlist(): void {
    const { keys } = this.#list;
    // The few are put to the many, not the many one by one into a set of their own.
    const [few, many] = keys.size < this.#unlisted.size ? [keys, this.#unlisted] : [this.#unlisted, keys];
    for (const key of few) many.add(key);
    this.#unlisted = many;
    this.#list = emptyList();
    this.#items = undefined;
  }

  /**
   * Takes in an item read elsewhere, unless what is here is newer. It does not join the list, and set aside it does not count
   * either, until it is put without. True when it changed, or counts from now on.
   */
  put(item: T, readAt: number, isSetAside = false): boolean {
    const key = this.#options.keyOf(item);
    const old = this.#entries.get(key);
    if (old !== undefined && readAt < old.readAt && !isAhead(old.readAt, this.#options.clock.now()))
      return false;
    const merged = old === undefined ? item : (this.#options.merge?.(item, old.item) ?? item);
    const same = old !== undefined && sameValue(merged, old.item);
    const isAside = isSetAside && old?.isAside !== false;
    this.#asideCount += Number(isAside) - Number(old?.isAside === true);
    this.#entries.set(key, { item: same ? old.item : merged, readAt, isAside });
    if (!same && this.#list.keys.has(key)) this.#items = undefined;
    const { mostUnlisted = Number.POSITIVE_INFINITY } = this.#options;
    if (old === undefined && !this.#list.keys.has(key)) {
      this.#unlisted.add(key);
      if (this.#unlisted.size > mostUnlisted) this.#dropOldest(Math.ceil(mostUnlisted / 10));
    }
    return !same || old.isAside !== isAside;
  }

  #dropOldest(count: number): void {
    let left = count;
    for (const key of this.#unlisted) {
      if (left === 0) break;
      if (this.#delete(key)) left -= 1;
    }
  }

  #delete(key: string): boolean {
    if (this.isAside(key)) this.#asideCount -= 1;
    this.#unlisted.delete(key);
    return this.#entries.delete(key);
  }

  /**
   * Reads what `kind` asks for, page after page: where one starts depends on how far the one before reached. `pageSize`: of these
   * pages, default that of the others.
   */
  async read(
    kind: ReadKind,
    readPage: (page: OffsetPage) => Promise<Listing<T>>,
    pageSize?: number,
  ): Promise<Commit> {
    const isMore = kind === 'more';
    const { nextOffset, askedFor, lost } = this.#list;
    if (lost.length === 0) this.#sizeInUse = this.#largestSize = this.#pageSize;
    // All of it is read again by its largest pages: fewer requests, and no end before its own.
    const limit = pageSize ?? (kind === 'asked' ? this.#largestSize : this.#sizeInUse);
    // A reply of more than was asked for does not make the list longer.
    const until = kind === 'asked' ? Math.min(nextOffset, askedFor) : 0;
    const pages: Listing<T>[] = [];
    let offset = isMore ? nextOffset : 0;
    let reach = 1;
    for (; pages.length === 0 || (offset < until && reach > 0); offset += reach) {
      const page = await readPage({ limit, offset });
      pages.push(page);
      reach = reachOf(page);
    }
    const isWhole = kind !== 'poll' || lost.length <= POLLED_PAGES || reach === 0;
    return () => {
      this.#largestSize = Math.max(this.#largestSize, limit);
      return isMore ? this.#append(pages, limit) : this.#replace(pages, limit, isWhole);
    };
  }

  #append(pages: readonly Listing<T>[], limit: number): Change {
    const { size } = this.#list.keys;
    const changed = this.#add(pages, limit);
    if (this.#list.keys.size === size) return changed;
    this.#items = undefined;
    return 'all';
  }

  /** An item that left the first pages of a list may have moved to a later one: it is dropped when all were read. */
  #replace(pages: readonly Listing<T>[], limit: number, isWhole: boolean): Change {
    const before = this.#list;
    this.#list = emptyList();
    const changed = this.#add(pages, limit);
    const { keys, lost } = this.#list;
    for (const key of before.keys) {
      if (!isWhole) keys.add(key);
      else if (!keys.has(key)) this.#delete(key);
    }
    if (!isWhole) this.#list = { ...before, keys, lost: [...lost, ...before.lost.slice(pages.length)] };
    if (sameOrder(before.keys, keys)) return changed;
    this.#items = undefined;
    return 'all';
  }

  /** Adds pages behind those there are; the keys of the items that changed. */
  #add(pages: readonly Listing<T>[], limit: number): Set<string> {
    const changed = new Set<string>();
    const list = this.#list;
    for (const page of pages) {
      const { size } = list.keys;
      for (const item of page.items) {
        const key = this.#options.keyOf(item);
        list.keys.add(key);
        this.#unlisted.delete(key);
        if (this.put(item, page.receivedAt)) changed.add(key);
      }
      list.lost.push(page.lost);
      list.nextOffset += reachOf(page);
      list.askedFor += limit;
      // Items that could not be read may have been new.
      list.isEnd = list.keys.size === size && page.lost === 0;
    }
    return changed;
  }
}

function emptyList() {
  return {
    /** In list order. */
    keys: new Set<string>(),
    /** Of each page, how many items could not be read. */
    lost: [] as number[],
    /** Where the next page starts: behind all items received, also those that could not be read. */
    nextOffset: 0,
    /** Items asked for so far. */
    askedFor: 0,
    isEnd: false,
  };
}

function reachOf<T>({ items, lost }: Listing<T>): number {
  return items.length + lost;
}

/**
 * Reads page after page until the last, `maxPages`, `enough`, a cursor that was seen before (interface.md 6), or a page
 * of things that were all on the ones before: a service that serves one page for ever, under ever new cursors.
 */
export async function readCursorPages<T>(
  readPage: (cursor: string | undefined) => Promise<CursorListing<T>>,
  limits: CursorLimits<T>,
): Promise<CursorRead<T>> {
  const items: T[] = [];
  const cursors = new Set<string>();
  const keys = new Set<string>();
  let cursor = limits.from;
  let lost = 0;
  for (let pages = 1; ; pages++) {
    const page = await readPage(cursor);
    const { keyOf, isKnown } = limits;
    // A page without items says nothing: what was on it may have been filtered out.
    const isRepeated =
      page.items.length > 0 && page.items.every((item) => keys.has(keyOf(item)) || isKnown?.(item) === true);
    for (const item of page.items) keys.add(keyOf(item));
    items.push(...page.items);
    lost += page.lost;
    if (cursor !== undefined) cursors.add(cursor);
    const next = page.nextCursor;
    cursor = next === undefined || cursors.has(next) || isRepeated ? undefined : next;
    if (cursor === undefined || pages >= limits.maxPages || limits.enough?.(page) === true) {
      return { items, lost, pages, nextCursor: cursor };
    }
  }
}

export interface CursorLimits<T> {
  readonly keyOf: (item: T) => string;
  readonly from?: string | undefined;
  /** Whether a page before `from` had this. Default: there was none. */
  readonly isKnown?: (item: T) => boolean;
  readonly maxPages: number;
  readonly enough?: (page: CursorListing<T>) => boolean;
}

export interface CursorRead<T> {
  readonly items: readonly T[];
  readonly lost: number;
  readonly pages: number;
  /** Where to go on; `undefined` at the end of the list. */
  readonly nextCursor: string | undefined;
}
