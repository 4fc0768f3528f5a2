import { inOrder } from '../core/in-order.ts';
import type { List, ListCell, ListRow, ListWords } from '../view/panels/portfolio/protocol.ts';
import type { TableSort } from '../view/panels/protocol.ts';

/** The rows in the order they would have if they were sorted now; what is too little to be listed unasked comes last. */
export function sortedRows({ rows }: List, sort: TableSort | undefined): readonly ListRow[] {
  const rankOf = (row: ListRow): number => (sort && row.cells[sort.column]?.rank) ?? 0;
  const sign = sort?.descending === true ? -1 : 1;
  const all = sort === undefined ? rows : rows.toSorted((a, b) => sign * (rankOf(a) - rankOf(b)));
  return [...all.filter(({ isDust }) => isDust !== true), ...all.filter(({ isDust }) => isDust === true)];
}

/** An order a person asked for, by key, with what was too little to be listed then. */
export interface AskedOrder {
  readonly keys: readonly string[];
  readonly dust: ReadonlySet<string>;
}

export function askedOrder(rows: readonly ListRow[]): AskedOrder {
  return {
    keys: rows.map(({ key }) => key),
    dust: new Set(rows.filter(({ isDust }) => isDust === true).map(({ key }) => key)),
  };
}

/** The rows there are now in the order asked for. */
export function askedRows(rows: readonly ListRow[], { keys }: AskedOrder): readonly ListRow[] {
  return inOrder(rows, keys, ({ key }) => key);
}

/** A row as it is drawn: one that is gone from the list keeps its place and its name for a while, and nothing else. */
export interface DrawnRow extends ListRow {
  readonly isGone?: boolean;
}

/** The rows of before in their places, as they are now: none comes and none goes. */
export function heldRows(
  before: readonly DrawnRow[],
  now: readonly ListRow[],
  gone = '',
): readonly DrawnRow[] {
  const byKey = new Map(now.map((row) => [row.key, row]));
  return before.map((row) => byKey.get(row.key) ?? goneRow(row, gone));
}

function goneRow({ key, cells }: DrawnRow, gone: string): DrawnRow {
  const empty = cells.map(({ text, short, hint }, place): ListCell => {
    if (place > 0) return { text: '', tone: 'dim' };
    return { text, short, hint, aside: gone === '' ? undefined : gone, tone: 'dim' };
  });
  return { key, cells: empty, isGone: true };
}

/** Whether sorting now would move a row; rows that rank alike may stand either way. */
export function isOrderChanged(drawn: readonly DrawnRow[], list: List, sort: TableSort | undefined): boolean {
  const keys = new Set(drawn.map(({ key }) => key));
  const now = sortedRows(list, sort).filter(({ key }) => keys.has(key));
  const shown = drawn.filter(({ isGone }) => isGone !== true);
  return shown.some((row, place) => {
    const other = now[place];
    if (other === undefined || other.key === row.key) return false;
    if (sort === undefined || row.isDust !== other.isDust) return true;
    return row.cells[sort.column]?.rank !== other.cells[sort.column]?.rank;
  });
}

/** What stands beside the name of a sum: it is over all rows, also while a filter shows some of them. */
export function besideTotal(
  aside: string | undefined,
  isFiltered: boolean,
  { unfiltered }: ListWords,
): string | undefined {
  if (!isFiltered || unfiltered === undefined) return aside;
  return [`· ${unfiltered}`, aside].filter((part) => part !== undefined).join(' ');
}

/** From when to when, Unix milliseconds. */
export type TimeSpan = readonly [from: number, to: number];

/** The rows that have all words of a filter in what they say, stand under a tab, and were under way in a span of time. */
export function filtered(
  rows: readonly ListRow[],
  typed: string,
  tab: string,
  during?: TimeSpan,
): readonly ListRow[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const under = rows.filter(
    (row) => (tab === '' || row.tabs?.includes(tab) === true) && isDuring(row, during),
  );
  if (words.length === 0) return under;
  return under.filter((row) => {
    const said = wordsOf(row);
    return words.every((word) => said.includes(word));
  });
}

