import { isHeld, isLong } from './figures.ts';
import { type Order, orderOutcome } from './order.ts';
import type { Position } from './position.ts';

/** What somebody has in a market. */
export type OwnStake = 'position' | 'orders' | 'both';

/** The same by side. */
interface OwnSides {
  readonly long: OwnStake | undefined;
  readonly short: OwnStake | undefined;
}

/** By the market's slug. */
export type Holdings = ReadonlyMap<string, OwnSides>;

export function holdingsOf(positions: readonly Position[], orders: readonly Order[]): Holdings {
  const found = new Map<string, OwnSides>();
  const add = (slug: string, side: 'long' | 'short', holding: OwnStake): void => {
    const before = found.get(slug) ?? { long: undefined, short: undefined };
    found.set(slug, { ...before, [side]: heldTogether([before[side], holding]) });
  };
  for (const position of positions) {
    if (isHeld(position)) add(position.marketSlug, isLong(position) ? 'long' : 'short', 'position');
  }
  for (const order of orders) add(order.marketSlug, orderOutcome(order).long ? 'long' : 'short', 'orders');
  return found;
}

/** What is in several markets together. */
export function heldTogether(holdings: readonly (OwnStake | undefined)[]): OwnStake | undefined {
  const found = new Set(holdings);
  if (found.has('both') || (found.has('position') && found.has('orders'))) return 'both';
  return found.has('position') ? 'position' : found.has('orders') ? 'orders' : undefined;
}
