import { l10n, window } from 'vscode';
import type { MarketEvent } from '../core/market.ts';
import { type RowTarget, slugOf } from './ids.ts';
import { marketSlug, type SearchServices } from './search/ask-market.ts';
import type { Parts } from './services.ts';

/** The slug, or the id, of the event a command was called for: as text, or from a row of it or of its market. */
export function keyOf(
  { watched, markets, marketViews }: Parts<'watched' | 'markets' | 'marketViews'>,
  target?: string | RowTarget,
): string | undefined {
  const subject = typeof target === 'object' ? target.subject : undefined;
  const named = subject?.kind === 'event' ? subject.key : undefined;
  const market = markets.get(slugOf(target) ?? '');
  const event = named === undefined ? market && marketViews.eventOf(market) : watched.event(named);
  return event?.slug ?? event?.id ?? named ?? (typeof target === 'string' ? target : undefined);
}

/** The event a command was called with, or that of a market that is asked for. */
export async function askEvent(
  services: SearchServices,
  target: string | RowTarget | undefined,
  question: string,
): Promise<MarketEvent | undefined> {
  const { watched } = services;
  const key = keyOf(services, target) ?? (await marketSlug(services, question, target));
  if (key === undefined) return undefined;
  const entry = await watched.lookUp(key);
  const market = entry?.kind === 'market' ? services.markets.get(key) : undefined;
  const event = market === undefined ? watched.event(key) : services.marketViews.eventOf(market);
  if (event === undefined) void window.showInformationMessage(l10n.t('No game was sent with this market.'));
  return event;
}
