import { Decimal } from './decimal.ts';
import { type Instant, isInstant } from './instant.ts';

/** One value of a row: decimals keep every digit, times every fraction of a second. */
export type FileCell = string | number | boolean | Decimal | Instant | undefined;

/** Rows for a file, each with a value for each of the columns. */
export interface FileTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly FileCell[])[];
}

/**
 * The table as CSV (RFC 4180) with a first line of names. A text a spreadsheet would take for a formula begins with an
 * apostrophe, also what strangers wrote into a title; numbers stay numbers, negative ones too.
 */
export function tableCsv({ columns, rows }: FileTable): string {
  const lines = [columns, ...rows].map((cells) => cells.map(csvCell).join(','));
  return lines.map((line) => `${line}\r\n`).join('');
}

/** The table as a JSON array of objects: decimals as texts, so that no reader rounds them; what is not known is null. */
export function tableJson({ columns, rows }: FileTable): string {
  const objects = rows.map((cells) =>
    Object.fromEntries(columns.map((name, place) => [name, jsonCell(cells[place])])),
  );
  return `${JSON.stringify(objects, undefined, 2)}\n`;
}

const FORMULA = /^[=+\-@\t\r]/;

function csvCell(cell: FileCell): string {
  if (cell === undefined) return '';
  const text = textOf(cell);
  const harmless = typeof cell === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function jsonCell(cell: FileCell): string | number | boolean | null {
  if (cell === undefined) return null;
  return typeof cell === 'number' || typeof cell === 'boolean' ? cell : textOf(cell);
}

/** Times in UTC, as ISO 8601 writes them. */
function textOf(cell: Exclude<FileCell, undefined>): string {
  return isInstant(cell) ? cell.text : cell instanceof Decimal ? cell.toString() : String(cell);
}
