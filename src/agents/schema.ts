import { untrusted } from './untrusted.ts';

/** What is used of JSON Schema for the input of a tool; a test holds the manifest to it. */
export interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

export type FieldSchema = {
  readonly description?: string;
  readonly enum?: readonly string[];
} & (
  | { readonly type: 'string'; readonly maxLength: number; readonly pattern?: string }
  | { readonly type: 'integer' | 'number'; readonly minimum: number; readonly maximum: number }
  | { readonly type: 'boolean' }
  | {
      readonly type: 'array';
      readonly items: FieldSchema;
      readonly minItems: number;
      readonly maxItems: number;
      readonly uniqueItems?: true;
    }
);

/**
 * An input that does not fit its schema. The message names the field and says what to pass; it repeats no value. `next`: what to
 * do about it.
 */
export class WrongInput extends Error {
  override readonly name = 'WrongInput';
  readonly next: string;

  constructor(message: string, next = 'Call again with what the schema of the tool allows.') {
    super(message);
    this.next = next;
  }
}

type Value = string | number | boolean | readonly Value[];

/** An input that fits its schema. A field that was left out reads as undefined. */
export class ToolInput {
  readonly #values: ReadonlyMap<string, Value>;

  constructor(values: ReadonlyMap<string, Value>) {
    this.#values = values;
  }

  text(name: string): string | undefined {
    const value = this.#values.get(name);
    return typeof value === 'string' ? value : undefined;
  }

  number(name: string): number | undefined {
    const value = this.#values.get(name);
    return typeof value === 'number' ? value : undefined;
  }

  flag(name: string): boolean {
    return this.#values.get(name) === true;
  }

  texts(name: string): readonly string[] {
    const value = this.#values.get(name);
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  }

  /** What was passed, for the list of calls: one line without hidden characters and icons, at most 300 characters. */
  toString(): string {
    const parts = [...this.#values].map(([name, value]) => `${name} ${String(value)}`);
    return (untrusted({ parts: parts.join(', ') })['parts'] ?? '').replaceAll('$(', '$ (');
  }
}

/** Nobody else checks what an agent passes: neither the editor nor every client does. Throws WrongInput. */
export function checkInput(schema: InputSchema, given: unknown): ToolInput {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new WrongInput(`Pass an object with named fields. ${fieldsOf(schema)}`);
  const values = new Map<string, Value>();
  for (const [name, value] of Object.entries(given)) {
    const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (field === undefined) throw new WrongInput(`There is no field ${named(name)}. ${fieldsOf(schema)}`);
    values.set(name, checkField(name, field, value));
  }
  for (const name of schema.required ?? [])
    if (!values.has(name)) throw new WrongInput(`The field "${name}" is missing. ${fieldsOf(schema)}`);
  return new ToolInput(values);
}

function checkField(name: string, field: FieldSchema, value: unknown): Value {
  const wrong = (what: string): WrongInput => new WrongInput(`The field "${name}" must be ${what}.`);
  if (field.type === 'boolean') {
    if (typeof value !== 'boolean') throw wrong('true or false');
    return value;
  }
  if (field.type === 'array') return checkList(name, field, value);
  if (field.type === 'string') {
    if (typeof value !== 'string') throw wrong('a text');
    const { enum: choices, maxLength, pattern } = field;
    if (choices !== undefined && !choices.includes(value)) throw wrong(`one of ${choices.join(', ')}`);
    if (value.length > maxLength) throw wrong(`a text of at most ${maxLength} characters`);
    if (pattern !== undefined && !new RegExp(pattern, 'u').test(value))
      throw wrong(`a text as the other tools give it, of the form ${pattern}`);
    return value;
  }
  const { type, minimum, maximum } = field;
  const what = type === 'integer' ? 'a whole number' : 'a number';
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrong(what);
  if (type === 'integer' && !Number.isInteger(value)) throw wrong(what);
  if (value < minimum || value > maximum) throw wrong(`${what} from ${minimum} to ${maximum}`);
  return value;
}

function checkList(name: string, field: FieldSchema & { readonly type: 'array' }, value: unknown): Value {
  const { minItems, maxItems, items, uniqueItems } = field;
  if (!Array.isArray(value) || value.length < minItems || value.length > maxItems)
    throw new WrongInput(`The field "${name}" must be a list of ${minItems} to ${maxItems}.`);
  const list = value.map((each: unknown, place) => checkField(`${name}[${place}]`, items, each));
  if (uniqueItems === true && new Set(list).size < list.length)
    throw new WrongInput(`The field "${name}" must have each only once.`);
  return list;
}

function fieldsOf({ properties, required = [] }: InputSchema): string {
  const names = Object.keys(properties).map((name) => (required.includes(name) ? `${name} (needed)` : name));
  return names.length === 0 ? 'This tool takes no fields.' : `Fields: ${names.join(', ')}.`;
}

/** The name of a field nobody knows may be anything. */
function named(name: string): string {
  return /^[\w.-]{1,40}$/.test(name) ? `"${name}"` : 'of such a name';
}
