import type { Clock } from '../../base/clock.ts';
import { Emitter, type Event } from '../../base/event.ts';
import type { Disposable } from '../../base/lifecycle.ts';

/** What comes in fresh passes its limit no sooner than this, so looking this often misses nothing, milliseconds. */
const LOOK_MOST_MS = 30_000;
/** Never looked more often than this, milliseconds. */
const LOOK_LEAST_MS = 1_000;

/** Tells when a figure passes its limit, which no event does: one timer while somebody listens and looks. */
export class Ageing implements Disposable {
  readonly #clock: Clock;
  readonly #limits: () => Iterable<number>;
  readonly #aged = new Emitter<void>();
  #open = false;
  #lookedAt = 0;
  #timer: Disposable | undefined;

  /** `limits`: when each figure on show passes its limit, Unix milliseconds; those that passed it already may be left out. */
  constructor(clock: Clock, limits: () => Iterable<number>) {
    this.#clock = clock;
    this.#limits = limits;
  }

  readonly onDidAge: Event<void> = (listener) => {
    const listening = this.#aged.event(listener);
    this.#arm();
    return listening;
  };

  setOpen(open: boolean): void {
    if (open === this.#open) return;
    this.#open = open;
    this.#lookedAt = this.#clock.now();
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#arm();
  }

  dispose(): void {
    this.setOpen(false);
    this.#aged.dispose();
  }

  #arm(): void {
    if (!this.#open || this.#timer !== undefined || !this.#aged.hasListeners) return;
    const now = this.#clock.now();
    let next = now + LOOK_MOST_MS;
    for (const at of this.#limits()) if (at >= now && at < next) next = at;
    // A figure passes its limit the moment after it.
    const wait = Math.max(LOOK_LEAST_MS, next + 1 - now);
    this.#timer = this.#clock.setTimeout(() => this.#look(), wait);
  }

  #look(): void {
    this.#timer = undefined;
    const before = this.#lookedAt;
    const now = this.#clock.now();
    this.#lookedAt = now;
    for (const at of this.#limits()) {
      if (at < before || at >= now) continue;
      this.#aged.fire();
      break;
    }
    this.#arm();
  }
}
