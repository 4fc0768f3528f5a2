import type { Disposable } from './lifecycle.ts';

/** Time as a dependency, so that tests and the demo world can bring their own. */
export interface Clock {
  /** Unix time in milliseconds. */
  now(): number;
  /** Calls back once after `ms` milliseconds, unless disposed before. */
  setTimeout(callback: () => void, ms: number): Disposable;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, ms) => {
    const handle = setTimeout(callback, ms);
    return { dispose: () => clearTimeout(handle) };
  },
};
