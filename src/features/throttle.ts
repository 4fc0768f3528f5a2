import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/lifecycle.ts';

/**
 * Runs `work` soon after it was asked for, but never twice within `gapMs`: a tree that changes more often than every 200 ms
 * freezes until it is left alone. While closed nothing runs; what was asked for meanwhile runs on opening.
 */
export class Throttle implements Disposable {
  readonly #clock: Clock;
  readonly #gapMs: number;
  readonly #work: () => void;
  #open = false;
  #wanted = false;
  #lastMs = Number.NEGATIVE_INFINITY;
  #timer: Disposable | undefined;

  constructor(clock: Clock, gapMs: number, work: () => void) {
    this.#clock = clock;
    this.#gapMs = gapMs;
    this.#work = work;
  }

  ask(): void {
    this.#wanted = true;
    this.#arm();
  }

  setOpen(open: boolean): void {
    this.#open = open;
    if (open) this.#arm();
    else this.dispose();
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  #arm(): void {
    if (!this.#open || !this.#wanted || this.#timer !== undefined) return;
    const since = this.#clock.steady() - this.#lastMs;
    if (since >= this.#gapMs) this.#run();
    else this.#timer = this.#clock.setTimeout(() => this.#run(), this.#gapMs - since);
  }

  #run(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#wanted = false;
    this.#lastMs = this.#clock.steady();
    this.#work();
  }
}
