import fc from 'fast-check';
import type { VirtualClock } from '../../support/clock.ts';

/** How one frame travels: a delay in milliseconds for each time it arrives; none where it is lost. */
export type Fate = readonly number[];

/** How a request travels: milliseconds until the service looks, and until its answer is back. */
export interface Trip {
  readonly there: number;
  readonly back: number;
}

const delay = fc.constantFrom(0, 0, 1, 30, 400, 2_500, 9_000);

export const fates: fc.Arbitrary<Fate> = fc.oneof(
  { arbitrary: fc.constant<Fate>([0]), weight: 4 },
  { arbitrary: fc.constant<Fate>([]), weight: 2 },
  { arbitrary: fc.array(delay, { minLength: 1, maxLength: 3 }), weight: 4 },
);

export const trips: fc.Arbitrary<Trip> = fc.record({
  there: fc.constantFrom(0, 1, 60, 800, 5_000),
  back: fc.constantFrom(0, 1, 60, 800, 5_000),
});

/** Milliseconds between two things that happen. */
export const gaps = fc.constantFrom(0, 1, 20, 300, 1_500);

/** A stream that delays, doubles, loses and swaps frames, and plays old ones again. */
export class FaultyStream<F> {
  readonly #clock: VirtualClock;
  readonly #deliver: (frame: F) => void;
  readonly #sent: F[] = [];

  constructor(clock: VirtualClock, deliver: (frame: F) => void) {
    this.#clock = clock;
    this.#deliver = deliver;
  }

  send(frame: F, fate: Fate): void {
    this.#sent.push(frame);
    for (const ms of fate) {
      if (ms === 0) this.#deliver(frame);
      else this.#clock.setTimeout(() => this.#deliver(frame), ms);
    }
  }

  replay(which: number): void {
    const frame = this.#sent[which % Math.max(1, this.#sent.length)];
    if (frame !== undefined) this.#deliver(frame);
  }
}

export function wait(clock: VirtualClock, ms: number): Promise<void> {
  return ms === 0 ? Promise.resolve() : new Promise((resolve) => clock.setTimeout(resolve, ms));
}
