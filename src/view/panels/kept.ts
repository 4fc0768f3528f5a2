/**
 * Remembers the parts of a panel that are costly to make. A part whose makings are the same values as last time is the
 * same object again, so that neither it is made nor written out anew for a price that moved elsewhere.
 */
export class Kept {
  readonly #parts = new Map<string, { readonly from: readonly unknown[]; readonly part: unknown }>();

  part<T>(name: string, from: readonly unknown[], make: () => T): T {
    const kept = this.#parts.get(name);
    const isSame =
      kept !== undefined &&
      kept.from.length === from.length &&
      kept.from.every((value, index) => Object.is(value, from[index]));
    if (isSame) return kept.part as T;
    const part = make();
    this.#parts.set(name, { from, part });
    return part;
  }
}
