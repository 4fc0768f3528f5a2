import type { Change } from './load-state.ts';
import { sameValue } from './same.ts';

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

  clear(): void {
    this.#byKey = new Map();
    this.#items = [];
  }
}

function sameOrder(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): boolean {
  if (a.size !== b.size) return false;
  const other = b.keys();
  for (const key of a.keys()) if (other.next().value !== key) return false;
  return true;
}