function isDuring({ during: own }: ListRow, span: TimeSpan | undefined): boolean {
  return span === undefined || (own !== undefined && own[0] <= span[1] && own[1] >= span[0]);
}

function wordsOf({ cells, mark, search = '' }: ListRow): string {
  const said = cells.flatMap(({ text, aside = '', short = '', hint = '' }) => [text, aside, short, hint]);
  return [search, mark?.[1] ?? '', ...said].join(' ').toLowerCase();
}

/** Rows that are drawn, by place: `from` up to but not `to`. */
export interface RowSpan {
  readonly from: number;
  readonly to: number;
}

/** Drawn beyond what is in sight, at each end, so that the arrow keys and a small scroll find rows. */
const BEYOND = 16;
/** Lists up to this length are drawn whole. */
const WHOLE = 40;
/** Steps in which the drawn part moves: fewer changes while one scrolls. */
const STEP = 8;

/** What of a box a window of this height shows, CSS pixels from its top; of one out of sight the end that is nearest. */
export function partInSight(
  { top, bottom }: { readonly top: number; readonly bottom: number },
  height: number,
): { readonly from: number; readonly to: number } {
  return { from: Math.min(Math.max(0, top), bottom), to: Math.max(top, Math.min(height, bottom)) };
}

/**
 * Which of `count` rows are drawn when `above` pixels of them are above what is in sight, which is `height` pixels high;
 * `beyond` more at each end.
 */
export function drawnSpan(
  count: number,
  rowHeight: number,
  above: number,
  height: number,
  beyond = BEYOND,
): RowSpan {
  if (count <= WHOLE) return { from: 0, to: count };
  const step = beyond === 0 ? 1 : STEP;
  const first = Math.floor(above / rowHeight / step) * step - beyond;
  const last = Math.ceil((above + height) / rowHeight / step) * step + beyond;
  const from = Math.min(Math.max(0, first), count);
  return { from, to: Math.max(from, Math.min(count, last)) };
}

/** What is drawn at once of what shall be drawn: what is in sight, and as much of what is drawn already as lies beside it. */
export function drawnFirst(before: RowSpan, next: RowSpan, inSight: RowSpan): RowSpan {
  const [from, to] = [Math.max(before.from, next.from), Math.min(before.to, next.to)];
  if (from >= to) return inSight;
  return { from: Math.min(from, inSight.from), to: Math.max(to, inSight.to) };
}

/** As many rows more as one task can lay out beside all else: below first, where one reads on. */
const MORE = 12;

/** What is drawn next of what shall be drawn. */
export function drawnNext({ from, to }: RowSpan, wanted: RowSpan): RowSpan {
  const below = Math.max(0, Math.min(MORE, wanted.to - to));
  return { from: Math.min(from, Math.max(wanted.from, from - MORE + below)), to: to + below };
}

/** A run of places, drawn or left empty. */
interface RowRun extends RowSpan {
  readonly isDrawn: boolean;
}

/** The whole list as runs; a row that has the focus is drawn wherever it is. */
export function runsOf(count: number, span: RowSpan, focused: number): readonly RowRun[] {
  const spans = [span, { from: focused, to: focused + 1 }]
    .filter(({ from, to }) => from >= 0 && from < to && to <= count)
    .sort((a, b) => a.from - b.from);
  const runs: RowRun[] = [];
  let at = 0;
  for (const { from, to } of spans) {
    if (to <= at) continue;
    if (from > at) runs.push({ from: at, to: from, isDrawn: false });
    runs.push({ from: Math.max(at, from), to, isDrawn: true });
    at = to;
  }
  if (at < count) runs.push({ from: at, to: count, isDrawn: false });
  return runs;
}
