import type { Clock } from '../../src/base/clock.ts';
import type { Disposable } from '../../src/base/disposable.ts';

export class VirtualClock implements Clock {
  #now: number;
  /** By how much the wall clock is away from what timers go by. */
  #shift = 0;
  #timers: { readonly at: number; readonly order: number; readonly callback: () => void }[] = [];
  #order = 0;
  #looked = 0;
  /** So long takes whatever is done between two looks at `steady`, milliseconds. */
  msPerLook = 0;

  constructor(now: number = Date.UTC(2026, 8, 1, 12)) {
    this.#now = now;
  }

  now(): number {
    return this.#now + this.#shift;
  }

  steady(): number {
    this.#looked += this.msPerLook;
    return this.#now + this.#looked;
  }

  setTimeout(callback: () => void, ms: number): Disposable {
    const timer = { at: this.#now + Math.max(0, ms), order: this.#order++, callback };
    this.#timers.push(timer);
    return {
      dispose: () => {
        this.#timers = this.#timers.filter((other) => other !== timer);
      },
    };
  }

  get pending(): number {
    return this.#timers.length;
  }

  /** Milliseconds until the next timer, or undefined when none waits. */
  get untilNext(): number | undefined {
    return this.#next() === undefined ? undefined : (this.#next()?.at ?? 0) - this.#now;
  }

  /**
   * Moves the wall clock alone, as Node has it where timers go by a clock of their own: less than 0 when somebody sets it
   * back, more when the machine slept.
   */
  shift(ms: number): void {
    this.#shift += ms;
  }

  /** Sets the time without running timers, as when the machine's clock is corrected. */
  jumpTo(now: number): void {
    this.#now = now - this.#shift;
  }

  /** Moves on by `ms`, running timers in order; promises settle between any two of them. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    for (let timer = this.#next(); timer !== undefined && timer.at <= end; timer = this.#next()) {
      this.#now = Math.max(this.#now, timer.at);
      const due = timer;
      this.#timers = this.#timers.filter((other) => other !== due);
      due.callback();
      await settle();
    }
    this.#now = end;
  }

  /** Runs timers, moving the time, until `work` settles. Rejects where it never does: a loop would hang the process. */
  async run<T>(work: Promise<T>): Promise<T> {
    let settled = false;
    const done = (): void => {
      settled = true;
    };
    work.then(done, done);
    await settle();
    for (let timers = 0; !settled; timers += 1) {
      const wait = this.untilNext;
      if (wait === undefined || timers > 20_000)
        throw new Error('Nothing left to wait for, yet the work has not settled');
      await this.advance(Math.max(0, wait));
    }
    return work;
  }

  #next(): { readonly at: number; readonly order: number; readonly callback: () => void } | undefined {
    let next = this.#timers[0];
    for (const timer of this.#timers) {
      if (next !== undefined && (timer.at < next.at || (timer.at === next.at && timer.order < next.order)))
        next = timer;
    }
    return next;
  }
}

/** Lets every promise that can settle do so, through the few turns of the event loop an in-process reply takes. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** The clock of a window that stands still until `woken()`: none of its timers runs before, and all that are due run then. */
export function stillClock(clock: Clock, woken: () => Promise<unknown>): Clock {
  return {
    now: () => clock.now(),
    steady: () => clock.steady(),
    setTimeout: (callback, ms) => clock.setTimeout(() => void woken().then(callback), ms),
  };
}
