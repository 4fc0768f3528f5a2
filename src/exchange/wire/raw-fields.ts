import type { RawField } from '../../core/raw-field.ts';
import { isAbsent } from './reader.ts';
import { cleanLine } from './text.ts';

/** More than a person would read; a field further down is left out. */
const MOST_FIELDS = 60;
/** What lies deeper may be without end. */
const DEEPEST = 4;

/** Every value inside of `value` as a text, each under its path below `path`. */
export function rawFields(path: string, value: unknown): readonly RawField[] {
  const fields: RawField[] = [];
  collectFields(path, value, DEEPEST, fields);
  return fields;
}

function collectFields(path: string, value: unknown, depth: number, fields: RawField[]): void {
  if (isAbsent(value) || fields.length >= MOST_FIELDS) return;
  // A number beyond any double is read as infinite and says nothing.
  if (typeof value === 'number' && !Number.isFinite(value)) return;
  if (typeof value !== 'object') fields.push({ path, text: cleanLine(String(value)) });
  else if (depth > 0) {
    for (const [name, inner] of Object.entries(value as object)) {
      collectFields(path === '' ? cleanLine(name) : `${path}.${cleanLine(name)}`, inner, depth - 1, fields);
    }
  }
}
