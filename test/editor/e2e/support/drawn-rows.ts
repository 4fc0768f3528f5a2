import type { Locator } from 'playwright-core';

export interface Row {
  readonly label: string;
  readonly description: string;
  /** What a screen reader says: full names, whatever the row has room for. */
  readonly spoken: string;
  /** 1 for a row at the top. */
  readonly level: number;
  /** Undefined for a row without children. */
  readonly expanded: boolean | undefined;
}

export interface DrawnRow extends Row {
  readonly index: number;
  /** Wholly inside the list: it draws some rows above and below it too. */
  readonly inSight: boolean;
  readonly isLast: boolean;
  readonly selected: boolean;
}

export async function drawnRows(pane: Locator): Promise<readonly DrawnRow[]> {
  const rows = await pane.locator('.monaco-list-row').evaluateAll((all) =>
    all.map((row) => {
      const text = (selector: string): string => row.querySelector(selector)?.textContent?.trim() ?? '';
      const expanded = row.getAttribute('aria-expanded');
      const [box, area] = [row, row.closest('.monaco-list')].map((element) =>
        element?.getBoundingClientRect(),
      );
      return {
        index: Number(row.getAttribute('data-index')),
        isLast: row.getAttribute('data-last-element') === 'true',
        inSight: !!box && !!area && box.top >= area.top && box.bottom <= area.bottom,
        selected: row.classList.contains('selected'),
        // Without the blanks that move a figure behind the edge; those before the first one line it up with others.
        label: text('.label-name').replace(/ [\u2007\u200a]+/g, ' '),
        description: text('.label-description').replace(/\u200a/g, ''),
        spoken: row.getAttribute('aria-label') ?? '',
        level: Number(row.getAttribute('aria-level')),
        expanded: expanded === null ? undefined : expanded === 'true',
      };
    }),
  );
  return rows.sort((a, b) => a.index - b.index);
}

export class Gathered {
  readonly #found = new Map<number, DrawnRow>();
  #moved = false;

  get size(): number {
    return this.#found.size;
  }

  add(rows: readonly DrawnRow[]): void {
    for (const row of rows) {
      const before = this.#found.get(row.index);
      if (before !== undefined && before.label !== row.label) this.#moved = true;
      this.#found.set(row.index, row);
    }
  }

  /** False where rows moved meanwhile, or some were passed before they were drawn. */
  get whole(): boolean {
    return !this.#moved && this.#found.has(0) && Math.max(...this.#found.keys()) === this.#found.size - 1;
  }

  get rows(): readonly Row[] {
    return [...this.#found.values()]
      .sort((a, b) => a.index - b.index)
      .map(({ label, description, spoken, level, expanded }) => ({
        label,
        description,
        spoken,
        level,
        expanded,
      }));
  }
}
