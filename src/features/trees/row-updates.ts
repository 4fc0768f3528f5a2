import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import { inSlices } from '../../base/slices.ts';
import type { Row } from '../../view/row.ts';
import type { NodeChange, NodeTree } from './node-tree.ts';

/** Takes the rows of one content after the other into a tree, many of them in slices. */
export class RowUpdates<C extends { readonly rows: readonly Row[] }> implements Disposable {
  readonly #clock: Clock;
  readonly #tree: NodeTree;
  readonly #done: (shown: C, change: NodeChange) => void;
  #steps: Iterable<void> = [];
  #end = (): void => {};
  #slices: Disposable | undefined;

  constructor(clock: Clock, tree: NodeTree, done: (shown: C, change: NodeChange) => void) {
    this.#clock = clock;
    this.#tree = tree;
    this.#done = done;
  }

  take(shown: C): void {
    // What is not in yet goes in first: the change it makes is not lost.
    for (const _ of this.#steps);
    this.#end();
    this.#slices?.dispose();
    let found: NodeChange = 'none';
    this.#steps = this.#tree.updating(shown.rows, this.#clock.now(), (change) => {
      found = change;
    });
    // After the last step, as it may lead to the next rows.
    this.#end = () => {
      this.#end = () => {};
      this.#done(shown, found);
    };
    this.#slices = inSlices(this.#clock, this.#steps, undefined, () => this.#end());
  }

  dispose(): void {
    this.#slices?.dispose();
  }
}
