const BASE_MS = 500;
/** Never waited longer than this, milliseconds. */
export const CAP_MS = 30_000;

/**
 * How long to wait before trying again, milliseconds (live interface §11): the ceiling doubles from 500 ms to 30 s with
 * each failure; half of it is waited for certain, the rest is drawn, so that clients of one outage do not return as one.
 * `failures`: 1 for the first. `random`: 0…1, 1 excluded.
 */
export function backoffMs(failures: number, random: number): number {
  const ceiling = Math.min(CAP_MS, BASE_MS * 2 ** Math.min(failures - 1, 10));
  return Math.floor((ceiling * (1 + random)) / 2);
}
