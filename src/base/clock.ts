import type { Disposable } from './disposable.ts';

/** Milliseconds. */
export const HOUR_MS = 3_600_000;
/** Milliseconds: of a day without a change of clocks. */
export const DAY_MS = 24 * HOUR_MS;

/** Time as a dependency, so that tests and the demo world can bring their own. */
export interface Clock {
  /** Unix time in milliseconds. */
  now(): number;
  /**
   * Milliseconds by what timers go by. Only differences mean anything: nobody sets it, but it stands still while some
   * machines sleep.
   */
  steady(): number;
  /** Calls back once after `ms` milliseconds, unless disposed before. */
  setTimeout(callback: () => void, ms: number): Disposable;
}

/** Clocks are corrected by less than this all the time, milliseconds. */
const SLACK_MS = 1_000;

/** Whether a time this process noted itself lies ahead: it was noted before the machine's clock was set back. */
export function isAhead(at: number, now: number): boolean {
  return at > now + SLACK_MS;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  steady: () => Math.floor(performance.now()),
  setTimeout: (callback, ms) => {
    // On a busy machine a time may be past already; Node warns of that.
    const handle = setTimeout(callback, Math.max(0, ms));
    return { dispose: () => clearTimeout(handle) };
  },
};
