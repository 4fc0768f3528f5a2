import { joined, type Row, type RowSubject } from '../../view/row.ts';
import { siblingRows } from '../../view/sibling-rows.ts';
import type { ViewName } from '../ids.ts';

/**
 * New words of a row that follows prices wait for so long since its last ones, milliseconds: they can be read then. Half a
 * redraw over three seconds, so that rows drawn in different turns stay apart however late a turn is.
 */
export const PRICE_ROW_MS = 3_250;
/** A view is redrawn so often at most, milliseconds. */
export const REDRAW_MS = 500;
/**
 * The same for a row with open children. When it is redrawn the editor forgets the rows under it until it has asked for
 * them again, and a click in between is lost.
 */
export const OPEN_ROW_MS = 5_000;
/**
 * A row is left alone for so long after its tooltip was asked for, or until that of another one is: a redraw closes it, and nothing
 * says that the pointer has left. No longer, as prices would be old ones. Milliseconds.
 */
export const TOOLTIP_MS = 10_000;
/** An open row, in which a pointer may go from row to row, waits no longer than this, milliseconds. */
export const LONGEST_WAIT_MS = 60_000;

/** A row as the editor holds on to it: one object per id for as long as the row is there, with the newest row in it. */
export interface RowNode {
  readonly view: ViewName;
  readonly id: string;
  readonly subject: RowSubject | undefined;
  readonly row: Row;
  /** 1 at the root. */
  readonly level: number;
  /** Undefined until someone opened the row. */
  readonly children: readonly RowNode[] | undefined;
}

interface MutableNode extends RowNode {
  row: Row;
  children: readonly MutableNode[] | undefined;
  subject: RowSubject | undefined;
  /** The row the editor drew last, and when, Unix milliseconds. */
  drawn: Row;
  drawnAt: number;
  hoveredAt: number;
  /** Which opening or closing of a row showed its children last; 0: they are open from the start. */
  openedTurn: number;
  isClosed: boolean;
}

/** What the editor has to draw: nothing, everything, or these nodes. */
export type NodeChange = 'none' | 'all' | readonly RowNode[];

/**
 * The rows of one view as a tree of nodes. Takes whole new rows and works out which nodes the editor has to draw: a price
 * that moved redraws one line, and not before that line could be read.
 */
export class NodeTree {
  readonly #view: ViewName;
  #roots: readonly MutableNode[] | undefined;
  #turn = 0;
  #together = 0;
  #openMarkets: readonly string[] | undefined;
  #now = 0;
  #hovered: MutableNode | undefined;
  /** Looked at before, to be drawn again. */
  readonly #left = new Set<MutableNode>();
  readonly #waiting = new Set<MutableNode>();

  constructor(view: ViewName) {
    this.#view = view;
  }

  /** Undefined until `update` was called. */
  get roots(): readonly RowNode[] | undefined {
    return this.#roots;
  }

  /**
   * Slugs of the markets whose prices stand under open rows, each once. The editor does not say which rows are on the
   * screen, so what was opened last counts as nearest to the eye. The same list until rows came, went, were opened or closed,
   * or show other markets.
   */
  get openMarkets(): readonly string[] {
    this.#openMarkets ??= openMarketsOf(this.#roots ?? []);
    return this.#openMarkets;
  }

