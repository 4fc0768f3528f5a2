import type { Change } from './load-state.ts';

/** An ordered list with a key per item, which knows what a newer list changed. Items that say the same stay the same object. */
export class KeyedList<T> {
  readonly #keyOf: (item: T) => string;
  #byKey = new Map<string, T>();
  #items: readonly T[] = [];

  constructor(keyOf: (item: T) => string) {
    this.#keyOf = keyOf;
  }

  get items(): readonly T[] {
    return this.#items;
  }

  get(key: string): T | undefined {
    return this.#byKey.get(key);
  }

  /** The first of two items with one key wins. `all` when items came, went or moved; else the changed keys. */
  replace(items: Iterable<T>): Change {
    const next = new Map<string, T>();
    const changed = new Set<string>();
    for (const item of items) {
      const key = this.#keyOf(item);
      if (next.has(key)) continue;
      const old = this.#byKey.get(key);
      const same = old !== undefined && sameValue(old, item);
      next.set(key, same ? old : item);
      if (!same) changed.add(key);
    }
    const moved = !sameOrder(this.#byKey, next);
    this.#byKey = next;
    if (moved || changed.size > 0) this.#items = [...next.values()];
    return moved ? 'all' : changed;
  }
}

type Keyed = ReadonlyMap<string, unknown> | ReadonlySet<string>;

export function sameOrder(one: Keyed, two: Keyed): boolean {
  if (one.size !== two.size) return false;
  const other = two.keys();
  for (const key of one.keys()) if (other.next().value !== key) return false;
  return true;
}

/**
 * Whether two core values say the same: plain objects, lists and texts all the way down. Decimals and instants compare by
 * the digits they came with, so 0.40 and 0.4 count as a change, which costs a repaint and nothing else.
 */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, at) => sameValue(item, b[at]));
  }
  const left = a as Readonly<Record<string, unknown>>;
  const right = b as Readonly<Record<string, unknown>>;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && sameValue(left[key], right[key]));
}

/** Puts an entry at the end of a map that forgets its oldest beyond `most`. */
export function remember<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
