const CONTROLS = ':is(button, vscode-button, input):not([disabled])';
const STEPS: Readonly<Record<string, readonly [rows: number, cells: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
};

/**
 * Makes each table and each list of figures one stop of the tab key, with arrow keys from cell to cell. How the figure in
 * a cell was worked out, which a pointer finds by resting on it, stands at the foot of the page meanwhile.
 */
export function listenToGrids(root: HTMLElement): void {
  const hint = document.createElement('p');
  hint.className = 'hint';
  // A screen reader has it from the cell's title.
  hint.ariaHidden = 'true';
  root.after(hint);
  root.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    for (const stop of stopsIn(target.closest(GRID))) setStop(stop, stop === target);
    const isByKey = target.matches(':focus-visible');
    hint.textContent = (isByKey && target.closest<HTMLElement>(CELL)?.title) || '';
  });
  root.addEventListener('focusout', () => {
    hint.textContent = '';
  });
  root.addEventListener('keydown', (event) => {
    const step = STEPS[event.key];
    const { target } = event;
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (!(target instanceof HTMLElement)) return;
    const rows = stopsOf(target.closest(GRID));
    const place = rows.findIndex((row) => row.includes(target));
    if (place < 0) return;
    const row = clampedAt(rows, place + step[0]);
    clampedAt(row ?? [], (rows[place]?.indexOf(target) ?? 0) + step[1])?.focus();
    event.preventDefault();
  });
  // The editor reads this attribute for the menu, right after.
  root.addEventListener('contextmenu', ({ target }) => {
    root.dataset['vscodeContext'] = JSON.stringify(copiesOf(target));
  });
  // What is drawn later, a row or its button, is no stop of its own.
  new MutationObserver((changes) => {
    for (const grid of changedGrids(changes)) {
      const stops = stopsIn(grid);
      const now = stops.find((stop) => stop.getAttribute('tabindex') === '0') ?? stops[0];
      for (const stop of stops) setStop(stop, stop === now);
    }
  }).observe(root, { childList: true, subtree: true });
}

function changedGrids(changes: readonly MutationRecord[]): ReadonlySet<Element> {
  const elements = changes.map(({ target }) => (target instanceof Element ? target : null));
  const around = [...new Set(elements)].map((element) => element?.closest(GRID) ?? element);
  return new Set(
    around.flatMap((element) =>
      element?.matches(GRID) ? element : [...(element?.querySelectorAll(GRID) ?? [])],
    ),
  );
}

const GRID = 'table, .pairs, .slots ul';
const ROW = 'tr, .pairs > div, .slot';
const CELL = 'td, th, dd, .cell';

/** The texts the page's menu can copy. */
function copiesOf(target: EventTarget | null): object {
  const cell = target instanceof Element ? target.closest<HTMLElement>(CELL) : null;
  const grid = cell?.closest(GRID);
  if (cell === null || grid == null) return { webviewSection: 'page' };
  const rows = [...grid.querySelectorAll(ROW)];
  const textOf = (row: Element): string =>
    [...row.children].map((each) => (each as HTMLElement).innerText.trim()).join('\t');
  const [row] = rows.filter((each) => each.contains(cell));
  return {
    webviewSection: 'cell',
    cell: cell.innerText.trim(),
    row: row && textOf(row),
    table: rows.map(textOf).join('\n'),
  };
}

/** Row by row the controls of each cell, or the cell where it has none; nothing where rows are not drawn yet: no key leaps them. */
function stopsOf(grid: Element | null): HTMLElement[][] {
  return [...(grid?.querySelectorAll(ROW) ?? [])].flatMap((row) => {
    const stops = stopsIn(row);
    return stops.length > 0 || row.matches('.gap') ? [stops] : [];
  });
}

/** The same of a grid or a row in one look: with each row that is drawn all cells of its table are looked at. */
function stopsIn(part: Element | null): HTMLElement[] {
  const all = [...(part?.querySelectorAll<HTMLElement>(`${CELL}, :is(${CELL}) ${CONTROLS}`) ?? [])];
  return all.filter((each, place) => {
    const next = all[place + 1];
    return next === undefined || !each.contains(next);
  });
}

function setStop(element: HTMLElement, isStop: boolean): void {
  const value = isStop ? '0' : '-1';
  if (element.getAttribute('tabindex') !== value) element.setAttribute('tabindex', value);
}

function clampedAt<T>(list: readonly T[], place: number): T | undefined {
  return list[Math.max(0, Math.min(list.length - 1, place))];
}
