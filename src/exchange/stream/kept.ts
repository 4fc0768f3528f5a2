import { Emitter, type Event } from '../../base/event.ts';
import { toDisposable } from '../../base/lifecycle.ts';

/**
 * An event whose values are kept until somebody listens: a socket may hear something before the one who opened it had
 * a turn. Kept values reach the first listener in the next microtask, before any later one.
 */
export class KeptEmitter<T> {
  readonly #emitter = new Emitter<T>();
  #kept: T[] | undefined = [];
  #waiting = false;

  readonly event: Event<T> = (listener) => {
    const listening = this.#emitter.event(listener);
    if (this.#kept !== undefined && !this.#waiting) {
      this.#waiting = true;
      queueMicrotask(() => this.#flush());
    }
    return toDisposable(() => listening.dispose());
  };

  fire(value: T): void {
    if (this.#kept === undefined) this.#emitter.fire(value);
    else this.#kept.push(value);
  }

  /** Nothing is heard after this. */
  dispose(): void {
    this.#kept = undefined;
    this.#emitter.dispose();
  }

  #flush(): void {
    const kept = this.#kept ?? [];
    this.#kept = undefined;
    for (const value of kept) this.#emitter.fire(value);
  }
}
