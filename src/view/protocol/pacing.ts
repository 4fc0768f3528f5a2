import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import type { PatchFrame, Snapshot, SnapshotFrame } from './frames.ts';
import { Telling } from './frames.ts';

/** No two messages nearer than this, milliseconds: a frame of a usual screen. */
const FRAME_MS = 16;
/** A page that has not drawn for so long is not waited for: it may be gone, and says `ready` if it comes back. */
const ANSWER_MS = 1000;
/** So often at least a page in view is told that it is up to date: one that hears nothing marks itself old. */
export const BEAT_MS = 5000;

export interface PacerOptions<C extends object> {
  readonly clock: Clock;
  /** Makes all there is to show now; only called when something is about to be sent. */
  build(): Snapshot<C>;
  snapshot(frame: SnapshotFrame<C>): void;
  patch(frame: PatchFrame<C>): void;
}

/** Messages sent so far; `beats` are patches without a change. */
export interface Counts {
  readonly snapshots: number;
  readonly patches: number;
  readonly beats: number;
}

/**
 * Decides when a page is told what. A page that said it is ready gets everything, then patches: one at a time, the next
 * when the page has drawn the last, and never two within a frame. Whatever changes meanwhile is one patch. A hidden page
 * gets nothing and is forgotten: the editor throws its content away, and it says `ready` when it is shown again.
 */
export class Pacer<C extends object> implements Disposable {
  readonly #options: PacerOptions<C>;
  readonly #telling = new Telling<C>();
  #counts: Counts = { snapshots: 0, patches: 0, beats: 0 };
  #number = 0;
  #sentAt = Number.NEGATIVE_INFINITY;
  #isReady = false;
  #isVisible: boolean;
  #isChanged = false;
  #isDisposed = false;
  #due: Disposable | undefined;
  #answer: Disposable | undefined;
  #beat: Disposable | undefined;

  constructor(options: PacerOptions<C>, isVisible: boolean) {
    this.#options = options;
    this.#isVisible = isVisible;
  }

  get counts(): Counts {
    return this.#counts;
  }

  /** There may be something new to show. */
  changed(): void {
    if (!this.#mayTell) return;
    this.#isChanged = true;
    this.#schedule();
  }

  /** The page was loaded, or lost a frame: it has nothing that can be counted on. */
  ready(): void {
    if (this.#isDisposed) return;
    this.#stop();
    this.#telling.forget();
    this.#isReady = true;
    this.changed();
  }

  /** The page has drawn the frame of this number. */
  drawn(number: number): void {
    if (number !== this.#number) return;
    this.#answer?.dispose();
    this.#answer = undefined;
    if (this.#isChanged) this.#schedule();
  }

  setVisible(isVisible: boolean): void {
    if (isVisible === this.#isVisible) return;
    this.#isVisible = isVisible;
    if (!isVisible) {
      this.#isReady = false;
      this.#stop();
    }
    // Its `ready` may have come before the news that it is in view.
    this.changed();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#stop();
  }

  get #mayTell(): boolean {
    return this.#isReady && this.#isVisible && !this.#isDisposed;
  }

  #schedule(): void {
    if (this.#due !== undefined || this.#answer !== undefined) return;
    const { clock } = this.#options;
    const wait = Math.min(FRAME_MS, Math.max(0, this.#sentAt + FRAME_MS - clock.now()));
    this.#due = clock.setTimeout(() => {
      this.#due = undefined;
      this.#send('news');
    }, wait);
  }

  #send(why: 'news' | 'beat'): void {
    const { clock, build, snapshot, patch } = this.#options;
    this.#isChanged = false;
    const shown = build();
    const difference = this.#telling.next(shown);
    if (difference.kind === 'none' && why === 'news') return;
    const now = clock.now();
    this.#sentAt = now;
    this.#number += 1;
    this.#wait();
    const number = this.#number;
    const { busy, note, content } = shown;
    if (difference.kind === 'whole' || content === undefined) {
      this.#count('snapshots');
      snapshot({ number, now, snapshot: shown });
    } else if (difference.kind === 'none') {
      this.#count('beats');
      patch({ number, now, busy, note, changed: {}, gone: [] });
    } else {
      this.#count('patches');
      patch({ number, now, busy, note, changed: difference.changed, gone: difference.gone });
    }
  }

  #count(kind: keyof Counts): void {
    this.#counts = { ...this.#counts, [kind]: this.#counts[kind] + 1 };
  }

  /** For the page to draw, and for the next beat. */
  #wait(): void {
    const { clock } = this.#options;
    this.#beat?.dispose();
    this.#beat = clock.setTimeout(() => {
      this.#due?.dispose();
      this.#due = undefined;
      this.#send('beat');
    }, BEAT_MS);
    this.#answer = clock.setTimeout(() => {
      this.#answer = undefined;
      if (this.#isChanged) this.#schedule();
    }, ANSWER_MS);
  }

  #stop(): void {
    for (const timer of [this.#due, this.#answer, this.#beat]) timer?.dispose();
    this.#due = undefined;
    this.#answer = undefined;
    this.#beat = undefined;
    this.#isChanged = false;
  }
}
