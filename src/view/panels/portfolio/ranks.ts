import { shownOrder } from '../../../core/figures.ts';
import type { OwnDecimal } from '../../../core/own.ts';
import { HIDDEN, supported } from '../../numbers.ts';
import type { ViewContext } from '../../row.ts';
import type { ListCell, ListRow } from './protocol.ts';

/** By what a cell is sorted: an amount or a number, its text where there is none, or nothing known. */
export type Sorted = readonly [cell: ListCell, by?: OwnDecimal | number | undefined];

export type UnrankedRow = Omit<ListRow, 'cells'> & { readonly cells: readonly Sorted[] };

/** Gives each cell its place in its column. Hidden amounts are all in one place: their order would say something. */
export function ranked(rows: readonly UnrankedRow[], { format }: ViewContext): readonly ListRow[] {
  const texts = new Intl.Collator(supported(format.settings.locale));
  const columns = (rows[0]?.cells ?? []).map((_, column) =>
    ranksOf(
      rows.map(({ cells }) => keyOf(cells[column])),
      texts,
    ),
  );
  return rows.map((row, place) => ({
    ...row,
    cells: row.cells.map(([shown], column) => ({ ...shown, rank: columns[column]?.[place] })),
  }));
}

type Key = number | string;

function keyOf([cell, by]: Sorted = [{ text: '', tone: 'plain' }]): Key {
  if (cell.text.includes(HIDDEN)) return 0;
  if (by === undefined) return cell.text;
  return typeof by === 'number' ? by : shownOrder(by);
}

/** What has no figure comes before all that have one. */
function ranksOf(keys: readonly Key[], texts: Intl.Collator): readonly number[] {
  const compare = (a: Key = '', b: Key = ''): number => {
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    if (typeof a === 'string' && typeof b === 'string') return texts.compare(a, b);
    return typeof a === 'string' ? -1 : 1;
  };
  const order = [...keys.keys()].sort((a, b) => compare(keys[a], keys[b]));
  const ranks: number[] = [];
  let rank = 0;
  for (const [place, row] of order.entries()) {
    if (place > 0 && compare(keys[order[place - 1] ?? row], keys[row]) !== 0) rank = place;
    ranks[row] = rank;
  }
  return ranks;
}
