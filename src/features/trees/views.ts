import { commands, EventEmitter, l10n, type TreeDataProvider, type TreeView, window } from 'vscode';
import { sleep } from '../../base/async.ts';
import { systemClock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import { COMMANDS, openSelectionId, VIEW_NAMES, VIEWS, type ViewName } from '../ids.ts';
import type { RowNode } from './node-tree.ts';

/** A row the editor is just redrawing is not in the selection; it is looked for again at this distance, milliseconds. */
const LOOK_AGAIN_MS = 100;
const MOST_LOOKS = 5;

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
    this.#own.add(commands.registerCommand(openSelectionId(name), () => openSelection(view)));
    return {
      view,
      changed: (nodes) => changes.fire(nodes),
      fill: (given) => {
        source = given;
      },
    };
  }
}

/**
 * Opens the selected row. A click on a row is this command, without arguments: the editor replaces a command with arguments
 * at each redraw of its row, and does not find the replaced one any more.
 */
async function openSelection(view: Pick<TreeView<RowNode>, 'selection'>): Promise<void> {
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const command = view.selection[0]?.row.command;
    if (command !== undefined) {
      await commands.executeCommand(COMMANDS[command.id], ...command.args);
      return;
    }
    await sleep(systemClock, LOOK_AGAIN_MS);
  }
  void window.showInformationMessage(l10n.t('The list just changed, so nothing was done. Choose again.'));
}
