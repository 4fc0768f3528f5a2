/** Something that holds a resource until it is disposed. Shaped like the editor's own disposable. */
export interface Disposable {
  dispose(): void;
}

export function toDisposable(dispose: () => void): Disposable {
  let done = false;
  return {
    dispose: () => {
      if (done) return;
      done = true;
      dispose();
    },
  };
}

/**
 * Owns what is opened during a feature's life. What arrives after the store was disposed is disposed at once,
 * so an `await` that outlives its owner cannot leak.
 */
export class DisposableStore implements Disposable {
  readonly #items = new Set<Disposable>();
  #disposed = false;

  get disposed(): boolean {
    return this.#disposed;
  }

  add<T extends Disposable>(item: T): T {
    if (this.#disposed) item.dispose();
    else this.#items.add(item);
    return item;
  }

  /** Disposes one item now and forgets it. */
  release(item: Disposable): void {
    if (this.#items.delete(item)) item.dispose();
  }

  /** Disposes everything, last opened first. One item that throws does not keep the others from being disposed. */
  clear(): void {
    const items = [...this.#items].reverse();
    this.#items.clear();
    const failures: unknown[] = [];
    for (const item of items) {
      try {
        item.dispose();
      } catch (cause) {
        failures.push(cause);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Disposing failed');
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.clear();
  }
}

/** What ends with it. A class that has more to do then adds that, too. */
export abstract class DisposableOwner implements Disposable {
  protected readonly own = new DisposableStore();

  dispose(): void {
    this.own.dispose();
  }
}

/** Ends what is not in `next`, and begins what is new in it. */
export function renew<K, V extends Disposable>(
  open: Map<K, V>,
  next: Iterable<K>,
  begin: (key: K) => V,
): void {
  const wanted = new Set(next);
  for (const [key, item] of open) {
    if (wanted.has(key)) continue;
    open.delete(key);
    item.dispose();
  }
  for (const key of wanted) if (!open.has(key)) open.set(key, begin(key));
}
