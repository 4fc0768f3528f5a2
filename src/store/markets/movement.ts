import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/lifecycle.ts';

export type Direction = -1 | 0 | 1;

/** So long a price that moved is marked, milliseconds. */
export const MOVED_MS = 2_000;

interface Mark {
  readonly direction: Direction;
  readonly until: number;
}

/** The marks of prices that moved. One timer for all of them, and none while there is no mark. */
export class Movements implements Disposable {
  readonly #clock: Clock;
  readonly #ended: (slugs: ReadonlySet<string>) => void;
  /** In the order in which they end. */
  readonly #marks = new Map<string, Mark>();
  #timer: Disposable | undefined;

  /** `ended` is called with the markets whose mark is over. */
  constructor(clock: Clock, ended: (slugs: ReadonlySet<string>) => void) {
    this.#clock = clock;
    this.#ended = ended;
  }

  of(slug: string): Direction {
    return this.#marks.get(slug)?.direction ?? 0;
  }

  mark(slug: string, direction: Direction): void {
    this.#marks.delete(slug);
    this.#marks.set(slug, { direction, until: this.#clock.now() + MOVED_MS });
    this.#timer ??= this.#clock.setTimeout(() => this.#end(), MOVED_MS);
  }

  forget(slug: string): void {
    if (this.#marks.delete(slug) && this.#marks.size === 0) this.clear();
  }

  clear(): void {
    this.#marks.clear();
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  dispose(): void {
    this.clear();
  }

  #end(): void {
    const now = this.#clock.now();
    const ended = new Set<string>();
    let wait: number | undefined;
    for (const [slug, { until }] of this.#marks) {
      // One that lasts longer than any can was made before the machine's clock was set back.
      if (until > now && until - now <= MOVED_MS) {
        wait = until - now;
        break;
      }
      this.#marks.delete(slug);
      ended.add(slug);
    }
    this.#timer = wait === undefined ? undefined : this.#clock.setTimeout(() => this.#end(), wait);
    if (ended.size > 0) this.#ended(ended);
  }
}
