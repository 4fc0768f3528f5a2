import type { Clock } from '../../base/clock.ts';

/** The machine may have slept for so long without anybody having thought of it any more, milliseconds. */
const LONGEST_GAP_MS = 10 * 60_000;
/** However long a list is, and however long a service wants to be left alone, milliseconds. */
const MOST_MS = 60 * 60_000;

/**
 * How long what a person confirmed may be sent: as long as the window that asked is at it without a gap of ten minutes (by
 * the machine's clock, which goes on while it sleeps), and for an hour at most. What is void stays so.
 */
export class Confirmation {
  readonly #clock: Clock;
  readonly #at: number;
  #seenAt: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#at = this.#seenAt = clock.now();
  }

  get isValid(): boolean {
    const now = this.#clock.now();
    return Math.abs(now - this.#seenAt) <= LONGEST_GAP_MS && Math.abs(now - this.#at) <= MOST_MS;
  }

  /** The window is still at it. */
  renew(): void {
    if (this.isValid) this.#seenAt = this.#clock.now();
  }
}
