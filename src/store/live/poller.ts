import { type Clock, isAhead } from '../../base/clock.ts';
import { Emitter, type Event } from '../../base/event.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import { toDisposable } from '../../base/lifecycle.ts';
import { type LoadState, type RefreshReason, readAt } from '../reading/load-state.ts';

/** What the poller keeps fresh. Neither method rejects: a failure is a state. */
export interface Pollable {
  readonly state: LoadState;
  refresh(reason?: RefreshReason): Promise<void>;
  load(): Promise<void>;
}

/** Says how stores a stream tells of are checked. */
export interface Checks {
  /** Milliseconds between checks; undefined where no stream tells of the store. */
  checkMs(store: Pollable): number | undefined;
  /** Milliseconds a check that is due has to wait; 0: it is made now. */
  admit(store: Pollable): number;
}

export interface PollerOptions {
  readonly clock: Clock;
  /** Milliseconds between refreshes of a watched store while the window has the focus; default 30,000. */
  readonly intervalMs?: number;
}

/** How often a store is checked whose changes are told by a stream, milliseconds; focus or not. */
export const CHECK_MS = 300_000;
/** How much slower a window without focus refreshes. */
const UNFOCUSED = 10;
/** Failures in a row double the wait up to this many times the interval. */
const SLOWEST = 16;

interface Watched {
  watchers: number;
  failures: number;
  /** When it was last asked, Unix milliseconds. */
  askedAt: number | undefined;
  /** The clock was set back since: the times noted say nothing. */
  setBack: boolean;
  timer: Disposable | undefined;
  busy: boolean;
}

/** The one thing that refreshes by itself: only what someone is looking at. */
export class Poller implements Disposable {
  readonly #clock: Clock;
  readonly #intervalMs: number;
  readonly #watched = new Map<Pollable, Watched>();
  readonly #changes = new Emitter<void>();
  #checks: Checks | undefined;
  #focused = true;
  #disposed = false;

  constructor(options: PollerOptions) {
    this.#clock = options.clock;
    this.#intervalMs = options.intervalMs ?? 30_000;
  }

  /** What is watched changed. */
  readonly onDidChange: Event<void> = (listener) => this.#changes.event(listener);

  /** What someone looks at, each once. */
  get watched(): ReadonlySet<Pollable> {
    return new Set(this.#watched.keys());
  }

  /** Says from now on how stores are checked that a stream tells of; `reschedule` when that changes. */
  follow(checks: Checks | undefined): void {
    this.#checks = checks;
    this.reschedule();
  }

  /** Works out anew when each is due. What is due already is read at once. */
  reschedule(): void {
    for (const store of this.#watched.keys()) this.#schedule(store);
  }

  /** The machine's clock was set back: all that is watched is due. */
  setBack(): void {
    for (const entry of this.#watched.values()) entry.setBack = true;
    this.reschedule();
  }

  /** Keeps these fresh until disposed: hold it while a view is visible. Reads at once what is missing or too old. */
  watch(stores: readonly Pollable[]): Disposable {
    for (const store of stores) this.#enter(store);
    this.#changes.fire();
    return toDisposable(() => {
      for (const store of stores) this.#leave(store);
      this.#changes.fire();
    });
  }

  /** Ten times slower while the window has no focus; with the focus back, what is due is read at once. */
  setFocused(focused: boolean): void {
    if (focused === this.#focused) return;
    this.#focused = focused;
    this.reschedule();
  }

  /** Reads everything watched again, now. */
  async refreshAll(): Promise<void> {
    await Promise.all(
      [...this.#watched.keys()].map((store) => this.#ask(store, () => store.refresh('asked'))),
    );
  }

  /** Reads again at once what failed: something says that the service is there again. */
  retryFailed(): void {
    for (const [store, { busy }] of this.#watched)
      if (store.state.kind === 'failed' && !busy) void this.#ask(store, () => store.refresh('poll'));
  }

  dispose(): void {
    this.#disposed = true;
    for (const entry of this.#watched.values()) entry.timer?.dispose();
    this.#watched.clear();
    this.#changes.dispose();
  }

  #enter(store: Pollable): void {
    const known = this.#watched.get(store);
    if (known !== undefined) {
      known.watchers++;
      return;
    }
    if (this.#disposed) return;
    const entry: Watched = {
      watchers: 1,
      failures: 0,
      askedAt: undefined,
      setBack: false,
      timer: undefined,
      busy: false,
    };
    this.#watched.set(store, entry);
    if (store.state.kind === 'idle') void this.#ask(store, () => store.load());
    else this.#schedule(store);
  }

  #leave(store: Pollable): void {
    const entry = this.#watched.get(store);
    if (entry === undefined || --entry.watchers > 0) return;
    entry.timer?.dispose();
    this.#watched.delete(store);
  }

  async #ask(store: Pollable, read: () => Promise<void>): Promise<void> {
    const entry = this.#watched.get(store);
    if (entry === undefined) return;
    entry.timer?.dispose();
    entry.busy = true;
    entry.askedAt = this.#clock.now();
    entry.setBack = false;
    await read();
    entry.busy = false;
    entry.failures = store.state.kind === 'failed' ? entry.failures + 1 : 0;
    if (this.#watched.get(store) === entry) this.#schedule(store);
  }

  #schedule(store: Pollable): void {
    const entry = this.#watched.get(store);
    if (entry === undefined || entry.busy) return;
    entry.timer?.dispose();
    const slower = Math.min(2 ** entry.failures, SLOWEST) * (this.#focused ? 1 : UNFOCUSED);
    const now = this.#clock.now();
    const since = entry.setBack ? 0 : Math.max(past(readAt(store.state), now), past(entry.askedAt, now));
    // A check is slow enough; what failed here may have been read elsewhere since.
    const due = since + (this.#checks?.checkMs(store) ?? this.#intervalMs * slower);
    const wait = Math.max(0, due - now);
    entry.timer = this.#clock.setTimeout(() => this.#come(store, entry), wait);
  }

  #come(store: Pollable, entry: Watched): void {
    const wait = this.#checks?.checkMs(store) === undefined ? 0 : this.#checks.admit(store);
    if (wait > 0) entry.timer = this.#clock.setTimeout(() => this.#come(store, entry), wait);
    else void this.#ask(store, () => store.refresh('poll'));
  }
}

/** What was read before the clock was set back was read nobody knows when: it is due. */
function past(at: number | undefined, now: number): number {
  return at === undefined || isAhead(at, now) ? 0 : at;
}
