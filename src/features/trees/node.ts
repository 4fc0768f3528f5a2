import type { Row, RowSubject } from '../../view/row.ts';
import type { ViewName } from '../ids.ts';

/** A row as the editor holds on to it: one object per id for as long as the row is there, with the newest row in it. */
export interface RowNode {
  readonly view: ViewName;
  readonly id: string;
  /** What menus hand to commands. */
  readonly subject: RowSubject | undefined;
  readonly row: Row;
  /** Undefined until someone opened the row. */
  readonly children: readonly RowNode[] | undefined;
}

interface MutableNode extends RowNode {
  row: Row;
  children: readonly MutableNode[] | undefined;
  subject: RowSubject | undefined;
}

/** What the editor has to be told: nothing, everything, or these nodes. */
export type NodeChange = 'none' | 'all' | readonly RowNode[];

/**
 * The rows of one view as a tree of nodes. Takes whole new rows and works out which nodes changed, so that a price that
 * moved redraws one line and nothing else.
 */
export class NodeTree {
  readonly #view: ViewName;
  #roots: readonly MutableNode[] | undefined;
  #shape = 0;
  /** Open rows whose words changed and were not told yet. */
  readonly #late = new Set<MutableNode>();
  #calm = true;

  constructor(view: ViewName) {
    this.#view = view;
  }

  /** Undefined until `update` was called. */
  get roots(): readonly RowNode[] | undefined {
    return this.#roots;
  }

  /** Another number whenever a row came, went, moved or was opened. */
  get shape(): number {
    return this.#shape;
  }

  /** Something is still to be told; a calm update tells it. */
  get isLate(): boolean {
    return this.#late.size > 0;
  }

  /**
   * When told of a row the editor forgets the rows under it until it has asked for them again, and a click in between is
   * lost. So new words on a row that is open, such as a sum that moves with each price, wait for a `calm` update.
   */
  update(rows: readonly Row[], calm = true): NodeChange {
    const before = this.#roots;
    const changed: RowNode[] = [];
    this.#calm = calm;
    this.#roots = before === undefined ? this.#all(rows) : this.#merge(before, rows, changed);
    if (calm || this.#roots !== before) this.#late.clear();
    if (this.#roots !== before) return 'all';
    return changed.length === 0 ? 'none' : changed;
  }

  /** The nodes under one, made on the first call. */
  open(node: RowNode): readonly RowNode[] {
    const own = node as MutableNode;
    if (own.children === undefined) {
      own.children = this.#all(own.row.children?.() ?? []);
    }
    return own.children;
  }

  #made(row: Row): MutableNode {
    return { view: this.#view, id: row.id, row, subject: row.subject, children: undefined };
  }

  #all(rows: readonly Row[]): readonly MutableNode[] {
    this.#shape += 1;
    return rows.map((row) => this.#made(row));
  }

  /** The very same list of nodes where no row came, went or moved. */
  #merge(nodes: readonly MutableNode[], rows: readonly Row[], changed: RowNode[]): readonly MutableNode[] {
    if (sameIds(nodes, rows)) {
      for (const [place, node] of nodes.entries()) {
        const row = rows[place];
        // The very same row has nothing new to say, unless it is open and says it below.
        if (row !== undefined && (node.row !== row || node.children !== undefined))
          this.#renew(node, row, changed);
      }
      return nodes;
    }
    this.#shape += 1;
    const known = new Map(nodes.map((node) => [node.id, node]));
    return rows.map((row) => {
      const node = known.get(row.id);
      if (node === undefined) return this.#made(row);
      this.#renew(node, row, changed);
      return node;
    });
  }

  #renew(node: MutableNode, row: Row, changed: RowNode[]): void {
    const [looksTheSame, saysTheSame] = [sameLook(node.row, row), sameWords(node.row, row)];
    node.row = row;
    node.subject = row.subject;
    const before = node.children;
    const changedBelow: RowNode[] = [];
    if (before !== undefined) node.children = this.#merge(before, row.children?.() ?? [], changedBelow);
    if (!saysTheSame && node.children !== undefined) this.#late.add(node);
    const due = node.children === undefined ? !saysTheSame : this.#calm && this.#late.has(node);
    // Telling the editor about a node makes it ask for everything under it again.
    if (due || !looksTheSame || node.children !== before) {
      this.#late.delete(node);
      changed.push(node);
    } else changed.push(...changedBelow);
  }
}

function sameIds(
  nodes: readonly { readonly id: string; readonly row?: Row }[],
  rows: readonly { readonly id: string }[],
): boolean {
  return (
    nodes.length === rows.length &&
    nodes.every((node, place) => node.row === rows[place] || node.id === rows[place]?.id)
  );
}

function sameWords(a: Row, b: Row): boolean {
  return (
    a.label === b.label && a.description === b.description && a.accessibilityLabel === b.accessibilityLabel
  );
}

function sameLook(a: Row, b: Row): boolean {
  return (
    a.dim === b.dim &&
    a.icon?.id === b.icon?.id &&
    a.icon?.color === b.icon?.color &&
    a.contextValue === b.contextValue &&
    a.collapsible === b.collapsible
  );
}
