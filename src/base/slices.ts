import type { Clock } from './clock.ts';
import { type Disposable, toDisposable } from './disposable.ts';

/** Longest run without a pause, milliseconds. */
const SLICE_MS = 10;

/**
 * Takes every item: the first ones at once, the rest after pauses, so that the editor can do other things meanwhile. `done`
 * is called when all were taken, with whether it paused.
 */
export function inSlices<T>(
  clock: Pick<Clock, 'setTimeout' | 'steady'>,
  items: Iterable<T>,
  take: (item: T) => void = () => {},
  done: (hasPaused: boolean) => void = () => {},
): Disposable {
  const left = items[Symbol.iterator]();
  let timer: Disposable | undefined;
  const work = (): void => {
    const end = clock.steady() + SLICE_MS;
    do {
      const next = left.next();
      if (next.done === true) {
        done(timer !== undefined);
        return;
      }
      take(next.value);
    } while (clock.steady() < end);
    timer = clock.setTimeout(work, 0);
  };
  work();
  return toDisposable(() => timer?.dispose());
}
