import { Emitter, type Event } from '../../base/event.ts';
import type { Disposable } from '../../base/lifecycle.ts';

/**
 * Numbers the readings a store asks for, so that what was told meanwhile is told apart from what a late reply says, and
 * remembers whether another is due because a frame could not be decided.
 */
export class ReadSequence implements Disposable {
  readonly #due = new Emitter<void>();
  #asked = 0;
  /** How many had been asked for when one became due: only a later one answers. */
  #dueSince: number | undefined;

  /** Fires when a reading becomes due, and again after each that was asked for too early to answer. */
  readonly onDue: Event<void> = (listener) => this.#due.event(listener);

  /** How many were asked for so far. What is told now is newer than all of them. */
  get asked(): number {
    return this.#asked;
  }

  get due(): boolean {
    return this.#dueSince !== undefined;
  }

  /** One is asked for now; its number, 1 or more. */
  begin(): number {
    return ++this.#asked;
  }

  /** Only a reading asked for from now on can say. */
  need(): void {
    const before = this.#dueSince;
    this.#dueSince = this.#asked;
    if (before === undefined) this.#due.fire();
  }

  /** That reading was taken in. It is still under way for whoever hears that another is due: joining it would not do. */
  done(reading: number): void {
    if (this.#dueSince === undefined) return;
    if (reading > this.#dueSince) this.#dueSince = undefined;
    else this.#due.fire();
  }

  /** Nothing is due any more; what is out stays numbered. */
  clear(): void {
    this.#dueSince = undefined;
  }

  dispose(): void {
    this.#due.dispose();
  }
}
