import type { Clock } from '../../base/clock.ts';

/** So long a request counts, milliseconds. */
export const WINDOW_MS = 60_000;
/** Requests in that time which nobody asked for: what a window costs while the streams tell it everything. */
const MOST = 6;
/** Kept free for checks, so that a burst of what has to be read again does not starve them. */
const FOR_CHECKS = 2;

/** Kept free of what only adds to what is shown, such as the activity, for what is not decided without a reading. */
const FOR_REREADS = 1;

/**
 * `reread`: something was told that the telling does not decide. `addition`: what was told is decided, and there is more
 * to it. `check`: nothing was told for a while.
 */
export type Purpose = 'reread' | 'addition' | 'check';

const MOST_FOR: Readonly<Record<Purpose, number>> = {
  check: MOST,
  reread: MOST - FOR_CHECKS,
  addition: MOST - FOR_CHECKS - FOR_REREADS,
};

/**
 * Bounds what is read by itself while the streams are up, over all stores together and in any minute. What has to wait
 * is marked meanwhile by whoever owes it.
 */
export class Allowance {
  readonly #clock: Pick<Clock, 'now'>;
  #spent: readonly { readonly at: number; readonly requests: number }[] = [];

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** Milliseconds until so many requests may be made; 0: now. More than there ever may be wait for a quiet minute. */
  waitMs(purpose: Purpose, requests: number): number {
    const now = this.#clock.now();
    // Below zero the machine's clock was set back.
    this.#spent = this.#spent.filter(({ at }) => at <= now && now - at < WINDOW_MS);
    const most = MOST_FOR[purpose];
    // Not for an empty one: what is read by name twice a minute leaves none.
    const room = requests > most ? most - FOR_CHECKS : requests;
    let used = this.#spent.reduce((sum, each) => sum + each.requests, 0);
    let freeAt = now;
    for (const each of this.#spent) {
      if (used + room <= most) break;
      used -= each.requests;
      freeAt = each.at + WINDOW_MS;
    }
    return freeAt - now;
  }

  spend(requests: number): void {
    this.#spent = [...this.#spent, { at: this.#clock.now(), requests }];
  }
}
