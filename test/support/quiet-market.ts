import { isGameSlug } from '../../src/agents/market-facts.ts';
import type { Market } from '../../src/core/market.ts';
import type { World } from '../../src/demo/world.ts';
import { accountOf, catalogueOf } from './read-world.ts';

/** Longer than any test, milliseconds. */
const AHEAD_MS = 3_600_000;
/** More than there are. */
const ALL = { limit: 1_000, offset: 0 } as const;

/**
 * An open market of a game with a book on both sides in which an order to buy at a cent rests for the length of a test, and nobody of the account is yet. Which
 * markets are played to their end in the next minutes, and take such an order with them, is a matter of the hour.
 */
export function quietMarket(world: World, now: number): Market {
  const taken = new Set(
    [...accountOf(world).openOrders(now), ...accountOf(world).positions(now)].map(
      ({ marketSlug }) => marketSlug,
    ),
  );
  const isOpen = (slug: string, at: number): boolean => {
    const { state, bestBid, bestAsk } = catalogueOf(world).bbo(slug, at) ?? {};
    return state === 'OPEN' && (bestBid?.value.toNumber() ?? 0) > 0.3 && bestAsk !== undefined;
  };
  const found = catalogueOf(world)
    .markets({ active: true, closed: false }, ALL, now)
    .find(
      ({ slug }) => isGameSlug(slug) && !taken.has(slug) && isOpen(slug, now) && isOpen(slug, now + AHEAD_MS),
    );
  if (found === undefined)
    throw new Error('No market has bids above 30 cents and offers, now and in an hour');
  return found;
}
