import type { Disposable } from './lifecycle.ts';
import { toDisposable } from './lifecycle.ts';

/** Subscribes a listener; dispose the result to stop listening. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** Sends values to listeners, in the order they subscribed. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<{ readonly call: (value: T) => void }>();
  readonly #onError: (cause: unknown) => void;

  constructor(onError: (cause: unknown) => void = rethrowLater) {
    this.#onError = onError;
  }

  readonly event: Event<T> = (listener) => {
    const entry = { call: listener };
    this.#listeners.add(entry);
    return toDisposable(() => this.#listeners.delete(entry));
  };

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /** A listener that throws does not keep the others from hearing. */
  fire(value: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener.call(value);
      } catch (cause) {
        this.#onError(cause);
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

function rethrowLater(cause: unknown): void {
  queueMicrotask(() => {
    throw cause;
  });
}
