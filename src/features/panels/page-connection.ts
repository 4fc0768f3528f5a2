import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Timer } from '../../base/timer.ts';
import type { PageEvent, Snapshot, SnapshotMessage } from '../../view/panels/protocol.ts';
import { readPageEvent } from '../../view/panels/protocol.ts';

/** Least time between two snapshots, milliseconds: a frame of a usual screen. */
const FRAME_MS = 16;
/**
 * Snapshots that take long to make are followed by so many times as long without one: the editor has other things to do.
 * Of the last two the quicker one counts: a single slow one is somebody else's doing.
 */
const REST = 4;
/** How long a page may take to draw before the next snapshot is sent anyway, milliseconds. */
const DRAW_MS = 1000;
/** Longest time between two snapshots to a visible page, milliseconds: a page that hears nothing marks itself stale. */
export const BEAT_MS = 5000;
interface PageConnectionOptions {
  readonly clock: Clock;
  readonly isVisible: boolean;
  /** Makes what there is to show now; called only when it is about to be sent. */
  snapshot(): Snapshot;
  post(message: SnapshotMessage): void;
  /** Acts on an event; snapshots that follow from it are sent by the connection. */
  handle(event: PageEvent): void;
}

/**
 * The editor's end of a panel's page. A visible page gets a whole snapshot when it says it is ready and after each
 * change: one at a time, the next once the page has drawn the last, at most once a frame. A hidden page gets nothing; the
 * editor discards its content, and it says `ready` when it is shown again. Events out of shape are dropped.
 */
export class PageConnection implements Disposable {
  readonly #options: PageConnectionOptions;
  #isVisible: boolean;
  #isReady = false;
  #wasReady = false;
  #isChanged = false;
  #isDisposed = false;
  #number = 0;
  #sentAt = Number.NEGATIVE_INFINITY;
  /** What the last snapshots took to make, milliseconds. */
  #costs: readonly number[] = [];
  readonly #send: Timer;
  readonly #drawing: Timer;
  readonly #beat: Timer;

  constructor(options: PageConnectionOptions) {
    this.#options = options;
    this.#isVisible = options.isVisible;
    this.#send = new Timer(options.clock, () => this.#post());
    this.#drawing = new Timer(options.clock, () => this.#drawn());
    this.#beat = new Timer(options.clock, () => this.#post());
  }

  get sent(): number {
    return this.#number;
  }

  /** Sends a snapshot soon, if the page is there to see it. */
  refresh(): void {
    if (!this.#isReady || !this.#isVisible || this.#isDisposed) return;
    this.#isChanged = true;
    this.#schedule();
  }

  setVisible(isVisible: boolean): void {
    if (isVisible === this.#isVisible) return;
    this.#isVisible = isVisible;
    if (!isVisible) {
      this.#isReady = false;
      this.#stop();
    }
    // The page's `ready` may have arrived before the editor says that it is visible.
    this.refresh();
  }

  receive(message: unknown): void {
    const event = readPageEvent(message);
    if (event === undefined || this.#isDisposed) return;
    // What the page before it in this panel sent last is about another market.
    if (!this.#wasReady && event.type !== 'ready') return;
    if (event.type === 'drawn') {
      if (event.number === this.#number) this.#drawn();
      return;
    }
    this.#options.handle(event);
    if (event.type === 'ready') {
      this.#stop();
      this.#isReady = true;
      this.#wasReady = true;
    }
    this.refresh();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#stop();
  }

  #drawn(): void {
    this.#drawing.stop();
    if (this.#isChanged) this.#schedule();
  }

  #schedule(): void {
    if (this.#send.isSet || this.#drawing.isSet) return;
    const pause = Math.max(FRAME_MS, this.#costs.length === 0 ? 0 : REST * Math.min(...this.#costs));
    const wait = this.#sentAt + pause - this.#options.clock.now();
    this.#send.set(Math.min(pause, Math.max(0, wait)));
  }

  #post(): void {
    const { clock, snapshot, post } = this.#options;
    this.#stop();
    const now = clock.now();
    this.#sentAt = now;
    this.#number += 1;
    this.#beat.set(BEAT_MS);
    this.#drawing.set(DRAW_MS);
    const began = clock.steady();
    const made = snapshot();
    this.#costs = [...this.#costs.slice(-1), clock.steady() - began];
    post({ type: 'snapshot', number: this.#number, now, snapshot: made });
  }

  #stop(): void {
    for (const timer of [this.#send, this.#drawing, this.#beat]) timer.stop();
    this.#isChanged = false;
  }
}
