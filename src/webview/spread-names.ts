/** Where names stand that would like to stand at `at`: in that order, `gap` apart, and within the bounds while there is room. */
export function spreadNames(
  names: readonly { readonly at: number }[],
  top: number,
  bottom: number,
  gap: number,
): readonly number[] {
  const order = [...names.keys()].sort((a, b) => (names[a]?.at ?? 0) - (names[b]?.at ?? 0));
  const places: number[] = [];
  let free = top;
  for (const index of order) {
    places[index] = Math.max(names[index]?.at ?? 0, free);
    free = (places[index] ?? 0) + gap;
  }
  let most = Math.max(bottom, top + gap * (order.length - 1));
  for (const index of order.reverse()) {
    places[index] = Math.min(places[index] ?? 0, most);
    most = (places[index] ?? 0) - gap;
  }
  return places;
}
