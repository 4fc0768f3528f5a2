import { type Disposable, toDisposable } from './disposable.ts';

/** Subscribes a listener; dispose the result to stop listening. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** One subscription: the same function may listen twice. */
interface Entry<T> {
  readonly call: (value: T) => void;
}

/** Sends values to listeners, in the order they subscribed. */
export class Emitter<T> implements Disposable {
  /** Another list at every change: who hears what is fired now is not who comes or goes meanwhile. */
  #listeners: readonly Entry<T>[] = [];

  readonly event: Event<T> = (listener) => {
    const entry = { call: listener };
    this.#listeners = [...this.#listeners, entry];
    return toDisposable(() => {
      this.#listeners = this.#listeners.filter((other) => other !== entry);
    });
  };

  get hasListeners(): boolean {
    return this.#listeners.length > 0;
  }

  /** A listener that throws does not keep the others from hearing. */
  fire(value: T): void {
    for (const listener of this.#listeners) {
      try {
        listener.call(value);
      } catch (cause) {
        rethrowLater(cause);
      }
    }
  }

  dispose(): void {
    this.#listeners = [];
  }
}

function rethrowLater(cause: unknown): void {
  queueMicrotask(() => {
    throw cause;
  });
}
