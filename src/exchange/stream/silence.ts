import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { SILENCE_MS } from '../../core/freshness.ts';

/** Without a frame for so long what a stream tells of is called old, milliseconds. */
export const QUIET_MS = 10_000;
/** A service whose heartbeats are rarer than that is quiet when one is as late as half the time between two. */
const LATE_BEAT = 1.5;

/** A silence that long may be a stall, which delays frames, milliseconds. */
const PAUSE_MS = 2_000;
/** So long after it what is heard may be what it held up: as long as it takes to be decided, here and in other windows. */
const SETTLING_MS = 6_000;

/** Says until when everything that happened has arrived. A slow connection cannot be distinguished from a quiet one. */
export class StallDetector {
  #heardAt: number | undefined;
  #last: { readonly from: number; readonly endedAt: number } | undefined;

  heard(at: number): void {
    const before = this.#heardAt;
    this.#heardAt = at;
    // One soon after another belongs to it: what the first held up may not be decided yet.
    if (before === undefined || at - before < PAUSE_MS || this.#isSettling(at)) return;
    this.#last = { from: before, endedAt: at };
  }

  /** Unix milliseconds; undefined: nothing was heard yet. */
  completeUntil(now: number): number | undefined {
    return this.#last !== undefined && this.#isSettling(now) ? this.#last.from : this.#heardAt;
  }

  /** A new connection delays nothing: it starts with current data. */
  restart(): void {
    this.#heardAt = this.#last = undefined;
  }

  /** False also where the machine's clock was set back since. */
  #isSettling(now: number): boolean {
    const since = now - (this.#last?.endedAt ?? Number.NEGATIVE_INFINITY);
    return since >= 0 && since < SETTLING_MS;
  }
}

/** Timers stand still while the machine sleeps, so it is looked at least this often, milliseconds. */
const LOOK_MS = 10_000;

interface SilenceListener {
  /** Nothing was heard for `QUIET_MS`, or longer where heartbeats are rarer. */
  quiet(): void;
  /** Nothing was heard for `SILENCE_MS`; once. */
  silent(): void;
}

/**
 * Says when nothing is heard, by the machine's clock: after a sleep that is the case at once. One timer, however much is
 * heard.
 */
export class SilenceWatch implements Disposable {
  readonly #clock: Clock;
  readonly #listener: SilenceListener;
  #heardAt: number;
  #beatAt: number | undefined;
  #gap: number | undefined;
  #quietMs: number;
  #isQuiet = false;
  #timer: Disposable;

  /** `quietMs`: what the connection before it took for quiet. */
  constructor(clock: Clock, listener: SilenceListener, quietMs = QUIET_MS) {
    this.#clock = clock;
    this.#listener = listener;
    this.#quietMs = quietMs;
    this.#heardAt = clock.now();
    this.#timer = this.#arm(LOOK_MS);
  }

  get isQuiet(): boolean {
    return this.#isQuiet;
  }

  get quietMs(): number {
    return this.#quietMs;
  }

  /** False when there was silence before: what comes now may have waited here since before the machine slept. */
  heard(at: number, isHeartbeat: boolean): boolean {
    if (at - this.#heardAt > SILENCE_MS) {
      this.#end();
      return false;
    }
    this.#heardAt = at;
    this.#isQuiet = false;
    if (!isHeartbeat) return true;
    // One late beat says nothing of the next: the shorter of two gaps counts.
    const gap = this.#beatAt === undefined ? undefined : at - this.#beatAt;
    if (gap !== undefined) this.#quietMs = Math.max(QUIET_MS, LATE_BEAT * Math.min(gap, this.#gap ?? gap));
    this.#gap = gap;
    this.#beatAt = at;
    return true;
  }

  dispose(): void {
    this.#timer.dispose();
  }

  #arm(ms: number): Disposable {
    return this.#clock.setTimeout(() => this.#look(), Math.min(ms, LOOK_MS));
  }

  #look(): void {
    const now = this.#clock.now();
    // The machine's clock was set back: counted from now on.
    this.#heardAt = Math.min(this.#heardAt, now);
    const quietFor = now - this.#heardAt;
    if (quietFor >= SILENCE_MS) {
      this.#end();
      return;
    }
    const becomesQuiet = !this.#isQuiet && quietFor >= this.#quietMs;
    if (becomesQuiet) this.#isQuiet = true;
    this.#timer = this.#arm((this.#isQuiet ? SILENCE_MS : this.#quietMs) - quietFor);
    if (becomesQuiet) this.#listener.quiet();
  }

  #end(): void {
    this.#timer.dispose();
    this.#listener.silent();
  }
}
