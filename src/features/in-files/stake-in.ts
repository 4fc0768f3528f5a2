import { isHeld } from '../../core/figures.ts';
import { worse } from '../../core/freshness.ts';
import { readAt } from '../../store/reading/load-state.ts';
import { knownPosition } from '../../view/position-text.ts';
import type { MarketStake } from '../../view/stake-text.ts';
import type { Parts } from '../services.ts';

/**
 * What somebody has in markets of these slugs together, as far as it was read and as of this moment; undefined where that is
 * nothing.
 */
export function stakeIn(
  slugs: readonly string[],
  {
    activity,
    live,
    marketViews,
    orders,
    positions,
  }: Parts<'activity' | 'live' | 'marketViews' | 'orders' | 'positions'>,
): MarketStake | undefined {
  const among = new Set(slugs);
  const ofPositions = live.freshness.account(readAt(positions.state), 'positions');
  const held = positions.positions
    .filter((position) => among.has(position.marketSlug) && isHeld(position))
    .map((position) => {
      const slug = position.marketSlug;
      const market = marketViews.withEvent(slug);
      const facts = market && marketViews.latest(market);
      const resolution = activity.resolutions.get(slug);
      return { ...knownPosition(position, market, facts, ofPositions), resolution };
    });
  const open = orders.orders
    .filter(({ marketSlug }) => among.has(marketSlug))
    .map((order) => ({ order, market: marketViews.withEvent(order.marketSlug) }));
  const parts = [
    held.length > 0 ? ofPositions : undefined,
    open.length > 0 ? live.freshness.account(readAt(orders.state), 'orders') : undefined,
  ].filter((part) => part !== undefined);
  if (held.length + open.length === 0) return undefined;
  return { positions: held, orders: open, freshness: parts.length === 0 ? undefined : parts.reduce(worse) };
}
