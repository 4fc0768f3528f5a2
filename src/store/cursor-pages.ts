import type { CursorListing } from '../exchange/exchange.ts';

/** Reads page after page until the last, `maxPages`, `enough`, or a cursor that was seen before (live interface §6). */
export async function readCursorPages<T>(
  readPage: (cursor: string | undefined) => Promise<CursorListing<T>>,
  limits: {
    readonly from?: string | undefined;
    readonly maxPages: number;
    readonly enough?: (page: CursorListing<T>) => boolean;
  },
): Promise<CursorRead<T>> {
  const items: T[] = [];
  const seen = new Set<string>();
  let cursor = limits.from;
  let lost = 0;
  for (let pages = 1; ; pages++) {
    const page = await readPage(cursor);
    items.push(...page.items);
    lost += page.lost;
    if (cursor !== undefined) seen.add(cursor);
    const next = page.nextCursor;
    cursor = next === undefined || seen.has(next) ? undefined : next;
    if (cursor === undefined || pages >= limits.maxPages || limits.enough?.(page) === true) {
      return { items, lost, pages, nextCursor: cursor };
    }
  }
}

export interface CursorRead<T> {
  readonly items: readonly T[];
  readonly lost: number;
  readonly pages: number;
  /** Where to go on; `undefined` at the end of the list. */
  readonly nextCursor: string | undefined;
}
