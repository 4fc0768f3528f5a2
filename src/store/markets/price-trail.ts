import type { PriceSample } from '../../core/book.ts';
import { Decimal } from '../../core/decimal.ts';

/** Most samples held of a market: half an hour of a price that moves every second, a day of a quiet one. */
const MOST_SAMPLES = 2_000;
/** How many more are let in before the oldest are cut off, so that a full trail is not copied at every sample. */
const SLACK = 500;

/**
 * The prices of one market since it was first seen, at most one a second and only where it changed: for drawing. It is
 * held as plain numbers, which hundreds of markets can afford; samples are made when asked for.
 */
export class PriceTrail {
  #times: number[] = [];
  #prices: number[] = [];
  /** The samples made so far, as far as they are still right. */
  #made: PriceSample[] = [];
  #shown: readonly PriceSample[] | undefined;

  /** Oldest first; the same list until the price changed. */
  get samples(): readonly PriceSample[] {
    this.#shown ??= this.#make();
    return this.#shown;
  }

  /** `price`: 0…1 of the long side. `ms`: Unix milliseconds. Within one second the last price counts. */
  add(ms: number, price: number): void {
    let last = this.#times.length - 1;
    if (this.#prices[last] === price) return;
    // What lies ahead of now was seen before the machine's clock was set back.
    while (last >= 0 && (this.#times[last] ?? 0) > ms) last--;
    if (Math.floor((this.#times[last] ?? 0) / 1000) === Math.floor(ms / 1000)) last--;
    const place = last + 1;
    this.#cut(place + 1);
    this.#times[place] = ms;
    this.#prices[place] = price;
    if (this.#made.length > place) this.#made.length = place;
    if (this.#times.length > MOST_SAMPLES + SLACK) this.#dropOldest();
    this.#shown = undefined;
  }

  #cut(length: number): void {
    if (length < this.#times.length) this.#times.length = this.#prices.length = length;
  }

  #dropOldest(): void {
    const excess = this.#times.length - MOST_SAMPLES;
    this.#times = this.#times.slice(excess);
    this.#prices = this.#prices.slice(excess);
    this.#made = this.#made.slice(excess);
  }

  #make(): readonly PriceSample[] {
    for (let at = this.#made.length; at < this.#times.length; at++) {
      // Halves of prices with four decimals have five; the rest is noise of the double.
      const longPrice = Decimal.of(Number((this.#prices[at] ?? 0).toFixed(6)));
      this.#made.push({ ms: this.#times[at] ?? 0, longPrice, shortPrice: undefined });
    }
    return this.#made.slice(-MOST_SAMPLES);
  }
}
