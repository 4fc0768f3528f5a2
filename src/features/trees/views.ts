import { EventEmitter, type TreeDataProvider, type TreeView, window } from 'vscode';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import { VIEW_NAMES, VIEWS, type ViewName } from '../ids.ts';
import type { RowNode } from './node.ts';

export type RowSource = Required<
  Pick<TreeDataProvider<RowNode>, 'getTreeItem' | 'getChildren' | 'resolveTreeItem'>
>;

/** One view as the editor shows it. */
export interface ViewSlot {
  readonly view: TreeView<RowNode>;
  /** Has the editor ask again for these rows; undefined: for all. */
  changed(nodes: RowNode[] | undefined): void;
  /** Where its rows come from, from now on. */
  fill(source: RowSource): void;
}

/** The views of the sidebar as the editor knows them. Their rows come from what `load` loads, which fills each slot. */
export class Views implements Disposable {
  readonly #own = new DisposableStore();
  readonly #slots = new Map<ViewName, ViewSlot>();

  constructor(load: () => Promise<unknown>) {
    for (const name of VIEW_NAMES) this.#slots.set(name, this.#register(name, load));
  }

  slot(name: ViewName): ViewSlot {
    const slot = this.#slots.get(name);
    if (slot === undefined) throw new Error(`There is no view ${name}.`);
    return slot;
  }

  dispose(): void {
    this.#own.dispose();
  }

  #register(name: ViewName, load: () => Promise<unknown>): ViewSlot {
    let source: RowSource | undefined;
    const changes = this.#own.add(new EventEmitter<RowNode[] | undefined>());
    const rows = (): RowSource => {
      if (source === undefined) throw new Error(`The view ${name} is not filled.`);
      return source;
    };
    const view = this.#own.add(
      window.createTreeView<RowNode>(VIEWS[name], {
        treeDataProvider: {
          onDidChangeTreeData: changes.event,
          getTreeItem: (node) => rows().getTreeItem(node),
          getChildren: (node) =>
            source === undefined ? load().then(() => rows().getChildren(node)) : source.getChildren(node),
          resolveTreeItem: (item, node, token) => rows().resolveTreeItem(item, node, token),
        },
        canSelectMany: name === 'orders',
        showCollapseAll: true,
      }),
    );
    this.#own.add(
      view.onDidChangeVisibility(({ visible }) => visible && source === undefined && void load()),
    );
    return {
      view,
      changed: (nodes) => changes.fire(nodes),
      fill: (given) => {
        source = given;
      },
    };
  }
}
