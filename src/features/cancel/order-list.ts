import { l10n } from 'vscode';
import type { Market } from '../../core/market.ts';
import type { Order } from '../../core/order.ts';
import { isInUse, type Owner } from '../../store/session/owner.ts';
import { connectionMark } from '../connection-settings.ts';
import type { Parts } from '../services.ts';

/** Orders of one account, from their reading to the proof of what was done about them. */
export interface OrderList {
  readonly owner: Owner;
  /** Their markets as they were known there: another connection may call something else the same. */
  market(slug: string): Market | undefined;
}

/** To be called while that owner is in use. What becomes known later is seen for as long as that is so. */
export function orderList(
  { session, marketViews }: Parts<'session' | 'marketViews'>,
  owner: Owner,
  orders: readonly Order[],
): OrderList {
  const slugs = isInUse(session, owner) ? orders.map(({ marketSlug }) => marketSlug) : [];
  const known = new Map(slugs.map((slug) => [slug, marketViews.withEvent(slug)]));
  const now = (slug: string): Market | undefined =>
    isInUse(session, owner) ? marketViews.withEvent(slug) : undefined;
  return { owner, market: (slug) => now(slug) ?? known.get(slug) };
}

/** A text that begins with whose money it is about: the connection of the owner, or the one in use. */
export function named({ session }: Parts<'session'>, text: string, owner?: Owner): string {
  return l10n.t('{0}: {1}', connectionMark((owner ?? session).profile), text);
}
