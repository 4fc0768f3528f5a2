import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/lifecycle.ts';

/** Grants requests in the order they asked, never more than the service allows. */
export interface RateBudget extends Disposable {
  /** Resolves when a request may be sent now. Rejects with the signal's reason when it fires while waiting. */
  take(signal: AbortSignal): Promise<void>;
  /** Grants nothing for `ms` milliseconds: the service has said that it wants to be left alone. */
  pause(ms: number): void;
  /** Milliseconds until the pause ends; 0 when there is none. */
  readonly pausedMs: number;
  /** Requests granted in the last second. */
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

export function createRateBudget({ clock, perSecond }: RateBudgetOptions): RateBudget {
  const waiting = new Set<{ grant: () => void }>();
  /** Times of the last grants, oldest first, at most `perSecond`. */
  let granted: number[] = [];
  let pause = { since: 0, ms: 0 };
  let timer: Disposable | undefined;

  /** Milliseconds until the next grant is allowed. */
  const wait = (): number => {
    const now = clock.now();
    // After the machine's clock was set back, old times say nothing; waiting for them could take hours.
    if ((granted.at(-1) ?? now) > now) granted = granted.map(() => now);
    if (pause.since > now) pause = { since: now, ms: pause.ms };
    const full = perSecond > 0 && granted.length >= perSecond;
    const free = full ? (granted[0] ?? now) + WINDOW_MS : now;
    return Math.max(0, free - now, pause.since + pause.ms - now);
  };
  const record = (): void => {
    if (perSecond === 0) return;
    granted.push(clock.now());
    if (granted.length > perSecond) granted.shift();
  };
  const pump = (): void => {
    timer?.dispose();
    timer = undefined;
    for (const entry of waiting) {
      const ms = wait();
      if (ms > 0) {
        timer = clock.setTimeout(pump, ms);
        return;
      }
      waiting.delete(entry);
      record();
      entry.grant();
    }
  };

  return {
    take: (signal) => {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (waiting.size === 0 && wait() === 0) {
        record();
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        const onAbort = (): void => {
          waiting.delete(entry);
          pump();
          reject(signal.reason);
        };
        const entry = {
          grant: () => {
            signal.removeEventListener('abort', onAbort);
            resolve();
          },
        };
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.add(entry);
        if (timer === undefined) pump();
      });
    },
    pause: (ms) => {
      const now = clock.now();
      if (pause.since > now || now + ms > pause.since + pause.ms) pause = { since: now, ms };
      if (timer !== undefined) pump();
    },
    get pausedMs() {
      return Math.max(0, Math.min(pause.ms, pause.since + pause.ms - clock.now()));
    },
    get used() {
      const since = clock.now() - 1_000;
      return granted.filter((at) => at > since).length;
    },
    dispose: () => {
      timer?.dispose();
      timer = undefined;
      waiting.clear();
    },
  };
}
