import type { Clock } from '../../base/clock.ts';
import { Emitter, type Event } from '../../base/event.ts';
import type { Disposable } from '../../base/lifecycle.ts';

/** A time nothing was heard of the account; Unix milliseconds. */
export interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
  /** False when not all of the account could be read again. */
  readonly complete: boolean;
}

/** Shorter ones are not worth a word, milliseconds. */
export const GAP_MS = 60_000;

/** Joins what broke off into gaps: sleep, a lost line and a silent service at the same time are one. */
export class Gaps implements Disposable {
  readonly #clock: Clock;
  readonly #found = new Emitter<Gap>();
  #from: number | undefined;
  #toldTo = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly onGap: Event<Gap> = (listener) => this.#found.event(listener);

  /** From then on nothing was heard. */
  open(fromMs: number): void {
    this.#from = Math.min(this.#from ?? fromMs, fromMs, this.#clock.now());
  }

  get isOpen(): boolean {
    return this.#from !== undefined;
  }

  /** It was read again, as far as it could be, and is told from now on. */
  close(complete: boolean): void {
    if (this.#from === undefined) return;
    const fromMs = Math.max(this.#from, this.#toldTo);
    const toMs = this.#clock.now();
    this.#from = undefined;
    if (toMs - fromMs <= GAP_MS) return;
    this.#toldTo = toMs;
    this.#found.fire({ fromMs, toMs, complete });
  }

  /** The clock was set back by so many milliseconds. */
  setBack(byMs: number): void {
    if (this.#from !== undefined) this.#from -= byMs;
    this.#toldTo -= byMs;
  }

  /** Another account: what it missed is nobody's. */
  forget(): void {
    this.#from = undefined;
    this.#toldTo = Number.NEGATIVE_INFINITY;
  }

  dispose(): void {
    this.#found.dispose();
  }
}

/** How often a clock that jumped is noticed, milliseconds. */
const TICK_MS = 10_000;
/** Corrected by less than this it did not jump, milliseconds. */
const JUMP_MS = 2_000;

/** What jumps of the clock mean. */
export interface ClockJumps {
  /** The machine slept, or its clock was set on; it was last seen right at `sinceMs`. */
  slept(sinceMs: number): void;
  /** Its clock was set back by so many milliseconds. */
  setBack(byMs: number): void;
}

/** Notices that the clock jumped between two ticks, as timers do not go by it. One timer while open. */
export class ClockWatch implements Disposable {
  readonly #clock: Clock;
  readonly #jumps: ClockJumps;
  #timer: Disposable | undefined;

  constructor(clock: Clock, jumps: ClockJumps) {
    this.#clock = clock;
    this.#jumps = jumps;
  }

  setOpen(open: boolean): void {
    if (open === (this.#timer !== undefined)) return;
    if (open) this.#arm();
    else this.dispose();
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  #arm(): void {
    const at = this.#clock.now();
    this.#timer = this.#clock.setTimeout(() => {
      this.#arm();
      const late = this.#clock.now() - at - TICK_MS;
      if (late > GAP_MS) this.#jumps.slept(at);
      else if (late < -JUMP_MS) this.#jumps.setBack(-late);
    }, TICK_MS);
  }
}
