import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { inSlices } from '../../base/slices.ts';
import type { Row } from '../../view/row.ts';
import type { NodeChange, NodeTree } from './node-tree.ts';

/** Takes the rows of one content after the other into a tree, many of them in slices. */
export class RowUpdates<C extends { readonly rows: readonly Row[] }> implements Disposable {
  readonly #clock: Clock;
  readonly #tree: NodeTree;
  readonly #done: (shown: C, change: NodeChange) => void;
  /** Taken once the rows before it are in: the change they make is not lost. */
  #next: C | undefined;
  #isTaking = false;
  #slices: Disposable | undefined;

  constructor(clock: Clock, tree: NodeTree, done: (shown: C, change: NodeChange) => void) {
    this.#clock = clock;
    this.#tree = tree;
    this.#done = done;
  }

  take(shown: C): void {
    this.#next = shown;
    if (!this.#isTaking) this.#slices = inSlices(this.#clock, this.#steps());
  }

  dispose(): void {
    this.#slices?.dispose();
  }

  *#steps(): Generator<void> {
    this.#isTaking = true;
    try {
      // What is said of rows that are in may lead to the next ones.
      for (let shown = this.#next; shown !== undefined; shown = this.#next) {
        this.#next = undefined;
        let found: NodeChange = 'none';
        yield* this.#tree.updating(shown.rows, this.#clock.now(), (change) => {
          found = change;
        });
        this.#done(shown, found);
      }
    } finally {
      this.#isTaking = false;
    }
  }
}
