import { isAhead } from '../../base/clock.ts';
import type { OffsetPage } from '../../core/query.ts';
import type { CursorListing, Listing } from '../../exchange/exchange.ts';
import { sameValue } from './keyed-list.ts';
import type { Change } from './load-state.ts';
import type { Commit, ReadKind } from './loader.ts';

/** One reply of an offset list: where it started, how far it reached, and what it held. */
interface Page {
  readonly offset: number;
  /** Items received, also those that could not be read: the next page starts behind them. */
  readonly reach: number;
  readonly keys: readonly string[];
  readonly lost: number;
  readonly end: boolean;
}

interface Entry<T> {
  readonly item: T;
  readonly readAt: number;
}

/** The list, and where in it each item stands. */
interface Ordered<T> {
  readonly items: readonly T[];
  readonly places: ReadonlyMap<string, number>;
}

/** A reply and the offset it was asked for. */
export interface PageReply<T> {
  readonly offset: number;
  readonly listing: Listing<T>;
}

interface PagesOptions<T> {
  /** The time now, Unix milliseconds. */
  readonly now: () => number;
  readonly keyOf: (item: T) => string;
  /** What a newer reading of an item becomes, given the older one; default: the newer as it is. */
  readonly merge?: (newer: T, older: T) => T;
  /** A cheap sign that an item changed, asked before everything is compared. */
  readonly stamp?: (item: T) => string | undefined;
}

/**
 * An offset list as far as it was read. Pages may overlap or shift while they are read (interface.md 6), so an item
 * counts once, where it first appears. A page that is empty or holds nothing new is the end; a short one proves nothing.
 */
export class Pages<T> {
  readonly #options: PagesOptions<T>;
  readonly #entries = new Map<string, Entry<T>>();
  /** On how many pages an item is. */
  readonly #listed = new Map<string, number>();
  /** Items that changed in their place since the list was last asked for. */
  readonly #changed = new Set<string>();
  #pages: readonly Page[] = [];
  #ordered: Ordered<T> | undefined;

  constructor(options: PagesOptions<T>) {
    this.#options = options;
  }

  get count(): number {
    return this.#pages.length;
  }

  get hasMore(): boolean {
    return this.#pages.at(-1)?.end === false;
  }

  get lost(): number {
    return this.#pages.reduce((sum, page) => sum + page.lost, 0);
  }

  /** Where the page behind `count` pages starts. */
  offsetAfter(count: number): number {
    const page = this.#pages[count - 1];
    return page === undefined ? 0 : page.offset + page.reach;
  }

