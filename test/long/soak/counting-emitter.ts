import { type Disposable, toDisposable } from '../../../src/base/disposable.ts';
import { Emitter as Plain } from '../../../src/base/event.ts';

export type { Event } from '../../../src/base/event.ts';

export const listening = { count: 0 };

/** Takes the place of the emitter everywhere else, and counts who listens. */
export class Emitter<T> implements Disposable {
  readonly #plain = new Plain<T>();
  readonly #mine = new Set<object>();

  readonly event = (listener: (value: T) => void): Disposable => {
    const inner = this.#plain.event(listener);
    this.#mine.add(inner);
    listening.count += 1;
    return toDisposable(() => {
      if (this.#mine.delete(inner)) listening.count -= 1;
      inner.dispose();
    });
  };

  get hasListeners(): boolean {
    return this.#plain.hasListeners;
  }

  fire(value: T): void {
    this.#plain.fire(value);
  }

  dispose(): void {
    listening.count -= this.#mine.size;
    this.#mine.clear();
    this.#plain.dispose();
  }
}
