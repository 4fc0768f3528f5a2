import type { Clock } from './clock.ts';
import type { Disposable } from './disposable.ts';

/** One thing that is due later. To set it again takes the place of what was set before. */
export class Timer implements Disposable {
  readonly #clock: Clock;
  readonly #due: () => void;
  #waiting: Disposable | undefined;

  constructor(clock: Clock, due: () => void) {
    this.#clock = clock;
    this.#due = due;
  }

  get isSet(): boolean {
    return this.#waiting !== undefined;
  }

  /** In so many milliseconds. */
  set(ms: number): void {
    this.stop();
    this.#waiting = this.#clock.setTimeout(() => {
      this.#waiting = undefined;
      this.#due();
    }, ms);
  }

  /** The same, unless it is set already. */
  setOnce(ms: number): void {
    if (!this.isSet) this.set(ms);
  }

  stop(): void {
    this.#waiting?.dispose();
    this.#waiting = undefined;
  }

  dispose(): void {
    this.stop();
  }
}