  /** The items in list order; the same array until something changed. */
  get items(): readonly T[] {
    if (this.#ordered === undefined) {
      const places = placesOf(this.#pages);
      const items = [...places.keys()].flatMap((key) => this.#entries.get(key)?.item ?? []);
      this.#ordered = { items, places };
    } else if (this.#changed.size > 0) {
      this.#ordered = { ...this.#ordered, items: this.#patched(this.#ordered) };
    }
    this.#changed.clear();
    return this.#ordered.items;
  }

  get(key: string): T | undefined {
    return this.#entries.get(key)?.item;
  }

  readAt(key: string): number | undefined {
    return this.#entries.get(key)?.readAt;
  }

  /** Listed items, then those put in otherwise. */
  *known(): Iterable<T> {
    yield* this.items;
    for (const [key, entry] of this.#entries) if (!this.#listed.has(key)) yield entry.item;
  }

  clear(): void {
    this.#entries.clear();
    this.#listed.clear();
    this.#changed.clear();
    this.#pages = [];
    this.#ordered = undefined;
  }

  /** Takes in an item read elsewhere, unless what is here is newer. It does not join the list. True when it changed. */
  put(item: T, readAt: number): boolean {
    return this.#take(this.#options.keyOf(item), item, readAt);
  }

  /** Forgets an item that is not listed. */
  drop(key: string): void {
    if (!this.#listed.has(key)) this.#entries.delete(key);
  }

  /** Adds the reply of the page behind the last one. */
  append(reply: PageReply<T>): Change {
    const size = this.#listed.size;
    const changed = new Set<string>();
    this.#pages = [...this.#pages, this.#page(reply, changed)];
    if (this.#listed.size === size) return changed;
    this.#ordered = undefined;
    return 'all';
  }

  /**
   * Puts replies in place of the pages from `from` on; an empty last one ends the list there. An item that is on none of
   * the pages any more is dropped unless it was read at `keepFrom` (Unix milliseconds) or later: on a list read in parts
   * it may have moved to a part whose turn is still to come. Costs what was read while nothing moved.
   */
  splice(from: number, replies: readonly PageReply<T>[], keepFrom: number): Change {
    const before = this.#pages;
    const last = replies.at(-1)?.listing;
    const ended = last !== undefined && last.items.length + last.lost === 0;
    const to = ended ? before.length : from + replies.length;
    const left = before.slice(from, to).flatMap(({ keys }) => keys);
    for (const key of left) this.#unlist(key);
    const changed = new Set<string>();
    const fresh = replies.map((reply) => this.#page(reply, changed));
    this.#pages = [...before.slice(0, from), ...fresh, ...before.slice(to)];
    const retained = this.#part(left, keepFrom);
    const same =
      retained === 0 &&
      sameKeys(
        left,
        fresh.flatMap(({ keys }) => keys),
      );
    if (same) return changed;
    this.#ordered = undefined;
    return sameKeys([...placesOf(before).keys()], [...placesOf(this.#pages).keys()]) ? changed : 'all';
  }

  /** `end` is right for a page that becomes the last one, and asked of no other. */
  #page({ offset, listing }: PageReply<T>, changed: Set<string>): Page {
    const keys: string[] = [];
    let anyNew = false;
    for (const item of listing.items) {
      const key = this.#options.keyOf(item);
      keys.push(key);
      if (!this.#listed.has(key)) anyNew = true;
      this.#list(key);
      if (this.#take(key, item, listing.receivedAt)) changed.add(key);
    }
    const reach = listing.items.length + listing.lost;
    // Items that could not be read may have been new.
    return { offset, reach, keys, lost: listing.lost, end: !anyNew && listing.lost === 0 };
  }

  #take(key: string, item: T, readAt: number): boolean {
    const old = this.#entries.get(key);
    if (old === undefined) {
      this.#entries.set(key, { item, readAt });
      this.#changed.add(key);
      return true;
    }
    if (readAt < old.readAt && !isAhead(old.readAt, this.#options.now())) return false;
    const merged = this.#options.merge?.(item, old.item) ?? item;
    const same = this.#sameStamp(merged, old.item) && sameValue(merged, old.item);
    this.#entries.set(key, { item: same ? old.item : merged, readAt });
    if (!same) this.#changed.add(key);
    return !same;
  }

  #sameStamp(a: T, b: T): boolean {
    const { stamp } = this.#options;
    return stamp === undefined || stamp(a) === stamp(b);
  }

  /** Of items that left their pages: drops those on no page any more, and puts those to retain at the end. */
  #part(left: readonly string[], keepFrom: number): number {
    const gone = [...new Set(left)].filter((key) => !this.#listed.has(key));
    const now = this.#options.now();
    const retained = gone.filter((key) => {
      const at = this.readAt(key);
      return at !== undefined && at >= keepFrom && !isAhead(at, now);
    });
    const last = this.#pages.at(-1);
    if (retained.length > 0 && last !== undefined) {
      this.#pages = [...this.#pages.slice(0, -1), { ...last, keys: [...last.keys, ...retained] }];
      for (const key of retained) this.#list(key);
    }
    for (const key of gone) this.drop(key);
    return retained.length;
  }

  #patched({ items, places }: Ordered<T>): readonly T[] {
    const patched = [...items];
    let any = false;
    for (const key of this.#changed) {
      const place = places.get(key);
      const entry = this.#entries.get(key);
      if (place === undefined || entry === undefined) continue;
      patched[place] = entry.item;
      any = true;
    }
    return any ? patched : items;
  }

  #list(key: string): void {
    this.#listed.set(key, (this.#listed.get(key) ?? 0) + 1);
  }

  #unlist(key: string): void {
    const pages = (this.#listed.get(key) ?? 0) - 1;
    if (pages > 0) this.#listed.set(key, pages);
    else this.#listed.delete(key);
  }
}

/** Where each item stands: where it first appears. */
function placesOf(pages: readonly Page[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const { keys } of pages) for (const key of keys) if (!places.has(key)) places.set(key, places.size);
  return places;
}

function sameKeys(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, at) => key === b[at]);
}

/** Pages the clock re-reads in one go; a longer list takes turns, and each item keeps the time it was read. */
const POLLED_PAGES = 20;

/** How an offset list is read: its first page, the next one, all of it again, or the part whose turn it is. */
export class PagedReads<T> {
  readonly #pages: Pages<T>;
  #turn = 0;
  /** When the present round of turns began, Unix milliseconds. */
  #roundFrom = Number.NEGATIVE_INFINITY;

  constructor(pages: Pages<T>) {
    this.#pages = pages;
  }

  /** Starts over, as the pages did. */
  clear(): void {
    this.#turn = 0;
  }

  /** Reads what `kind` asks for, page after page: where one starts depends on how far the one before reached. */
  async read(
    kind: ReadKind,
    pageSize: number,
    readPage: (page: OffsetPage) => Promise<Listing<T>>,
  ): Promise<Commit> {
    const { from, count } = this.#span(kind);
    const replies: PageReply<T>[] = [];
    let offset = this.#pages.offsetAfter(from);
    while (replies.length < count) {
      const listing = await readPage({ limit: pageSize, offset });
      replies.push({ offset, listing });
      const reach = listing.items.length + listing.lost;
      if (reach === 0) break;
      offset += reach;
    }
    return () => this.#take(kind, from, replies);
  }

  #take(kind: ReadKind, from: number, replies: readonly PageReply<T>[]): ReturnType<Commit> {
    const first = replies[0];
    const last = replies.at(-1);
    if (first === undefined || last === undefined) return new Set();
    if (kind === 'more') return this.#pages.append(first);
    if (from === 0) this.#roundFrom = first.listing.receivedAt;
    const reached = from + replies.length;
    const ended = reached >= this.#pages.count || last.listing.items.length + last.listing.lost === 0;
    this.#turn = ended ? 0 : reached;
    const whole = from === 0 && ended;
    return this.#pages.splice(from, replies, keepFrom(whole, ended, this.#roundFrom));
  }

  #span(kind: ReadKind): { readonly from: number; readonly count: number } {
    const loaded = this.#pages.count;
    if (kind === 'more') return { from: loaded, count: 1 };
    if (kind !== 'poll' || loaded <= POLLED_PAGES) return { from: 0, count: Math.max(1, loaded) };
    return { from: this.#turn, count: Math.min(POLLED_PAGES, loaded - this.#turn) };
  }
}

/** A whole list drops what left it, a round that ended what was not seen in it; until then nothing is dropped. */
function keepFrom(whole: boolean, ended: boolean, roundFrom: number): number {
  if (whole) return Number.POSITIVE_INFINITY;
  return ended ? roundFrom : Number.NEGATIVE_INFINITY;
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
    const isRepeated = keyOf !== undefined && !bringsNew(page.items, keys, keyOf, isHeld);
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

/** Takes the keys in. A page without items says nothing: what was on it may have been filtered out. */
function bringsNew<T>(
  items: readonly T[],
  keys: Set<string>,
  keyOf: (item: T) => string,
  isHeld: (item: T) => boolean = () => false,
): boolean {
  const fresh = items.filter((item) => !keys.has(keyOf(item)) && !isHeld(item));
  for (const item of items) keys.add(keyOf(item));
  return items.length === 0 || fresh.length > 0;
}

export interface CursorLimits<T> {
  /** Without it a repeated page is not noticed. */
  readonly keyOf?: (item: T) => string;
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
