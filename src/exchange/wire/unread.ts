import { camelCase, pathOf } from '../../core/json-path.ts';
import { asJsonObject } from './reader.ts';

/**
 * Wraps a reply so that it notes which of its fields a decoder reads. `unread()` afterwards: the paths of the fields that
 * nothing read; of an object nobody looked into only itself.
 */
export function notingReads(json: unknown): { readonly json: unknown; unread(): ReadonlySet<string> } {
  const read = new Set<string>();
  return {
    json: noting(json, '', read),
    unread: () => {
      const found = new Set<string>();
      collectUnread(json, '', read, found);
      return found;
    },
  };
}

/** A reply may be nested without end; nothing of the interface is by half as much. */
const DEEPEST = 64;

/** A copy in which what is nested deeper than any value of the interface is `…`: everything that walks through it ends. */
export function withinDepth(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return '…';
  if (Array.isArray(value)) return value.map((item) => withinDepth(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withinDepth(item, depth + 1)]),
  );
}

function noting(value: unknown, path: string, read: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item, place) => noting(item, pathOf(path, place), read));
  // Decoders read camelCase names, whatever was sent: the paths are made of those.
  const json = asJsonObject(value);
  if (json === undefined) return value;
  const inner = new Map<string, unknown>();
  return new Proxy(json, {
    get: (object, field) => {
      if (typeof field !== 'string') return Reflect.get(object, field);
      const at = pathOf(path, field);
      read.add(at);
      if (!inner.has(field)) inner.set(field, noting(object[field], at, read));
      return inner.get(field);
    },
  });
}

function collectUnread(value: unknown, path: string, read: ReadonlySet<string>, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const [place, item] of value.entries()) collectUnread(item, pathOf(path, place), read, found);
    return;
  }
  for (const [name, item] of Object.entries(value)) {
    const at = pathOf(path, camelCase(name));
    if (read.has(at)) collectUnread(item, at, read, found);
    else found.add(at);
  }
}
