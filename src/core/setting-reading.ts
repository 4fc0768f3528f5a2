/** What a list that people may write by hand was read as. */
export interface SettingReading<T> {
  /** What can be read of it, also beside a problem. */
  readonly items: readonly T[];
  /** Where the first thing stands that cannot be read, such as `Tonight #2`; `''`: it is the whole. */
  readonly problem: string | undefined;
}

/** Reads a list entry by entry. `readEntry` gets those read before, and returns one, or the name of what is wrong in it. */
export function readList<T>(
  value: unknown,
  readEntry: (entry: unknown, before: readonly T[], index: number) => T | string,
): SettingReading<T> {
  if (!Array.isArray(value)) return { items: [], problem: '' };
  const items: T[] = [];
  let problem: string | undefined;
  for (const [index, entry] of value.entries()) {
    const read = readEntry(entry, items, index);
    if (typeof read === 'string') problem ??= `#${index + 1} ${read}`;
    else items.push(read);
  }
  return { items, problem };
}
