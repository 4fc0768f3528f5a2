import type { Event } from '../base/event.ts';
import { type Disposable, DisposableStore } from '../base/lifecycle.ts';
import type { Refreshable } from '../store/live/scheduler.ts';
import type { Services } from './services.ts';

/** How often ages are brought up to date, milliseconds; without this they would stand still between two reads. */
const TICK_MS = 30_000;

interface RedrawOptions {
  /** Shortest time between two drawings, milliseconds. */
  readonly gapMs: number;
  /** What is drawn; they are loaded and stay fresh while it is shown. */
  readonly stores: readonly Refreshable[];
  /** After each of these it is drawn again. */
  readonly changes: readonly Event<unknown>[];
  draw(): void;
}

/**
 * Draws soon after each request, but never twice within `gapMs`: a tree that changes more often than every 200 ms freezes
 * until it is left alone. Draws once when shown, and nothing while hidden.
 */
export class Redraw implements Disposable {
  readonly #services: Pick<Services, 'clock' | 'scheduler' | 'session'>;
  readonly #options: RedrawOptions;
  readonly #whileShown = new DisposableStore();
  #isShown = false;
  #drawnAt = Number.NEGATIVE_INFINITY;
  #timer: Disposable | undefined;
  #ticking: Disposable | undefined;

  constructor(services: Pick<Services, 'clock' | 'scheduler' | 'session'>, options: RedrawOptions) {
    this.#services = services;
    this.#options = options;
  }

  request(): void {
    if (!this.#isShown || this.#timer !== undefined) return;
    const { clock } = this.#services;
    const wait = this.#drawnAt + this.#options.gapMs - clock.steady();
    if (wait <= 0) this.#draw();
    else this.#timer = clock.setTimeout(() => this.#draw(), wait);
  }

  setShown(isShown: boolean): void {
    this.dispose();
    this.#isShown = isShown;
    if (!isShown) return;
    const { scheduler, session } = this.#services;
    const { stores, changes } = this.#options;
    this.#whileShown.add(scheduler.watch(stores));
    for (const event of changes) this.#whileShown.add(event(() => this.request()));
    // Another connection or account leaves a store with nothing read: it is not left until the next poll is due.
    this.#whileShown.add(
      session.onDidChange((change) => {
        if (change === 'link') return;
        for (const store of stores) if (store.state.kind === 'idle') void store.load();
      }),
    );
    this.#tick();
  }

  dispose(): void {
    this.#isShown = false;
    this.#whileShown.clear();
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#ticking?.dispose();
  }

  #tick(): void {
    this.#ticking = this.#services.clock.setTimeout(() => this.#tick(), TICK_MS);
    this.request();
  }

  #draw(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#drawnAt = this.#services.clock.steady();
    this.#options.draw();
  }
}
