import { isAhead } from '../../base/clock.ts';
import type { OffsetPage } from '../../core/query.ts';
import type { CursorListing, Listing } from '../../exchange/exchange.ts';
import { sameOrder, sameValue } from './keyed-list.ts';
import type { Change } from './load-state.ts';
import type { Commit, ReadKind } from './loaded-store.ts';

/** Pages the clock reads again of a longer list; the rest ages, and shows it, until somebody refreshes it. */
const POLLED_PAGES = 1;

interface Entry<T> {
  readonly item: T;
  readonly readAt: number;
}

interface PagesOptions<T> {
  /** The time now, Unix milliseconds. */
  readonly now: () => number;
  readonly keyOf: (item: T) => string;
  /** What a newer reading of an item becomes, given the older one; default: the newer as it is. */
  readonly merge?: (newer: T, older: T) => T;
  /** Most items known from elsewhere than the list; of more the oldest tenth goes. Default: no limit. */
  readonly mostUnlisted?: number;
}

/**
 * An offset list as far as it was read. Pages may overlap or shift while they are read (interface.md 6), so an item
 * counts once, where it first appears. A page that is empty or holds nothing new is the end; a short one proves nothing.
 */
export class Pages<T> {
  readonly #options: PagesOptions<T>;
  readonly #entries = new Map<string, Entry<T>>();
  /** The keys in list order. */
  #listed = new Set<string>();
  #lost: number[] = [];
  /** Where the next page starts: behind all items received, also those that could not be read. */
  #nextOffset = 0;
  #isEnd = false;
  #items: readonly T[] | undefined;

  constructor(options: PagesOptions<T>) {
    this.#options = options;
  }

  get count(): number {
    return this.#lost.length;
  }

  get hasMore(): boolean {
    return this.count > 0 && !this.#isEnd;
  }

  get lost(): number {
    return this.#lost.reduce((sum, lost) => sum + lost, 0);
  }

  /** The items in list order; the same array until something changed. */
  get items(): readonly T[] {
    this.#items ??= [...this.#listed].flatMap((key) => this.get(key) ?? []);
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
    return this.#listed.has(key);
  }

  get knownCount(): number {
    return this.#entries.size;
  }

  /** One after another: with 100,000 of them nobody waits for a list. */
  *known(): Iterable<T> {
    for (const key of this.#listed) {
      const entry = this.#entries.get(key);
      if (entry !== undefined) yield entry.item;
    }
    for (const [key, { item }] of this.#entries) if (!this.#listed.has(key)) yield item;
  }

  clear(): void {
    this.#entries.clear();
    this.unlist();
  }

  /** Starts the list over; the items stay known. */
  unlist(): void {
    this.#listed = new Set();
    this.#lost = [];
    this.#nextOffset = 0;
    this.#isEnd = false;
    this.#items = undefined;
  }

  /** Takes in an item read elsewhere, unless what is here is newer. It does not join the list. True when it changed. */
  put(item: T, readAt: number): boolean {
    const key = this.#options.keyOf(item);
    const old = this.#entries.get(key);
    if (old !== undefined && readAt < old.readAt && !isAhead(old.readAt, this.#options.now())) return false;
    const merged = old === undefined ? item : (this.#options.merge?.(item, old.item) ?? item);
    const same = old !== undefined && sameValue(merged, old.item);
    this.#entries.set(key, { item: same ? old.item : merged, readAt });
    if (!same && this.#listed.has(key)) this.#items = undefined;
    const { mostUnlisted = Number.POSITIVE_INFINITY } = this.#options;
    if (old === undefined && this.#entries.size - this.#listed.size > mostUnlisted)
      this.#dropOldest(Math.ceil(mostUnlisted / 10));
    return !same;
  }

  #dropOldest(count: number): void {
    let left = count;
    for (const key of this.#entries.keys()) {
      if (left === 0) break;
      if (!this.#listed.has(key) && this.#entries.delete(key)) left -= 1;
    }
  }

  /** Reads what `kind` asks for, page after page: where one starts depends on how far the one before reached. */
  async read(
    kind: ReadKind,
    pageSize: number,
    readPage: (page: OffsetPage) => Promise<Listing<T>>,
  ): Promise<Commit> {
    const isMore = kind === 'more';
    const most = kind === 'poll' ? Math.min(this.count, POLLED_PAGES) : this.count;
    const wanted = isMore ? 1 : Math.max(1, most);
    const pages: Listing<T>[] = [];
    let offset = isMore ? this.#nextOffset : 0;
    for (let reach = 1; pages.length < wanted && reach > 0; offset += reach) {
      const page = await readPage({ limit: pageSize, offset });
      pages.push(page);
      reach = page.items.length + page.lost;
    }
    return () => (isMore ? this.#append(pages) : this.#replace(pages));
  }

  #append(pages: readonly Listing<T>[]): Change {
    const size = this.#listed.size;
    const changed = this.#list(pages);
    if (this.#listed.size === size) return changed;
    this.#items = undefined;
    return 'all';
  }

  /** An item that left the first pages of a list may have moved to a later one: it is dropped when all were read. */
  #replace(pages: readonly Listing<T>[]): Change {
    const before = {
      listed: this.#listed,
      lost: this.#lost,
      nextOffset: this.#nextOffset,
      isEnd: this.#isEnd,
    };
    this.#listed = new Set();
    this.#lost = [];
    this.#nextOffset = 0;
    const changed = this.#list(pages);
    const isWhole = pages.length >= before.lost.length || reachOf(pages.at(-1)) === 0;
    for (const key of before.listed) {
      if (!isWhole) this.#listed.add(key);
      else if (!this.#listed.has(key)) this.#entries.delete(key);
    }
    if (!isWhole) {
      this.#lost.push(...before.lost.slice(pages.length));
      this.#nextOffset = before.nextOffset;
      this.#isEnd = before.isEnd;
    }
    if (sameOrder(before.listed, this.#listed)) return changed;
    this.#items = undefined;
    return 'all';
  }

  /** Adds pages behind those there are; the keys of the items that changed. */
  #list(pages: readonly Listing<T>[]): Set<string> {
    const changed = new Set<string>();
    for (const page of pages) {
      const size = this.#listed.size;
      for (const item of page.items) {
        const key = this.#options.keyOf(item);
        this.#listed.add(key);
        if (this.put(item, page.receivedAt)) changed.add(key);
      }
      this.#lost.push(page.lost);
      this.#nextOffset += reachOf(page);
      // Items that could not be read may have been new.
      this.#isEnd = this.#listed.size === size && page.lost === 0;
    }
    return changed;
  }
}

function reachOf<T>(page: Listing<T> | undefined): number {
  return page === undefined ? 0 : page.items.length + page.lost;
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
    const { keyOf, isHeld } = limits;
    // A page without items says nothing: what was on it may have been filtered out.
    const isRepeated =
      page.items.length > 0 && page.items.every((item) => keys.has(keyOf(item)) || isHeld?.(item) === true);
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
  /** Whether a page before `from` held this. Default: there was none. */
  readonly isHeld?: (item: T) => boolean;
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
