import { l10n } from 'vscode';
import { askMarket, marketSlug } from '../ask-market.ts';
import type { MarketTarget } from '../ids.ts';
import type { Services } from '../services.ts';

/** Opens the panels of a market. */
export interface MarketOpeners {
  openMarket(slug: string): Promise<void>;
  openSettlement(slug: string): Promise<void>;
}

/** Opens the panel of a market by slug, by id, from a row, or after asking. */
export async function openMarket(
  services: Services,
  openers: MarketOpeners,
  target?: MarketTarget,
): Promise<void> {
  const slug = await marketSlug(services, l10n.t('Open which market?'), target);
  if (slug !== undefined) await openers.openMarket(slug);
}

export async function openSettlement(
  services: Services,
  openers: MarketOpeners,
  target?: MarketTarget,
): Promise<void> {
  const slug = await marketSlug(services, l10n.t('Settlement of which market?'), target);
  if (slug !== undefined) await openers.openSettlement(slug);
}

/** Finds a market and opens it. */
export async function searchMarkets(
  services: Services,
  openers: MarketOpeners,
  text?: string,
): Promise<void> {
  const title = l10n.t('Search Markets');
  const found = await askMarket(services, typeof text === 'string' ? { title, text } : { title });
  if (found !== undefined) await openMarket(services, openers, found);
}
