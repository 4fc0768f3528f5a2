import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A field of docs/interface.md 14. */
export interface FieldRow {
  readonly resource: string;
  readonly field: string;
  readonly type: string;
  /** Where a person finds it: `row`, `tooltip`, `page`, `details`. Empty where `unshown` says why it is nowhere. */
  readonly shown: readonly Place[];
  readonly unshown: string | undefined;
}

/** The tables of docs/interface.md 14, by resource. */
export function interfaceTables(): ReadonlyMap<string, readonly FieldRow[]> {
  const file = path.join(import.meta.dirname, '..', '..', 'docs', 'interface.md');
  const [, section = ''] = readFileSync(file, 'utf8').split(/^## 14 /m);
  const tables = new Map<string, FieldRow[]>();
  let resource = '';
  for (const line of section.split('\n')) {
    resource = /^\*\*([a-z ]+)\*\*/.exec(line)?.[1] ?? resource;
    const [, field, type, shown] = /^\| `(\w+)` \| ([^|]+) \| [^|]+ \| ([^|]+) \|$/.exec(line) ?? [];
    if (field === undefined || type === undefined || shown === undefined) continue;
    const rows = tables.get(resource) ?? [];
    const places = shown.split(', ');
    const isPlaces = places.every(isPlace);
    rows.push({
      resource,
      field,
      type: type.replaceAll('`', ''),
      shown: isPlaces ? places.filter(isPlace) : [],
      unshown: isPlaces ? undefined : shown,
    });
    tables.set(resource, rows);
  }
  return tables;
}

export type Place = 'row' | 'tooltip' | 'page' | 'details';

function isPlace(text: string): text is Place {
  return ['row', 'tooltip', 'page', 'details'].includes(text);
}

type Json = { [name: string]: unknown };
type Path = readonly (string | number)[];

/** An object with every field of its table, no two values alike. */
export interface FullObject {
  readonly json: Json;
  /** Where each field of it and of what is in it stands, by `resource.field`; of several the first. */
  readonly places: ReadonlyMap<string, Path>;
}

export function fullObject(tables: ReadonlyMap<string, readonly FieldRow[]>, resource: string): FullObject {
  const places = new Map<string, Path>();
  let count = 0;
  const made = (name: string, at: Path, within: readonly string[]): Json => {
    const rows = tables.get(name);
    if (rows === undefined) throw new RangeError(`No table of ${name}`);
    const inside = [...within, name];
    const entries = rows.map(({ field, type }) => {
      const place = [...at, field];
      if (!places.has(`${name}.${field}`)) places.set(`${name}.${field}`, place);
      return [field, valueFor(type, place, inside)] as const;
    });
    return Object.fromEntries(entries);
  };
  const valueFor = (type: string, at: Path, inside: readonly string[]): unknown => {
    const listed = /^\[(.+)\]$/.exec(type)?.[1];
    if (listed !== undefined) return [valueFor(listed, [...at, 0], inside)];
    count += 1;
    // Of two objects that say the same one could be lost unseen.
    if (type === 'flag') return inside.length === 1;
    const simple = SIMPLE[type];
    if (simple !== undefined) return simple(count);
    if (/^[A-Z0-9_]+$/.test(type)) return type;
    // An object in itself, or one with a page of its own, is there by its name alone.
    return inside.includes(type) || LARGE.has(type)
      ? { id: `id-${count}`, slug: `slug-${count}`, marketSlug: `slug-${count}` }
      : made(type, at, inside);
  };
  return { json: made(resource, [], []), places };
}

/** Resources that have a table, a page and an object of their own. */
const LARGE: ReadonlySet<string> = new Set(['market', 'event']);

const SIMPLE: { readonly [type: string]: (n: number) => unknown } = {
  id: (n) => `id-${n}`,
  text: (n) => `Text ${n}`,
  url: (n) => `https://img.example/${n}.png`,
  // Those of one resource are hours apart, so that an age tells which of them is shown.
  time: (n) => `${new Date(Date.UTC(2026, 10, 20, n % 12) + n * 61_000).toISOString().slice(0, 19)}Z`,
  integer: (n) => n,
  // Falling, as what is filled of an order is no more than what it is for.
  number: (n) => 9000 - n,
  price: (n) => Number(`0.2${String(n).padStart(3, '0')}`),
  amount: (n) => ({ value: `0.3${String(n).padStart(3, '0')}`, currency: 'USD' }),
  score: (n) => `${n}-${n + 1}`,
  long: () => true,
  object: (n) => ({ inner: `Text ${n}` }),
  'list as text': (n) => JSON.stringify([`Yes ${n}`, `No ${n}`]),
  'prices as text': (n) => JSON.stringify([`0.4${n}`, `0.5${n}`]),
};

/** A copy without what stands at this place. */
export function without(json: Json, place: Path): Json {
  const copy = structuredClone(json);
  let at: unknown = copy;
  for (const step of place.slice(0, -1)) at = (at as Record<string | number, unknown>)[step];
  delete (at as Record<string | number, unknown>)[place.at(-1) ?? ''];
  return copy;
}

/** The same in the names of the older dialect. */
export function snakeCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCased);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      snakeCased(inner),
    ]),
  );
}
