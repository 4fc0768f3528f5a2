/** These in an order of keys made before; what came since stands at the end, as it is listed. */
export function inOrder<T>(
  all: readonly T[],
  keys: readonly string[],
  keyOf: (one: T) => string,
): readonly T[] {
  const byKey = new Map(all.map((one) => [keyOf(one), one]));
  const known = new Set(keys);
  return [...keys.flatMap((key) => byKey.get(key) ?? []), ...all.filter((one) => !known.has(keyOf(one)))];
}
