import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import type { RatePermit } from '../exchange.ts';

/** Grants requests in the order they asked, never more than the service allows. */
export interface RateLimiter extends Disposable {
  /** Resolves with the permit of a request that leaves now. Rejects with the signal's reason when it fires meanwhile. */
  acquire(signal: AbortSignal): Promise<RatePermit>;
  /** As `acquire`, for a request that may leave later, or not at all: its permit holds a place until then. */
  reserve(signal: AbortSignal): Promise<RatePermit>;
  pause(ms: number): void;
  /**
   * Pauses where the service did not say for how long: a second, twice as long each time in a row, ten at most. A calm of
   * ten seconds starts over.
   */
  backOff(): void;
  /** Milliseconds until the pause ends; 0 when there is none. */
  readonly pausedMs: number;
}

interface RateLimiterOptions {
  readonly clock: Clock;
  /** Requests in any one second; 0 for no limit. */
  readonly perSecond: number;
}

/**
 * The service counts arrivals, and a cancel it turns away is not sent again. When a request arrived is not known, only
 * that it was before its answer: so a place is free again a second after that, and no second at the service holds more
 * than `perSecond`, however requests bunch on the way. Two clocks that count milliseconds may differ by some.
 */
const WINDOW_MS = 1_010;
/** What is not answered by then is taken to have arrived, so that a slow service does not keep a cancel from leaving. */
const ARRIVED_MS = 1_000;

const FIRST_PAUSE_MS = 1_000;
const LONGEST_BACKOFF_MS = 10_000;

/** By the clock timers go by, milliseconds; Infinity while it has not. */
interface Place {
  left: number;
  answered: number;
}

export function createRateLimiter({ clock, perSecond }: RateLimiterOptions): RateLimiter {
  const waiting = new Set<{ grant: () => void }>();
  /** At most `perSecond`. */
  const places = new Set<Place>();
  let pausedUntil = 0;
  let backoff = { ms: 0, until: 0 };
  let timer: Disposable | undefined;

  const pausedMs = (): number => Math.max(0, pausedUntil - clock.steady());
  /** Milliseconds until the next grant is allowed; Infinity while every place is reserved by a permit that has not left. */
  const wait = (): number => {
    const now = clock.steady();
    let first = Infinity;
    for (const place of places) {
      const free = Math.min(place.answered, place.left + ARRIVED_MS) + WINDOW_MS;
      if (free <= now) places.delete(place);
      else first = Math.min(first, free);
    }
    const full = perSecond > 0 && places.size >= perSecond;
    return Math.max(full ? first - now : 0, pausedMs());
  };
  const occupy = (): RatePermit => {
    const place: Place = { left: Infinity, answered: Infinity };
    let isOver = false;
    if (perSecond > 0) places.add(place);
    return {
      leave: () => {
        if (isOver || place.left !== Infinity) return false;
        place.left = clock.steady();
        if (waiting.size > 0) pump();
        return true;
      },
      release: () => {
        if (isOver) return;
        isOver = true;
        if (place.left === Infinity) places.delete(place);
        else place.answered = clock.steady();
        if (waiting.size > 0) pump();
      },
    };
  };
  const pump = (): void => {
    timer?.dispose();
    timer = undefined;
    for (const entry of waiting) {
      const ms = wait();
      // A permit that leaves or is released calls this again.
      if (ms === Infinity) return;
      if (ms > 0) {
        timer = clock.setTimeout(pump, ms);
        return;
      }
      waiting.delete(entry);
      entry.grant();
    }
  };
  const reserve = (signal: AbortSignal): Promise<RatePermit> => {
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

  const pause = (ms: number): void => {
    pausedUntil = Math.max(pausedUntil, clock.steady() + ms);
    if (timer !== undefined) pump();
  };

  return {
    reserve,
    acquire: async (signal) => {
      const isFree = !signal.aborted && waiting.size === 0 && wait() === 0;
      const permit = isFree ? occupy() : await reserve(signal);
      permit.leave();
      return permit;
    },
    pause,
    backOff: () => {
      const now = clock.steady();
      // A request that was in flight when the pause began: the same refusal once more.
      if (now < backoff.until) return;
      const goesOn = backoff.ms > 0 && now - backoff.until < LONGEST_BACKOFF_MS;
      const ms = goesOn ? Math.min(LONGEST_BACKOFF_MS, backoff.ms * 2) : FIRST_PAUSE_MS;
      backoff = { ms, until: now + ms };
      pause(ms);
    },
    get pausedMs() {
      return pausedMs();
    },
    dispose: () => {
      timer?.dispose();
      timer = undefined;
      waiting.clear();
    },
  };
}
