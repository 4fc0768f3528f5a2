import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseJson, parseJsonText } from '../../src/exchange/wire/json.ts';

const FOLDER = path.join(import.meta.dirname, '..', 'fixtures');

/** A payload of our own from test/fixtures, e.g. `traps/order-no`, as the client would parse it. */
export function fixture(name: string): unknown {
  return parseJson(fixtureBytes(name));
}

export function fixtureBytes(name: string): Uint8Array {
  return readFileSync(path.join(FOLDER, `${name}.json`));
}

export function sent(body: unknown): unknown {
  return parseJsonText(JSON.stringify(body));
}

/** A core value as plain data to compare: decimals by their value, absent fields left out. */
export function plain<T>(value: T): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

export function only<T>(items: readonly T[]): T {
  const [first, ...rest] = items;
  if (first === undefined || rest.length > 0) throw new Error(`Expected one item, got ${items.length}`);
  return first;
}
