import type { Clock } from '../base/clock.ts';

export interface WorldClock {
  /** The world's time, Unix milliseconds, whole. */
  now(): number;
  /** Lets the world's time stand still, or go on from where it stood. */
  pause(paused: boolean): void;
  readonly paused: boolean;
}

/** A world's time that begins at the real one and runs `speed` times as fast, 1–1000. */
export function createWorldClock(clock: Pick<Clock, 'now'>, speed = 1): WorldClock {
  return new RunningClock(clock, speed);
}

class RunningClock implements WorldClock {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #speed: number;
  /** Since `#realMs` it runs on from `#worldMs`. */
  #realMs: number;
  #worldMs: number;
  #paused = false;

  constructor(clock: Pick<Clock, 'now'>, speed: number) {
    this.#clock = clock;
    this.#speed = speed;
    this.#realMs = clock.now();
    this.#worldMs = this.#realMs;
  }

  get paused(): boolean {
    return this.#paused;
  }

  now(): number {
    if (this.#paused) return this.#worldMs;
    return Math.floor(this.#worldMs + (this.#clock.now() - this.#realMs) * this.#speed);
  }

  pause(paused: boolean): void {
    this.#worldMs = this.now();
    this.#realMs = this.#clock.now();
    this.#paused = paused;
  }
}
