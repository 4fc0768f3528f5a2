import { Decimal } from './decimal.ts';
import { type Instant, isInstant } from './instant.ts';
import { type OwnDecimal, reveal } from './own.ts';

/** An amount of the account, or words of the account that may name one. */
export interface OwnCell {
  readonly own: OwnDecimal | string;
}

/** One value of a row: decimals keep every digit, times every fraction of a second. */
export type FileCell = string | number | boolean | Decimal | Instant | OwnCell | undefined;

/** What stands for an own value while amounts are hidden; a number is given as undefined. */
export type HideOwn = (words: string | undefined) => string;

/** Rows for a file, each with a value for each of the columns. */
export interface FileTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly FileCell[])[];
}

/**
 * The table as CSV (RFC 4180) with a first line of names. A text a spreadsheet would take for a formula begins with an
 * apostrophe, also what strangers wrote into a title; numbers stay numbers, negative ones too. Without `hide`, own amounts
 * are written.
 */
export function tableCsv({ columns, rows }: FileTable, hide?: HideOwn): string {
  const lines = [columns, ...rows].map((cells) =>
    cells.map((cell) => csvCell(plainCell(cell, hide))).join(','),
  );
  return lines.map((line) => `${line}\r\n`).join('');
}

/** The table as a JSON array of objects, see `tableObjects`. */
export function tableJson(table: FileTable): string {
  return `${JSON.stringify(tableObjects(table), undefined, 2)}\n`;
}

/** Rows as objects for JSON: decimals as texts, so that no reader rounds them; what is not known is null. */
export function tableObjects({ columns, rows }: FileTable, hide?: HideOwn): readonly object[] {
  return rows.map((cells) =>
    Object.fromEntries(columns.map((name, place) => [name, jsonCell(plainCell(cells[place], hide))])),
  );
}

type PlainCell = Exclude<FileCell, OwnCell>;

/** A cell as it is written; without `hide`, an own amount is itself. */
export function plainCell(cell: FileCell, hide?: HideOwn): PlainCell {
  if (typeof cell !== 'object' || !('own' in cell)) return cell;
  const { own } = cell;
  if (hide !== undefined) return hide(typeof own === 'string' ? own : undefined);
  return typeof own === 'string' ? own : reveal(own);
}

const FORMULA = /^[=+\-@\t\r]/;

function csvCell(cell: PlainCell): string {
  if (cell === undefined) return '';
  const text = textOf(cell);
  const harmless = typeof cell === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function jsonCell(cell: PlainCell): string | number | boolean | null {
  if (cell === undefined) return null;
  return typeof cell === 'number' || typeof cell === 'boolean' ? cell : textOf(cell);
}

/** Times in UTC, as ISO 8601 writes them. */
function textOf(cell: Exclude<PlainCell, undefined>): string {
  return isInstant(cell) ? cell.text : cell instanceof Decimal ? cell.toString() : String(cell);
}
