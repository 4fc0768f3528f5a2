import type { CursorListing } from '../../exchange/exchange.ts';

/**
 * Reads page after page until the last, `maxPages`, `enough`, a cursor that was seen before (live interface §6), or a page
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
