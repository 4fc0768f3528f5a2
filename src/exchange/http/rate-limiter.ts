import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Timer } from '../../base/timer.ts';
import type { RateBudget } from '../../core/api-call.ts';
import type { RatePermit } from '../exchange.ts';

interface RateLimiterOptions {
  readonly clock: Clock;
  /** Requests in any one second; 0 for no limit. */
  readonly perSecond: number;
}

/**
 * The service counts arrivals, and a cancel it turns away is not sent again. When a request arrived is not known, only
 * that it was before its answer: so a slot is free again a second after that, and no second at the service holds more
 * than `perSecond`, however requests bunch on the way. Two clocks that count milliseconds may differ by some.
 */
const WINDOW_MS = 1_010;
/** What is not answered by then is taken to have arrived, so that a slow service does not keep a cancel from leaving. */
const ARRIVED_MS = 1_000;

const FIRST_PAUSE_MS = 1_000;
const LONGEST_BACKOFF_MS = 10_000;

/** By the clock timers go by, milliseconds; Infinity while it has not. */
interface Slot {
  left: number;
  answered: number;
}

interface Waiting {
  grant(): void;
}

/**
 * Grants requests in the order they asked, never more than the service allows. What reserves its permit, a cancel above
 * all, goes before every read that waits.
 */
export class RateLimiter implements Disposable {
  readonly #clock: Clock;
  readonly #perSecond: number;
  readonly #first = new Set<Waiting>();
  readonly #reads = new Set<Waiting>();
  /** At most `perSecond`. */
  readonly #slots = new Set<Slot>();
  #pausedUntil = 0;
  #backoff = { ms: 0, until: 0 };
  readonly #timer: Timer;

  constructor({ clock, perSecond }: RateLimiterOptions) {
    this.#clock = clock;
    this.#perSecond = perSecond;
    this.#timer = new Timer(clock, () => this.#pump());
  }

  /** Milliseconds until the pause ends; 0 when there is none. */
  get pausedMs(): number {
    return Math.max(0, this.#pausedUntil - this.#clock.steady());
  }

  /** As of the last permit; undefined where there is no limit. */
  get left(): number | undefined {
    return this.#perSecond > 0 ? this.#perSecond - this.#slots.size : undefined;
  }

  get budget(): RateBudget {
    // Slots that are free again are let go of there.
    this.#waitMs();
    const [perSecond, waiting] = [this.#perSecond, this.#waiting];
    return { perSecond, free: this.left ?? 0, waiting, pausedMs: this.pausedMs };
  }

  /** Resolves with the permit of a request that leaves now. Rejects with the signal's reason when it fires meanwhile. */
  async acquire(signal: AbortSignal): Promise<RatePermit> {
    const permit = !signal.aborted && this.#isFree ? this.#occupy() : await this.#wait(this.#reads, signal);
    permit.leave();
    return permit;
  }

  /** As `acquire`, for a request that may leave later, or not at all: its permit holds a slot until then. */
  reserve(signal: AbortSignal): Promise<RatePermit> {
    return this.#wait(this.#first, signal);
  }

  #wait(waiting: Set<Waiting>, signal: AbortSignal): Promise<RatePermit> {
    if (signal.aborted) return Promise.reject(signal.reason);
    if (this.#isFree) return Promise.resolve(this.#occupy());
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        waiting.delete(entry);
        this.#pump();
        reject(signal.reason);
      };
      const entry = {
        grant: () => {
          signal.removeEventListener('abort', onAbort);
          resolve(this.#occupy());
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      waiting.add(entry);
      if (!this.#timer.isSet) this.#pump();
    });
  }

  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.steady() + ms);
    if (this.#timer.isSet) this.#pump();
  }

  /**
   * Pauses where the service did not say for how long: a second, twice as long each time in a row, ten at most. A calm of
   * ten seconds starts over.
   */
  backOff(): void {
    const now = this.#clock.steady();
    // A request that was in flight when the pause began: the same refusal once more.
    if (now < this.#backoff.until) return;
    const goesOn = this.#backoff.ms > 0 && now - this.#backoff.until < LONGEST_BACKOFF_MS;
    const ms = goesOn ? Math.min(LONGEST_BACKOFF_MS, this.#backoff.ms * 2) : FIRST_PAUSE_MS;
    this.#backoff = { ms, until: now + ms };
    this.pause(ms);
  }

  dispose(): void {
    this.#timer.stop();
    this.#first.clear();
    this.#reads.clear();
  }

  get #waiting(): number {
    return this.#first.size + this.#reads.size;
  }

  get #isFree(): boolean {
    return this.#waiting === 0 && this.#waitMs() === 0;
  }

  /** Milliseconds until the next grant is allowed; Infinity while every slot is reserved by a permit that has not left. */
  #waitMs(): number {
    const now = this.#clock.steady();
    let first = Infinity;
    for (const slot of this.#slots) {
      const free = Math.min(slot.answered, slot.left + ARRIVED_MS) + WINDOW_MS;
      if (free <= now) this.#slots.delete(slot);
      else first = Math.min(first, free);
    }
    const full = this.#perSecond > 0 && this.#slots.size >= this.#perSecond;
    return Math.max(full ? first - now : 0, this.pausedMs);
  }

  #occupy(): RatePermit {
    const slot: Slot = { left: Infinity, answered: Infinity };
    let isOver = false;
    if (this.#perSecond > 0) this.#slots.add(slot);
    return {
      leave: () => {
        if (isOver || slot.left !== Infinity) return false;
        slot.left = this.#clock.steady();
        if (this.#waiting > 0) this.#pump();
        return true;
      },
      release: () => {
        if (isOver) return;
        isOver = true;
        if (slot.left === Infinity) this.#slots.delete(slot);
        else slot.answered = this.#clock.steady();
        if (this.#waiting > 0) this.#pump();
      },
    };
  }

  #pump(): void {
    this.#timer.stop();
    for (const entry of [...this.#first, ...this.#reads]) {
      const ms = this.#waitMs();
      // A permit that leaves or is released calls this again.
      if (ms === Infinity) return;
      if (ms > 0) {
        this.#timer.set(ms);
        return;
      }
      if (!this.#first.delete(entry)) this.#reads.delete(entry);
      entry.grant();
    }
  }
}
