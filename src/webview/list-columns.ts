/**
 * What a column needs, CSS pixels: abbreviated, with most names in full, with all of them, and with what stands behind them.
 * Of figures nothing can be shortened.
 */
export interface ColumnNeed {
  readonly isWordy: boolean;
  readonly short: number;
  readonly most: number;
  readonly full: number;
  readonly whole: number;
  readonly importance: number | undefined;
}

/** A column as it is drawn, CSS pixels. */
export interface ShownColumn {
  readonly index: number;
  readonly width: number;
}

/**
 * Which columns are shown in so much room, and how wide. Names give way to abbreviations before a column is left out; then
 * those of least importance go. Room that is left goes to most names, from the first column on, so that a single long one does not
 * take it all; then to the longest, then to what stands behind them.
 */
export function fittedColumns(needs: readonly ColumnNeed[], room: number): readonly ShownColumn[] {
  let shown = needs.map((need, index) => ({ ...need, index }));
  const total = (): number => shown.reduce((sum, { short }) => sum + short, 0);
  while (total() > room) {
    const [least] = shown
      .filter(({ importance }) => importance !== undefined)
      .sort((a, b) => (a.importance ?? 0) - (b.importance ?? 0));
    if (least === undefined) break;
    shown = shown.filter((each) => each !== least);
  }
  let rest = room - total();
  const widths = new Map(shown.map(({ index, short }) => [index, short]));
  const give = (index: number, more: number): void => {
    widths.set(index, (widths.get(index) ?? 0) + more);
    rest -= more;
  };
  const names = shown.filter(({ whole, short }) => whole > short);
  for (const level of ['most', 'full', 'whole'] as const)
    for (const { index, ...need } of names)
      give(index, Math.max(0, Math.min(rest, need[level] - (widths.get(index) ?? 0))));
  // What is still left over is shared by the words.
  const wordy = shown.filter(({ isWordy }) => isWordy);
  const flexible = wordy.length > 0 ? wordy : shown.slice(0, 1);
  const share = rest / flexible.length;
  for (const { index } of flexible) give(index, share);
  return shown.map(({ index }) => ({ index, width: widths.get(index) ?? 0 }));
}
