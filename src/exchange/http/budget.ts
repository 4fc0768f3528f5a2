import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import type { Turn } from '../turn.ts';

/** Grants requests in the order they asked, never more than the service allows. */
export interface RateBudget extends Disposable {
  /** Resolves when a request may be sent now. Rejects with the signal's reason when it fires while waiting. */
  take(signal: AbortSignal): Promise<void>;
  /** As `take`, for one that may still be called off then, or leaves a little later: it keeps its place until it does. */
  turn(signal: AbortSignal): Promise<Turn>;
  /** Grants nothing for `ms` milliseconds: the service has said that it wants to be left alone. */
  pause(ms: number): void;
  /**
   * As `pause`, where it did not say for how long: a second, twice as long each time it still says so, ten at most. A
   * calm as long as that begins anew.
   */
  backOff(): void;
  /** Milliseconds until the pause ends; 0 when there is none. */
  readonly pausedMs: number;
  /** Requests of the last second, and those about to leave. */
  readonly used: number;
}

export interface RateBudgetOptions {
  readonly clock: Clock;
  /** Requests in any one second; 0 for no limit. 20 at the public service (live interface §4). */
  readonly perSecond: number;
}

/**
 * Any second holds at most `perSecond` grants. The window is 50 ms longer than a second, because requests may overtake
 * each other on the way and the service counts arrivals; a cancel turned away for that would not be sent again.
 */
const WINDOW_MS = 1_050;

const FIRST_PAUSE_MS = 1_000;
const LONGEST_UNSAID_MS = 10_000;

/** A time that began by both clocks, and how long it lasts, milliseconds. */
interface Span {
  readonly began: number;
  readonly beganAt: number;
  readonly ms: number;
}

export function createRateBudget({ clock, perSecond }: RateBudgetOptions): RateBudget {
  const waiting = new Set<{ grant: () => void }>();
  /** Places of the last second, at most `perSecond`; `at`: when its request left, Infinity while it has not. */
  const places = new Set<{ at: number }>();
  let pause: Span = { began: 0, beganAt: 0, ms: 0 };
  /** The last pause nobody named the length of. */
  let unsaid = pause;
  let timer: Disposable | undefined;

  const spanOf = (ms: number): Span => ({ began: clock.steady(), beganAt: clock.now(), ms });
  /** Milliseconds since its end, less than 0 before: whichever of the two says more, one stands still while the machine sleeps. */
  const sinceEnd = ({ began, beganAt, ms }: Span): number =>
    Math.max(clock.steady() - began, clock.now() - beganAt) - ms;
  const pausedMs = (): number => Math.max(0, -sinceEnd(pause));
  /** Milliseconds until the next grant is allowed; Infinity while every place is kept for one that has not left yet. */
  const wait = (): number => {
    const now = clock.steady();
    let first = Infinity;
    for (const place of places) {
      if (place.at + WINDOW_MS <= now) places.delete(place);
      else first = Math.min(first, place.at);
    }
    const full = perSecond > 0 && places.size >= perSecond;
    return Math.max(full ? first + WINDOW_MS - now : 0, pausedMs());
  };
  const occupy = (): Turn => {
    const place = { at: Infinity };
    let isKept = true;
    if (perSecond > 0) places.add(place);
    const end = (at: number | undefined): boolean => {
      if (!isKept) return false;
      isKept = false;
      if (at === undefined) places.delete(place);
      else place.at = at;
      if (waiting.size > 0) pump();
      return true;
    };
    return { leave: () => end(clock.steady()), release: () => void end(undefined) };
  };
  const pump = (): void => {
    timer?.dispose();
    timer = undefined;
    for (const entry of waiting) {
      const ms = wait();
      // Whoever gives its place up, or leaves, asks again.
      if (ms === Infinity) return;
      if (ms > 0) {
        timer = clock.setTimeout(pump, ms);
        return;
      }
      waiting.delete(entry);
      entry.grant();
    }
  };
  const turn = (signal: AbortSignal): Promise<Turn> => {
    if (signal.aborted) return Promise.reject(signal.reason);
    if (waiting.size === 0 && wait() === 0) return Promise.resolve(occupy());
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        waiting.delete(entry);
        pump();
        reject(signal.reason);
      };
      const entry = {
        grant: () => {
          signal.removeEventListener('abort', onAbort);
          resolve(occupy());
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      waiting.add(entry);
      if (timer === undefined) pump();
    });
  };

  const pauseFor = (ms: number): void => {
    if (ms > pausedMs()) pause = spanOf(ms);
    if (timer !== undefined) pump();
  };

  return {
    turn,
    take: async (signal) => {
      (await turn(signal)).leave();
    },
    pause: pauseFor,
    backOff: () => {
      const age = sinceEnd(unsaid);
      // Said of what was out when the pause began: it is the same word once more.
      if (age < 0) return;
      const goesOn = age < LONGEST_UNSAID_MS && unsaid.ms > 0;
      unsaid = spanOf(goesOn ? Math.min(LONGEST_UNSAID_MS, unsaid.ms * 2) : FIRST_PAUSE_MS);
      pauseFor(unsaid.ms);
    },
    get pausedMs() {
      return pausedMs();
    },
    get used() {
      const since = clock.steady() - 1_000;
      return [...places].filter(({ at }) => at > since).length;
    },
    dispose: () => {
      timer?.dispose();
      timer = undefined;
      waiting.clear();
    },
  };
}
