/** Requests a client may send within any second. */
export class Limiter {
  readonly #most: number;
  readonly #sent = new Map<string, number[]>();

  /** `most` a second; 0: as many as it likes. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Counts a request. The milliseconds to wait when it is one too many, else 0. */
  take(client: string, now: number): number {
    if (this.#most === 0) return 0;
    const times = (this.#sent.get(client) ?? []).filter((ms) => ms > now - 1000 && ms <= now);
    const wait = times.length < this.#most ? 0 : (times[0] ?? now) + 1000 - now;
    if (wait === 0) times.push(now);
    if (this.#sent.size > 1000) this.#sent.clear();
    this.#sent.set(client, times);
    return wait;
  }
}
