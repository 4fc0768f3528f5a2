/** A value that is made again only when one of what it is made from is another object. */
export class Memo<T> {
  #known: { readonly from: readonly unknown[]; readonly value: T } | undefined;

  of(from: readonly unknown[], make: () => T): T {
    const known = this.#known;
    if (known !== undefined && from.every((each, place) => each === known.from[place])) return known.value;
    const value = make();
    this.#known = { from, value };
    return value;
  }
}

/** What is made of an object, once for each. */
export function madeOnce<K extends object, T>(make: (of: K) => T): (of: K) => T {
  const known = new WeakMap<K, { readonly value: T }>();
  return (of) => {
    const made = known.get(of);
    if (made !== undefined) return made.value;
    const value = make(of);
    known.set(of, { value });
    return value;
  };
}
