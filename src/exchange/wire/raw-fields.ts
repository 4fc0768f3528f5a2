import type { RawField } from '../../core/raw-field.ts';
import { asJsonObject, isAbsent, type JsonObject, Reader } from './reader.ts';
import { cleanLine } from './text.ts';

/** More than a person would read; a field further down is left out. */
const MOST_FIELDS = 200;
/** What lies deeper may be without end. */
const DEEPEST = 6;
/** Characters of one value: a number may be sent with a million digits. */
const LONGEST = 2_000;

/** What was sent in an object beyond the names that are read of it; undefined where there is none, or the reader is lean. */
export function moreOf(reader: Reader, json: JsonObject, names: NamesRead): readonly RawField[] | undefined {
  if (reader.isLean) return undefined;
  const found: RawField[] = [];
  for (const name in json) {
    const read = names.of(name);
    if (read === 'whole') continue;
    // Not read by its name: a reply that notes what is read (unread.ts) must not note this.
    const value: unknown = Object.getOwnPropertyDescriptor(json, name)?.value;
    collect(name, read === 'not' ? value : beyond(value, read), DEEPEST, found);
  }
  return found.length === 0 ? undefined : found;
}

/** What of an object is not among the names that are read; a list stays whole, a single value was read. */
function beyond(value: unknown, read: readonly string[]): unknown {
  if (Array.isArray(value)) return value;
  const json = asJsonObject(value);
  return json && Object.fromEntries(Object.entries(json).filter(([name]) => !read.includes(name)));
}

/** Every value inside of `value` as a text, each under its path below `path`. */
export function rawFields(path: string, value: unknown): readonly RawField[] {
  const found: RawField[] = [];
  collect(path, value, DEEPEST, found);
  return found;
}

type Read = (reader: Reader, json: JsonObject) => unknown;

interface NamesReadOptions {
  /** What an object must have for all of it to be read. */
  readonly given?: JsonObject;
  /** Of objects that are read in part: which of their own names are; a list stays whole. */
  readonly partly?: { readonly [name: string]: readonly string[] };
  /** Names that are read under another condition, or are nobody's business here. */
  readonly never?: readonly string[];
}

/**
 * The names a function reads of an object, found by letting it read one that notes what it is asked for: so a field that
 * gets a name of its own cannot stay among the others, nor get lost between the two.
 */
export class NamesRead {
  readonly #read: Read;
  readonly #options: NamesReadOptions;
  #names: ReadonlySet<string> | undefined;

  constructor(read: Read, options: NamesReadOptions = {}) {
    this.#read = read;
    this.#options = options;
  }

  /** How much of a field is read: all of it, nothing, or these of its own names. */
  of(name: string): 'whole' | 'not' | readonly string[] {
    this.#names ??= this.#find();
    return this.#names.has(name) ? (this.#options.partly?.[name] ?? 'whole') : 'not';
  }

  #find(): ReadonlySet<string> {
    const names = new Set(this.#options.never);
    const noted = new Proxy(this.#options.given ?? {}, {
      get: (given, name) => {
        names.add(String(name));
        return given[String(name)];
      },
    });
    this.#read(new Reader({ isLean: true }), noted);
    return names;
  }
}

function collect(path: string, value: unknown, depth: number, found: RawField[]): void {
  if (isAbsent(value) || found.length >= MOST_FIELDS) return;
  // A number beyond any double is read as infinite and says nothing.
  if (typeof value === 'number' && !Number.isFinite(value)) return;
  if (typeof value !== 'object') {
    const text = String(value);
    const shown = text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text;
    found.push({ path: cleanLine(path), text: cleanLine(shown) });
    return;
  }
  if (depth === 0) return;
  for (const [step, inner] of Object.entries(asJsonObject(value) ?? value)) {
    collect(joined(path, Array.isArray(value) ? Number(step) : step), inner, depth - 1, found);
  }
}

/** Items of lists are counted from 1. */
function joined(path: string, step: string | number): string {
  if (typeof step === 'number') return `${path}[${step + 1}]`;
  return path === '' ? step : `${path}.${step}`;
}
