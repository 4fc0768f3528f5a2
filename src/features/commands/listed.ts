import type { Market } from '../../core/market.ts';
import type { Order } from '../../core/order.ts';
import { isInUse, type Owner } from '../../store/session/owner.ts';
import type { Services } from '../services.ts';

/** What goes with a list of orders from its reading to the proof of what was done about it. */
export interface Listed {
  /** Whose they are. */
  readonly owner: Owner;
  /** Their markets as they were known there: another connection may call something else the same. */
  market(slug: string): Market | undefined;
}

/** To be called while that owner is in use. What becomes known later is seen for as long as that is so. */
export function listed(
  { session, marketWithEvent }: Pick<Services, 'session' | 'marketWithEvent'>,
  owner: Owner,
  orders: readonly Order[],
): Listed {
  const slugs = isInUse(session, owner) ? orders.map(({ marketSlug }) => marketSlug) : [];
  const known = new Map(slugs.map((slug) => [slug, marketWithEvent(slug)]));
  const now = (slug: string): Market | undefined =>
    isInUse(session, owner) ? marketWithEvent(slug) : undefined;
  return { owner, market: (slug) => now(slug) ?? known.get(slug) };
}
