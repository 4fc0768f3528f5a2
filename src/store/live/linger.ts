import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/lifecycle.ts';

/** A wish that is granted at once and let go a little later, so that toggling it does not churn. */
export class LingeringWish implements Disposable {
  readonly #clock: Clock;
  readonly #lingerMs: number;
  readonly #changed: () => void;
  #wished = false;
  #timer: Disposable | undefined;

  /** `changed` is called when the wish was let go. */
  constructor(clock: Clock, lingerMs: number, changed: () => void) {
    this.#clock = clock;
    this.#lingerMs = lingerMs;
    this.#changed = changed;
  }

  get on(): boolean {
    return this.#wished || this.#timer !== undefined;
  }

  set(wished: boolean): void {
    if (wished === this.#wished) return;
    this.#wished = wished;
    this.#timer?.dispose();
    this.#timer = wished
      ? undefined
      : this.#clock.setTimeout(() => {
          this.#timer = undefined;
          this.#changed();
        }, this.#lingerMs);
  }

  /** Lets it go now. */
  dispose(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#wished = false;
  }
}
