/** Never more than so many frames in any second: a twentieth of them at once, the rest evenly. */
export class FrameBudget {
  readonly #burst: number;
  readonly #perMs: number;
  #left: number;
  #at: number;

  /** `perSecond` 0: no limit. */
  constructor(perSecond: number, now: number) {
    this.#burst = perSecond === 0 ? Number.POSITIVE_INFINITY : Math.max(1, perSecond / 20);
    this.#perMs = perSecond === 0 ? 0 : Math.max(perSecond - this.#burst, perSecond / 2) / 1000;
    this.#left = this.#burst;
    this.#at = now;
  }

  /** False when there is none left; then nothing is taken. */
  take(now: number): boolean {
    this.#refill(now);
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  /** Takes one whether there is one or not: what follows has to wait the longer. */
  charge(now: number): void {
    this.#refill(now);
    this.#left -= 1;
  }

  #refill(now: number): void {
    this.#left = Math.min(this.#burst, this.#left + Math.max(0, now - this.#at) * this.#perMs);
    this.#at = now;
  }
}
