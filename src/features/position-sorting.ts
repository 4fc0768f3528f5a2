import { Emitter } from '../base/event.ts';
import { inOrder } from '../core/in-order.ts';
import { orderOfPositions, type PositionSort, readPositionSort } from '../core/position-sort.ts';
import { eventKey } from '../view/order-text.ts';
import type { KnownPosition } from '../view/position-text.ts';
import type { Memory } from './shown-state.ts';

const KEY = 'positionSort';

/**
 * In which order positions are shown. It is worked out when somebody asks for it, and stays until they do again: rows that trade
 * places under a pointer are clicked by mistake.
 */
export class PositionSorting {
  readonly #memory: Memory;
  readonly #isHidden: () => boolean;
  readonly #changed = new Emitter<void>();
  #order: readonly string[] | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(memory: Memory, isHidden: () => boolean) {
    this.#memory = memory;
    this.#isHidden = isHidden;
  }

  get sort(): PositionSort {
    return readPositionSort(this.#memory.get(KEY));
  }

  async choose(sort: PositionSort): Promise<void> {
    await this.#memory.update(KEY, sort);
    this.renew();
  }

  /** Somebody opens the view or refreshes it: the order is worked out with the figures of now. */
  renew(): void {
    this.#order = undefined;
    this.#changed.fire();
  }

  sorted(all: readonly KnownPosition[]): readonly KnownPosition[] {
    const { sort } = this;
    // An order by hidden amounts would tell of them.
    if (sort === 'listed' || all.length === 0 || this.#isHidden()) return all;
    this.#order ??= orderOfPositions(all, sort, ({ position, market }) => eventKey(position, market));
    return inOrder(all, this.#order, ({ position }) => position.marketSlug);
  }
}
