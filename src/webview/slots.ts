/** Keys by place; undefined is a place that is free. */
export type Slots = readonly (string | undefined)[];

/** Places for these keys: each keeps the one it has, a new one takes the first that is free, and no place is given up. */
export function nextSlots(before: Slots, keys: readonly string[]): Slots {
  const wanted = new Set(keys);
  const slots = before.map((key) => (key !== undefined && wanted.delete(key) ? key : undefined));
  for (const key of wanted) {
    const free = slots.indexOf(undefined);
    if (free < 0) slots.push(key);
    else slots[free] = key;
  }
  return slots;
}
