import type { Clock } from '../../src/base/clock.ts';

/** A world's time in whole Unix milliseconds: it begins at the real one, runs `speed` times as fast and can be paused. */
export class WorldClock {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #speed: number;
  /** Since `#realMs` it runs on from `#worldMs`. */
  #realMs: number;
  #worldMs: number;
  #isPaused = false;

  constructor(clock: Pick<Clock, 'now'>, speed = 1) {
    this.#clock = clock;
    this.#speed = speed;
    this.#realMs = clock.now();
    this.#worldMs = this.#realMs;
  }

  now(): number {
    if (this.#isPaused) return this.#worldMs;
    return Math.floor(this.#worldMs + (this.#clock.now() - this.#realMs) * this.#speed);
  }

  pause(isPaused: boolean): void {
    this.#worldMs = this.now();
    this.#realMs = this.#clock.now();
    this.#isPaused = isPaused;
  }
}
