import { commands, EventEmitter, l10n, type TreeDataProvider, type TreeView, window } from 'vscode';
import { sleep } from '../../base/async.ts';
import { systemClock } from '../../base/clock.ts';
import { DisposableOwner } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/event.ts';
import type { DraggedRow } from '../../core/watchlist.ts';
import type { ExchangeError } from '../../exchange/errors.ts';
import type { Row, TextParts } from '../../view/row.ts';
import { COMMANDS, openSelectionId, VIEW_NAMES, VIEWS, type ViewName, type ViewState } from '../ids.ts';
import type { NeededStore, Needs } from '../surface.ts';
import { rowDragging } from './dragged-rows.ts';
import type { RowNode } from './node-tree.ts';

/** What a view shows, as plain data. Read only while the view is visible. */
export interface ViewContent {
  readonly rows: readonly Row[];
  readonly description: TextParts;
  /** Above the rows, while there are any: the active filter, what is missing, what failed. */
  readonly message: string | undefined;
  readonly state: ViewState;
}

interface ShownList extends NeededStore {
  /** Items that could not be read. */
  readonly lost?: number;
  readonly moreError?: ExchangeError | undefined;
}

export interface ListContent {
  readonly rows: readonly Row[];
  readonly description: TextParts;
  readonly filter?: string | undefined;
  /** What is shown of all that was read, in full: the first of the message. */
  readonly shown?: string | undefined;
  readonly notes?: readonly (string | undefined)[];
}

/** A view of a list, or of what is in this window alone. */
export type ViewDefinition = ViewParts &
  (
    | {
        readonly name: Exclude<ViewName, 'agents'>;
        /** What keeps its list live. Of `markets`, those under open rows are streamed. */
        readonly stream: 'markets' | 'account';
        readonly list: ShownList;
      }
    | { readonly name: 'agents'; readonly stream?: undefined; readonly list?: undefined }
  );

interface ViewParts {
  /** Besides the list and, where its stream is that of the markets, those under open rows. */
  readonly needs: Needs;
  content(): ListContent;
  readonly badge?: Badge;
  /** Called with a row whose children the editor shows now; again whenever it redraws them. */
  opened?(row: Row): void;
  /** A person ticked the box of a row, or took the tick away. The row is drawn again then, as it is. */
  ticked?(row: Row, isOn: boolean): Promise<void>;
  /** Takes rows that were dragged here from any view, onto a row or beside them all. */
  drop?(dragged: readonly DraggedRow[], target: RowNode | undefined): Promise<void>;
}

/** A number on a view, for what came while nobody looked at it. */
export interface Badge {
  get(): { readonly value: number; readonly tooltip: string } | undefined;
  readonly changes: readonly Event<unknown>[];
  seen(): void;
}

/** A row the editor is just redrawing is not in the selection; it is looked for again at this distance, milliseconds. */
const LOOK_AGAIN_MS = 100;
const MOST_LOOKS = 5;

const OWN_VIEWS: ReadonlySet<ViewName> = new Set<ViewName>(['orders', 'positions', 'activity']);

export type RowSource = Required<
  Pick<TreeDataProvider<RowNode>, 'getTreeItem' | 'getChildren' | 'resolveTreeItem'>
>;

interface FilledView {
  readonly source: RowSource;
  readonly badge?: Badge;
  content(): ViewContent;
  drop?: ViewDefinition['drop'];
  /** Turns the box of a row, as a person does who ticks it. */
  tick(node: RowNode, isOn: boolean): void;
}

interface ViewSlot {
  readonly view: TreeView<RowNode>;
  /** Has the editor ask again for these rows; undefined: for all. */
  changed(nodes: RowNode[] | undefined): void;
  filled: FilledView | undefined;
}

/** The views of the sidebar as the editor knows them. Their rows come from what `load` loads, which fills each slot. */
export class Views extends DisposableOwner {
  readonly #slots = new Map<ViewName, ViewSlot>();
  readonly #shown = new Emitter<void>();

  readonly onDidShow = this.#shown.event;

  constructor(load: () => Promise<unknown>) {
    super();
    for (const name of VIEW_NAMES) this.#slots.set(name, this.#register(name, load));
  }

  get areVisible(): boolean {
    return [...this.#slots.values()].some(({ view }) => view.visible);
  }

  slot(name: ViewName): ViewSlot {
    const slot = this.#slots.get(name);
    if (slot === undefined) throw new Error(`There is no view ${name}.`);
    return slot;
  }

  content(name: ViewName): ViewContent {
    return this.#filled(name).content();
  }

  badge(name: ViewName): number | undefined {
    return this.#filled(name).badge?.get()?.value;
  }

  #filled(name: ViewName): FilledView {
    const { filled } = this.slot(name);
    if (filled === undefined) throw new Error(`The view ${name} is not filled.`);
    return filled;
  }

  #register(name: ViewName, load: () => Promise<unknown>): ViewSlot {
    const changes = this.own.add(new EventEmitter<RowNode[] | undefined>());
    const source = (): RowSource => this.#filled(name).source;
    const view = this.own.add(
      window.createTreeView<RowNode>(VIEWS[name], {
        treeDataProvider: {
          onDidChangeTreeData: changes.event,
          getTreeItem: (node) => source().getTreeItem(node),
          getChildren: (node) =>
            this.slot(name).filled === undefined
              ? load().then(() => source().getChildren(node))
              : source().getChildren(node),
          resolveTreeItem: (item, node, token) => source().resolveTreeItem(item, node, token),
        },
        canSelectMany: name === 'orders' || name === 'watchlist',
        dragAndDropController: rowDragging(name === 'watchlist', async (dragged, target) => {
          await load();
          await this.#filled(name).drop?.(dragged, target);
        }),
        // Beside figures of one's own a button would take the room of the figure.
        showCollapseAll: !OWN_VIEWS.has(name),
      }),
    );
    this.own.add(
      view.onDidChangeVisibility(({ visible }) => {
        if (!visible) return;
        void load();
        this.#shown.fire();
      }),
    );
    this.own.add(commands.registerCommand(openSelectionId(name), () => this.#openSelection(name, view)));
    return { view, changed: (nodes) => changes.fire(nodes), filled: undefined };
  }

  /**
   * Opens the selected row, or turns its box. A click on a row is this command, without arguments: the editor replaces a command
   * with arguments at each redraw of its row, and does not find the replaced one any more.
   */
  async #openSelection(name: ViewName, view: Pick<TreeView<RowNode>, 'selection'>): Promise<void> {
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      const [node] = view.selection;
      const { command, checked } = node?.row ?? {};
      if (command !== undefined) {
        await commands.executeCommand(COMMANDS[command.id], ...command.args);
        return;
      }
      if (node !== undefined && checked !== undefined) {
        this.#filled(name).tick(node, !checked);
        return;
      }
      await sleep(systemClock, LOOK_AGAIN_MS);
    }
    void window.showInformationMessage(l10n.t('The list just changed, so nothing was done. Choose again.'));
  }
}
