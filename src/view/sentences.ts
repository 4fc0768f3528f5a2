/** Parts one after the other, each with the stop it needs before another; empty ones are left out. */
export function sentences(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .map((part, index, all) => (index < all.length - 1 && !/[.!?…]$/u.test(part) ? `${part}.` : part))
    .join(' ');
}
