import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableOwner } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/event.ts';

/** A time nothing was heard of the account; Unix milliseconds. */
export interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
  /** False when not all of the account could be read again. */
  readonly complete: boolean;
  /** True when this window had let the account go to another one, which showed what happened. */
  readonly elsewhere: boolean;
}

/** Shorter gaps are not reported, milliseconds. */
const GAP_MS = 60_000;

/** Joins interruptions into gaps: sleep, a lost stream and a silent service at the same time are one. */
export class Gaps extends DisposableOwner {
  readonly #clock: Clock;
  readonly #found = this.own.add(new Emitter<Gap>());
  #open: { readonly fromMs: number; readonly elsewhere: boolean } | undefined;
  #reportedTo = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    super();
    this.#clock = clock;
  }

  readonly onGap: Event<Gap> = this.#found.event;

  /** From then on nothing was heard. */
  open(fromMs: number, elsewhere = false): void {
    const now = this.#clock.now();
    const before = this.#open;
    // What broke off after this window was back is a gap of its own.
    if (before?.elsewhere === true && !elsewhere) this.#open = { fromMs: now, elsewhere };
    else
      this.#open = {
        fromMs: Math.min(before?.fromMs ?? fromMs, fromMs, now),
        elsewhere: before?.elsewhere ?? elsewhere,
      };
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** The account was read again, as far as possible, and a stream tells what comes next. */
  close(complete: boolean): void {
    if (this.#open === undefined) return;
    const { elsewhere } = this.#open;
    const toMs = this.#clock.now();
    const fromMs = Math.min(Math.max(this.#open.fromMs, this.#reportedTo), toMs);
    this.#open = undefined;
    if (toMs - fromMs <= GAP_MS && !elsewhere) return;
    this.#reportedTo = toMs;
    this.#found.fire({ fromMs, toMs, complete, elsewhere });
  }

  /** Another account, or times that mean nothing any more. */
  forget(): void {
    this.#open = undefined;
    this.#reportedTo = Number.NEGATIVE_INFINITY;
  }
}

/** How often a clock that jumped and figures that aged are noticed, milliseconds. */
const TICK_MS = 5_000;
/** Corrected by less than this it did not jump, milliseconds. */
const JUMP_MS = 2_000;

interface ClockListener {
  /** The clock was last right at `sinceMs`, Unix milliseconds. */
  jumped(sinceMs: number, wasSetBack: boolean): void;
  ticked(): void;
}

/** Notices that the wall clock moved otherwise than timers do: the machine slept, or somebody set it. One timer while open. */
export class ClockWatch implements Disposable {
  readonly #clock: Clock;
  readonly #listener: ClockListener;
  #timer: Disposable | undefined;

  constructor(clock: Clock, listener: ClockListener) {
    this.#clock = clock;
    this.#listener = listener;
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
    const steadyAt = this.#clock.steady();
    this.#timer = this.#clock.setTimeout(() => {
      this.#arm();
      const passed = this.#clock.now() - at;
      const drift = passed - (this.#clock.steady() - steadyAt);
      // On some machines the steady clock goes on during sleep: then the timer alone is late.
      if (Math.abs(drift) > JUMP_MS || passed - TICK_MS > GAP_MS) this.#listener.jumped(at, drift < -JUMP_MS);
      this.#listener.ticked();
    }, TICK_MS);
  }
}
