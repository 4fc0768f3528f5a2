import { l10n, type QuickPickItem, window } from 'vscode';
import type { MarketTarget, RowTarget } from '../ids.ts';
import type { Services } from '../services.ts';
import { askMarket, slugOf } from './ask-market.ts';
import { askOrders } from './ask-order.ts';
import { MARKET_ID, searchForMarket } from './search-markets.ts';

/** What shows things in the editor area. */
export interface Openers {
  openMarket(slug: string): Promise<void>;
  openSettlement(slug: string): Promise<void>;
  openOrder(orderId: string): Promise<void>;
  openCancelRecord(): Promise<void>;
  /** What became of a list of cancels, as plain text. */
  openProof(name: string, text: string): Promise<void>;
  showAway(): Promise<void>;
  /** A text as a read-only document. */
  showReport(name: string, text: string): Promise<void>;
}

/** Opens the panel of a market by slug, by id, from a row, or after asking. */
export async function openMarket(services: Services, openers: Openers, target?: MarketTarget): Promise<void> {
  const slug = await marketSlug(services, l10n.t('Open which market?'), target);
  if (slug !== undefined) await openers.openMarket(slug);
}

export async function openSettlement(
  services: Services,
  openers: Openers,
  target?: MarketTarget,
): Promise<void> {
  const slug = await marketSlug(services, l10n.t('Settlement of which market?'), target);
  if (slug !== undefined) await openers.openSettlement(slug);
}

export async function openOrder(
  services: Services,
  openers: Openers,
  target?: string | RowTarget,
): Promise<void> {
  const id = orderIdOf(target) ?? (await askOrderId(services));
  if (id !== undefined) await openers.openOrder(id);
}

/** Finds a market and opens it. */
export async function searchMarkets(services: Services, openers: Openers, text?: string): Promise<void> {
  const title = l10n.t('Search Markets');
  const found = await searchForMarket(services, typeof text === 'string' ? { title, text } : { title });
  if (found !== undefined) await openers.openMarket(await slugFor(services, found));
}

/** The slug meant by a command's argument; an id, which is all digits, is looked up. Undefined when given up. */
export async function marketSlug(
  services: Services,
  title: string,
  target: MarketTarget | undefined,
): Promise<string | undefined> {
  const given = slugOf(target) ?? (await askMarket(services, title));
  return given === undefined ? undefined : slugFor(services, given);
}

async function slugFor(services: Services, given: string): Promise<string> {
  if (!MARKET_ID.test(given)) return given;
  const exchange = await services.session.ensure();
  const market = await exchange.marketById(given);
  services.markets.upsert(market, services.clock.now());
  return market.slug;
}

export function orderIdOf(target: string | RowTarget | undefined): string | undefined {
  if (typeof target === 'string') return target.trim() === '' ? undefined : target.trim();
  return target?.subject?.kind === 'order' ? target.subject.id : undefined;
}

/** One of the open orders, or the id of any order. */
async function askOrderId(services: Services): Promise<string | undefined> {
  const other: QuickPickItem = { label: l10n.t('Another order, by its id…') };
  const chosen = await askOrders(services, l10n.t('Open which order?'), false, other);
  if (chosen === undefined) return undefined;
  const [order] = chosen.orders;
  if (order !== undefined) return order.id;
  const id = await window.showInputBox({ title: l10n.t('Open Order'), prompt: l10n.t('Order id') });
  return id?.trim() === '' ? undefined : id?.trim();
}
