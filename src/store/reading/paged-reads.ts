import type { OffsetPage } from '../../core/query.ts';
import type { Listing } from '../../exchange/exchange.ts';
import type { Commit, ReadKind } from './loader.ts';
import type { PageReply, Pages } from './pages.ts';

/** Pages the clock re-reads in one go; a longer list takes turns, and each item keeps the time it was read. */
export const POLLED_PAGES = 20;

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

/** A whole list keeps nothing that left it; a round that ended keeps what was seen in it; until then all is kept. */
function keepFrom(whole: boolean, ended: boolean, roundFrom: number): number {
  if (whole) return Number.POSITIVE_INFINITY;
  return ended ? roundFrom : Number.NEGATIVE_INFINITY;
}
