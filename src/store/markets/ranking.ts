import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { inSlices } from '../../base/slices.ts';
import { compareValues, isOwnValue, type MarketSort, type SortValue } from '../../core/sort.ts';

/** So many items a ranking shows at first, and more at each request. */
export const RANKED_STEP = 500;
/** Prices and clocks move: a ranking is worked out again so often, milliseconds. */
const AGAIN_MS = 10_000;

/** What is ranked, which of it, and by what. */
export interface RankedQuestion<T> {
  readonly items: Iterable<T>;
  readonly passes: (item: T) => boolean;
  readonly value: (item: T) => SortValue;
  /** Whether an item does not pass only because a figure of it is not known. */
  readonly isUnknown?: ((item: T) => boolean) | undefined;
}

export interface RankedItems<T> {
  /** The best of them, the same array until they are worked out again. */
  readonly items: readonly T[];
  readonly total: number;
  /** How many of them have no value of their own to be ranked by. */
  readonly unranked: number;
  /** How many did not pass because a figure of them is not known. */
  readonly unknown: number;
  /** Not worked out once to its end. */
  readonly isPending: boolean;
}

/** The best of what passes, by one order. Worked out in slices: until one is done the last stands. */
export class Ranking<T> implements Disposable {
  readonly #clock: Clock;
  readonly #ask: () => RankedQuestion<T>;
  readonly #changed: () => void;
  readonly #compare: (a: SortValue, b: SortValue) => number;
  #found: { readonly item: T; readonly value: SortValue }[] = [];
  #result: RankedItems<T> = { items: [], total: 0, unranked: 0, unknown: 0, isPending: true };
  #most = 0;
  #isDue = true;
  #isWorking = false;
  #madeAt = 0;
  #work: Disposable | undefined;

  /** `ask` is called at each time it is worked out, `changed` after one that took longer than one slice. */
  constructor(
    clock: Clock,
    direction: MarketSort['direction'],
    ask: () => RankedQuestion<T>,
    changed: () => void,
  ) {
    this.#clock = clock;
    this.#compare = compareValues(direction);
    this.#ask = ask;
    this.#changed = changed;
  }

  /** At most `most`, with how many there are. */
  best(most: number): RankedItems<T> {
    const isOld = Math.abs(this.#clock.now() - this.#madeAt) >= AGAIN_MS;
    if (most !== this.#most || (!this.#isWorking && (this.#isDue || isOld))) this.#begin(most);
    return this.#result;
  }

  /** Something changed that it is made of. */
  outdate(): void {
    this.#isDue = true;
  }

  dispose(): void {
    this.#work?.dispose();
  }

  #begin(most: number): void {
    this.#work?.dispose();
    this.#most = most;
    this.#isDue = false;
    this.#isWorking = true;
    this.#found = [];
    let total = 0;
    let unranked = 0;
    let unknown = 0;
    const { items, passes, value, isUnknown } = this.#ask();
    const take = (item: T): void => {
      if (!passes(item)) {
        if (isUnknown?.(item) === true) unknown += 1;
        return;
      }
      const own = value(item);
      total += 1;
      if (!isOwnValue(own)) unranked += 1;
      this.#found.push({ item, value: own });
      if (this.#found.length >= 2 * most + RANKED_STEP) this.#cut();
    };
    this.#work = inSlices(this.#clock, items, take, (hasPaused) => {
      this.#cut();
      this.#isWorking = false;
      this.#madeAt = this.#clock.now();
      const best = this.#found.map(({ item }) => item);
      this.#result = { items: best, total, unranked, unknown, isPending: false };
      this.#found = [];
      if (hasPaused) this.#changed();
    });
  }

  #cut(): void {
    this.#found.sort((a, b) => this.#compare(a.value, b.value));
    this.#found.length = Math.min(this.#found.length, this.#most);
  }
}
