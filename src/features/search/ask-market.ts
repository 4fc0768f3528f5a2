import { commands, l10n } from 'vscode';
import { contextKeySetter } from '../config.ts';
import { COMMANDS, CONTEXT_KEYS, type RowTarget, slugOf } from '../ids.ts';
import type { Parts } from '../services.ts';
import type { SurfaceServices } from '../surface.ts';
import { pickMarket } from './market-pick.ts';
import type { ItemServices, MarketPickOptions } from './pick-items.ts';

/** What asking for a market takes. */
export type SearchServices = SurfaceServices & ItemServices & Parts<'session' | 'search'>;

/** An id has digits alone; no slug does. */
const MARKET_ID = /^\d{1,10}$/;

/** The slug of a command's argument, or of a market picked. An id is looked up. Undefined when the question was closed. */
export async function marketSlug(
  services: SearchServices,
  title: string,
  target: string | RowTarget | undefined,
): Promise<string | undefined> {
  const given = slugOf(target) ?? (await askMarket(services, { title }));
  if (given === undefined || !MARKET_ID.test(given)) return given;
  const exchange = await services.session.ensure();
  const market = await exchange.marketById(given);
  services.markets.setAside(market, services.clock.now());
  return market.slug;
}

/** Searches, and opens the page of what is picked: a game's own, else that of the market. */
export async function searchAndOpen(services: SearchServices, text: string): Promise<void> {
  const setFound = contextKeySetter<boolean>(CONTEXT_KEYS.found);
  const open = async (command: string, found: string): Promise<void> => {
    setFound(true);
    await commands.executeCommand(command, found);
  };
  const openEvent = (key: string): void => void open(COMMANDS.openEvent, key);
  const found = await askMarket(services, { title: l10n.t('Search Markets'), text, openEvent });
  if (found !== undefined) await open(COMMANDS.openMarket, found);
}

/** Asks for a market by search. Resolves with the slug or id, `''` for `none`, undefined when closed. */
export async function askMarket(
  services: SearchServices,
  options: MarketPickOptions,
): Promise<string | undefined> {
  const search = await services.search();
  const slug = await pickMarket(services, search, options);
  const found = slug === undefined || services.markets.get(slug) ? undefined : search.found(slug);
  // What is asked for is known from now on; what was only listed is not.
  if (found !== undefined) services.markets.setAside(found.market, found.readAt);
  if (slug !== undefined && slug !== '' && !MARKET_ID.test(slug)) await services.recentMarkets.add(slug);
  return slug;
}
