import { type Clock, isAhead } from '../../base/clock.ts';
import { Emitter, type Event } from '../../base/event.ts';
import type { Disposable } from '../../base/lifecycle.ts';

/** What the editor tells of its window, and whether the status item is on. */
export interface WindowState {
  readonly focused: boolean;
  readonly statusShown: boolean;
}

/** After so long without the focus a window gives its lines up, milliseconds: the service counts them per key. */
export const AWAY_MS = 60_000;

/** Says when a window is to give its lines up: without the focus for a minute, and nothing shown outside of it. */
export class LinePolicy implements Disposable {
  readonly #clock: Clock;
  readonly #changes = new Emitter<void>();
  #window: WindowState = { focused: true, statusShown: false };
  #blurredAt = 0;
  /** Found to be without the focus for so long: no clock that is set back undoes that. */
  #wasLong = false;
  #needed = false;
  #timer: Disposable | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly onDidChange: Event<void> = (listener) => this.#changes.event(listener);

  get window(): WindowState {
    return this.#window;
  }

  /** True once the window is to hold no lines. */
  get away(): boolean {
    const { focused, statusShown } = this.#window;
    return !focused && !statusShown && this.#isLong();
  }

  set(window: WindowState): void {
    const { focused, statusShown } = this.#window;
    if (focused === window.focused && statusShown === window.statusShown) return;
    if (focused && !window.focused) {
      this.#blurredAt = this.#clock.now();
      this.#wasLong = false;
    }
    this.#window = window;
    this.#arm();
    this.#changes.fire();
  }

  /** Whether there is anything to give up: while not, there is no timer either. */
  setNeeded(needed: boolean): void {
    if (needed === this.#needed) return;
    this.#needed = needed;
    this.#arm();
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#changes.dispose();
  }

  #isLong(): boolean {
    const now = this.#clock.now();
    // Counted anew from where the clock was set back to.
    if (isAhead(this.#blurredAt, now)) this.#blurredAt = now;
    this.#wasLong ||= now - this.#blurredAt >= AWAY_MS;
    return this.#wasLong;
  }

  #arm(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    const { focused, statusShown } = this.#window;
    if (focused || statusShown || !this.#needed || this.away) return;
    const wait = this.#blurredAt + AWAY_MS - this.#clock.now();
    this.#timer = this.#clock.setTimeout(
      () => {
        this.#arm();
        if (this.away) this.#changes.fire();
      },
      Math.min(wait, AWAY_MS),
    );
  }
}
