import type { Decimal } from '../../../core/decimal.ts';
import { shownOrder } from '../../../core/figures.ts';
import type { OwnDecimal } from '../../../core/own.ts';
import { supported } from '../../numbers.ts';
import type { ViewContext } from '../../row.ts';
import type { ListCell, ListRow } from './protocol.ts';

/** By what a cell is sorted: a number, a price, an amount of one's own; its text where there is none. */
export type Sorted = readonly [
  cell: ListCell,
  by?: Decimal | number | { readonly own: OwnDecimal | undefined } | undefined,
];

export type UnrankedRow = Omit<ListRow, 'cells'> & { readonly cells: readonly Sorted[] };

/** Gives each cell its place in its column. Hidden amounts are all in one place: their order would say something. */
export function ranked(rows: readonly UnrankedRow[], { format }: ViewContext): readonly ListRow[] {
  const texts = new Intl.Collator(supported(format.settings.locale));
  const columns = (rows[0]?.cells ?? []).map((_, column) =>
    ranksOf(
      rows.map(({ cells }) => keyOf(cells[column], format.settings.hideAmounts)),
      texts,
    ),
  );
  return rows.map((row, place) => ({
    ...row,
    cells: row.cells.map(([shown], column) => ({ ...shown, rank: columns[column]?.[place] })),
  }));
}

type Key = number | string;

function keyOf([cell, by]: Sorted = [{ text: '', tone: 'plain' }], hides: boolean): Key {
  if (by === undefined) return cell.text;
  if (typeof by === 'number') return by;
  if (!('own' in by)) return by.toNumber();
  return by.own === undefined ? cell.text : hides ? 0 : shownOrder(by.own);
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
