/**
 * Things by the currency of their amounts, in the order these first appear. An amount that names none is in the only currency
 * there is; beside two or more it stays by itself, under `''` (interface.md 13.8). `known`: currencies named elsewhere.
 */
export function byCurrency<T>(
  things: readonly T[],
  currencyOf: (thing: T) => string,
  known: readonly string[] = [],
): ReadonlyMap<string, readonly T[]> {
  const names = new Set([...things.map(currencyOf), ...known]);
  names.delete('');
  const [only = '', ...others] = names;
  return Map.groupBy(things, (thing) => currencyOf(thing) || (others.length === 0 ? only : ''));
}
