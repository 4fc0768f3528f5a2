import type { NodeTree, RowNode } from './node-tree.ts';

/**
 * Which markets someone may be looking at in a tree: those under rows that are open. The editor does not say which rows
 * are on the screen, so what was opened last counts as nearest to the eye.
 */
export class SeenMarkets {
  readonly #closed = new Set<string>();
  /** When a row was opened, in turns. Rows that are open from the start were opened first. */
  readonly #openedAt = new Map<string, number>();
  #turn = 0;
  #found: { readonly shape: number; readonly turn: number; readonly slugs: readonly string[] } | undefined;

  opened(node: RowNode): void {
    this.#closed.delete(node.id);
    this.#openedAt.set(node.id, ++this.#turn);
  }

  closed(node: RowNode): void {
    this.#closed.add(node.id);
    this.#openedAt.delete(node.id);
    this.#turn += 1;
  }

  /** Slugs, those opened last first; each once. The same list until rows came, went or were opened or closed. */
  slugs({ roots = [], shape }: Pick<NodeTree, 'roots' | 'shape'>): readonly string[] {
    if (this.#found?.shape !== shape || this.#found.turn !== this.#turn)
      this.#found = { shape, turn: this.#turn, slugs: this.#find(roots) };
    return this.#found.slugs;
  }

  #find(roots: readonly RowNode[]): readonly string[] {
    const found: { readonly slug: string; readonly turn: number }[] = [];
    const walk = (nodes: readonly RowNode[], turn: number): void => {
      for (const node of nodes) {
        if (node.subject?.kind === 'market') found.push({ slug: node.subject.slug, turn });
        // Without children nobody has opened it yet.
        if (node.children === undefined || this.#closed.has(node.id)) continue;
        walk(node.children, Math.max(turn, this.#openedAt.get(node.id) ?? 0));
      }
    };
    walk(roots, 0);
    return [...new Set(found.sort((a, b) => b.turn - a.turn).map(({ slug }) => slug))];
  }
}