  /** When the next waiting node may be drawn, by another `update`; Unix milliseconds, undefined while none waits. */
  get nextAt(): number | undefined {
    let next: number | undefined;
    for (const node of this.#waiting) next = Math.min(next ?? Number.POSITIVE_INFINITY, this.#dueAt(node));
    return next;
  }

  /** Takes the rows of the view at `now`, Unix milliseconds. */
  update(made: readonly Row[], now: number): NodeChange {
    let found: NodeChange = 'none';
    for (const _ of this.updating(made, now, (change) => (found = change)));
    return found;
  }

  /** The same in steps, of a row with those under it each: many open ones take longer than the editor can wait. */
  *updating(made: readonly Row[], now: number, done: (change: NodeChange) => void): Generator<void> {
    const rows = siblingRows(made);
    const isSetBack = now < this.#now;
    this.#now = now;
    const before = this.#roots;
    const changed = new Set<MutableNode>();
    this.#roots = before === undefined ? this.#make(rows, 1) : yield* this.#merge(before, rows, changed, 1);
    if (this.#roots !== before) {
      this.#waiting.clear();
      this.#left.clear();
      done('all');
      return;
    }
    // A clock that was set back must not keep rows waiting.
    for (const node of this.#waiting) if (isSetBack || this.#dueAt(node) <= now) changed.add(node);
    for (const node of this.#left) changed.add(node);
    this.#left.clear();
    // The editor draws what is under a row with it.
    for (const { children } of changed) withoutAll(changed, children);
    for (const node of changed) this.drew(node, now);
    done(changed.size === 0 ? 'none' : [...changed]);
  }

  open(node: RowNode): readonly RowNode[] {
    const own = node as MutableNode;
    own.children ??= this.#make(siblingRows(own.row.children?.() ?? []), own.level + 1);
    return own.children;
  }

  toggled(node: RowNode, isOpen: boolean): void {
    const own = node as MutableNode;
    own.isClosed = !isOpen;
    own.openedTurn = ++this.#turn;
    this.#openMarkets = undefined;
  }

  /** The editor draws a node as it is now: it was named by `update`, or is below one that was. */
  drew(node: RowNode, now: number): void {
    const own = node as MutableNode;
    this.#waiting.delete(own);
    // Rows that came or went stale together would change together, all at once every few seconds and none in between.
    if (own.drawnAt === Number.NEGATIVE_INFINITY || !sameState(own.drawn, own.row))
      own.drawnAt = now - (this.#together++ % 7) * REDRAW_MS;
    // The editor asks for rows that say what they said, too: that must not hold up their next price.
    else if (!sameWords(own.drawn, own.row)) own.drawnAt = now;
    own.drawn = own.row;
  }

  /** The tooltip of a row is shown from `now` on. */
  hovered(node: RowNode, now: number): void {
    const before = this.#hovered;
    this.#hovered = node as MutableNode;
    this.#hovered.hoveredAt = now;
    // Drawn again, as the editor asks for a tooltip once in each drawing: the next look at it is to hold it too.
    if (before !== undefined && before !== node) this.#left.add(before);
    this.#left.delete(this.#hovered);
  }

  #dueAt(node: MutableNode): number {
    const heldUntil = (this.#hovered?.hoveredAt ?? Number.NEGATIVE_INFINITY) + TOOLTIP_MS;
    // Drawing an open row draws the rows under it, one of which may be the one looked at.
    if (node.children !== undefined) {
      const due = node.drawnAt + OPEN_ROW_MS;
      if (this.#hovered === undefined || !isIn(node, this.#hovered)) return due;
      const latest = Number.isFinite(node.drawnAt) ? node.drawnAt + LONGEST_WAIT_MS : heldUntil;
      return Math.max(due, Math.min(heldUntil, latest));
    }
    const due = node.drawnAt + (node.row.urgentPart === undefined ? 0 : PRICE_ROW_MS);
    return node === this.#hovered ? Math.max(due, heldUntil) : due;
  }

  #node(row: Row, level: number): MutableNode {
    const { id, subject } = row;
    const never = Number.NEGATIVE_INFINITY;
    const times = { drawnAt: never, hoveredAt: never, openedTurn: 0, isClosed: false };
    return { view: this.#view, id, row, level, subject, children: undefined, drawn: row, ...times };
  }

  #make(rows: readonly Row[], level: number): readonly MutableNode[] {
    this.#openMarkets = undefined;
    return rows.map((row) => this.#node(row, level));
  }

  /** The very same list of nodes where no row came, went or moved. */
  *#merge(
    nodes: readonly MutableNode[],
    rows: readonly Row[],
    changed: Set<MutableNode>,
    level: number,
  ): Generator<void, readonly MutableNode[]> {
    if (sameIds(nodes, rows)) {
      for (const [place, node] of nodes.entries()) {
        const row = rows[place];
        // The very same row has nothing new to say, unless it is open and says it below.
        if (row !== undefined && (node.row !== row || node.children !== undefined))
          yield* this.#renew(node, row, changed);
      }
      return nodes;
    }
    this.#openMarkets = undefined;
    const known = new Map(nodes.map((node) => [node.id, node]));
    const merged: MutableNode[] = [];
    for (const row of rows) {
      const node = known.get(row.id);
      merged.push(node ?? this.#node(row, level));
      if (node !== undefined) yield* this.#renew(node, row, changed);
    }
    return merged;
  }

  *#renew(node: MutableNode, row: Row, changed: Set<MutableNode>): Generator<void> {
    const isUrgent = !sameState(node.drawn, row);
    if (sameWords(node.drawn, row)) this.#waiting.delete(node);
    else this.#waiting.add(node);
    if (row.subject?.kind === 'event') this.#openMarkets = undefined;
    node.row = row;
    node.subject = row.subject;
    const before = node.children;
    const changedBelow = new Set<MutableNode>();
    if (before !== undefined)
      node.children = yield* this.#merge(
        before,
        siblingRows(row.children?.() ?? []),
        changedBelow,
        node.level + 1,
      );
    if (isUrgent || node.children !== before) changed.add(node);
    else for (const each of changedBelow) changed.add(each);
    yield;
  }
}

function isIn(node: MutableNode, wanted: MutableNode): boolean {
  return node === wanted || node.children?.some((each) => isIn(each, wanted)) === true;
}

function withoutAll(changed: Set<MutableNode>, nodes: readonly MutableNode[] | undefined): void {
  for (const node of nodes ?? []) {
    changed.delete(node);
    withoutAll(changed, node.children);
  }
}

function openMarketsOf(roots: readonly MutableNode[]): readonly string[] {
  const found: { readonly slug: string; readonly turn: number }[] = [];
  const walk = (nodes: readonly MutableNode[], turn: number): void => {
    for (const { subject, children, isClosed, openedTurn } of nodes) {
      if (subject?.kind === 'market') found.push({ slug: subject.slug, turn });
      if (subject?.kind === 'event') found.push(...subject.slugs.map((slug) => ({ slug, turn })));
      // Without children nobody has opened it yet.
      if (children !== undefined && !isClosed) walk(children, Math.max(turn, openedTurn));
    }
  };
  walk(roots, 0);
  return [...new Set(found.sort((a, b) => b.turn - a.turn).map(({ slug }) => slug))];
}

function sameIds(nodes: readonly RowNode[], rows: readonly Row[]): boolean {
  return (
    nodes.length === rows.length &&
    nodes.every((node, place) => node.row === rows[place] || node.id === rows[place]?.id)
  );
}

function sameWords(a: Row, b: Row): boolean {
  return (
    a.label === b.label &&
    joined(a.parts) === joined(b.parts) &&
    a.accessibilityLabel === b.accessibilityLabel &&
    sameIcon(a, b)
  );
}

/** What must not wait. The icon of a row that follows prices is not part of it: an arrow comes and goes with each. */
function sameState(a: Row, b: Row): boolean {
  return (
    a.dim === b.dim &&
    a.mark === b.mark &&
    a.checked === b.checked &&
    a.urgentPart === b.urgentPart &&
    a.contextValue === b.contextValue &&
    a.collapsible === b.collapsible &&
    (b.urgentPart !== undefined || sameIcon(a, b))
  );
}

function sameIcon(a: Row, b: Row): boolean {
  return a.icon?.id === b.icon?.id && a.icon?.color === b.icon?.color;
}
