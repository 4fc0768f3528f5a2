import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { Position } from '../../core/position.ts';
import type { PositionsStore } from '../account/positions.ts';
import { readAt } from '../reading/load-state.ts';
import { holdMs, LONG_MS } from './open-orders.ts';

/**
 * Finds positions that were settled between two looks: contracts were held, and now the position has expired without any.
 * Looked at a moment late, as `OpenOrders` does.
 */
export class Settled implements Disposable {
  readonly #clock: Clock;
  readonly #positions: PositionsStore;
  readonly #found: (slug: string, position: Position) => void;
  readonly #own = new DisposableStore();
  /** Markets contracts were held in; undefined before the first list. */
  #held: ReadonlySet<string> | undefined;
  #readAt = 0;
  #timer: Disposable | undefined;

  constructor(clock: Clock, positions: PositionsStore, found: (slug: string, position: Position) => void) {
    this.#clock = clock;
    this.#positions = positions;
    this.#found = found;
    this.#own.add(positions.onDidChange(() => this.#follow()));
  }

  /** Takes the positions as they are without a word. */
  skip(): void {
    this.#stop();
    if (this.#held !== undefined) this.#held = this.#now();
  }

  clear(): void {
    this.#stop();
    this.#held = undefined;
    this.#readAt = 0;
  }

  dispose(): void {
    this.#stop();
    this.#own.dispose();
  }

  #stop(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  #now(): ReadonlySet<string> {
    return new Set(this.#positions.positions.filter(isHeld).map(({ marketSlug }) => marketSlug));
  }

  #follow(): void {
    const at = readAt(this.#positions.state);
    if (at === undefined) return;
    const since = at - this.#readAt;
    const isLong = since > LONG_MS;
    this.#readAt = at;
    if (isLong) this.#stop();
    const held = isLong ? undefined : this.#held;
    if (held === undefined) this.#held = this.#now();
    else if (this.#timer !== undefined) return;
    else if (this.#positions.positions.some((position) => isSettled(position, held)))
      this.#timer = this.#clock.setTimeout(() => this.#tell(), holdMs(since));
    else this.#held = this.#now();
  }

  #tell(): void {
    this.#timer = undefined;
    const held = this.#held;
    this.#held = this.#now();
    for (const position of this.#positions.positions)
      if (held !== undefined && isSettled(position, held)) this.#found(position.marketSlug, position);
  }
}

function isHeld({ netPosition }: Position): boolean {
  return netPosition !== undefined && !netPosition.isZero;
}

function isSettled(position: Position, held: ReadonlySet<string>): boolean {
  return position.expired === true && position.netPosition?.isZero === true && held.has(position.marketSlug);
}
