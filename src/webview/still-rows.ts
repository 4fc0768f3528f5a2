import type { Table, TableRow } from '../view/panels/protocol.ts';

/** The rows of now in the order of before; one that is gone keeps its place and its name, one that is new comes last. */
export function stillRows(before: Table, now: Table): Table {
  const rows = new Map(now.rows.map((row) => [row.key, row]));
  const still = before.rows.map((row) => {
    const present = rows.get(row.key);
    rows.delete(row.key);
    if (present === undefined) return gone(row);
    // A sentence comes only once it moves nothing; where one was, its place stays.
    const below = row.below === undefined ? undefined : (present.below ?? NOTHING);
    return { ...present, group: row.group, below };
  });
  return { ...now, rows: [...still, ...rows.values()] };
}

const NOTHING = '\u00a0';

function gone(row: TableRow): TableRow {
  const cells = row.cells.map(({ text }, place) => ({ text: place === 0 ? text : '', tone: 'dim' as const }));
  return {
    key: row.key,
    cells,
    group: row.group,
    groupLabels: row.groupLabels,
    below: row.below === undefined ? undefined : NOTHING,
  };
}
