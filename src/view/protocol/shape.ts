/**
 * Checks of what came over a message channel. Both ends are ours, but a webview is another process that shows text of
 * others, so neither end believes the other: what has not the shape is not used.
 */
export type Shape<T> = (value: unknown) => value is T;

export type Shaped<S> = S extends Shape<infer T> ? T : never;

export const text: Shape<string> = (value): value is string => typeof value === 'string';

/** A text of at most so many UTF-16 units. */
export function textUpTo(most: number): Shape<string> {
  return (value): value is string => typeof value === 'string' && value.length <= most;
}

/** A finite number: fractions of a drawing and counts only, never money. */
export const finite: Shape<number> = (value): value is number =>
  typeof value === 'number' && Number.isFinite(value);

export const flag: Shape<boolean> = (value): value is boolean => typeof value === 'boolean';

export const nothing: Shape<null | undefined> = (value): value is null | undefined => value == null;

export function oneOf<const T extends string>(...members: readonly T[]): Shape<T> {
  const set: ReadonlySet<unknown> = new Set(members);
  return (value): value is T => set.has(value);
}

/** Far above what any list of a panel has, and what a page can still draw. */
const MOST_ITEMS = 20_000;

export function list<T>(item: Shape<T>, most = MOST_ITEMS): Shape<readonly T[]> {
  return (value): value is readonly T[] =>
    Array.isArray(value) && value.length <= most && value.every((each) => item(each));
}

/** Absent is allowed: an undefined member does not survive the trip and arrives as a missing key. */
export function maybe<T>(shape: Shape<T>): Shape<T | undefined> {
  return (value): value is T | undefined => value === undefined || shape(value);
}

export function record<S extends Readonly<Record<string, Shape<unknown>>>>(
  members: S,
): Shape<{ readonly [K in keyof S]: Shaped<S[K]> }> {
  const entries = Object.entries(members);
  return (value): value is { readonly [K in keyof S]: Shaped<S[K]> } =>
    typeof value === 'object' &&
    value !== null &&
    entries.every(([name, shape]) => shape((value as Readonly<Record<string, unknown>>)[name]));
}
