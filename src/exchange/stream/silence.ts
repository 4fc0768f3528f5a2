import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/lifecycle.ts';

/** Silence this long means the line is dead, where the interval of heartbeats is not known. */
export const SILENCE_MS = 75_000;
const FLOOR_MS = 10_000;
/** Closer together they are one heartbeat sent twice. */
const LEAST_GAP_MS = 1_000;
const GAPS_KEPT = 8;
const GAPS_NEEDED = 2;

/**
 * Learns how often a service sends heartbeats, as no page says it: three times the longest of the last gaps is silence.
 * It outlives a connection, as the interval belongs to the service; after a silence it is learned again, or a wrong interval
 * would end each connection before the right one could be learned.
 */
export class HeartbeatRhythm {
  readonly #mostMs: number;
  readonly #gaps: number[] = [];
  #last: number | undefined;
  #limitMs: number;

  /** `mostMs`: the limit until enough was heard, and never more than that. */
  constructor(mostMs: number = SILENCE_MS) {
    this.#mostMs = mostMs;
    this.#limitMs = mostMs;
  }

  get limitMs(): number {
    return this.#limitMs;
  }

  /** True when that changed the limit. */
  heartbeat(at: number): boolean {
    const gap = at - (this.#last ?? at);
    if (this.#last !== undefined && gap >= 0 && gap < LEAST_GAP_MS) return false;
    const first = this.#last === undefined || gap < 0;
    this.#last = at;
    if (first) return false;
    this.#gaps.push(gap);
    if (this.#gaps.length > GAPS_KEPT) this.#gaps.shift();
    const before = this.#limitMs;
    this.#limitMs =
      this.#gaps.length < GAPS_NEEDED
        ? this.#mostMs
        : Math.min(this.#mostMs, Math.max(FLOOR_MS, 3 * Math.max(...this.#gaps)));
    return this.#limitMs !== before;
  }

  forget(): void {
    this.#gaps.length = 0;
    this.#limitMs = this.#mostMs;
  }

  /** A new connection: the time in between is no gap. */
  restart(): void {
    this.#last = undefined;
  }
}

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

/**
 * Calls back once, with the limit, when nothing was heard for as long as the rhythm allows, by the machine's clock: after a
 * sleep that is the case at once. One timer, however much is heard.
 */
export class SilenceWatch implements Disposable {
  readonly #clock: Clock;
  readonly #rhythm: HeartbeatRhythm;
  readonly #onSilence: (limitMs: number) => void;
  #heardAt: number;
  #timer: Disposable;

  constructor(clock: Clock, rhythm: HeartbeatRhythm, onSilence: (limitMs: number) => void) {
    this.#clock = clock;
    this.#rhythm = rhythm;
    this.#onSilence = onSilence;
    this.#heardAt = clock.now();
    rhythm.restart();
    this.#timer = this.#arm(rhythm.limitMs);
  }

  /** False when there was silence before: what comes now may have waited here since before the machine slept. */
  heard(at: number, heartbeat: boolean): boolean {
    if (at - this.#heardAt > this.#rhythm.limitMs) {
      this.#end();
      return false;
    }
    this.#heardAt = at;
    if (heartbeat && this.#rhythm.heartbeat(at)) {
      this.#timer.dispose();
      this.#timer = this.#arm(this.#rhythm.limitMs);
    }
    return true;
  }

  dispose(): void {
    this.#timer.dispose();
  }

  #arm(ms: number): Disposable {
    return this.#clock.setTimeout(() => this.#look(), Math.min(ms, LOOK_MS));
  }

  #look(): void {
    const { limitMs } = this.#rhythm;
    const now = this.#clock.now();
    // The machine's clock was set back: counted from now on.
    this.#heardAt = Math.min(this.#heardAt, now);
    const left = limitMs - (now - this.#heardAt);
    if (left <= 0) this.#end();
    else this.#timer = this.#arm(left);
  }

  #end(): void {
    const { limitMs } = this.#rhythm;
    this.#timer.dispose();
    this.#rhythm.forget();
    this.#onSilence(limitMs);
  }
}
